"""What learners and solvers need of a match: numbers for actions and views, and turns in a row."""
