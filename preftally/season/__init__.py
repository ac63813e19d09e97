"""Many evenings: which files they are, the facts of each, and what they add up to.

The data flows in the order of the modules: `finding` the files, `reading` one of them
into its `facts` (the `tally` of its hands), kept by `cache`, many at once by `gather`;
`people` who are one under several names; `figures` of all of it, with `rating` and
`records`. Nothing here is printed.
"""
