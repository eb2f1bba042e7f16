"""One game between two engines, refereed: rules and clocks are ours, and a fault is booked on the side that made it.

A game to be played is a `Pairing`, which can be sent to another process or machine; once played it is a record, a
dictionary that can be written as JSON.
"""
import contextlib
import datetime
import statistics
import time
from dataclasses import dataclass, field

from ..engine.coordinates import parts
from ..engine.game import Game
from ..engine.geometry import geometry
from ..engine.notation import read_fen, read_move, read_page_move, read_wire_move, write_move, write_move_xboard, write_san
from ..engine.rules import BLACK, WHITE
from ..engine.variants import page_named
from . import stable
from .adjudication import Adjudication, Adjudicator
from .openings import Opening
from .player import (CLAIM, FALSE_CLAIM, FLAG, GARBLED, ILLEGAL, LATE, MOVE, OFFER, OUT_OF_TURN, REFUSAL, RESIGN, Fault)
from .process import listen
from .timecontrol import Clock

COLOURS = ("White", "Black")
WINS = ("1-0", "0-1")  # by colour
DRAW = "1/2-1/2"
NO_MOVES = ("", "0000", "(none)", "@@@@", "null")  # what an engine may say that sees no legal move


@dataclass(frozen=True)
class Conditions:
    """What all games of a contest share. Times are in seconds."""
    game: str
    rules: dict = field(default_factory=dict)  # options of the game's page
    margin: float = 0.1  # by which a time may be overrun
    patience: float = 30.0  # with an engine that should answer, or that moves without a limit of time
    adjudication: Adjudication = Adjudication()

    @property
    def page(self):
        return page_named(self.game).with_options(**self.rules)


@dataclass(frozen=True)
class Pairing:
    """A game to be played."""
    number: int
    engines: tuple  # two of engines.Engine with their time controls, White's first
    opening: Opening
    conditions: Conditions


class Foul(Exception):
    """A fault, and the colour of the side that made it."""

    def __init__(self, colour, fault):
        super().__init__(f"{COLOURS[colour]}: {fault}")
        self.colour, self.fault = colour, fault


def play(pairing):
    """Play a game; its record. Raises ValueError only if it cannot be begun: an unsuitable engine, a bad opening."""
    return Referee(pairing).play()


class Referee:
    """Conducts one game."""

    def __init__(self, pairing):
        self.pairing, self.conditions = pairing, pairing.conditions
        page, opening = self.conditions.page, pairing.opening
        self.game = Game(page, read_fen(geometry(page), opening.fen) if opening.fen else None)
        self.texts = {"page": [], "xboard": []}  # of the moves played, in each form of coordinates
        for text in opening.moves:
            self.make(read_move(self.game, text))
        self.players = [None, None]
        self.controls = [engine.control for engine in pairing.engines]
        self.clocks = [Clock(control) for control in self.controls]
        self.adjudicator = Adjudicator(self.conditions.adjudication)
        self.offers = [None, None]  # the ply at which each colour last offered a draw
        self.moments = []  # of each move after the opening: what it took, and what the engine told
        self.overheads = []  # seconds from the arrival of each move to the question for the next

    # ---------------------------------------------------------------- the whole game
    def play(self):
        """Play the game to its end; the record."""
        begun = datetime.datetime.now(datetime.timezone.utc)
        foul = None
        try:
            for colour in (WHITE, BLACK):
                self.seat(colour)
            result, reason = self.moderate()
        except Foul as caught:
            foul = caught
            result, reason = WINS[1 - foul.colour], str(foul)
        except BaseException:
            for player in filter(None, self.players):
                stable.discard(player)
            raise
        self.dismiss(result, reason, foul)
        return self.record(result, reason, foul, begun)

    def seat(self, colour):
        """Bring an engine to the board and have it set up the opening."""
        conditions, opening = self.conditions, self.pairing.opening
        with self.blaming(colour):
            player = stable.take(self.pairing.engines[colour], conditions.page, conditions.patience)
            self.players[colour] = player
            player.new_game(opening.fen, self.texts[player.form], colour, self.controls)

    def moderate(self):
        """All moves; (result, reason)."""
        arrived = None
        while True:
            colour = self.game.turn
            player = self.players[colour]
            if verdict := self.verdict() or self.hear_out(colour):
                return verdict
            asked = time.perf_counter()
            with self.blaming(colour):
                player.go(self.texts[player.form], self.clocks)
            if arrived is not None:
                self.overheads.append(time.perf_counter() - arrived)
            verdict, arrived, text = self.wait_for_move(colour, asked)
            if verdict:
                return verdict
            self.take_move(colour, text, arrived - asked)

    def verdict(self):
        """(result, reason) if the game is over by the rules or by adjudication, or else None."""
        result, reason = self.game.result()
        return (result, reason) if result != "*" else self.adjudicator.verdict(self.game)

    def dismiss(self, result, reason, foul):
        """Tell the engines how the game ended, and keep those that did nothing wrong."""
        for colour, player in enumerate(self.players):
            if player is None:
                continue
            if foul and foul.colour == colour:
                stable.discard(player)
                continue
            try:
                player.end_game(result, reason)
            except Fault:
                stable.discard(player)
            else:
                stable.give_back(player)

    @contextlib.contextmanager
    def blaming(self, colour):
        """A Fault inside is made by this side."""
        try:
            yield
        except Fault as fault:
            raise Foul(colour, fault) from None

    # ---------------------------------------------------------------- one move
    def hear_out(self, side):
        """Judge what an engine has said before it is asked for a move; (result, reason) if that ends the game."""
        with self.blaming(side):
            for _, (kind, text) in self.players[side].events():
                if verdict := self.hear(side, kind, text):
                    return verdict
        return None

    def wait_for_move(self, colour, asked):
        """(None, moment of arrival, the move's text), or (verdict, None, None) if the game ends otherwise."""
        processes = [player.process for player in self.players]
        limit = self.clocks[colour].limit()
        allowed = self.conditions.patience if limit is None else limit + self.conditions.margin
        while True:
            for side in (colour, 1 - colour):
                with self.blaming(side):
                    for moment, (kind, text) in self.players[side].events():
                        if kind == MOVE and side == colour:
                            if limit is not None and moment - asked > allowed:
                                raise self.overrun(colour, moment - asked, limit)
                            return None, moment, text
                        if verdict := self.hear(side, kind, text):
                            return verdict, None, None
            if time.perf_counter() > asked + allowed:
                with self.blaming(colour):
                    self.wait_for_late_move(colour, asked, limit)
            listen(processes, asked + allowed)

    def hear(self, side, kind, text):
        """Judge what an engine says besides its move; (result, reason) if that ends the game."""
        if kind == MOVE:
            raise Fault(OUT_OF_TURN, text)
        if kind == CLAIM and (text.partition(" ")[0] != WINS[1 - side] or "mate" in text.lower()):
            raise Fault(FALSE_CLAIM, text)  # the rules have not ended the game
        if kind in (CLAIM, RESIGN):  # of its own loss
            return WINS[1 - side], f"{COLOURS[side]} resigns"
        if kind == OFFER:
            return self.offer(side)
        raise Fault(REFUSAL, text)

    def offer(self, side):
        """A draw if both sides have offered one within their last moves; else the opponent hears of it."""
        other = self.offers[1 - side]
        if other is not None and self.game.ply - other <= 2:
            return DRAW, "Draw by agreement"
        self.offers[side] = self.game.ply
        with self.blaming(1 - side):
            self.players[1 - side].offer_draw()
        return None

    def wait_for_late_move(self, colour, asked, limit):
        """The time is up: a Fault, which depends on whether the engine moves at all when it is asked to."""
        player = self.players[colour]
        if limit is None:
            raise player.silence(f"no move for {self.conditions.patience:g} s")
        player.hurry()
        deadline = time.perf_counter() + self.conditions.patience
        while time.perf_counter() < deadline:
            for moment, (kind, _) in player.events():
                if kind == MOVE:
                    raise self.overrun(colour, moment - asked, limit)
            listen([player.process], deadline)
        raise player.silence(f"no move for {time.perf_counter() - asked:.1f} s, with {limit:.3g} s left")

    def overrun(self, colour, seconds, limit):
        kind = LATE if self.clocks[colour].remaining is None else FLAG
        return Fault(kind, f"{seconds:.3f} s with {limit:.3f} s left")

    def take_move(self, colour, text, seconds):
        """Play the move that an engine has sent."""
        player, clock = self.players[colour], self.clocks[colour]
        move = self.read(colour, text, player.form)
        clock.spend(seconds)
        score, depth, nodes = player.report()
        self.adjudicator.note(colour, score)
        self.moments.append((round(seconds, 6), None if clock.remaining is None else round(clock.remaining, 6), score, depth, nodes))
        self.make(move)

    def read(self, colour, text, form):
        """The move that an engine means. Where two forms of coordinates differ, only its own is read, for
        else what is illegal might be taken for another, legal move."""
        legal = [(move, parts(self.game.rules, move)) for move in self.game.legal_moves()]
        is_castling = text[1:2] == "-"  # O-O, in either form
        reading = read_wire_move if form == "xboard" and not is_castling else read_page_move
        found = reading(self.game, text, legal)
        if found is not None and len(found) == 1:
            return found[0]
        kind = GARBLED if found is None and text not in NO_MOVES else ILLEGAL
        detail = ascii(text[:60])[1:-1] or "no move"
        other, reading = ("page", read_page_move) if form == "xboard" else ("xboard", read_wire_move)
        if len(reading(self.game, text, legal) or ()) == 1:
            detail += f"; it is legal with the setting coordinates={other}"
        raise Foul(colour, Fault(kind, detail))

    def make(self, move):
        """Make a legal move and note its texts."""
        self.texts["page"].append(write_move(self.game.rules, move))
        self.texts["xboard"].append(write_move_xboard(self.game.rules, move, self.game, payment=True))
        self.game.make(move)

    # ---------------------------------------------------------------- the record
    def record(self, result, reason, foul, begun):
        """What the log keeps."""
        pairing = self.pairing
        seconds, clocks, scores, depths, nodes = map(list, zip(*self.moments)) if self.moments else ([], [], [], [], [])
        return {
            "number": pairing.number,
            "players": [engine.name for engine in pairing.engines],
            "result": result, "reason": reason,
            "fault": foul and {"colour": COLOURS[foul.colour], "engine": pairing.engines[foul.colour].name,
                               "kind": foul.fault.kind, "detail": foul.fault.detail},
            "opening": pairing.opening.name, "fen": pairing.opening.fen, "book": len(pairing.opening.moves),
            "moves": self.texts["page"], "san": self.sans(),
            "seconds": seconds, "clocks": clocks, "scores": scores, "depths": depths, "nodes": nodes,
            "overhead": round(statistics.median(self.overheads), 6) if self.overheads else None,
            "begun": begun.isoformat(timespec="seconds"),
            "duration": round((datetime.datetime.now(datetime.timezone.utc) - begun).total_seconds(), 3),
        }

    def sans(self):
        """The moves in SAN. It is worked out after the game, when no clock runs."""
        moves = self.game.moves_played.copy()
        game, texts = self.game, []
        while game.moves_played:
            game.undo()
        for move in moves:
            texts.append(write_san(game, move))
            game.make(move)
        return texts
