"""One game and one search, behind whichever protocol drives them.

Two threads: the reader takes commands from the standard input and never waits; the worker plays moves,
sets positions up and searches, in the order of the commands. Only the worker touches the game; while it rests, and
analyses or ponders, the reader answers from a copy, and so does not disturb it. Nothing that
imports NumPy or llvmlite is imported before the worker has begun, so that the first answer comes at once.
"""
import contextlib
import threading
from dataclasses import replace

from ..engine.limits import MOST_MATE, Limits
from ..engine.variants import GAMES, page_named
from .clock import after
from .order import NOW, WITHDRAWN, Order
from .worker import Worker


TICK = 1.0  # seconds
PLAYING = "moves", "search"  # the kernels that a game needs
BITE = 30_000_000  # leaves that perft counts at once, without asking whether it has been told to end


class Refused(ValueError):
    """What was asked cannot be done as the game stands; the message says why, in one line."""


@contextlib.contextmanager
def refusing():
    """Turn what the game does not allow into Refused. Whatever else goes wrong is an error of the program."""
    from ..engine.game import IllegalMove
    from ..engine.setup import PositionError

    try:
        yield
    except (IllegalMove, PositionError) as error:
        raise Refused(str(error)) from None


@contextlib.contextmanager
def ticking(tick):
    """Within it `tick` is called each second from another thread, and not once after it. None: nothing is."""
    if tick is None:
        yield
        return
    is_over = threading.Event()

    def run():
        while not is_over.wait(TICK):
            tick()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def count_below(game, depth, order):
    """Leaves at `depth` below the present position, in bites; too few if the order is ended meanwhile."""
    from ..engine import perft

    moves = game.legal_moves()
    if len(moves) ** depth <= BITE:
        return perft.count(game, depth)
    nodes = 0
    for move in moves:
        if order.ended:
            break
        game.make(move)
        nodes += count_below(game, depth - 1, order)
        game.undo()
    return nodes


class Session:
    """A game of one page, the search that plays it, and the thread in which both happen.

    `rest(order)` is called in the worker when it has nothing to do and the kernels are ready, and may think
    until the order is ended; meanwhile the reader sees the game as `resting_game`. `log` is given a line on what went
    wrong inside.
    """

    def __init__(self, rest, log):
        self.page = GAMES["chess"]
        self.rules = {name: values[0] for page in GAMES.values() for name, values in page.OPTIONS.items()}  # left open, as chosen
        self.hash_megabytes, self.threads = 64, 1
        self.is_compiling = False
        self.is_ready = False  # the worker rests, and nothing has to be loaded
        self._lock = threading.Lock()  # for what both threads change: orders, answers, and which order is thought about
        self._orders = []
        self._answers = []  # (send, line): what is to be sent when there is leisure
        self._thinking = None
        self._background = Order()
        self._searcher = None
        self._game = None
        self.resting_game = None  # a copy, which the worker does not touch
        self._rest, self._log = rest, log
        self.worker = Worker(self._rest_until_wanted, self.report_failure)

    # ---------------------------------------------------------------- the reader's side
    def submit(self, job, *arguments):
        """Have the worker do something after all it was told before; it no longer rests."""
        self.worker.submit(lambda: job(*arguments))
        with self._lock:
            self._end(self._background, NOW)

    def look(self, job, *arguments):
        """Have a job done that only looks at the game, its first parameter, and does not end what the worker does at rest.

        While it rests the job is done at once, and else after all that was submitted before.
        """
        if self.is_ready and self.worker.is_resting:
            job(self.resting_game, *arguments)
        else:
            self.submit(lambda: job(self.game, *arguments))

    def order(self, ponders=False):
        """A new order to think, outstanding until it is fulfilled."""
        order = Order(ponders)
        with self._lock:
            self._orders.append(order)
        return order

    def latest_order(self):
        """The last of the orders that are outstanding; None if there is none."""
        with self._lock:
            return self._orders[-1] if self._orders else None

    def is_ordered(self):
        """Whether a move has been asked for and not yet been made."""
        return bool(self._orders)

    def end(self, how):
        """End all outstanding orders; the search stops within milliseconds."""
        with self._lock:
            for order in self._orders:
                self._end(order, how)

    def hit(self):
        """What is pondered has been played: the orders to ponder are like others now, and the search that runs goes on."""
        with self._lock:
            for order in self._orders:
                if order.ponders:
                    self._hit(order)

    def hit_at_rest(self, order, limits):
        """Make an order out of what the worker thinks about at rest, within these limits; whether it still did.

        It goes on, and is outstanding until it is fulfilled.
        """
        with self._lock:
            if self._thinking is not order or not order.ponders or order.is_interrupted():
                return False
            order.limits = limits
            self._orders.append(order)
            self._background = Order()
            self.worker.submit(bool)  # it no longer rests
            self._hit(order)
            return True

    def _hit(self, order):
        order.hit()
        if self._thinking is order:
            self._searcher.bound(self._limits(order))

    def answer(self, send, line):
        """Send a line when all that was submitted before is done and a search can begin, or only the compiler is waited for."""
        waiting = send, line
        with self._lock:
            self._answers.append(waiting)
            if self.is_ready and self.worker.is_resting or self.is_compiling and not self._orders:
                self._send_answers()
                return
        self.submit(self._send_answer, waiting)

    def _send_answer(self, waiting):
        with contextlib.suppress(Exception):  # whoever needs what failed will tell
            with self._compiling(self._page_to_play(), *PLAYING) as is_at_hand:
                if is_at_hand:
                    self.prepare()
        with self._lock:
            if waiting in self._answers:
                self._answers.remove(waiting)
                waiting[0](waiting[1])

    def _send_answers(self):
        for send, line in self._answers:
            send(line)
        self._answers.clear()

    def pause(self):
        """Let all outstanding orders rest until `resume`."""
        with self._lock:
            for order in self._orders:
                order.pause()
                self._interrupt(order)

    def resume(self):
        """Go on with what was paused."""
        with self._lock:
            for order in self._orders:
                order.resume()

    def nodes(self):
        """Nodes of the search that runs, or of the last one."""
        return self._searcher.nodes() if self._searcher else 0

    def known(self):
        """What earlier searches found after each legal move: (move, score, depth, bound), the best first."""
        return self._searcher.known(self.game) if self._searcher else []

    def at_root(self):
        """The first move that is searched now, its number and how many there are; None if there is none."""
        return self._searcher.at_root() if self._searcher and self._thinking else None

    def _end(self, order, how):
        order.end(how)
        self._interrupt(order)

    def _interrupt(self, order):
        if order.is_interrupted() and self._thinking is order:
            self._searcher.stop()

    # ---------------------------------------------------------------- the worker's side: being ready
    @contextlib.contextmanager
    def _compiling(self, page, *groups):
        """While kernels of a page are needed; whether they are at hand. If not it says so, and answers wait no longer."""
        from ..engine import kernels

        def told(compiled, done, count):
            if done == 0:
                self._log(f"compiling {compiled.NAME}, once: {kernels.why_compiled()}")

        kernels.listener = told
        is_at_hand = all(kernels.is_at_hand(page, group) for group in groups)
        if not is_at_hand:
            with self._lock:
                self.is_compiling = True
                if not self._orders:
                    self._send_answers()
        try:
            yield is_at_hand
        finally:
            self.is_compiling = False

    def _rest_until_wanted(self):
        self._background = order = Order()
        self.is_ready = False
        for step in (self._import_and_compile, self._make_game, self.prepare):
            if self.worker.is_wanted():
                return
            step()
        self.resting_game = self.game.copy()
        self.is_ready = True
        if not self.worker.is_wanted():
            self._rest(order)

    def _import_and_compile(self):
        """Import what is slow to import; then, if something must be compiled, wait for that or for a job."""
        page = self._page_to_play()
        with self._compiling(page, *PLAYING):
            from ..engine import kernels, notation, search  # noqa: F401

            if not self.worker.is_wanted():
                kernels.begin(page, PLAYING)
                kernels.wait(page, PLAYING, self.worker.is_wanted)

    def _make_game(self):
        return self.game

    def prepare(self):
        """Have all that a search needs, compiled if it must be; where the table is too big, a smaller one."""
        game = self.game
        with self._compiling(game.page, "search"):
            while True:
                try:
                    return self._searcher_made().prepare(game.page)
                except MemoryError:
                    if self.hash_megabytes == 1:
                        raise
                    self._log(f"no memory for a hash of {self.hash_megabytes} MB, trying half of it")
                    self.set_hash(self.hash_megabytes // 2)

    def _searcher_made(self):
        if self._searcher is None:
            from ..engine.search import Searcher
            self._searcher = Searcher(self.hash_megabytes, self.threads)
        return self._searcher

    def report_failure(self, error):
        trace = error.__traceback__
        while trace.tb_next:
            trace = trace.tb_next
        place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        self._log(f"internal error: {type(error).__name__}: {' '.join(str(error).split())} at {place}")

    # ---------------------------------------------------------------- settings
    def set_rule(self, name, value):
        """Choose a rule that some game leaves open, from the next game or position on."""
        self.rules[name] = value

    def set_hash(self, megabytes):
        """Size of the transposition table from the next search on."""
        self.hash_megabytes = megabytes
        if self._searcher:
            self._searcher.resize(megabytes)

    def clear_hash(self):
        """Forget what was found in earlier positions."""
        if self._searcher:
            self._searcher.new_game()

    def set_threads(self, threads):
        """How many threads search, from the next search on."""
        self.threads = threads
        if self._searcher:
            self._searcher.threads = threads

    # ---------------------------------------------------------------- the game
    @property
    def game(self):
        """The game in progress, from its array if nothing was set up."""
        if self._game is None:
            self._game = self._game_from(None)
        return self._game

    def _page_to_play(self):
        """The page of the game in progress, or of the one that will be."""
        return self._game.page if self._game else self._page_as_chosen()

    def _page_as_chosen(self):
        page = self.page
        return page.with_options(**{name: self.rules[name] for name in page.OPTIONS}) if page.OPTIONS else page

    def _game_from(self, fen):
        page = self._page_as_chosen()
        with self._compiling(page, *PLAYING):
            from ..engine import kernels
            from ..engine.game import Game
            from ..engine.geometry import geometry
            from ..engine.notation import read_fen

            start = None if fen is None else read_fen(geometry(page), fen)
            kernels.begin(page, PLAYING)
            return Game(page, start)

    def new_game(self, name=None):
        """Begin anew from the array, of another game if it is named. Raises Refused for an unknown one."""
        if name is not None:
            try:
                self.page = page_named(name)
            except ValueError as error:
                raise Refused(str(error)) from None
        self._game = None
        if self._searcher:
            self._searcher.new_game()

    def set_up(self, fen, moves=()):
        """Take up a position (None: the array) and play moves from it.

        Raises Refused, which says what is wrong, and keeps the game as it was.
        """
        with refusing():
            game = self._game_from(fen)
        self._game = self._played(game, moves)

    def play_on(self, moves):
        """Play moves. Raises Refused, which says what is wrong, and keeps the game as it was."""
        self._game = self._played(self.game.copy(), moves)

    def play(self, text, coordinates):
        """Play a move, given as text with the page's or XBoard's squares. Raises Refused if it is not legal."""
        self.game.make(self.read(text, coordinates))

    def read(self, text, coordinates="page", game=None):
        """The legal move that a text means, in this game or another. Raises Refused if there is none."""
        from ..engine.notation import read_move

        with refusing():
            return read_move(game or self.game, text, coordinates)

    def _played(self, game, moves):
        for move in moves:
            try:
                game.make(self.read(move, game=game))
            except Refused as error:
                raise Refused(f"{error} at ply {game.ply + 1}") from None
        return game

    def undo(self, moves):
        """Take back so many moves. Raises Refused if fewer were made."""
        if self.game.ply < moves:
            raise Refused("no move to take back")
        for _ in range(moves):
            self.game.undo()

    # ---------------------------------------------------------------- thinking
    @contextlib.contextmanager
    def fulfilling(self, order):
        """While the worker sees to an order, or to none (None); afterwards it is no longer outstanding."""
        try:
            yield
        finally:
            with self._lock:
                self._settle(order)

    def _settle(self, order):
        self._orders = [other for other in self._orders if other is not order]

    def deliver(self, order, send, *lines):
        """Send the lines that fulfil an order, unless it is withdrawn; whether they were sent.

        Whoever reads the line may order anew at once, so the order is settled first.
        """
        with self._lock:
            if order.ended == WITHDRAWN:
                return False
            order.is_answered = True
            self._settle(order)
            send(*lines)
            return True

    def think(self, order, limits, report, strength=None, tick=None):
        """The principal variation of the present position, or of a lesser `strength`; [] if there is no legal move.

        `limits` are those of the moment at which the order came, or from a hit on; a lesser strength does not ponder.
        `report` is called with each finished iteration, unless the order has been ended, and `tick` each second while the
        search runs. If the search fails inside, any legal move is the answer: the game must go on.
        """
        order.limits = strength.limited(limits) if strength else limits
        if strength:
            order.wait_while_pondering()
        latest = {}  # of each line, by its number

        def hear(found):
            latest[found.number] = found
            if found.number <= limits.lines and not order.is_interrupted():
                report(found)

        try:
            while True:
                with ticking(tick):
                    line = self._search(order, hear)
                if not order.goes_on_after_pause():
                    return strength.choose(latest.values()) if strength and latest else line
        except Exception as error:
            self.report_failure(error)
            return (limits.root_moves or self.game.legal_moves())[:1]

    @contextlib.contextmanager
    def proving(self, order, limits):
        """While a search is run for an order: another thread tries everything to prove the mate that `limits` want, or
        that there is none. Either ends the order. Gives the Proving; None if it fails, for the search must go on."""
        def done():
            with self._lock:
                self._end(order, NOW)

        proving = None
        try:
            proving = self._begin_proving(limits, done)
        except Exception as error:
            self.report_failure(error)
        try:
            yield proving
        finally:
            if proving:
                proving.stop()

    def _begin_proving(self, limits, done):
        from ..engine import kernels
        from .proving import Proving

        page, groups = self.game.page, ("proof",)

        def compiled(is_over):
            with self._compiling(page, *groups):
                kernels.begin(page, groups)
                kernels.wait(page, groups, is_over)

        return Proving(self.game, min(limits.mate, MOST_MATE), limits.root_moves, compiled, done, self.report_failure)

    def _search(self, order, report):
        self.prepare()
        try:
            with self._lock:
                self._searcher.begin(self.game, self._limits(order), report)
                self._thinking = order
            return self._searcher.run(self.game)
        finally:
            with self._lock:
                self._thinking = None

    def _limits(self, order):
        """What bounds the search for an order that begins now."""
        limits = order.limits
        if order.is_interrupted():
            return replace(limits, depth=1)
        if order.ponders:
            return Limits(root_moves=limits.root_moves, lines=limits.lines)
        return after(limits, order.waited())

    def count_leaves(self, depth, order):
        """Perft with divide: gives (move, leaves below it) one by one, until the order is ended. `depth`: at least 1."""
        from ..engine import kernels

        game = self.game
        with self._compiling(game.page, "perft"):
            kernels.load(game.page, "perft")

        def leaves():
            for move in game.legal_moves():
                game.make(move)
                nodes = count_below(game, depth - 1, order)
                game.undo()
                if order.ended:
                    return
                yield move, nodes

        return leaves()
