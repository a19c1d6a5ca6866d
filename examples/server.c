/* A chess server in miniature, in C99: 1,000 games at once, on a pool with a thread for each
 * processor. In the root of the repository:
 *
 *   cargo build --release
 *   cc -std=c99 examples/server.c -Iinclude -Ltarget/release -lseajay \
 *      -Wl,-rpath,target/release -o target/server && target/server
 *
 * Usage: server [GAMES [NODES [PLIES]]]
 *
 * A game is cheap, an engine is not: each of the few engines plays one move of one game, and its done
 * callback takes the next game waiting for a move. */
#define _POSIX_C_SOURCE 200809L
#include <seajay.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

typedef struct Server {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    SeajayGame **games;      /* those waiting for a move: a ring, */
    size_t size, first, count; /* its size, the index of the first, their number */
    size_t busy;             /* engines searching */
    int64_t max_plies;
    SeajayLimits limits;
    uint64_t moves, over;    /* moves played, games ended */
    int failed;
} Server;

typedef struct Player {
    Server *server;
    SeajayEngine *engine;
    SeajayGame *game;        /* the one it searches */
} Player;

static int is_over(const Server *server, const SeajayGame *game)
{
    return seajay_game_state(game) != SEAJAY_GAME_ONGOING
           || seajay_game_ply_count(game) >= server->max_plies;
}

/* Removes the game that has waited longest. */
static SeajayGame *take_game(Server *server)
{
    SeajayGame *game = NULL;

    pthread_mutex_lock(&server->lock);
    if (!server->failed && server->count > 0) {
        game = server->games[server->first];
        server->first = (server->first + 1) % server->size;
        server->count--;
    }
    pthread_mutex_unlock(&server->lock);
    return game;
}

static void put_game(Server *server, SeajayGame *game)
{
    const int over = is_over(server, game);

    pthread_mutex_lock(&server->lock);
    server->moves++;
    if (over) {
        server->over++;
    } else {
        server->games[(server->first + server->count++) % server->size] = game;
    }
    pthread_mutex_unlock(&server->lock);
    if (over)
        seajay_game_free(game);
}

static void fail(Server *server, const char *what)
{
    char text[1025];

    seajay_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", what, text);
    pthread_mutex_lock(&server->lock);
    server->failed = 1;
    pthread_mutex_unlock(&server->lock);
}

/* Begins a search for the next game waiting for a move; without one the player stays idle. */
static void serve(Player *player)
{
    Server *server = player->server;

    player->game = take_game(server);
    if (player->game != NULL) {
        if (seajay_set_game(player->engine, player->game) == SEAJAY_OK
            && seajay_start(player->engine, &server->limits) == SEAJAY_OK)
            return;
        fail(server, "search");
        seajay_game_free(player->game);
    }
    pthread_mutex_lock(&server->lock);
    server->busy--;
    pthread_cond_signal(&server->idle);
    pthread_mutex_unlock(&server->lock);
}

/* Plays the move that was found. Runs on a thread of the pool, where every function may be called. */
static void on_done(void *user_data, int32_t status, const SeajayResult *result)
{
    Player *player = user_data;

    if (status != SEAJAY_OK || seajay_game_play(player->game, result->best_move) != SEAJAY_OK)
        fail(player->server, "move");
    put_game(player->server, player->game);
    serve(player);
}

static int make_player(Player *player, Server *server, SeajayPool *pool)
{
    player->server = server;
    player->engine = seajay_new();
    return player->engine != NULL && seajay_set_option(player->engine, "Hash", "1") == SEAJAY_OK
           && seajay_set_pool(player->engine, pool) == SEAJAY_OK
           && seajay_set_done_callback(player->engine, on_done, player) == SEAJAY_OK;
}

/* Different games: each begins with another pair of moves. */
static SeajayGame *make_game(size_t number)
{
    char moves[2048], first[6];
    SeajayGame *game = seajay_game_new();
    int ply;

    for (ply = 0; game != NULL && ply < 2; ply++, number /= 20) {
        if (seajay_game_legal_moves(game, NULL, moves, sizeof moves) < 0)
            break;
        snprintf(first, sizeof first, "%.4s", moves + 5 * (number % 20));
        if (seajay_game_play(game, first) != SEAJAY_OK)
            break;
    }
    return game;
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    const size_t games = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t engines = processors > 0 ? 2 * (size_t)processors : 2; /* one thinks, one is next */
    Server server = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, games, 0, 0, 0, 0,
                     SEAJAY_LIMITS_INIT, 0, 0, 0};
    SeajayPool *pool = seajay_pool_new(0);
    Player *players = calloc(engines, sizeof *players);
    struct rusage usage;
    double time;
    size_t i;

    server.limits.nodes = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
    server.max_plies = argc > 3 ? strtol(argv[3], NULL, 10) : 40;
    server.games = calloc(games, sizeof *server.games);
    server.failed = pool == NULL || players == NULL || server.games == NULL;
    for (i = 0; i < games && !server.failed; i++) {
        server.games[server.count] = make_game(i);
        server.failed = server.games[server.count++] == NULL;
    }
    for (i = 0; i < engines && !server.failed; i++)
        server.failed = !make_player(&players[i], &server, pool);
    if (server.failed)
        return fail(&server, "setting up"), EXIT_FAILURE;

    time = seconds();
    server.busy = engines;
    for (i = 0; i < engines; i++)
        serve(&players[i]);
    pthread_mutex_lock(&server.lock);
    while (server.busy > 0)
        pthread_cond_wait(&server.idle, &server.lock);
    pthread_mutex_unlock(&server.lock);
    time = seconds() - time;

    for (i = 0; i < engines; i++)
        seajay_free(players[i].engine);
    seajay_pool_free(pool);
    free(players);
    free(server.games);
    getrusage(RUSAGE_SELF, &usage);
    printf("%lu games, %lu moves of %lu nodes in %.2f s: %.0f moves a second, at most %ld MiB\n",
           (unsigned long)server.over, (unsigned long)server.moves,
           (unsigned long)server.limits.nodes, time, (double)server.moves / time,
           usage.ru_maxrss / 1024);
    return server.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
