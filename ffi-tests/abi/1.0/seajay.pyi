"""What is public in 1.0.0-rc.1. See python/tests/test_stable.py."""

class Accuracy(NamedTuple):
    black: float
    white: float

class Analysis(AnalysisBase):
    def __enter__(self) -> Analysis:
        ...
    def __iter__(self) -> Iterator[InfoDict]:
        ...
    def empty(self) -> bool:
        ...
    def get(self) -> InfoDict:
        ...
    @property
    def info(self) -> InfoDict:
        ...
    @property
    def multipv(self) -> list[InfoDict]:
        ...
    def next(self) -> Optional[InfoDict]:
        ...
    def stop(self) -> None:
        ...
    @property
    def stop_reason(self) -> Optional[StopReason]:
        ...
    def wait(self) -> BestMove:
        ...
    def would_block(self) -> bool:
        ...

from chess.engine import AnalysisComplete

class AsyncAnalysis(AnalysisBase):
    def __aiter__(self) -> AsyncAnalysis:
        ...
    def __enter__(self) -> AsyncAnalysis:
        ...
    def empty(self) -> bool:
        ...
    async def get(self) -> InfoDict:
        ...
    @property
    def info(self) -> InfoDict:
        ...
    @property
    def multipv(self) -> list[InfoDict]:
        ...
    async def next(self) -> Optional[InfoDict]:
        ...
    def stop(self) -> None:
        ...
    @property
    def stop_reason(self) -> Optional[StopReason]:
        ...
    async def wait(self) -> BestMove:
        ...
    def would_block(self) -> bool:
        ...

class AsyncEngine():
    async def __aenter__(self) -> AsyncEngine:
        ...
    def __enter__(self) -> NoReturn:
        ...
    def __init__(self, options: ConfigMapping={}) -> None:
        ...
    async def analyse(self, board: Position, limit: Limit, *, multipv: Optional[int]=None, game: object=None, info: Info=Info.ALL, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}, on_info: Optional[InfoListener]=None) -> Union[InfoDict, list[InfoDict]]:
        ...
    async def analysis(self, board: Position, limit: Optional[Limit]=None, *, multipv: Optional[int]=None, game: object=None, info: Info=Info.ALL, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}) -> AsyncAnalysis:
        ...
    async def clear_history(self) -> None:
        ...
    def close(self) -> None:
        ...
    async def configure(self, options: ConfigMapping) -> None:
        ...
    async def evaluate(self, board: Position) -> int:
        ...
    @property
    def id(self) -> Mapping[str, str]:
        ...
    @property
    def options(self) -> OptionMap[Option]:
        ...
    async def ping(self) -> None:
        ...
    async def play(self, board: Position, limit: Limit, *, game: object=None, info: Info=Info.NONE, ponder: bool=False, draw_offered: bool=False, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}, opponent: object=None, on_info: Optional[InfoListener]=None) -> PlayResult:
        ...
    async def probe_tb(self, board: Position) -> Optional[TbEntry]:
        ...
    async def quit(self) -> None:
        ...
    async def review(self, game: Reviewable, limit: Limit, on_move: Optional[ReviewListener]=None, *, options: ConfigMapping={}) -> GameReview:
        ...
    async def send_game_result(self, board: Position, winner: Optional[bool]=None, game_ending: Optional[str]=None, game_complete: bool=True) -> None:
        ...
    async def send_opponent_information(self, *, opponent: object=None, engine_rating: Optional[int]=None) -> None:
        ...
    def stats(self) -> dict[str, int]:
        ...
    def stop(self) -> None:
        ...

from chess.engine import BestMove

class CancelledError(EngineError, concurrent.futures.CancelledError):
    ...

class Engine():
    def __enter__(self) -> Engine:
        ...
    def __init__(self, options: ConfigMapping={}) -> None:
        ...
    def analyse(self, board: Position, limit: Limit, *, multipv: Optional[int]=None, game: object=None, info: Info=Info.ALL, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}, on_info: Optional[InfoListener]=None) -> Union[InfoDict, list[InfoDict]]:
        ...
    def analysis(self, board: Position, limit: Optional[Limit]=None, *, multipv: Optional[int]=None, game: object=None, info: Info=Info.ALL, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}) -> Analysis:
        ...
    def clear_history(self) -> None:
        ...
    def close(self) -> None:
        ...
    def configure(self, options: ConfigMapping) -> None:
        ...
    def evaluate(self, board: Position) -> int:
        ...
    @property
    def id(self) -> Mapping[str, str]:
        ...
    @property
    def options(self) -> OptionMap[Option]:
        ...
    def ping(self) -> None:
        ...
    def play(self, board: Position, limit: Limit, *, game: object=None, info: Info=Info.NONE, ponder: bool=False, draw_offered: bool=False, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}, opponent: object=None, on_info: Optional[InfoListener]=None) -> PlayResult:
        ...
    def probe_tb(self, board: Position) -> Optional[TbEntry]:
        ...
    def quit(self) -> None:
        ...
    def review(self, game: Reviewable, limit: Limit, on_move: Optional[ReviewListener]=None, *, options: ConfigMapping={}) -> GameReview:
        ...
    def send_game_result(self, board: Position, winner: Optional[bool]=None, game_ending: Optional[str]=None, game_complete: bool=True) -> None:
        ...
    def send_opponent_information(self, *, opponent: object=None, engine_rating: Optional[int]=None) -> None:
        ...
    def stats(self) -> dict[str, int]:
        ...
    def stop(self) -> None:
        ...

from chess.engine import EngineError

class EnginePool():
    async def __aenter__(self) -> EnginePool:
        ...
    def __init__(self, size: Optional[int]=None, options: ConfigMapping={}) -> None:
        ...
    async def analyse(self, board: Position, limit: Limit, *, multipv: Optional[int]=None, game: object=None, info: Info=Info.ALL, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}, on_info: Optional[InfoListener]=None) -> Union[InfoDict, list[InfoDict]]:
        ...
    async def close(self) -> None:
        ...
    @asynccontextmanager
    async def engine(self) -> AsyncIterator[AsyncEngine]:
        ...
    async def play(self, board: Position, limit: Limit, *, game: object=None, info: Info=Info.NONE, ponder: bool=False, draw_offered: bool=False, root_moves: Optional[Iterable[AnyMove]]=None, options: ConfigMapping={}, opponent: object=None, on_info: Optional[InfoListener]=None) -> PlayResult:
        ...
    async def review(self, game: Reviewable, limit: Limit, on_move: Optional[ReviewListener]=None, *, options: ConfigMapping={}) -> GameReview:
        ...

from chess.engine import EngineTerminatedError

class Game():
    def __init__(self, position: Position='startpos', moves: Moves=(), *, chess960: bool=False, lenient: bool=False) -> None:
        ...
    def bitboards(self) -> capi.SeajayBoard:
        ...
    def can_win(self, color: bool) -> bool:
        ...
    @property
    def chess960(self) -> bool:
        ...
    def copy(self) -> Game:
        ...
    def fen(self) -> str:
        ...
    def from_san(self, movetext: str) -> str:
        ...
    def in_check(self) -> bool:
        ...
    def key(self) -> int:
        ...
    def legal_move_list(self, from_square: Optional[Square]=None) -> list[MoveData]:
        ...
    def legal_moves(self, from_square: Optional[Square]=None) -> list[str]:
        ...
    def moves(self) -> list[str]:
        ...
    def moves_san(self) -> str:
        ...
    def parse_move(self, move: AnyMove) -> MoveData:
        ...
    def perft(self, depth: int) -> int:
        ...
    def play(self, moves: Moves) -> None:
        ...
    def play_san(self, movetext: str) -> None:
        ...
    def played_move_list(self) -> list[MoveData]:
        ...
    def ply_count(self) -> int:
        ...
    def set(self, position: Position) -> None:
        ...
    def start_fen(self) -> str:
        ...
    def state(self) -> GameState:
        ...
    def to_san(self, moves: Moves) -> str:
        ...
    @property
    def turn(self) -> bool:
        ...
    def undo(self, plies: int=1) -> None:
        ...

class GameReview(list[Review]):
    ...

class GameState(enum.IntEnum):
    CHECKMATE = capi.SEAJAY_GAME_CHECKMATE
    FIFTY_MOVES = capi.SEAJAY_GAME_FIFTY_MOVES
    FIVEFOLD = capi.SEAJAY_GAME_FIVEFOLD
    MATERIAL = capi.SEAJAY_GAME_MATERIAL
    ONGOING = capi.SEAJAY_GAME_ONGOING
    REPETITION = capi.SEAJAY_GAME_REPETITION
    SEVENTY_FIVE = capi.SEAJAY_GAME_SEVENTY_FIVE
    STALEMATE = capi.SEAJAY_GAME_STALEMATE

from chess.engine import Info

class InfoDict(chess.engine.InfoDict):
    stop_reason: StopReason

from chess.engine import Limit

class Mark(enum.IntEnum):
    BLUNDER = capi.SEAJAY_MARK_BLUNDER
    INACCURACY = capi.SEAJAY_MARK_INACCURACY
    MISTAKE = capi.SEAJAY_MARK_MISTAKE
    NONE = capi.SEAJAY_MARK_NONE
    @property
    def sign(self) -> str:
        ...

class MoveData(NamedTuple):
    captured: Optional[Role]
    from_square: int
    is_castling: bool
    is_check: bool
    is_en_passant: bool
    is_mate: bool
    promotion: Optional[Role]
    role: Role
    rook_from: Optional[int]
    rook_to: Optional[int]
    san: str
    to_square: int
    uci: str

class PgnError(SeajayError):
    line: int
    offset: int
    ply: int
    status = status
    text: str

class PgnFile(Sequence[PgnGame]):
    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        ...
    def tags(self, index: int) -> dict[str, str]:
        ...

class PgnGame():
    @property
    def clocks(self) -> dict[int, float]:
        ...
    comments: dict[int, str] = field(default_factory=dict)
    error: Optional[PgnError] = field(default=None, kw_only=True)
    @classmethod
    def from_chess(cls, game: chess.pgn.Game) -> PgnGame:
        ...
    game: Game = field(default_factory=Game)
    nags: dict[int, list[int]] = field(default_factory=dict)
    result: str = field(default='*', kw_only=True)
    tags: dict[str, str] = field(default_factory=dict)
    def to_chess(self) -> chess.pgn.Game:
        ...
    variations: dict[int, list[str]] = field(default_factory=dict)

class PlayResult(chess.engine.PlayResult):
    stop_reason: Optional[StopReason] = None

class Review():
    after: PovScore
    before: PovScore
    best_move: Move
    clock: Optional[float] = None
    depth: int
    expected_after: int
    expected_before: int
    index: int
    line: list[Move]
    loss: int
    mark: Mark
    played: Move
    def to_dict(self) -> dict[str, Union[int, float, str, None]]:
        ...
    turn: bool

class Role(enum.IntEnum):
    BISHOP = capi.SEAJAY_BISHOP
    KING = capi.SEAJAY_KING
    KNIGHT = capi.SEAJAY_KNIGHT
    PAWN = capi.SEAJAY_PAWN
    QUEEN = capi.SEAJAY_QUEEN
    ROOK = capi.SEAJAY_ROOK

class SeajayError(EngineError):
    status = status

class StopReason(enum.IntEnum):
    CALLBACK = capi.SEAJAY_STOP_CALLBACK
    DEPTH = capi.SEAJAY_STOP_DEPTH
    GAME_OVER = capi.SEAJAY_STOP_GAME_OVER
    MATE = capi.SEAJAY_STOP_MATE
    NODES = capi.SEAJAY_STOP_NODES
    STOPPED = capi.SEAJAY_STOP_STOPPED
    TIME = capi.SEAJAY_STOP_TIME

class TbEntry(NamedTuple):
    dtz: Optional[int]
    outcome: int

def accuracy(reviews: Iterable[Review]) -> Accuracy:
    ...

def analyse_many(positions: Iterable[Position], limit: Limit, *, multipv: Optional[int]=None, info: Info=Info.ALL, options: ConfigMapping={}, workers: Optional[int]=None, progress: bool=False) -> Generator[Analysed, None, None]:
    ...

def read_pgn(source: PgnSource) -> Iterator[PgnGame]:
    ...

def review_many(games: Iterable[GameT], limit: Limit, *, options: ConfigMapping={}, workers: Optional[int]=None, progress: bool=False) -> Reviewed[GameT]:
    ...

def to_dict(info: chess.engine.InfoDict) -> dict[str, Union[int, float, str, None]]:
    ...

def annotate(games: Iterable[PgnGame], limit: Limit, *, options: ConfigMapping={}, workers: Optional[int]=None, progress: bool=False) -> Iterator[Annotated]:
    ...

def draw(pgn: PgnGame, reviews: list[Review]) -> Graph:
    ...
