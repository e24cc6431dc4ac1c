"""What is wrong with an experiment as it was asked for; the message names the place and what would be right."""


class ExperimentError(ValueError):
    pass
