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

/// The text of the exception of another kind that a call must throw.
template <typename Exception, typename Call> std::string thrown_by(Call call)
{
    try {
        call();
    } catch (const Exception &exception) {
        return exception.what();
    }
    return "no exception";
}

inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}

/// Checks the status of an error, and a part of its text.
template <typename Call> void fails_with(std::int32_t status, std::string_view part, Call call)
{
    const auto error = error_of(call);
    CHECK(error.status() == status && contains(error.what(), part));
}

#endif // CHECK_HPP
