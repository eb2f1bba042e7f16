"""The rules and the search: all that is compiled."""
