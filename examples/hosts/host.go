// A host in Go, with cgo. In the root of the repository:
//
//	cargo build --release
//	CGO_CFLAGS=-I$PWD/include CGO_LDFLAGS="-L$PWD/target/release -Wl,-rpath,$PWD/target/release" \
//	    go run examples/hosts/host.go
//
// The rules of Go:
//
//   - The text of an error belongs to the thread whose call failed, and between two calls a
//     goroutine may move to another thread. check() locks it to one while it makes the call and
//     reads the text.
//   - C calls back an exported Go function, through a C function of the right type. With //export,
//     definitions in the preamble must be static.
//   - C must not keep pointers to Go's memory: a cgo.Handle, a number, represents the listener.
//   - No panic may leave a callback. show() returns an error instead, which ends the search.
//   - A callback of a started search runs on a thread of the library. cgo attaches it by itself.
package main

/*
#cgo LDFLAGS: -lseajay
#include <seajay.h>
#include <stdlib.h>

int32_t goInfo(uintptr_t listener, SeajayInfo *info);

static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    return goInfo((uintptr_t)user_data, (SeajayInfo *)info);
}

static int32_t set_listener(SeajayEngine *engine, uintptr_t listener)
{
    return seajay_set_info_callback(engine, listener == 0 ? NULL : on_info, (void *)listener);
}

static SeajayLimits new_limits(void)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    return limits;
}

static SeajayResult new_result(void)
{
    SeajayResult result = SEAJAY_RESULT_INIT;
    return result;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"log"
	"runtime"
	"runtime/cgo"
	"time"
	"unsafe"
)

// Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
const opera = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10"

// check makes a call, and returns its result or the library's text of its error.
func check(call func() int64) (int64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := call()
	if status >= 0 {
		return status, nil
	}
	var buffer [1025]C.char
	C.seajay_last_error(&buffer[0], C.size_t(len(buffer)))
	return status, errors.New(C.GoString(&buffer[0]))
}

// all makes calls until one fails.
func all(calls ...func() C.int32_t) error {
	for _, call := range calls {
		if _, err := check(func() int64 { return int64(call()) }); err != nil {
			return err
		}
	}
	return nil
}

// text calls a function that copies text into a buffer: first for its length, then for the text.
func text(get func(buffer *C.char, size C.size_t) C.int64_t) (string, error) {
	length, err := check(func() int64 { return int64(get(nil, 0)) })
	if err != nil {
		return "", err
	}
	buffer := make([]C.char, length+1)
	_, err = check(func() int64 { return int64(get(&buffer[0], C.size_t(length+1))) })
	return C.GoString(&buffer[0]), err
}

// Game is a position with the moves that led to it.
type Game struct{ c *C.SeajayGame }

// NewGame creates a game at the start position. Close it.
func NewGame() (*Game, error) {
	c := C.seajay_game_new()
	if c == nil {
		return nil, errors.New("no memory for a game")
	}
	return &Game{c}, nil
}

// Close frees the game.
func (game *Game) Close() { C.seajay_game_free(game.c) }

// Set resets the game to a FEN.
func (game *Game) Set(fen string) error {
	cFen := C.CString(fen)
	defer C.free(unsafe.Pointer(cFen))
	return all(func() C.int32_t { return C.seajay_game_set(game.c, cFen, nil) })
}

// Play plays a move in UCI notation.
func (game *Game) Play(move string) error {
	cMove := C.CString(move)
	defer C.free(unsafe.Pointer(cMove))
	return all(func() C.int32_t { return C.seajay_game_play(game.c, cMove) })
}

// IsOngoing says whether the game goes on by the rules.
func (game *Game) IsOngoing() (bool, error) {
	state, err := check(func() int64 { return int64(C.seajay_game_state(game.c)) })
	return state == C.SEAJAY_GAME_ONGOING, err
}

// Moves returns the moves played, in SAN.
func (game *Game) Moves() (string, error) {
	return text(func(buffer *C.char, size C.size_t) C.int64_t {
		return C.seajay_game_moves_san(game.c, buffer, size)
	})
}

// ToSan converts a line from UCI notation to SAN.
func (game *Game) ToSan(moves string) (string, error) {
	cMoves := C.CString(moves)
	defer C.free(unsafe.Pointer(cMoves))
	return text(func(buffer *C.char, size C.size_t) C.int64_t {
		return C.seajay_game_to_san(game.c, cMoves, buffer, size)
	})
}

// Engine searches positions.
type Engine struct{ c *C.SeajayEngine }

// NewEngine creates an engine. Close it.
func NewEngine() (*Engine, error) {
	c := C.seajay_new()
	if c == nil {
		return nil, errors.New("no memory for an engine")
	}
	return &Engine{c}, nil
}

// Close stops a search, waits for its callbacks and frees the engine.
func (engine *Engine) Close() { C.seajay_free(engine.c) }

// SetOption sets an option.
func (engine *Engine) SetOption(name, value string) error {
	cName, cValue := C.CString(name), C.CString(value)
	defer C.free(unsafe.Pointer(cName))
	defer C.free(unsafe.Pointer(cValue))
	return all(func() C.int32_t { return C.seajay_set_option(engine.c, cName, cValue) })
}

// Start begins a search of the game's position. Its info goes to the listener, if there is one.
func (engine *Engine) Start(game *Game, limits C.SeajayLimits, listener cgo.Handle) error {
	return all(
		func() C.int32_t { return C.seajay_set_game(engine.c, game.c) },
		func() C.int32_t { return C.set_listener(engine.c, C.uintptr_t(listener)) },
		func() C.int32_t { return C.seajay_start(engine.c, &limits) },
	)
}

// Stop ends the search, from any goroutine.
func (engine *Engine) Stop() { C.seajay_stop(engine.c) }

// Wait waits for the end of the search.
func (engine *Engine) Wait() (C.SeajayResult, error) {
	result := C.new_result()
	err := all(func() C.int32_t { return C.seajay_wait(engine.c, -1, &result) })
	return result, err
}

func bestMove(result C.SeajayResult) string { return C.GoString(&result.best_move[0]) }

// scoreText gives pawns, moves to mate, or plies to a tablebase win, from the side to move's point
// of view.
func scoreText(score C.SeajayScore) string {
	switch score.kind {
	case C.SEAJAY_SCORE_CP:
		return fmt.Sprintf("%+.2f", float64(score.value)/100)
	case C.SEAJAY_SCORE_MATE:
		return fmt.Sprintf("#%+d", score.value)
	default:
		return fmt.Sprintf("TB%+d", score.value)
	}
}

// play lets the engine play both sides, with a few thousand positions for each move.
func play(engine *Engine, game *Game) error {
	limits := C.new_limits()
	limits.nodes = 3000
	var result C.SeajayResult
	for ply := 0; ply < 20; ply++ {
		if ongoing, err := game.IsOngoing(); err != nil || !ongoing {
			return err
		}
		if err := engine.Start(game, limits, 0); err != nil {
			return err
		}
		var err error
		if result, err = engine.Wait(); err != nil {
			return err
		}
		if err := game.Play(bestMove(result)); err != nil {
			return err
		}
	}
	moves, err := game.Moves()
	if err != nil {
		return err
	}
	wdl := result.wdl
	fmt.Println("game:", moves)
	fmt.Printf("chances: %d %d %d, nodes: %d\n", wdl[0], wdl[1], wdl[2], result.nodes)
	return nil
}

// listener prints the info of a search.
type listener struct {
	game *Game
	err  error
}

//export goInfo
func goInfo(handle C.uintptr_t, info *C.SeajayInfo) C.int32_t {
	listener := cgo.Handle(handle).Value().(*listener)
	listener.err = listener.show(info)
	if listener.err != nil {
		return 1 // not 0 ends the search
	}
	return 0
}

func (listener *listener) show(info *C.SeajayInfo) error {
	if info.kind != C.SEAJAY_INFO_LINE || info.score.bound != C.SEAJAY_BOUND_EXACT {
		return nil
	}
	san, err := listener.game.ToSan(C.GoString(info.pv))
	if err != nil {
		return err
	}
	score := scoreText(info.score)
	_, err = fmt.Printf("depth %d, line %d: %s %s\n", info.depth, info.multipv, score, san)
	return err
}

// analyse prints the three best lines of each depth, as the info callback receives them.
func analyse(engine *Engine, game *Game) error {
	if err := game.Set(opera); err != nil {
		return err
	}
	if err := engine.SetOption("MultiPV", "3"); err != nil {
		return err
	}
	listener := &listener{game: game}
	handle := cgo.NewHandle(listener)
	// No callback comes after Wait().
	defer handle.Delete()
	limits := C.new_limits()
	limits.depth = 6
	if err := engine.Start(game, limits, handle); err != nil {
		return err
	}
	if _, err := engine.Wait(); err != nil {
		return err
	}
	return listener.err
}

// stop begins an endless search, which another goroutine stops.
func stop(engine *Engine, game *Game) error {
	limits := C.new_limits()
	limits.infinite = 1
	if err := engine.Start(game, limits, 0); err != nil {
		return err
	}
	time.AfterFunc(200*time.Millisecond, engine.Stop)
	result, err := engine.Wait()
	if err != nil {
		return err
	}
	if result.stop_reason != C.SEAJAY_STOP_STOPPED {
		return errors.New("the search has ended by itself")
	}
	san, err := game.ToSan(bestMove(result))
	fmt.Println("stopped:", san)
	return err
}

func run() error {
	game, err := NewGame()
	if err != nil {
		return err
	}
	defer game.Close()
	engine, err := NewEngine()
	if err != nil {
		return err
	}
	defer engine.Close()
	if err := play(engine, game); err != nil {
		return err
	}
	if err := analyse(engine, game); err != nil {
		return err
	}
	if err := stop(engine, game); err != nil {
		return err
	}
	fmt.Println("error:", game.Set("8/8/8/8/8/8/8/8 w - - 0 1"))
	return nil
}

func main() {
	if C.seajay_abi_version() != C.SEAJAY_ABI_VERSION {
		log.Fatal("the library is another version")
	}
	fmt.Println("seajay", C.GoString(C.seajay_version()))
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
