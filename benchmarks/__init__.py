"""What is measured: `python -m benchmarks` runs the parts, and each writes its tables into docs/measurements."""
