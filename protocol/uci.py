"""The Universal Chess Interface, on top of a session.

Method names beginning with `take` run in the reader's thread; what needs the game is submitted to the worker.
"""
import functools
import itertools

from ..engine.limits import Limits, mate_distance
from ..engine.variants import GAMES
from . import NAME, perft
from .lines import shortened
from .options import CLEAR_HASH, MOVE_OVERHEAD, MULTI_PV, SKILL_LEVEL, Option, Options, rules_left_open
from .order import NOW
from .outcome import chances
from .session import Refused, Session
from .strength import ELO_LEAST, ELO_MOST, Strength

PONDER = Option("Ponder", "check", False)
ANALYSE = Option("UCI_AnalyseMode", "check", False)
SHOW_WDL = Option("UCI_ShowWDL", "check", False)
LIMIT_STRENGTH = Option("UCI_LimitStrength", "check", False)
ELO = Option("UCI_Elo", "spin", 1500, ELO_LEAST, ELO_MOST)

# Words after `go` that a number follows, and the least it can mean.
GO_NUMBERS = {"wtime": 0, "btime": 0, "winc": 0, "binc": 0, "movestogo": 0, "movetime": 1, "depth": 1, "nodes": 1, "mate": 1}
MOST = 10**12
GO_WORDS = (*GO_NUMBERS, "perft", "infinite", "ponder", "searchmoves")


class Uci:
    """An engine as UCI sees it."""

    def __init__(self, output):
        self.send = output.send
        self.session = Session(lambda order: None, self.say)
        self.position = None  # (fen, moves) of the last one set, of the worker's
        session = self.session
        self.options = Options({
            Option("Hash", "spin", session.hash_megabytes, 1, 65536): session.set_hash,
            Option("Threads", "spin", session.threads, 1, 256): session.set_threads,
            CLEAR_HASH: session.clear_hash,
            Option("UCI_Variant", "combo", session.page.NAME, values=tuple(GAMES), is_open=True): self.set_variant,
            **{option: functools.partial(session.set_rule, option.name) for option in rules_left_open()},
            **dict.fromkeys((MULTI_PV, MOVE_OVERHEAD, SKILL_LEVEL, PONDER, ANALYSE, SHOW_WDL, LIMIT_STRENGTH, ELO))})

    def say(self, text):
        self.send(f"info string {text}")

    def handle(self, line):
        """Obey one line; what is unknown is ignored."""
        word, _, rest = line.partition(" ")
        if take := COMMANDS.get(word):
            take(self, rest.strip())

    def finish(self, seconds):
        """After the last line: let what was asked be answered, but not for longer than this."""
        self.session.end(NOW)
        self.session.worker.wait(seconds)

    # ---------------------------------------------------------------- the reader's side
    def take_uci(self, text):
        self.send(f"id name {NAME}", "id author the Frabjous team", *(option.for_uci() for option in self.options), "uciok")
        self.session.worker.start()

    def take_isready(self, text):
        if self.session.is_ordered():
            self.send("readyok")
        else:
            self.session.answer(self.send, "readyok")

    def take_setoption(self, text):
        name, _, value = f"{text} ".partition(" value ")
        self.session.submit(self.set_option, name.removeprefix("name").strip(), value.strip())

    def take_ucinewgame(self, text):
        self.session.submit(self.new_game)

    def take_position(self, text):
        self.session.submit(self.set_position, text)

    def take_go(self, text):
        self.session.submit(self.go, text, self.session.order(ponders="ponder" in text.split()))

    def take_stop(self, text):
        self.session.end(NOW)

    def take_ponderhit(self, text):
        self.session.hit()

    def take_draw(self, text):
        self.session.submit(self.draw)

    # ---------------------------------------------------------------- the worker's side: settings
    def set_option(self, name, value):
        try:
            if not self.options.set(name, value):
                raise Refused("there is no such option")
        except Refused as error:
            self.say(f"option {shortened(name)}: {error}")

    def set_variant(self, name):
        self.session.new_game(name)
        self.position = None

    # ---------------------------------------------------------------- the worker's side: the game
    def new_game(self):
        self.session.new_game()
        self.position = None

    def set_position(self, text):
        """`startpos` or `fen FEN`, and `moves …`. A bad one is told, and the old one kept."""
        placement, _, moves = text.partition("moves")
        kind, _, fen = placement.strip().partition(" ")
        moves = moves.split()
        try:
            if kind not in ("startpos", "fen") or (kind == "fen") != bool(fen):
                raise Refused("expected startpos, or fen and a position")
            self.continue_or_set_up((self.session.rules.copy(), fen.strip() or None), moves)
        except Refused as error:
            self.say(f"position not taken: {error}")

    def continue_or_set_up(self, start, moves):
        """Set the position up; where it only adds moves to the last one, play those."""
        if self.position and self.position[0] == start and self.position[1] == moves[:len(self.position[1])]:
            self.session.play_on(moves[len(self.position[1]):])
        else:
            self.session.set_up(start[1], moves)
        self.position = start, moves

    def draw(self):
        from ..engine.draw import draw
        from ..engine.notation import write_fen

        game = self.session.game
        self.send(*draw(game).splitlines(), f"Fen: {write_fen(game.rules, game.setup())}", f"Key: {game.key:016x}")

    # ---------------------------------------------------------------- the worker's side: thinking
    def go(self, text, order):
        words = self.parse_go(text)
        with self.session.fulfilling(order):
            if "perft" in words:
                self.count(words["perft"], order)
            else:
                self.session.deliver(order, self.send, self.answer(self.line(words, order)))

    def count(self, depth, order):
        """Answer `go perft`."""
        if not 0 <= depth <= perft.MOST_DEPTH:
            self.say(f"go perft: there is no depth {depth}")
        else:
            perft.report(self.send, self.session, depth, order, self.written)

    def line(self, words, order):
        """The variation to be answered; none where there is no game to find it in, for the answer is waited for."""
        try:
            return self.think(words, order)
        except Exception as error:
            self.session.report_failure(error)
            return []

    def parse_go(self, text):
        """The words after `go`: each with its number, `searchmoves` with its moves, the others with None."""
        words, tokens = {}, text.split()
        while tokens:
            word = tokens.pop(0)
            if word in GO_NUMBERS or word == "perft":
                try:
                    number = int(tokens.pop(0))
                except (IndexError, ValueError):
                    self.say(f"go: no number after {word}")
                else:
                    words[word] = min(max(number, GO_NUMBERS.get(word, number)), MOST)
            elif word == "searchmoves":
                words[word] = list(itertools.takewhile(lambda token: token not in GO_WORDS, tokens))
                del tokens[:len(words[word])]
            elif word in GO_WORDS:
                words[word] = None
        return words

    def think(self, words, order):
        """The variation to be answered; held back while the search is to go on until it is told to end."""
        limits = self.limits(words)
        if limits.mate is not None and not {"infinite", "ponder"} & words.keys():
            return self.find_mate(order, limits)
        strength = None if "infinite" in words else self.strength()
        line = self.session.think(order, limits, self.inform, strength, self.tick)
        order.wait_while_pondering()
        if "infinite" in words:
            order.wait_for_end()
        return line

    def find_mate(self, order, limits):
        """The variation of a search for a mate, which a proof that goes on beside it may find first, or find to be none."""
        mates = []  # those that the search has found

        def hear(report):
            self.inform(report)
            if 0 < (mate_distance(report.score) or 0) <= limits.mate:
                mates.append(report)

        with self.session.proving(order, limits) as proving:
            line = self.session.think(order, limits, hear, tick=self.tick)
            if proving and not mates and limits.is_endless():
                proving.wait(lambda: order.ended)  # the search has seen all that it can see
        if proving and proving.mate:
            self.inform(proving.mate)
            return proving.mate.line
        if proving and proving.has_none:
            self.say(f"no mate in {proving.most}")
        return line

    def strength(self):
        """The strength to play with; None for all there is."""
        if self.options[ANALYSE]:
            return None
        if self.options[LIMIT_STRENGTH]:
            return Strength.of_elo(self.options[ELO])
        return Strength.of_level(self.options[SKILL_LEVEL], SKILL_LEVEL.most)

    def limits(self, words):
        """What bounds the search, as far as it is bounded."""
        limits = Limits(overhead=self.options[MOVE_OVERHEAD] / 1000, lines=self.options[MULTI_PV],
                        ply=self.session.game.whole_ply, root_moves=self.read_moves(words.get("searchmoves", ())),
                        **{name: words[name] for name in ("depth", "nodes", "mate") if name in words})
        ours = "wb"[self.session.game.turn]
        if "infinite" in words:
            return limits
        if "movetime" in words:
            limits.seconds = words["movetime"] / 1000
        elif f"{ours}time" in words:
            limits.remaining = words[f"{ours}time"] / 1000
            limits.increment = words.get(f"{ours}inc", 0) / 1000
            limits.moves_to_go = words.get("movestogo") or None
        return limits

    def read_moves(self, texts):
        """Moves to consider; one that is not legal is told and left out."""
        moves = []
        for text in texts:
            try:
                moves.append(self.session.read(text))
            except Refused as error:
                self.say(f"searchmoves: {error}")
        return list(dict.fromkeys(moves))

    def inform(self, report):
        """The line on a finished iteration."""
        number = f" multipv {report.number}" if self.options[MULTI_PV] > 1 else ""
        self.send(f"info depth {report.depth} seldepth {report.selective_depth}{number} score {self.score(report)} "
                  f"nodes {report.nodes} nps {round(report.nodes / max(report.seconds, 1e-6))} "
                  f"hashfull {report.hash_full} time {round(1000 * report.seconds)} "
                  f"pv {' '.join(map(self.written, report.line))}")

    def score(self, report):
        """The words after `score`."""
        mate = mate_distance(report.score)
        text = f"cp {report.score}" if mate is None else f"mate {mate}"
        if report.bound:
            text += f" {report.bound}bound"
        if self.options[SHOW_WDL]:
            text += " wdl {} {} {}".format(*chances(report.score, self.session.game.ply))
        return text

    def tick(self):
        """The line on the move that is searched, from the second second on."""
        if at_root := self.session.at_root():
            move, number, _ = at_root
            self.send(f"info currmove {self.written(move)} currmovenumber {number}")

    def answer(self, line):
        """The one bestmove of a search."""
        ponder = f" ponder {self.written(line[1])}" if len(line) > 1 else ""
        return f"bestmove {self.written(line[0]) if line else '0000'}{ponder}"

    def written(self, move):
        from ..engine.notation import write_move
        return write_move(self.session.game.rules, move)


COMMANDS = {
    "uci": Uci.take_uci, "isready": Uci.take_isready, "setoption": Uci.take_setoption, "ucinewgame": Uci.take_ucinewgame,
    "position": Uci.take_position, "go": Uci.take_go, "stop": Uci.take_stop, "ponderhit": Uci.take_ponderhit,
    "d": Uci.take_draw,
}
