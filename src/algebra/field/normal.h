/* Normal forms: rational expressions in symbols, sines, roots, exponentials and other functions, as one fraction modulo
 * the relations between them.
 *
 * An expression and its normal form are equal where nh_expr_domain (algebra/domain/domain.h) of the
 * given expression holds. */
#ifndef NH_ALGEBRA_FIELD_NORMAL_H
#define NH_ALGEBRA_FIELD_NORMAL_H

#include "expr/expr.h"

/* The normal form of e as an expression: a fraction of sums, equal to e wherever e has a value. Equal expressions of
 * the class that field_private.h describes have equal normal forms.
 * NH_EXPR_UNDEFINED: e has no value anywhere. e itself: its normal form would be too long. */
nh_expr nh_expr_normal(nh_pool *pool, nh_expr e);
/* The normal form with its numerator and denominator as products; roots and sines may be below the fraction line. As
 * above where it would be too long. */
nh_expr nh_expr_factored(nh_pool *pool, nh_expr e);

/* Each of them in three forms: as above; with angles put together, cos(x + y) for cos x cos y - sin x sin y and the
 * like, as it costs less to evaluate; the same as it is shorter. A form that would be too long is e. */
enum { NH_FORMS = 3 };
void nh_expr_normal_forms(nh_pool *pool, nh_expr e, nh_expr forms[NH_FORMS]);
void nh_expr_factored_forms(nh_pool *pool, nh_expr e, nh_expr forms[NH_FORMS]);

/* The shortest of e, its normal form and its factors. */
nh_expr nh_expr_shortest(nh_pool *pool, nh_expr e);

/* Whether the normal form of e is 0; false also when that would be too long to see. */
bool nh_expr_is_proved_zero(nh_pool *pool, nh_expr e);

#endif
