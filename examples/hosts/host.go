// A host in Go, with cgo. In the root of the repository:
//
//	cargo build --release
//	CGO_CFLAGS=-I$PWD/include CGO_LDFLAGS="-L$PWD/target/release -lseajay -Wl,-rpath,$PWD/target/release" \
//	    go run examples/hosts/host.go
//
// What the runtime asks for:
//   - The text of an error belongs to the thread whose call failed, and a goroutine may move between threads from
//     one call to the next. So check() is called with the thread locked: see call().
//   - Go memory that holds pointers must not be passed to C: what the library fills is declared here as C's structs.
//   - A callback from C needs an exported function; this program waits for results instead, and reads the lines
//     afterwards.
package main

/*
#include <seajay.h>
#include <stdlib.h>

static SeajayLimits limits_init(void) { SeajayLimits limits = SEAJAY_LIMITS_INIT; return limits; }
static SeajayResult result_init(void) { SeajayResult result = SEAJAY_RESULT_INIT; return result; }
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

// call makes calls of the library, up to the first that fails, and returns its text as the error.
func call(functions ...func() C.int32_t) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, function := range functions {
		if function() < 0 {
			return errors.New(text(1025, func(buffer *C.char, size C.size_t) { C.seajay_last_error(buffer, size) }))
		}
	}
	return nil
}

// text returns what a function of the library copies into a buffer.
func text(size int, copy func(buffer *C.char, size C.size_t)) string {
	buffer := make([]byte, size)
	copy((*C.char)(unsafe.Pointer(&buffer[0])), C.size_t(size))
	return C.GoString((*C.char)(unsafe.Pointer(&buffer[0])))
}

// withC calls a function with a copy of a text in C's memory.
func withC(text string, function func(*C.char) C.int32_t) C.int32_t {
	copied := C.CString(text)
	defer C.free(unsafe.Pointer(copied))
	return function(copied)
}

func play(engine *C.SeajayEngine, game *C.SeajayGame, plies int) error {
	limits, result := C.limits_init(), C.result_init()
	limits.nodes = 500
	for ply := 0; ply < plies; ply++ {
		err := call(
			func() C.int32_t { return C.seajay_set_game(engine, game) },
			func() C.int32_t { return C.seajay_search(engine, &limits, &result) },
			func() C.int32_t { return C.seajay_game_play(game, &result.best_move[0]) },
		)
		if err != nil {
			return err
		}
	}
	moves := text(1024, func(buffer *C.char, size C.size_t) { C.seajay_game_moves_san(game, buffer, size) })
	fmt.Println("game:", moves)
	return nil
}

func analyse(engine *C.SeajayEngine, game *C.SeajayGame) error {
	limits, result := C.limits_init(), C.result_init()
	limits.depth = 8
	err := call(
		func() C.int32_t {
			return withC("MultiPV", func(name *C.char) C.int32_t {
				return withC("3", func(value *C.char) C.int32_t { return C.seajay_set_option(engine, name, value) })
			})
		},
		func() C.int32_t { return C.seajay_set_game(engine, game) },
		func() C.int32_t { return C.seajay_search(engine, &limits, &result) },
	)
	for index := C.size_t(0); err == nil && index < C.seajay_line_count(engine); index++ {
		line := text(1024, func(buffer *C.char, size C.size_t) { C.seajay_line_to_san(engine, index, buffer, size) })
		fmt.Printf("line %d: %s\n", index+1, line)
	}
	return err
}

func stopFromAnotherThread(engine *C.SeajayEngine) error {
	limits, result := C.limits_init(), C.result_init()
	limits.infinite = 1
	if err := call(func() C.int32_t { return C.seajay_start(engine, &limits) }); err != nil {
		return err
	}
	go C.seajay_stop(engine)
	err := call(func() C.int32_t { return C.seajay_wait(engine, -1, &result) })
	fmt.Println("stopped:", C.GoString(&result.best_move[0]))
	return err
}

func main() {
	if C.seajay_abi_version() != C.SEAJAY_ABI_VERSION {
		fmt.Fprintln(os.Stderr, "another version of the library")
		os.Exit(1)
	}
	game, engine := C.seajay_game_new(), C.seajay_new()
	defer C.seajay_game_free(game)
	defer C.seajay_free(engine)
	err := play(engine, game, 6)
	if err == nil {
		err = analyse(engine, game)
	}
	if err == nil {
		err = stopFromAnotherThread(engine)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	err = call(func() C.int32_t {
		return withC("8/8/8/8/8/8/8/8 w - - 0 1", func(fen *C.char) C.int32_t { return C.seajay_game_set(game, fen, nil) })
	})
	fmt.Println("error:", err)
}
