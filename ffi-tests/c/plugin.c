/* A program that loads the library, uses it on a thread of its own, and puts it away again.
 *
 * Usage: plugin LIBRARY
 */
#define _POSIX_C_SOURCE 200809L

#include <seajay.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *library;

/* ISO C knows no way from an object pointer to a function pointer; POSIX promises this one. */
#define LOAD(function, name) \
    do { \
        void *symbol = dlsym(library, name); \
        memcpy(&(function), &symbol, sizeof symbol); \
    } while (0)

static void *use(void *argument)
{
    SeajayEngine *(*make)(void);
    int32_t (*search)(SeajayEngine *, const SeajayLimits *, SeajayResult *);
    void (*end)(SeajayEngine *);
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult *result = argument;
    SeajayEngine *engine;

    LOAD(make, "seajay_new");
    LOAD(search, "seajay_search");
    LOAD(end, "seajay_free");
    limits.depth = 3;
    engine = make();
    if (engine == NULL || search(engine, &limits, result) != SEAJAY_OK)
        result->best_move[0] = '\0';
    end(engine);
    return NULL;
}

int main(int argc, char **argv)
{
    int round;

    for (round = 0; round < 3 && argc == 2; round++) {
        SeajayResult result = SEAJAY_RESULT_INIT;
        pthread_t thread;

        library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL || pthread_create(&thread, NULL, use, &result) != 0)
            return 1;
        pthread_join(thread, NULL);
        if (dlclose(library) != 0)
            return 1;
        printf("%s\n", result.best_move);
    }
    return 0;
}
