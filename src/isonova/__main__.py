"""`python -m isonova` is the command `isonova`."""

from isonova.cli import main

if __name__ == "__main__":
    main()
