"""The games, one page each."""
from .alice import Alice
from .alice_family import FAMILY
from .chess import Chess
from .chessgi import Chessgi
from .hostage import Hostage
from .omega import Omega

GAMES = {page.NAME: page for page in (Chess, Omega, Alice, Hostage, Chessgi, *FAMILY)}


def page_named(name):
    """The page of a game by its name or another name it answers to. Raises ValueError for an unknown game."""
    for page in GAMES.values():
        if name.lower() in (page.NAME, *page.ALIASES):
            return page
    raise ValueError(f"unknown game {name!r}; the games are {', '.join(GAMES)}")
