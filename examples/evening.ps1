# The evening of evening.sh, for PowerShell, which wants a list in quotes.
$ErrorActionPreference = "Stop"
$folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
Set-Location (New-Item -ItemType Directory $folder)

preftally new --players "Anna,Boris,Vera" --convention sochi --pool 6
preftally hand "7S" 5 --whist Anna --pass Boris
preftally hand "6D" 7 --whist "Boris=2" --whist "Vera=1"
preftally hand "6C" --pass Anna --pass Boris
preftally hand "7H" --pass Anna --half Boris
preftally explain
preftally hand misere 2 --by Boris
preftally hand pass "Anna=1" "Boris=5" "Vera=4"
preftally hand "8NT" --by Anna --concede
preftally adjust Boris --mountain 2 --note "a card was shown"
preftally sheet
preftally hand "8S" 8 --by Boris --whist Vera --pass Anna
preftally hand "9D" 9 --whist Boris --pass Vera
preftally sheet
preftally settle --stake "0.5"
preftally settle --json
