// The header a second time, in a translation unit of its own.
#include <seajay.hpp>
#include <seajay.hpp>

std::string best_move_elsewhere(seajay::Engine &engine);

std::string best_move_elsewhere(seajay::Engine &engine)
{
    seajay::Limits limits;
    limits.nodes = 500;
    return engine.search(limits).best_move;
}
