/* Exact real states: rational numbers for symbols at which given equations are 0.
 *
 * The equations are taken one after the other, each solved for a symbol in which it, or one of its factors, is linear,
 * and put into the others; what is not linear in any symbol waits, and most often holds when the others do. What is
 * left free gets random rational numbers, and at the end all equations must be 0. Sines and cosines stand for points of
 * the circle, (2 u, 1 - u^2)/(1 + u^2) with rational u, whose angles are never needed. */
#ifndef NH_STATE_EXACT_H
#define NH_STATE_EXACT_H

#include "base/random.h"
#include "expr/expr.h"

typedef struct nh_exactly nh_exactly;

/* In the arena, which is not the scratch arena. */
nh_exactly *nh_exactly_make(nh_pool *pool, nh_arena *arena, nh_random *random);
/* Forgets all numbers. What is drawn from now on are whole numbers from -spread to spread, or for 0 fractions. */
void nh_exactly_begin(nh_exactly *s, int64_t spread);
void nh_exactly_set(nh_exactly *s, nh_expr symbol, nh_expr number);
/* One attempt, random: whether numbers were found at which all equations are 0. Where it guesses, symbols of equations
 * that wait get numbers too. */
bool nh_exactly_satisfy(nh_exactly *s, uint32_t count, const nh_expr *equations, bool has_guesses);
/* e with the numbers put in; what has none yet gets a random one. */
nh_expr nh_exactly_value(nh_exactly *s, nh_expr e);
/* Whether no symbol has both a number and a point of the circle, as in x sin(x): then the state is one. */
bool nh_exactly_is_consistent(const nh_exactly *s);
/* The number of a symbol, rounded; of an angle in (-pi, pi]. 0 where it has none. */
double nh_exactly_double(const nh_exactly *s, nh_expr symbol);

#endif
