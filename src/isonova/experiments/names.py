"""Names of what is built in. The command line reads them before it knows whether an experiment will run."""

BUILT_IN = ("paper", "study", "ablation", "sample", "smoke")
