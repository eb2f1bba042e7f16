"""The search's working memory: one array of int64 words for each thread, and what stands where in it."""
MOST_PLIES = 128
LOCATIONS = 256  # boards x squares, at most
MOST_KINDS = 16

# Single words.
STOP, NODES, NODE_LIMIT, SELECTIVE_DEPTH, AGE, ROOT_COUNT = range(6)

ROOT_MOVES = 64  # the moves to which the root is restricted, ROOT_COUNT of them (0: all)
KILLERS = ROOT_MOVES + 4096  # two a ply
HISTORY = KILLERS + 2 * (MOST_PLIES + 4)  # by side, kind, and location the man lands on
COUNTERS = HISTORY + 2 * MOST_KINDS * LOCATIONS  # the quiet move that refuted a move, by the same
STATICS = COUNTERS + 2 * MOST_KINDS * LOCATIONS  # static evaluation by ply
LINES = STATICS + MOST_PLIES + 4  # principal variation by ply: its length, then its moves
LINE_WORDS = MOST_PLIES + 4
MADE = LINES + LINE_WORDS * LINE_WORDS  # the move made at each ply
MOVES = MADE + MOST_PLIES + 4  # a stack of generated moves
MOST_LISTED = 64 * 1024
SCORES = MOVES + MOST_LISTED  # their scores, for ordering
REDUCTIONS = SCORES + MOST_LISTED  # of late moves, by depth (32) and number of the move (64)
ATTACKED = REDUCTIONS + 32 * 64  # squares attacked, by side and board: for the evaluation
UNITS = ATTACKED + 64  # danger to the enemy king, by side
CHECKS = UNITS + 2  # squares from which a man of each kind checks the enemy king, by ply
CHECK_WORDS = 4 * MOST_KINDS
EXCLUDED = CHECKS + CHECK_WORDS * (MOST_PLIES + 4)  # the move that a search leaves out, by ply
IN_CHECK = EXCLUDED + MOST_PLIES + 4  # whether the side to move is in check, by ply: found by who played the move
EVALUATIONS = IN_CHECK + MOST_PLIES + 4  # of positions met lately, by hash: its upper bits, and below them the score
EVALUATED = 1 << 14
SCORE_BITS = 18
PAWNS = EVALUATIONS + EVALUATED  # what arrays of pawns met lately are worth, by hash: it, the score, passed pawns by board
PAWN_BITS, PAWN_WORDS = 11, 8
WORDS = PAWNS + (PAWN_WORDS << PAWN_BITS)
CONTINUATION = WORDS  # histories, four in a word, as many as the game's catalogue says: of a quiet move after an earlier one; of captures
