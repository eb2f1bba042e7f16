"""Games against ourselves, for the tuner: quiet positions with the score of the search and how the game ended.

    python -m frabjous.bench.selfplay omega omega.txt --games 4000 --nodes 1500 --seed 1

A line of the file is `FEN|SCORE|RESULT`: centipawns as White sees them, and 1, 0.5 or 0 points for White. A
position is quiet if the side to move is not in check and its best move takes nothing and does not promote.
The file is added to, a whole game at a time.
"""
import argparse
import random
import sys

from ..engine.limits import MATE_BOUND, Limits
from ..engine.moves import EXTRA_SHIFT, PLAIN, SPECIAL_SHIFT
from ..engine.notation import write_fen
from ..engine.rules import WHITE
from ..engine.search import Searcher
from ..protocol.arguments import Parser, known_game
from .openings import RandomOpenings

WON = 2500  # centipawns; a game is over when both sides agree on so much
LONGEST = 400  # plies


def men_on_boards(game):
    """How many men stand on all boards."""
    rules = game.rules
    colours = [game.rows[game.row + place:game.row + place + 2 * rules.W] for place in rules.BOARD_AT]
    return sum(int(word).bit_count() for words in colours for word in words)


def play(page, searcher, nodes, dice):
    """(lines of quiet positions without the result, points for White) of one game."""
    game, found, won = RandomOpenings(page, dice.random(), dice.randrange(6, 14))[0].game(page), [], 0
    searcher.new_game()
    last = []
    for _ in range(LONGEST):
        result = game.result()[0]
        if result != "*":
            return found, {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[result]
        line = searcher.think(game, Limits(nodes=nodes), last.append)
        score = last[-1].score if last else 0
        last.clear()
        quiet = not game.in_check() and abs(score) < MATE_BOUND
        fen = write_fen(game.rules, game.setup())
        men = men_on_boards(game)
        ours = score if game.turn == WHITE else -score
        won = won + 1 if score and abs(score) >= WON else 0
        if won >= 4:
            return found, 1 if ours > 0 else 0
        move = line[0]
        game.make(move)
        special, extra = move >> SPECIAL_SHIFT & 7, move >> EXTRA_SHIFT & 15
        if quiet and not (special == PLAIN and extra) and men_on_boards(game) >= men:
            found.append(f"{fen}|{ours}")
    return found, 0.5


def main(arguments=None):
    parser = Parser(prog="python -m frabjous.bench.selfplay", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", metavar="GAME", type=known_game)
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1500, help="for each move (1500)")
    parser.add_argument("--seed", type=int, default=1)
    choice = parser.parse_args(arguments)
    page, dice, searcher = choice.page, random.Random(choice.seed), Searcher(hash_megabytes=4)
    total = 0
    for number in range(1, choice.games + 1):
        positions, points = play(page, searcher, choice.nodes, dice)
        with open(choice.file, "a") as file:
            file.writelines(f"{position}|{points}\n" for position in positions)
        total += len(positions)
        if sys.stderr.isatty():
            print(f"\r{number} games, {total} positions", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
