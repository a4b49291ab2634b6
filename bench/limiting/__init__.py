"""Whether the program keeps its limits: tables, trials, records."""
