"""The slow twin on several boards, against counts that two independent programs agree on."""

import json
import random
from pathlib import Path

import pytest

import naive

DATA = Path(__file__).parent / 'data' / 'acceptance'
SUITES = json.loads((DATA / 'alice_family.json').read_text())['games']
CASES = [pytest.param(game, case, id=f'{game} {case["name"]}')
         for game, suite in SUITES.items() for case in suite]
FAMILY = [*SUITES, 'raumschach']
QUICK = 12_000  # the largest count worth waiting for


def read(game, fen):
    """A position of the suite; in one, which no game reaches, both kings are in check."""
    page = naive.GAMES[game]
    return type(page.__name__, (page,), {'examine': lambda self: None})(fen)


@pytest.mark.parametrize('game, case', CASES)
def test_acceptance_counts(game, case):
    position = read(game, case['fen'])
    quick = [count for count in case['perft'] if count <= QUICK]
    assert [position.perft(depth) for depth in range(1, len(quick) + 1)] == quick
    assert position.status().replace('ongoing', 'open') == case['status']


@pytest.mark.parametrize('game, case', CASES)
def test_fen_is_written_as_read(game, case):
    assert read(game, case['fen']).fen() == case['fen']
    assert read(game, case['fen_boards']).fen() == case['fen']


@pytest.mark.parametrize('game', SUITES)
def test_arrays(game):
    array = SUITES[game][0]
    assert array['name'] == 'start' and naive.start(game).fen() == array['fen']


def boards_apart(position):
    """The FEN that names the boards in turn."""
    placement, *fields = position.fen().split()
    ranks, bracket, held = placement.partition('[')
    level = '//' if '//' in ranks else '/'

    def alone(cell, board):
        men = [man.lstrip('|') for man in cell.split('&') if man.count('|') == board]
        return men[0] if men else ''

    boards = level.join(
        '/'.join(rank and naive.Chess.rank_text([alone(cell, board)
                                                 for cell in position.read_rank(rank)])
                 for rank in ranks.split('/'))
        for board in range(position.BOARDS))
    return ' '.join([boards + bracket + held, *fields])


@pytest.mark.parametrize('game', FAMILY)
def test_random_games_are_told_alike_in_every_form(game):
    rng = random.Random(game)
    position = naive.start(game)
    shared = False
    for _ in range(60):
        legal = position.legal_moves()
        if not legal:
            break
        assert naive.from_fen(game, position.fen()).fen() == position.fen()
        if game != 'raumschach':
            assert naive.from_fen(game, boards_apart(position)).fen() == position.fen()
        assert len({position.full_text(move) for move, _ in legal}) == len(legal)
        texts = position.legal()
        assert len(set(texts)) == len(texts) == len(legal)
        for (move, after), text in rng.sample(list(zip(legal, texts)), min(5, len(legal))):
            told = [form for form in position.forms(move)
                    if sum(form in position.forms(other) for other, _ in legal) == 1]
            assert text == told[0] and position.full_text(move) in told
            assert {position.play(form).fen() for form in told} == {after.fen()}
        shared = shared or '&' in position.fen()
        assert position.men.count('K') == position.men.count('k') == 1
        position = rng.choice(legal)[1]
    assert shared == (game in ('odonohue', 'duo', 'alice3'))


@pytest.mark.parametrize('game, fen, forms', [
    ('alice', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', {'A:e2e4/B': 'e2e4'}),
    ('msalice', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', {'A:e2e4/B': 'e2e4', 'A:e2e2/B': 'e2e2'}),
    ('msalice', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1', {'A:e1g1/B': 'e1g1'}),
    ('duo', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
     {'A:e2e4/A': 'e2e4/A', 'A:e2e4/B': 'e2e4/B', 'A:e1e1/B': 'e1e1'}),
    ('duo', '4k3/4P3/8/8/8/8/8/4K|B2 w - - 0 1', {'B:f1a6/A': 'f1a6/A', 'B:f1f1/A': 'f1f1'}),
    ('duo', '7k/8/8/8/8/8/8/R&|R6K w - - 0 1', {  # the rooks may go to either board
        'A:a1a2/A': 'A:a1a2/A', 'B:a1a2/A': 'B:a1a2/A', 'B:a1a2/B': 'B:a1a2/B'}),
    ('duo', '7k/8/8/8/p7/8/8/R&|R6K w - - 0 1', {  # only board A has a4 to take
        'A:a1a4/A': 'a1a4/A', 'A:a1a4/B': 'A:a1a4/B', 'B:a1a4/B': 'B:a1a4', 'B:a1a4/A': None}),
    ('odonohue', '7k/8/8/8/8/8/8/R&|R6K w - - 0 1', {'A:a1a2/B': 'a1a2/B', 'B:a1a2/A': 'a1a2/A'}),
    ('odonohue', '7k/8/8/8/p7/8/8/R&|R6K w - - 0 1', {  # both land on board B
        'A:a1a4/B': 'A:a1a4', 'B:a1a4/B': 'B:a1a4'}),
    ('alice3', '4k3/4||P3/8/8/8/8/8/4K3 w - - 0 1',
     {'C:e7e8q/A': None, 'C:e7e8q/B': 'e7e8q', 'A:e1e2/C': 'e1e2/C'}),
    ('alicehostage', '4k3/8/8/8/8/8/8/4K3[N#Qn] w - - 0 1',
     {'N@e4/A': 'N@e4/A', 'N@e4/B': 'N@e4/B'}),
    ('alicehostage', '4k3/8/8/8/8/8/8/4K3[#Nq] w - - 0 1', {'N#Q@e4/B': 'N#Q@e4/B'}),
    ('alicehostage', '4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1', {'N@e2/A': 'N@e2', 'N@e2/B': None}),
    ('raumschach', naive.Raumschach.ARRAY,
     {'Ba2Ca2': 'Ba2Ca2', 'Ba2Ba3': 'Ba2Ba3', 'Ba2Ca3': None}),
    ('aliceraumschach', naive.Raumschach.ARRAY, {'A:Ba2Ca2/B': 'Ba2Ca2'}),
    ('aliceraumschach', '2k2/P4/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/2K2 w - - 0 1',
     {'A:Ea4Ea5u/B': 'Ea4Ea5u'}),
    ('aliceomega', naive.AliceOmega.ARRAY, {'A:f1f4/B': 'f1f4', 'A:w1a2/B': 'w1a2'}),
])
def test_moves_as_text(game, fen, forms):
    position = naive.from_fen(game, fen)
    written = {position.full_text(move): position.text(move) for move, _ in position.legal_moves()}
    assert {full: written.get(full) for full in forms} == forms


def test_an_ambiguous_text_is_refused():
    position = naive.from_fen('duo', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')
    for text in ('e2e4', 'A:e2e4', 'B:e2e4/A', 'e2e4/C', 'e2e2'):
        with pytest.raises(ValueError):
            position.play(text)
    assert position.play('e2e4/B').fen() == '4k3/8/8/8/4|P3/8/8/4K3 b - - 0 1'
    assert naive.start('alicehostage').play('A:e2e4/B') is not None


def test_null_moves_spend_castling_and_a_null_capture_takes_a_right():
    corners = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    assert naive.from_fen('msalice', corners).play('a1a1').fen() == (
        'r3k2r/8/8/8/8/8/8/|R3K2R b Kkq - 1 1')
    assert naive.from_fen('msalice', corners).play('e1e1').fen().split()[2] == 'kq'
    rooks = '|r3|k2|r/8/8/8/8/8/8/R3K2R&|r b KQkq - 0 1'
    assert naive.from_fen('duo', rooks).play('h1h1').fen() == (
        '|r3|k2|r/8/8/8/8/8/8/R3K2r w Qkq - 0 2')


def test_duo_castling_heeds_men_that_could_take_the_king_by_a_null_move():
    def castles(king, beside):
        fen = f'|k7/8/8/8/8/8/8/4{king}{beside}R w K - 0 1'
        position = naive.from_fen('duo', fen)
        return 'A:e1g1/A' in [position.full_text(move) for move, _ in position.legal_moves()]

    assert castles('K', '2')
    assert not castles('K&|n', '2')
    assert not castles('K', '|n1')
    assert castles('K', '|p1')


@pytest.mark.parametrize('corner, castling', [('R@h1/A', 'Ke'), ('R@h1/B', 'Ee'), ('R@a1/A', 'Qe')])
def test_a_rook_castles_when_dropped_at_home_on_its_home_board(corner, castling):
    position = naive.from_fen('alicehostage', '4k3/pp4pp/8/8/8/8/PP4PP/4K3[R] w Ee - 0 1')
    assert position.play(corner).fen().split()[2] == castling


def test_omega_and_raumschach_forms():
    twelve = naive.Omega.ARRAY
    assert naive.from_fen('aliceomega', twelve).fen() == naive.AliceOmega.ARRAY
    for wrong in ('5/5/5/5/5//5/5/5/5/5', naive.Raumschach.ARRAY.replace('//', '/')):
        with pytest.raises(ValueError):
            naive.from_fen('raumschach', wrong)


@pytest.mark.parametrize('game, cell', [
    ('alice', 'P&|n'), ('msalice', 'P&|n'), ('duo', 'P&n'), ('duo', '||P'), ('alice3', '|||P'),
    ('duo', 'P&'), ('duo', '&P'), ('odonohue', 'P&|x'), ('alice3', '|P&|n'),
])
def test_squares_that_hold_too_much(game, cell):
    with pytest.raises(ValueError):
        naive.from_fen(game, f'4k3/8/8/8/{cell}7/8/8/4K3 w - - 0 1')


# Raumschach itself, for which there are no counts

@pytest.mark.parametrize('man, moves', [
    ('R', 12), ('B', 24), ('U', 16), ('Q', 52), ('N', 24), ('P', 2)])
def test_raumschach_men_in_the_centre(man, moves):
    board = f'3k1/5/5/5/5//5/5/5/5/5//5/5/2{man}2/5/5//5/5/5/5/5//5/5/5/5/1K3'
    position = naive.from_fen('raumschach', f'{board} w - - 0 1')
    assert sum(text.startswith('Cc3') for text in position.legal()) == moves


def test_raumschach_pawn_captures():
    ahead = ['Cb3', 'Cc4', 'Cb4', 'Cd4', 'Dc3', 'Db3', 'Dd3', 'Dc4', 'Db4', 'Dd4']
    men = {'Cc3': 'P', 'Ea1': 'K', 'Ae5': 'k', **dict.fromkeys(ahead, 'n')}
    board = '//'.join(
        '/'.join(naive.Chess.rank_text([men.get(level + file + rank, '') for file in 'abcde'])
                 for rank in '54321') for level in 'EDCBA')
    position = naive.from_fen('raumschach', f'{board} w - - 0 1')
    assert {text for text in position.legal() if text.startswith('Cc3')} == {
        f'Cc3{target}' for target in ('Cb4', 'Cd4', 'Db3', 'Dd3', 'Dc4')}


def turned(position):
    """The same position with White and Black exchanged."""
    placement, side, *rest = position.fen().split()
    return ' '.join((placement.swapcase()[::-1], naive.other(side), *rest))


def test_raumschach_is_the_same_for_black():
    rng = random.Random(3)
    position = naive.start('raumschach')
    assert naive.from_fen('raumschach', turned(position)).perft(2) == position.perft(2)
    captures = promotions = 0
    for _ in range(300):
        moves = position.legal_moves()
        if not moves:
            break
        assert len(naive.from_fen('raumschach', turned(position)).legal()) == len(moves)
        pawns = [(move, after) for move, after in moves if position.men[move.origin] in 'Pp']
        move, position = rng.choice(pawns or moves)
        captures += move.victim is not None
        promotions += move.man not in 'Pp' and (move, position) in pawns
    assert captures and promotions


def test_raumschach_first_moves_are_those_of_two_boards():
    single, doubled = naive.start('raumschach'), naive.start('aliceraumschach')
    assert sorted(single.legal()) == sorted(doubled.legal())
    assert naive.start('raumschach').perft(1) == 61
