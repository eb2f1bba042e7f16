"""XBoard's protocol, CECP version 2: its commands, as the reader's thread takes them.

Here is followed what the commands alone decide: whether the engine plays, waits (`force`) or analyses. What needs the
game is submitted to the worker, where the player does it, in the order of the commands.
"""
import re

from ..engine.variants import page_named
from . import NAME
from .boards import SHOWN, board_of
from .clock import Clock
from .edit import Edit
from .lines import shortened
from .order import NOW, WITHDRAWN
from .perft import MOST_DEPTH
from .player import Mode, Player

# What XBoard's menus offer: the games whose boards it can draw; `variant` obeys every game's name all the same.
VARIANTS = ["normal", *SHOWN]
MOST_MEGABYTES, MOST_THREADS = 65536, 256

# What may be sent to any engine and asks nothing of this one.
IGNORED = set("accepted rejected random name rating ics white black otim egtpath holding partner ptell xboard".split())

# A move that stands alone on a line: squares, SAN, drops, castling, a null move. No command looks like one.
BARE_MOVE = re.compile(r"(?=.*[0-9])[A-Za-z]?[A-Za-z0-9@#*=+,/()x-]{2,24}|[Oo0]-[Oo0](-[Oo0])?|@@@@")


class Cecp:
    """An engine as XBoard sees it."""

    def __init__(self, output):
        self.send = output.send
        self.mode = Mode()
        self.player = Player(self.send, self.mode)
        self.session = self.player.session
        self.edit = None  # an edit in progress

    def handle(self, line):
        """Obey one line."""
        if self.edit is not None:
            self.take_edit_line(line)
            return
        word, _, rest = line.partition(" ")
        take = COMMANDS.get(word)
        try:
            if take:
                take(self, rest.strip())
            elif BARE_MOVE.fullmatch(line):
                self.take_move(line, is_bare=True)
            elif word and word not in IGNORED:
                self.send(f"Error (unknown command): {shortened(line)}")
        except ValueError:
            self.send(f"Error (malformed command): {shortened(line)}")

    def finish(self, seconds):
        """After the last line: let what was asked be answered, but not for longer than this."""
        self.session.end(NOW)
        self.session.worker.wait(seconds)

    # ---------------------------------------------------------------- who is who
    def take_protover(self, text):
        self.send("feature done=0",
                  "feature ping=1 setboard=1 playother=1 usermove=1 san=0 colors=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1",
                  "feature analyze=1 pause=1 nps=1 memory=1 smp=1 name=1 ics=1 debug=1 exclude=1 highlight=1",
                  f'feature myname="{NAME}" variants="{",".join(VARIANTS)}"',
                  *(f'feature option="{option.for_cecp()}"' for option in self.player.options),
                  "feature done=1")
        self.session.worker.start()

    def take_ping(self, text):
        self.session.answer(self.send, f"pong {shortened(text)}".rstrip())

    def take_post(self, text):
        self.mode.is_posting = True

    def take_nopost(self, text):
        self.mode.is_posting = False

    # ---------------------------------------------------------------- a new state of things
    def take_new(self, text):
        self.withdraw()
        self.mode.is_forced = self.mode.is_analysing
        self.mode.is_paused = False
        self.mode.has_computer_opponent = False
        self.session.submit(self.player.begin, "chess")
        self.session.submit(self.player.clock.new_game)

    def take_variant(self, text):
        try:
            page = page_named(text)
        except ValueError:
            self.send(f"Error (unsupported variant): {shortened(text)}")
            return
        self.withdraw()
        self.session.submit(self.player.begin, page.NAME)
        self.send(*board_of(page))

    def take_setboard(self, text):
        self.withdraw()
        self.session.submit(self.player.set_board, text)

    def take_edit(self, text):
        self.withdraw()
        self.edit = Edit()

    def take_edit_line(self, line):
        if line == ".":
            edit, self.edit = self.edit, None
            self.session.submit(self.player.set_edited, edit)
        else:
            self.edit.take(line)

    def take_result(self, text):
        self.withdraw()
        self.mode.is_forced = True
        self.reconsider()

    def take_undo(self, text):
        self.withdraw()
        self.session.submit(self.player.take_back, 1)

    def take_remove(self, text):
        self.withdraw()
        self.session.submit(self.player.take_back, 2)

    def withdraw(self):
        """End what is being thought about, without a move."""
        self.session.end(WITHDRAWN)

    def reconsider(self):
        """Have the worker see a new mode, should it rest in the old one."""
        self.session.submit(bool)

    # ---------------------------------------------------------------- who plays
    def take_force(self, text):
        self.withdraw()
        self.mode.is_forced, self.mode.is_analysing = True, False
        self.reconsider()

    def take_go(self, text):
        self.mode.is_forced = self.mode.is_analysing = False
        earlier = self.session.latest_order()
        self.session.submit(self.player.go, self.session.order(), earlier)

    def take_playother(self, text):
        self.withdraw()
        self.mode.is_forced = self.mode.is_analysing = False

    def take_move(self, text, is_bare=False):
        if self.mode.is_forced:
            self.session.submit(self.player.play, text, is_bare, None)
        elif not self.player.hit(text):
            self.session.submit(self.player.play, text, is_bare, self.session.order())

    def take_move_now(self, text):
        if self.mode.is_forced or self.session.is_ordered():
            self.session.end(NOW)
        elif self.player.question:  # it is left open
            self.session.submit(self.player.pay, "", self.session.order())

    def take_analyze(self, text):
        self.withdraw()
        self.mode.is_forced = self.mode.is_analysing = True
        self.reconsider()

    def take_exit(self, text):
        self.mode.is_analysing = False
        self.reconsider()

    def take_status(self, text):
        if self.mode.is_analysing:
            self.player.tell_status()

    def take_hard(self, text):
        self.mode.is_pondering = True
        self.reconsider()

    def take_easy(self, text):
        self.mode.is_pondering = False
        self.reconsider()

    def take_pause(self, text):
        self.mode.is_paused = True
        self.session.pause()
        self.reconsider()

    def take_resume(self, text):
        self.mode.is_paused = False
        self.session.resume()
        self.reconsider()

    def take_draw(self, text):
        self.session.look(self.player.consider_draw)

    def take_payment(self, text):
        """The answer to the question that was asked with `askuser exch`."""
        self.session.submit(self.player.pay, text[:1].upper() or "?", None if self.mode.is_forced else self.session.order())

    # ---------------------------------------------------------------- settings, questions
    def take_exclude(self, text):
        self.session.submit(self.player.exclude, text, True)

    def take_include(self, text):
        self.session.submit(self.player.exclude, text, False)

    def take_level(self, text):
        Clock().level(text, 0)  # a wrong one is refused here
        self.session.look(self.player.set_level, text)

    def take_st(self, text):
        Clock().fix(text)
        self.session.submit(self.player.clock.fix, text)

    def take_sd(self, text):
        Clock().limit_depth(text)
        self.session.submit(self.player.clock.limit_depth, text)

    def take_time(self, text):
        Clock().show(text)
        self.session.look(self.player.show_time, text)

    def take_nps(self, text):
        Clock().count_nodes(text)
        self.session.submit(self.player.clock.count_nodes, text)

    def take_computer(self, text):
        self.mode.has_computer_opponent = True

    def take_memory(self, text):
        self.session.submit(self.session.set_hash, min(max(int(text), 1), MOST_MEGABYTES))

    def take_cores(self, text):
        self.session.submit(self.session.set_threads, min(max(int(text), 1), MOST_THREADS))

    def take_option(self, text):
        name, _, value = text.partition("=")
        self.session.submit(self.player.set_option, name.strip(), value.strip())

    def take_hint(self, text):
        self.session.submit(self.player.hint)

    def take_book(self, text):
        self.session.submit(self.player.tell_known)

    def take_lift(self, text):
        self.take_mouse(self.player.lift, text)

    def take_hover(self, text):
        self.mode.hovered = text
        self.take_mouse(self.player.hover, text)

    def take_put(self, text):
        self.mode.hovered = ""
        self.take_mouse(self.player.put, text)

    def take_mouse(self, job, text):
        """Answer what the user does with a man; not while the engine is to move, when the answer would come too late."""
        if not self.session.is_ordered():
            self.session.look(job, text)

    def take_perft(self, text):
        depth = int(text)
        if not 0 <= depth <= MOST_DEPTH:
            raise ValueError("no depth")
        self.session.submit(self.player.perft, depth, self.session.order())


COMMANDS = {
    "protover": Cecp.take_protover, "ping": Cecp.take_ping, "post": Cecp.take_post, "nopost": Cecp.take_nopost,
    "new": Cecp.take_new, "variant": Cecp.take_variant, "setboard": Cecp.take_setboard, "edit": Cecp.take_edit,
    "result": Cecp.take_result, "undo": Cecp.take_undo, "remove": Cecp.take_remove,
    "force": Cecp.take_force, "go": Cecp.take_go, "playother": Cecp.take_playother, "usermove": Cecp.take_move,
    "?": Cecp.take_move_now, "analyze": Cecp.take_analyze, "exit": Cecp.take_exit, ".": Cecp.take_status,
    "hard": Cecp.take_hard, "easy": Cecp.take_easy, "pause": Cecp.take_pause, "resume": Cecp.take_resume,
    "draw": Cecp.take_draw, "exch": Cecp.take_payment,
    "exclude": Cecp.take_exclude, "include": Cecp.take_include, "level": Cecp.take_level, "st": Cecp.take_st,
    "sd": Cecp.take_sd, "nps": Cecp.take_nps, "time": Cecp.take_time, "memory": Cecp.take_memory, "cores": Cecp.take_cores,
    "option": Cecp.take_option, "hint": Cecp.take_hint, "bk": Cecp.take_book, "perft": Cecp.take_perft,
    "computer": Cecp.take_computer, "lift": Cecp.take_lift, "hover": Cecp.take_hover, "put": Cecp.take_put,
}
