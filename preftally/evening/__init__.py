"""What is done to a session: begin, record, take back, mend. Values and errors; prints nothing."""
