/* What the makers of statements share. */
#include <string.h>

#include "lang/reading_private.h"

nh_node nh_member_node(const nh_reading *r, const nh_member *member, nh_part_kind kind) {
    const nh_part *part = nh_syntax_part(r->syntax, member->clause, kind);
    return part != NULL ? part->node : 0;
}

bool nh_reading_coordinate(nh_reading *r, nh_expr e, uint32_t order, uint32_t *number) {
    if (nh_expr_kind_of(r->pool, e) != NH_EXPR_SYMBOL) return false;
    const nh_symbol *symbol = nh_expr_symbol_of(r->pool, e);
    if (symbol->role != NH_ROLE_COORDINATE || symbol->order != order) return false;
    const nh_meaning *meaning = nh_scope_find(r, symbol->name);
    if (meaning == NULL || meaning->kind != NH_MEANS_COORDINATE) return false;
    *number = meaning->number;
    return true;
}

bool nh_evaluate_position(nh_reading *r, nh_node node, const char *what, nh_vector *result) {
    if (!nh_evaluate_vector(r, node, what, result)) return false;
    for (int i = 0; i < 3; i++)
        if (nh_expr_has(r->pool, result->x[i], NH_HAS_VELOCITY)) {
            nh_reading_error(r, node, (nh_words){"velocity", NULL}, "%s must not contain velocities", what);
            return false;
        }
    return true;
}

bool nh_member_declare(nh_reading *r, const nh_member *member, nh_meaning_kind kind, uint32_t number) {
    return nh_scope_declare(r, kind, member->base, member->indices, member->index, number, member->place);
}
