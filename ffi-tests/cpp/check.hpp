// What the tests of seajay.hpp have in common.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <seajay.hpp>

#include <cstdlib>
#include <iostream>

inline void check(bool condition, const char *what, const char *file, int line)
{
    if (!condition) {
        std::cerr << file << ':' << line << ": " << what << '\n';
        std::_Exit(1);
    }
}

#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)

/// Runs a case and prints its name.
#define RUN(test) (test(), std::cout << "ok " #test "\n")

/// The error of a call that must fail.
template <typename Call> seajay::Error error_of(Call call)
{
    try {
        call();
    } catch (const seajay::Error &error) {
        return error;
    }
    return {SEAJAY_OK, "no error"};
}

inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}

#endif // CHECK_HPP
