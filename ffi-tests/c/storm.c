/* A thousand games that 64 engines play, on two pools and on threads of their own, in a storm of calls; then
 * many searches on one engine, and a million games, a thousand at a time. In the root of the repository:
 *
 *   cargo build --release
 *   cc -std=c11 -pthread ffi-tests/c/storm.c -Iinclude -Ltarget/release -lseajay \
 *      -Wl,-rpath,target/release -o target/storm && target/storm 3600 100000 1000000
 *
 * Arguments: seconds, searches on one engine, games made and freed, and a number other than 1 for other random
 * choices. In ten rounds 4 threads use the engines. Each has one that it calls to search and waits for, which
 * must give, every time, what it gave while nothing else ran. Every second engine is steady too: it forgets
 * and searches a position that it knows. The wild ones take a game, play their move in it and begin the next
 * search, often in the done callback; meanwhile their options change, they change pools, are looked at and are
 * stopped. Engines are freed and made anew amid searches, pools too.
 * All threads play and undo moves in all games, copy them and free them. Every move found must be legal,
 * every copy must give the same game when it is played again, and every search begun must end with one call
 * of its done callback. Each round prints the memory (KiB) with everything idle, and with everything freed; the
 * last two parts print time and memory, in tenths.
 */
#define _POSIX_C_SOURCE 200809L

#include "storm.h"

#include <stdlib.h>

enum { ROUNDS = 10, THREADS = 4, ENGINES = 64, GAMES = 1000, POOLS = 2, HOMES = 3, POOL_THREADS = 3, QUESTIONS = 32,
       GAME_CALLS = 10, WARM_UP = 3 };

/* A game, which all threads may use while it is locked for reading. */
struct table {
    pthread_rwlock_t alive;
    SeajayGame *game;
};

/* A pool; the last home has none, and its engines search on threads of their own. */
struct home {
    pthread_rwlock_t alive;
    SeajayPool *pool;
};

/* An engine. All threads may look at it while it is locked for reading; its thread alone frees it. */
struct seat {
    pthread_rwlock_t alive;
    SeajayEngine *engine;
    /* The rest: what the engine searches, and whether its done callback is still to come. */
    pthread_mutex_t lock;
    SeajayGame *asked;
    struct table *table;
    uint64_t random;
    int is_steady, question, is_busy, is_leaving;
};

static struct table tables[GAMES];
static struct home homes[HOMES];
static struct seat seats[ENGINES];
static char questions[QUESTIONS][128];
static struct answer answers[QUESTIONS];
static double deadline;
static atomic_ulong begun, done, compared, freed_engines, freed_games, freed_pools;

static int is_over(void)
{
    return seconds(CLOCK_MONOTONIC) >= deadline;
}

/* Positions from random games, and what an engine says about them while it is alone. */
static void prepare_questions(uint64_t *random)
{
    SeajayEngine *engine = make();
    SeajayGame *game = seajay_game_new();
    int index, ply;

    CHECK(game != NULL);
    for (index = 0; index < QUESTIONS; index++) {
        CHECK(seajay_game_set(game, positions[index % POSITIONS], NULL) == SEAJAY_OK);
        for (ply = 0; ply < index / POSITIONS; ply++)
            play_something(game, random);
        CHECK(seajay_game_fen(game, questions[index], sizeof questions[index]) < 128);
        answers[index] = ask(engine, questions[index]);
    }
    seajay_game_free(game);
    seajay_free(engine);
}

/* Plays a game again from its start: the same position must come of it. */
static void check_copy(SeajayGame *copy)
{
    char moves[2048], fen[128], start[128], again[128];
    const uint64_t key = seajay_game_key(copy);

    CHECK(seajay_game_moves_san(copy, moves, sizeof moves) >= 0);
    CHECK(seajay_game_moves(copy, moves, sizeof moves) < (int64_t)sizeof moves);
    CHECK(seajay_game_fen(copy, fen, sizeof fen) > 0);
    CHECK(seajay_game_undo(copy, (uint32_t)seajay_game_ply_count(copy)) == SEAJAY_OK);
    CHECK(seajay_game_start_fen(copy, start, sizeof start) > 0);
    CHECK(seajay_game_fen(copy, again, sizeof again) > 0 && strcmp(start, again) == 0);
    CHECK(seajay_game_play(copy, moves) == SEAJAY_OK);
    CHECK(seajay_game_fen(copy, again, sizeof again) > 0 && strcmp(fen, again) == 0);
    CHECK(seajay_game_key(copy) == key);
}

/* Puts a copy of some game in the place of another one, which is freed. */
static void replace_game(struct table *table, uint64_t *random)
{
    struct table *from = &tables[next(random) % GAMES];
    SeajayGame *copy = seajay_game_new();

    CHECK(copy != NULL);
    pthread_rwlock_rdlock(&from->alive);
    CHECK(seajay_game_copy(copy, from->game) == SEAJAY_OK);
    pthread_rwlock_unlock(&from->alive);
    check_copy(copy);
    pthread_rwlock_wrlock(&table->alive);
    seajay_game_free(table->game);
    table->game = copy;
    pthread_rwlock_unlock(&table->alive);
    atomic_fetch_add(&freed_games, 1);
}

static void use_game(struct table *table, uint64_t *random)
{
    const unsigned choice = next(random) % 16;
    SeajayBoard board = SEAJAY_BOARD_INIT;
    uint64_t nodes = 0;
    int32_t status;

    if (choice < 2) {
        replace_game(table, random);
        return;
    }
    pthread_rwlock_rdlock(&table->alive);
    switch (choice) {
    case 2:
    case 3:
        status = seajay_game_undo(table->game, 1 + next(random) % 4);
        CHECK(status == SEAJAY_OK || status == SEAJAY_ERR_INVALID_ARGUMENT);
        break;
    case 4:
        CHECK(seajay_game_board(table->game, &board) == SEAJAY_OK);
        CHECK(seajay_game_set_board(table->game, &board) == SEAJAY_OK);
        break;
    case 5:
        CHECK(seajay_game_perft(table->game, 1, &nodes) == SEAJAY_OK && nodes < 219);
        CHECK(seajay_game_state(table->game) >= 0 && seajay_game_in_check(table->game) >= 0);
        break;
    default: play_something(table->game, random); break;
    }
    pthread_rwlock_unlock(&table->alive);
}

static void choose_limits(SeajayLimits *limits, uint64_t *random)
{
    switch (next(random) % 16) {
    case 0: limits->infinite = 1; break;
    case 1: limits->ponder = 1; /* fall through */
    case 2:
    case 3: limits->move_time_ms = 1 + next(random) % 5; break;
    case 4:
    case 5: limits->white_time_ms = limits->black_time_ms = 20; break;
    case 6:
    case 7: limits->depth = 1 + (int)(next(random) % 6); /* fall through */
    default: limits->nodes = 1 + next(random) % 2000; break;
    }
}

/* Gives a steady engine its question. Nothing can refuse it, unless the engine is being freed. */
static int set_question(struct seat *seat, SeajayLimits *limits)
{
    const int32_t status = seajay_clear_history(seat->engine);

    if (seat->is_leaving && status == SEAJAY_ERR_BUSY)
        return 0;
    CHECK(status == SEAJAY_OK);
    seat->question = (int)(next(&seat->random) % QUESTIONS);
    CHECK(seajay_game_set(seat->asked, questions[seat->question], NULL) == SEAJAY_OK);
    limits->nodes = NODES;
    return 1;
}

/* Gives a wild engine some game. */
static void set_game(struct seat *seat, SeajayLimits *limits)
{
    seat->table = &tables[next(&seat->random) % GAMES];
    pthread_rwlock_rdlock(&seat->table->alive);
    CHECK(seajay_game_copy(seat->asked, seat->table->game) == SEAJAY_OK);
    pthread_rwlock_unlock(&seat->table->alive);
    choose_limits(limits, &seat->random);
}

/* Begins a search of an engine that has none; its lock is held. */
static void begin(struct seat *seat)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    int32_t status;

    if (!seat->is_steady)
        set_game(seat, &limits);
    else if (!set_question(seat, &limits))
        return;
    status = seajay_set_game(seat->engine, seat->asked);
    if (status == SEAJAY_OK)
        status = seajay_start(seat->engine, &limits);
    CHECK(status == SEAJAY_OK || !seat->is_steady || seat->is_leaving);
    if (status == SEAJAY_ERR_INVALID_ARGUMENT) { /* on a pool each search has one thread, and ends */
        may_be_busy(seajay_set_option(seat->engine, "Threads", "1"));
    } else if (may_be_busy(status)) {
        seat->is_busy = 1;
        atomic_fetch_add(&begun, 1);
    }
}

/* What a search has found must be legal, and what was found before, if nobody has stopped it. */
static void check_result(struct seat *seat, const SeajayResult *result)
{
    const int was_stopped = result->stop_reason == SEAJAY_STOP_STOPPED;
    const int32_t state = seajay_game_state(seat->asked);

    CHECK((result->best_move[0] == '\0')
          == (state == SEAJAY_GAME_CHECKMATE || state == SEAJAY_GAME_STALEMATE));
    CHECK(seajay_game_play(seat->asked, result->best_move) == SEAJAY_OK);
    CHECK(seajay_game_play(seat->asked, result->ponder_move) == SEAJAY_OK);
    if (seat->is_steady && !(was_stopped && seat->is_leaving)) {
        const struct answer answer = answer_of(result);

        CHECK(memcmp(&answer, &answers[seat->question], sizeof answer) == 0);
        atomic_fetch_add(&compared, 1);
    }
}

/* Plays the move in its game, if others have left the game where it was, and often goes on. */
static void on_done(void *user_data, int32_t status, const SeajayResult *result)
{
    struct seat *seat = user_data;

    CHECK(status == SEAJAY_OK);
    pthread_mutex_lock(&seat->lock);
    CHECK(seat->is_busy);
    atomic_fetch_add(&done, 1);
    check_result(seat, result);
    if (!seat->is_steady) {
        pthread_rwlock_rdlock(&seat->table->alive);
        status = seajay_game_play(seat->table->game, result->best_move);
        pthread_rwlock_unlock(&seat->table->alive);
        CHECK(status == SEAJAY_OK || status == SEAJAY_ERR_ILLEGAL_MOVE);
    }
    seat->is_busy = 0;
    if (next(&seat->random) % 4 > 0 && !is_over())
        begin(seat);
    pthread_mutex_unlock(&seat->lock);
}

static int32_t move_to(SeajayEngine *engine, struct home *home)
{
    int32_t status;

    pthread_rwlock_rdlock(&home->alive);
    status = seajay_set_pool(engine, home->pool);
    pthread_rwlock_unlock(&home->alive);
    return status;
}

static SeajayEngine *make_for(struct seat *seat, unsigned home)
{
    SeajayEngine *engine = seat->is_steady ? make() : make_wild();

    CHECK(seajay_set_done_callback(engine, on_done, seat) == SEAJAY_OK);
    CHECK(move_to(engine, &homes[home % HOMES]) == SEAJAY_OK);
    return engine;
}

static int is_busy(struct seat *seat)
{
    int busy;

    pthread_mutex_lock(&seat->lock);
    busy = seat->is_busy;
    pthread_mutex_unlock(&seat->lock);
    return busy;
}

/* Frees an engine, amid a search or not, and makes another. */
static void replace_engine(struct seat *seat, uint64_t *random)
{
    pthread_mutex_lock(&seat->lock);
    seat->is_leaving = 1;
    pthread_mutex_unlock(&seat->lock);
    pthread_rwlock_wrlock(&seat->alive);
    seajay_free(seat->engine);
    CHECK(!is_busy(seat));
    seat->engine = make_for(seat, next(random));
    seat->is_leaving = 0;
    pthread_rwlock_unlock(&seat->alive);
    atomic_fetch_add(&freed_engines, 1);
}

static void replace_pool(struct home *home)
{
    pthread_rwlock_wrlock(&home->alive);
    seajay_pool_free(home->pool);
    home->pool = seajay_pool_new(POOL_THREADS);
    CHECK(home->pool != NULL);
    pthread_rwlock_unlock(&home->alive);
    atomic_fetch_add(&freed_pools, 1);
}

/* What the thread of a wild engine may do with it besides. */
static void disturb(struct seat *seat, uint64_t *random)
{
    switch (next(random) % 4) {
    case 0: may_be_busy(seajay_clear_history(seat->engine)); break;
    case 1: may_be_busy(move_to(seat->engine, &homes[next(random) % HOMES])); break;
    default: set_something(seat->engine, random); break;
    }
}

/* What the thread of an engine may do with it. */
static void use(struct seat *seat, uint64_t *random)
{
    switch (next(random) % 8) {
    case 0: wait_for_it(seat->engine, (int64_t)(next(random) % 3)); break;
    case 1:
        if (next(random) % 16 == 0)
            replace_engine(seat, random);
        break;
    case 2:
    case 3:
        if (!seat->is_steady)
            disturb(seat, random);
        break;
    default:
        pthread_mutex_lock(&seat->lock);
        if (!seat->is_busy)
            begin(seat);
        pthread_mutex_unlock(&seat->lock);
    }
}

/* What every thread may do with every engine; only wild ones are stopped. */
static void look_at(struct seat *seat, uint64_t *random)
{
    char text[1024];
    SeajayStats stats = SEAJAY_STATS_INIT;

    pthread_rwlock_rdlock(&seat->alive);
    if (!seat->is_steady && next(random) % 2 == 0)
        CHECK(seajay_stop(seat->engine) == SEAJAY_OK);
    if (!seat->is_steady && next(random) % 4 == 0)
        CHECK(seajay_ponderhit(seat->engine) == SEAJAY_OK);
    CHECK(seajay_get_option(seat->engine, "Hash", text, sizeof text) > 0);
    CHECK(seajay_stats(seat->engine, &stats) == SEAJAY_OK);
    CHECK(seajay_is_searching(seat->engine) >= 0);
    /* The lines of another search may come between the two calls. */
    if (seajay_line_count(seat->engine) > 0 && seajay_line_to_san(seat->engine, 0, text, sizeof text) < 0)
        CHECK(seajay_last_error(text, sizeof text) > 0 && strstr(text, "no line") != NULL);
    pthread_rwlock_unlock(&seat->alive);
}

/* Searches a question while the thread waits. */
static void ask_alone(SeajayEngine *engine, uint64_t *random)
{
    const unsigned question = next(random) % QUESTIONS;
    const struct answer answer = ask(engine, questions[question]);

    CHECK(memcmp(&answer, &answers[question], sizeof answer) == 0);
    atomic_fetch_add(&compared, 1);
}

static void *work(void *argument)
{
    uint64_t random = *(const uint64_t *)argument;
    const unsigned own = (unsigned)(random % THREADS);
    SeajayEngine *alone = make();
    int index;

    while (!is_over()) {
        use(&seats[own + THREADS * (next(&random) % (ENGINES / THREADS))], &random);
        look_at(&seats[next(&random) % ENGINES], &random);
        for (index = 0; index < GAME_CALLS; index++)
            use_game(&tables[next(&random) % GAMES], &random);
        if (next(&random) % 256 == 0)
            replace_pool(&homes[next(&random) % POOLS]);
        if (next(&random) % 16 == 0)
            ask_alone(alone, &random);
    }
    seajay_free(alone);
    return NULL;
}

/* A game at one of the positions. */
static SeajayGame *new_game(long index)
{
    SeajayGame *game = seajay_game_new();

    CHECK(game != NULL);
    CHECK(seajay_game_set(game, positions[index % POSITIONS], NULL) == SEAJAY_OK);
    return game;
}

static void make_all(uint64_t *random)
{
    int index;

    for (index = 0; index < HOMES; index++) {
        CHECK(pthread_rwlock_init(&homes[index].alive, NULL) == 0);
        homes[index].pool = index < POOLS ? seajay_pool_new(POOL_THREADS) : NULL;
        CHECK((homes[index].pool != NULL) == (index < POOLS));
    }
    for (index = 0; index < GAMES; index++) {
        CHECK(pthread_rwlock_init(&tables[index].alive, NULL) == 0);
        tables[index].game = new_game(index);
    }
    for (index = 0; index < ENGINES; index++) {
        struct seat *seat = &seats[index];

        memset(seat, 0, sizeof *seat);
        CHECK(pthread_rwlock_init(&seat->alive, NULL) == 0 && pthread_mutex_init(&seat->lock, NULL) == 0);
        seat->is_steady = index / THREADS % 2;
        seat->random = ((uint64_t)next(random) << 32) + next(random) + 1;
        seat->asked = seajay_game_new();
        CHECK(seat->asked != NULL);
        seat->engine = make_for(seat, (unsigned)index);
    }
}

/* Waits for all searches, and brings engines, pools and games to what they were in the beginning. In a long
 * storm the games become copies of a few, whose lengths all grow or shrink together. */
static void settle(void)
{
    int index;

    for (index = 0; index < ENGINES; index++) {
        SeajayEngine *engine = seats[index].engine;

        do { /* a done callback may still have begun another search */
            if (!seats[index].is_steady)
                CHECK(seajay_stop(engine) == SEAJAY_OK);
            wait_for_it(engine, -1);
        } while (is_busy(&seats[index]));
        CHECK(move_to(engine, &homes[index % HOMES]) == SEAJAY_OK);
        /* The pages of a new table are not there yet. */
        CHECK(seajay_set_option(engine, "Hash", "2") == SEAJAY_OK);
        CHECK(seajay_set_option(engine, "Hash", "1") == SEAJAY_OK);
        CHECK(seajay_set_option(engine, "Threads", "1") == SEAJAY_OK);
    }
    CHECK(atomic_load(&begun) == atomic_load(&done));
    for (index = 0; index < GAMES; index++) {
        seajay_game_free(tables[index].game);
        tables[index].game = new_game(index);
    }
}

static void free_all(void)
{
    int index;

    for (index = 0; index < ENGINES; index++) {
        seajay_free(seats[index].engine);
        seajay_game_free(seats[index].asked);
        pthread_mutex_destroy(&seats[index].lock);
        pthread_rwlock_destroy(&seats[index].alive);
    }
    for (index = 0; index < GAMES; index++) {
        seajay_game_free(tables[index].game);
        pthread_rwlock_destroy(&tables[index].alive);
    }
    for (index = 0; index < HOMES; index++) {
        seajay_pool_free(homes[index].pool);
        pthread_rwlock_destroy(&homes[index].alive);
    }
}

/* KiB: with everything there and idle, and with everything freed. */
struct memory {
    long idle, idle_allocated, freed, freed_allocated;
};

/* One round of the storm. */
static struct memory run_round(double length, uint64_t *random)
{
    const int others = entries("/proc/self/task"), opened = entries("/proc/self/fd");
    pthread_t threads[THREADS];
    uint64_t numbers[THREADS], index;
    struct memory memory;

    make_all(random);
    deadline = seconds(CLOCK_MONOTONIC) + length;
    for (index = 0; index < THREADS; index++) {
        numbers[index] = THREADS * (1 + (uint64_t)next(random)) + index;
        CHECK(pthread_create(&threads[index], NULL, work, &numbers[index]) == 0);
    }
    for (index = 0; index < THREADS; index++)
        CHECK(pthread_join(threads[index], NULL) == 0);
    settle();
    memory.idle = resident();
    memory.idle_allocated = allocated();
    free_all();
    CHECK(remaining_threads(others) == others && entries("/proc/self/fd") == opened);
    memory.freed = resident();
    memory.freed_allocated = allocated();
    return memory;
}

/* How much of its memory an engine has touched differs from round to round, but not what is allocated. What
 * the C library keeps for this thread's next calls counts as allocated: up to 7 blocks of each small size. */
static void check_memory(struct memory now, struct memory first)
{
    CHECK(now.idle_allocated <= first.idle_allocated + 1024);
    CHECK(now.freed <= first.freed + 1024);
    CHECK(now.freed_allocated <= first.freed_allocated + 256);
}

static void run_rounds(double length, uint64_t *random, int measures_memory)
{
    struct memory first = { 0, 0, 0, 0 };
    int round;

    for (round = 0; round < ROUNDS; round++) {
        const struct memory now = run_round(length / ROUNDS, random);

        printf("round %d: %lu searches, %lu compared, %lu calls refused; freed: %lu engines, %lu games, "
               "%lu pools; idle: %ld KiB, %ld allocated; freed: %ld KiB, %ld allocated\n",
               round + 1, atomic_load(&done), atomic_load(&compared), atomic_load(&refused),
               atomic_load(&freed_engines), atomic_load(&freed_games), atomic_load(&freed_pools), now.idle,
               now.idle_allocated, now.freed, now.freed_allocated);
        fflush(stdout);
        if (round == WARM_UP)
            first = now;
        if (round > WARM_UP && measures_memory)
            check_memory(now, first);
    }
    CHECK(atomic_load(&compared) > 0 && atomic_load(&table_hits) > 0);
}

/* Neither slower nor larger with time. */
static void search_again_and_again(long count, int measures_memory)
{
    SeajayEngine *engine = make();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    double first = 0, time = 0;
    long before = 0, now = 0, part, index;

    limits.nodes = 100;
    for (part = 0; part < 10; part++) {
        const double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);

        for (index = 0; index < count / 10; index++) {
            CHECK(seajay_set_position(engine, positions[index % POSITIONS], NULL) == SEAJAY_OK);
            CHECK(seajay_search(engine, &limits, NULL) == SEAJAY_OK);
        }
        time = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
        now = resident();
        printf("searches %ld: %.3f s, %ld KiB\n", (part + 1) * (count / 10), time, now);
        fflush(stdout);
        if (part == 1) { /* the first tenth fills the hash table */
            first = time;
            before = now;
        }
    }
    seajay_free(engine);
    CHECK(!measures_memory || now <= before + 1024);
    CHECK(time <= 1.5 * first + 0.1);
}

/* Games that are made, played and freed; a thousand are there at a time. */
static void make_games(long count, uint64_t *random, int measures_memory)
{
    SeajayGame **games = calloc(GAMES, sizeof *games);
    long part, index, now = 0, first = 0;

    CHECK(games != NULL);
    for (part = 0; part < 10; part++) {
        for (index = 0; index < count / 10; index++) {
            SeajayGame **game = &games[next(random) % GAMES];
            unsigned plies = next(random) % 8;

            seajay_game_free(*game);
            *game = new_game(index);
            while (plies-- > 0)
                play_something(*game, random);
            check_copy(*game);
        }
        now = resident();
        if (part == 0)
            first = now;
        printf("games %ld: %ld KiB\n", (part + 1) * (count / 10), now);
        fflush(stdout);
    }
    for (index = 0; index < GAMES; index++)
        seajay_game_free(games[index]);
    free(games);
    CHECK(!measures_memory || now <= first + 1024);
}

int main(int argc, char **argv)
{
    const int measures_memory = can_measure_memory();
    uint64_t random;

    CHECK(argc == 4 || argc == 5);
    random = 0x9e3779b97f4a7c15u * (argc == 5 ? strtoull(argv[4], NULL, 10) : 1);
    CHECK(random != 0);
    prepare_questions(&random);
    run_rounds(atof(argv[1]), &random, measures_memory);
    search_again_and_again(atol(argv[2]), measures_memory);
    make_games(atol(argv[3]), &random, measures_memory);
    return 0;
}
