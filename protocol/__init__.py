"""What the engine says and hears: XBoard's protocol (CECP), UCI and the command line."""

VERSION = "0.1.0"
NAME = f"Frabjous {VERSION}"
