"""What bounds a search, and what it reports."""
from dataclasses import dataclass, field

MATE = 100000  # score of mate at the root; mate in n plies is MATE - n
MATE_BOUND = MATE - 1000  # scores beyond this are mates
MOST_MATE = 50  # moves of the attacker that a proof of mate may look ahead


@dataclass
class Limits:
    """When a search must end; what is None does not bound it. Times are in seconds."""
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None  # exactly so long
    remaining: float | None = None  # on the mover's clock
    increment: float = 0.0
    moves_to_go: int | None = None  # until the clock is refilled; None: never
    ply: int | None = None  # of the game, from its first move on; None: not known
    mate: int | None = None  # stop when a mate in so many moves is found
    overhead: float = 0.03  # seconds lost per move outside the engine
    root_moves: list = field(default_factory=list)  # consider only these, if any
    lines: int = 1  # how many variations to find, each from another first move

    def is_endless(self):
        """Whether nothing but a mate ends the search."""
        return self.depth is self.nodes is self.seconds is self.remaining is None


@dataclass
class Report:
    """What one finished iteration found, of one of the variations."""
    depth: int
    selective_depth: int
    score: int  # centipawns for the side to move; see MATE
    nodes: int
    seconds: float
    hash_full: int  # per mille
    line: list  # the principal variation, as moves
    number: int = 1  # of the variation, the best first
    bound: str = ""  # "lower" or "upper" while the score is only known to be at least, or at most, so much


def mate_distance(score):
    """In how many of the winner's moves a score mates: positive for the side to move, negative against it, None if no mate."""
    if abs(score) < MATE_BOUND:
        return None
    plies = MATE - abs(score)
    return (plies + 1) // 2 if score > 0 else -((plies + 1) // 2)
