"""What is wrong with an experiment as it was asked for; the message names the place and what would be right."""


class ExperimentError(ValueError):
    pass


class StoppedError(ExperimentError):
    """The experiment was well asked for, but cannot go on: its cluster is gone."""
