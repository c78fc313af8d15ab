/* Families: a statement is made once for each value of its indices, in order, so that members may use earlier ones. */
#include "base/limits.h"
#include "base/protect.h"
#include "lang/reading_private.h"

typedef struct loop_range {
    nh_name name;      /* 0: the index has none */
    nh_node low, high; /* high 0: only low */
    int64_t now, last;
} loop_range;

/* Members of a `for` clause or of the dimensions of a name, outer loops first:
 *     for (bool more = begin_members(r, &loops); more; more = count_next_member(r, &loops)) ...
 * The indices are locals meanwhile. */
typedef struct loop_nest {
    uint32_t count;
    loop_range loop[NH_INDICES_MAX];
    size_t locals;     /* when it began */
    bool is_failed;    /* a bound was wrong, or had its error before */
    bool is_self_made; /* a bound may be a member that is not made yet: members are counted as they come */
} loop_nest;

static _Noreturn void refuse_members(const nh_reading *r) {
    nh_fail(r->context, NH_E_LIMIT, "members-limit", "the families and sums of the model have more than %d members",
            (int)NH_READING_MEMBERS_MAX);
}

void nh_reading_count_member(nh_reading *r) {
    nh_tick(r->context, 4);
    if (++r->members > NH_READING_MEMBERS_MAX) refuse_members(r);
}

void nh_reading_expect_members(nh_reading *r, int64_t count) {
    if (count > 0 && (uint64_t)count > NH_READING_MEMBERS_MAX - r->members) refuse_members(r);
}

/* ---- loops ---- */

static bool is_free_index(nh_reading *r, nh_name name, uint32_t token) {
    const nh_meaning *meaning = nh_scope_find(r, name);
    if (meaning == NULL && nh_scope_local(r, name) == NULL) return true;
    if (meaning == NULL || meaning->kind != NH_MEANS_NOTHING)
        nh_reading_error_at(r, nh_reading_token_place(r, token),
                            (nh_words){"index", "choose another name for the index"},
                            "'%s' already has a meaning and cannot be an index", NH_NAME(r, name));
    return false;
}

static bool add_loop(nh_reading *r, loop_nest *loops, int32_t token, nh_node low, nh_node high) {
    loop_range *loop = &loops->loop[loops->count];
    *loop = (loop_range){.name = 0, .low = low, .high = high};
    if (token != NH_SYNTAX_NONE) {
        loop->name = nh_syntax_token(r->syntax, (uint32_t)token)->name;
        if (!is_free_index(r, loop->name, (uint32_t)token)) return false;
        for (uint32_t i = 0; i < loops->count; i++)
            if (loops->loop[i].name == loop->name) {
                nh_reading_error_at(r, nh_reading_token_place(r, (uint32_t)token), (nh_words){"index", NULL},
                                    "the index '%s' occurs twice", NH_NAME(r, loop->name));
                return false;
            }
    }
    loops->count++;
    return true;
}

enum { FAILED_LOOPS = NH_INDICES_MAX + 1 }; /* as their count: there was an error, there are no members */

static loop_nest failed_loops(void) {
    return (loop_nest){.count = FAILED_LOOPS, .is_failed = true};
}

static void too_many(nh_reading *r, uint32_t token) {
    nh_reading_error_at(r, nh_reading_token_place(r, token), (nh_words){"index", NULL},
                        "at most %d indices are possible", NH_INDICES_MAX);
}

static loop_nest loops_of_statement(nh_reading *r, const nh_statement *statement) {
    loop_nest loops = {.count = 0};
    for (uint32_t i = 0; i < statement->bindings; i++) {
        const nh_binding *binding = &r->syntax->bindings.items[statement->first_binding + i];
        if (i == NH_INDICES_MAX) too_many(r, binding->index);
        if (i == NH_INDICES_MAX || !add_loop(r, &loops, (int32_t)binding->index, binding->low, binding->high))
            return failed_loops();
    }
    return loops;
}

static loop_nest loops_of_clause(nh_reading *r, const nh_clause *clause) {
    loop_nest loops = {.count = 0};
    for (uint32_t i = 0; i < clause->dimensions; i++) {
        const nh_dimension *dimension = &r->syntax->dimensions.items[clause->first_dimension + i];
        if (i == NH_INDICES_MAX) too_many(r, (uint32_t)clause->name);
        if (i == NH_INDICES_MAX || !add_loop(r, &loops, dimension->index, dimension->low, dimension->high))
            return failed_loops();
    }
    return loops;
}

/* The bounds of the loop at this level, under the indices of the outer ones; false when it has no members. */
static bool enter_loop(nh_reading *r, loop_nest *loops, uint32_t level) {
    loop_range *loop = &loops->loop[level];
    nh_tick(r->context, 4);
    bool good = nh_evaluate_int(r, loop->low, "a bound of an index", &loop->now);
    loop->last = loop->now;
    if (good && loop->high != 0) good = nh_evaluate_int(r, loop->high, "a bound of an index", &loop->last);
    if (!good) loops->is_failed = true;
    if (good) nh_reading_expect_members(r, loop->last - loop->now + 1);
    return good && loop->now <= loop->last;
}

static void bind_index(nh_reading *r, const loop_range *loop) {
    nh_local local = {loop->name, nh_quantity_scalar(nh_expr_int(r->pool, loop->now))};
    nh_array_push(&r->locals, local);
}

/* From this level on inwards, to the next member; levels that are empty are left outwards. */
static bool descend_loops(nh_reading *r, loop_nest *loops, uint32_t level) {
    for (;;) {
        r->locals.count = loops->locals + level;
        bool has_members = level == loops->count || enter_loop(r, loops, level);
        if (has_members && level == loops->count) return true;
        if (has_members) {
            bind_index(r, &loops->loop[level++]);
            continue;
        }
        do {
            if (level-- == 0 || loops->is_failed) {
                r->locals.count = loops->locals;
                return false;
            }
        } while (loops->loop[level].now == loops->loop[level].last);
        loops->loop[level].now++;
        r->locals.count = loops->locals + level;
        bind_index(r, &loops->loop[level++]);
    }
}

/* From one member to the next. */
static bool next_member(nh_reading *r, loop_nest *loops) {
    uint32_t level = loops->count;
    while (level > 0 && loops->loop[level - 1].now == loops->loop[level - 1].last) level--;
    if (level == 0) {
        r->locals.count = loops->locals;
        return false;
    }
    loops->loop[level - 1].now++;
    r->locals.count = loops->locals + level - 1;
    bind_index(r, &loops->loop[level - 1]);
    return descend_loops(r, loops, level);
}

/* Counts the members of several loops before the first is made: what is beyond the limit takes no memory. Rounds of
 * outer loops count too, so that empty ones within them end. False when a bound is wrong. */
static bool count_ahead(nh_reading *r, loop_nest *loops) {
    uint64_t before = r->members;
    loop_nest outer = *loops;
    outer.count--;
    for (bool more = descend_loops(r, &outer, 0); more; more = next_member(r, &outer)) {
        loop_nest inner = *loops;
        bool has_members = enter_loop(r, &inner, outer.count);
        if (inner.is_failed) {
            outer.is_failed = true;
            break;
        }
        nh_reading_count_member(r);
        if (has_members) r->members += (uint64_t)(inner.loop[outer.count].last - inner.loop[outer.count].now);
    }
    r->members = before;
    r->locals.count = loops->locals;
    loops->is_failed = outer.is_failed;
    return !outer.is_failed;
}

static bool begin_members(nh_reading *r, loop_nest *loops) {
    loops->locals = r->locals.count;
    if (loops->count == FAILED_LOOPS) return false;
    if (loops->count > 1 && !loops->is_self_made && !count_ahead(r, loops)) return false;
    return descend_loops(r, loops, 0);
}

static bool count_next_member(nh_reading *r, loop_nest *loops) {
    nh_reading_count_member(r);
    return next_member(r, loops);
}

/* ---- statements ---- */

/* What the names mean that a statement declares. */
static nh_meaning_kind declared_kind(nh_statement_kind kind) {
    static const nh_meaning_kind kinds[NH_STATEMENT_KINDS] = {
    /* of --set and equations only: nothing */
#define STATEMENT(NAME, word, parser, round, declares) NH_MEANS_##declares,
#include "lang/statements.def"
#undef STATEMENT
    };
    return kinds[kind];
}

/* perp[3], perp[3].x; 0 when the clause declares nothing. */
static nh_name member_name(nh_reading *r, const nh_member *member) {
    if (member->base == 0) return 0;
    nh_name name = nh_scope_member(r, member->base, member->indices, member->index);
    if (member->clause->component == NH_SYNTAX_NONE) return name;
    nh_name component = nh_syntax_token(r->syntax, (uint32_t)member->clause->component)->name;
    return nh_scope_component(r, name, (uint32_t)(NH_NAME(r, component)[0] - 'x'));
}

static bool has_label(const nh_statement *statement) {
    return statement->kind == NH_STATEMENT_CONSTRAINT || statement->kind == NH_STATEMENT_CONDITION;
}

/* Whether the name or label of a member got its meaning: it has none when something in it was wrong, now or before. */
static bool is_made(const nh_reading *r, const nh_member *member) {
    if (has_label(member->statement)) return nh_scope_find_label(r, member->name) != NULL;
    return declared_kind(member->statement->kind) == NH_MEANS_NOTHING || nh_scope_is_known(r, member->name);
}

/* A family of consts that speaks about its own members may do so in the bounds of its indices: these are known when the
 * members before are made. */
static bool is_self_made(const nh_reading *r, const nh_statement *statement, const nh_clause *clause) {
    if (statement->kind != NH_STATEMENT_CONST || clause->name == NH_SYNTAX_NONE) return false;
    nh_name own = nh_syntax_token(r->syntax, (uint32_t)clause->name)->name;
    uint32_t count = 0;
    for (uint32_t i = clause->from; i < clause->behind; i++) count += nh_syntax_token(r->syntax, i)->name == own;
    return count > 1;
}

/* After an error in one member the others are not made: they would all have the same. */
static bool make_clause(nh_reading *r, const nh_statement *statement, const nh_clause *clause, nh_maker make) {
    uint64_t errors = nh_reading_errors(r);
    nh_meaning_kind kind = declared_kind(statement->kind);
    loop_nest loops = loops_of_clause(r, clause);
    loops.is_self_made = is_self_made(r, statement, clause);
    nh_member member = {.statement = statement, .clause = clause};
    uint32_t from = clause->from < clause->behind ? clause->from : statement->from;
    member.place = nh_syntax_place(r->syntax, from, clause->from < clause->behind ? clause->behind : statement->behind);
    if (clause->name != NH_SYNTAX_NONE) {
        member.base = nh_syntax_token(r->syntax, (uint32_t)clause->name)->name;
        member.place = nh_reading_token_place(r, (uint32_t)clause->name);
    }
    for (bool more = begin_members(r, &loops); more; more = count_next_member(r, &loops), member.number++) {
        member.indices = loops.count;
        for (uint32_t i = 0; i < loops.count; i++) member.index[i] = loops.loop[i].now;
        member.name = member_name(r, &member);
        r->needs.count = 0;
        make(r, &member);
        if (!is_made(r, &member) || nh_reading_errors(r) > errors) {
            r->locals.count = loops.locals;
            loops.is_failed = true;
            break;
        }
    }
    bool good = !loops.is_failed && nh_reading_errors(r) == errors;
    if (good && member.number == 0 && clause->dimensions > 0 && kind != NH_MEANS_FAILED)
        nh_scope_declare_empty(r, kind, member.base, clause->dimensions, member.place);
    return good;
}

/* Names and labels of a statement that is wrong get no further errors. */
static void fail_names(nh_reading *r, const nh_statement *statement) {
    if (!has_label(statement) && declared_kind(statement->kind) == NH_MEANS_NOTHING) return;
    for (uint32_t i = 0; i < statement->clauses; i++) {
        const nh_clause *clause = &r->syntax->clauses.items[statement->first_clause + i];
        if (clause->name == NH_SYNTAX_NONE) continue;
        nh_name name = nh_syntax_token(r->syntax, (uint32_t)clause->name)->name;
        if (has_label(statement)) nh_map_put(&r->failed_labels, name, 1);
        else nh_scope_declare_failed(r, name);
    }
}

void nh_family_make(nh_reading *r, const nh_statement *statement, nh_maker make) {
    bool good = !statement->is_broken;
    loop_nest loops = {.count = 0};
    if (good) loops = loops_of_statement(r, statement);
    for (bool more = good && begin_members(r, &loops); more && good; more = good && count_next_member(r, &loops))
        for (uint32_t i = 0; i < statement->clauses; i++)
            if (!make_clause(r, statement, &r->syntax->clauses.items[statement->first_clause + i], make)) good = false;
    r->locals.count = 0;
    if (!good || loops.is_failed) fail_names(r, statement);
}
