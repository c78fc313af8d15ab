/* The rounds of a reading.
 *
 * 1. What declares names, and the energies; then T, V, L are known.
 * 2. What may speak about T, V, L: declarations that do, forces, constraints, assumptions.
 * 3. What may also speak about constraints by their labels: initial values, events, what is recorded, drawings; and
 * abbreviations that do.
 *
 * In every round statements go in the order of the text, and a name is visible only after its declaration. */
#include "lang/lang.h"

#include <string.h>

#include "base/protect.h"
#include "lang/reading_private.h"
#include "model/curved_rows.h"

static uint32_t round_of(nh_statement_kind kind) {
    static const uint32_t rounds[] = {
#define STATEMENT(NAME, word, parser, round, ...) round,
#include "lang/statements.def"
#undef STATEMENT
    };
    return rounds[kind];
}

static nh_maker maker_of(nh_statement_kind kind) {
    static const nh_maker makers[] = {
#define STATEMENT(NAME, word, ...) nh_make_##word,
#include "lang/statements.def"
#undef STATEMENT
    };
    return makers[kind];
}

/* ---- statements that must wait for the energies ---- */

static bool is_late_name(nh_reading *r, nh_name name) {
    if (nh_scope_is_deferred(r, name)) return true;
    bool is_late = nh_is_late_name(r, name) || strcmp(NH_NAME(r, name), "momentum") == 0;
    return is_late && !nh_scope_is_visible(r, name);
}

/* round: that of the statement which declares them. */
static void defer_names(nh_reading *r, const nh_statement *statement, uint32_t round) {
    for (uint32_t i = 0; i < statement->clauses; i++) {
        const nh_clause *clause = &r->syntax->clauses.items[statement->first_clause + i];
        if (clause->name != NH_SYNTAX_NONE)
            nh_map_put(&r->deferred, nh_syntax_token(r->syntax, (uint32_t)clause->name)->name, round);
    }
}

/* Whether the statement gives the name a meaning of its own: it declares it, or has it as an argument or an index. */
static bool is_bound_here(const nh_reading *r, const nh_statement *statement, nh_name name) {
    const nh_syntax *syntax = r->syntax;
    for (uint32_t i = statement->from; i < statement->behind; i++) {
        const nh_token *token = nh_syntax_token(syntax, i);
        bool is_name = token->kind == NH_TOKEN_NAME && token->name == name;
        if (is_name && i + 1 < statement->behind && nh_token_is(r->context, token + 1, "=")) return true;
    }
    for (uint32_t i = 0; i < statement->clauses; i++) {
        const nh_clause *clause = &syntax->clauses.items[statement->first_clause + i];
        for (uint32_t k = 0; k < clause->parts; k++) {
            const nh_part *part = &syntax->parts.items[clause->first_part + k];
            if (part->kind == NH_PART_ARGUMENT && nh_syntax_token(syntax, part->token)->name == name) return true;
        }
        if (clause->name != NH_SYNTAX_NONE && nh_syntax_token(syntax, (uint32_t)clause->name)->name == name)
            return true;
    }
    return false;
}

/* The round in which what the token says is known: 2 for energies, 3 for what the equations of motion determine, else
 * 1. Not as the part of something, nor as a name of the statement's own. */
static uint32_t round_of_token(nh_reading *r, const nh_statement *statement, uint32_t i) {
    const nh_token *token = nh_syntax_token(r->syntax, i);
    if (token->kind != NH_TOKEN_NAME || nh_token_is(r->context, token - 1, ".")) return 1;
    const uint64_t *deferred = nh_map_get(&r->deferred, token->name);
    uint32_t round = deferred != NULL ? (uint32_t)*deferred : is_late_name(r, token->name) ? 2 : 1;
    if (deferred == NULL && nh_is_motion_name(r, i) && !nh_scope_is_visible(r, token->name)) round = 3;
    return round > 1 && is_bound_here(r, statement, token->name)
               ? 1
               : round; /* asked last: it examines the whole statement */
}

/* The round of a let or a quasi-velocity that speaks about energies, itself or through another one, or of a let
 * about the motion; 1 for what need not wait. A function may speak about energies, and is declared all the
 * same; what calls it waits. */
static uint32_t round_to_wait_for(nh_reading *r, const nh_statement *statement) {
    bool is_function = statement->kind == NH_STATEMENT_FUNCTION, is_let = statement->kind == NH_STATEMENT_LET;
    uint32_t round = 1;
    if (statement->is_broken) return 1;
    if (!is_function && !is_let && statement->kind != NH_STATEMENT_QUASI) return 1;
    for (uint32_t i = statement->from + 1; i < statement->behind; i++) {
        uint32_t own = round_of_token(r, statement, i);
        if (own > round) round = own;
    }
    if (!is_let && round == 3) round = 2;
    if (statement->kind == NH_STATEMENT_QUASI) {
        r->defers_quasis = round > 1 || r->defers_quasis;
        if (r->defers_quasis) round = 2;
    }
    if (round > 1) defer_names(r, statement, round);
    return is_function ? 1 : round;
}

/* ---- rounds ---- */

static void check_quaternions(nh_reading *r, const nh_statement *statement) {
    if (r->quaternions.count > 0 && !statement->is_broken)
        nh_reading_error_at(r, nh_syntax_place(r->syntax, statement->from, statement->behind),
                            (nh_words){"misplaced", "declare it with let first"},
                            "a quaternion of coordinates is allowed only in let, point and body");
    r->quaternions.count = 0;
}

static void make_statement(nh_reading *r, const nh_statement *statement) {
    uint64_t errors = nh_reading_errors(r);
    r->model->statement = r->statement;
    nh_family_make(r, statement, maker_of(statement->kind));
    if (nh_reading_errors(r) == errors) check_quaternions(r, statement);
    r->quaternions.count = 0;
}

static void make_round(nh_reading *r, uint32_t round, uint32_t *rounds) {
    for (uint32_t i = 0; i < r->syntax->statements.count; i++) {
        const nh_statement *statement = &r->syntax->statements.items[i];
        if (rounds[i] != round) continue;
        r->statement = i;
        if (round == 1) rounds[i] = round_to_wait_for(r, statement);
        if (rounds[i] != round) continue;
        r->is_motion = round == 3 && statement->kind == NH_STATEMENT_LET;
        make_statement(r, statement);
        r->is_motion = false;
    }
    r->statement = (uint32_t)r->syntax->statements.count;
}

/* Where names are declared, for what uses them too early. */
static void note_lines(nh_reading *r) {
    for (size_t i = 0; i < r->syntax->statements.count; i++) {
        const nh_statement *statement = &r->syntax->statements.items[i];
        if (round_of(statement->kind) != 1) continue;
        for (uint32_t c = 0; c < statement->clauses; c++) {
            const nh_clause *clause = &r->syntax->clauses.items[statement->first_clause + c];
            if (clause->name == NH_SYNTAX_NONE) continue;
            const nh_token *token = nh_syntax_token(r->syntax, (uint32_t)clause->name);
            bool is_new;
            uint64_t *line = nh_map_slot(&r->line_of, token->name, &is_new);
            if (is_new) *line = token->line;
        }
    }
}

static bool has_inertia(const nh_rigid_body *body) {
    nh_matrix3 none = nh_matrix3_diag(NH_EXPR_ZERO, NH_EXPR_ZERO, NH_EXPR_ZERO);
    return body->mass != NH_EXPR_ZERO || !nh_matrix3_equal(body->inertia, none);
}

/* A lagrangian is all there is of energy. */
static void check_lagrangian(nh_reading *r) {
    const nh_model *m = r->model;
    const nh_term *given = NULL;
    uint32_t other = 0;
    for (size_t i = 0; i < m->terms.count; i++) {
        if (m->terms.items[i].kind == NH_TERM_LAGRANGIAN) given = &m->terms.items[i];
        else other = m->terms.items[i].place.line;
    }
    if (given == NULL) return;
    for (size_t i = 0; i < m->points.count && other == 0; i++)
        if (m->points.items[i].mass != NH_EXPR_UNDEFINED) other = m->points.items[i].place.line;
    for (size_t i = 0; i < m->bodies.count && other == 0; i++)
        if (has_inertia(&m->bodies.items[i])) other = m->bodies.items[i].place.line;
    for (size_t i = 0; i < m->links.count && other == 0; i++)
        if (!m->links.items[i].is_damper) other = m->links.items[i].place.line;
    if (other != 0)
        nh_reading_error_at(r, given->place, (nh_words){"lagrangian", "remove one of the two"},
                            "a Lagrangian must be complete, but line %u adds to the energy", (unsigned)other);
}

/* Brings the items into the order of the text: a stable sort by statement. */
static void sort_items(nh_reading *r, uint32_t statements) {
    nh_model *model = r->model;
    size_t *place = NH_NEW_ARRAY(r->arena, size_t, (size_t)statements + 2);
    nh_item *sorted = NH_NEW_ARRAY(r->arena, nh_item, model->items.count);
    for (size_t i = 0; i < model->items.count; i++) place[model->items.items[i].statement + 1]++;
    for (uint32_t s = 1; s <= statements; s++) place[s] += place[s - 1];
    for (size_t i = 0; i < model->items.count; i++) {
        nh_item item = model->items.items[i];
        sorted[place[item.statement]++] = item;
    }
    for (size_t i = 0; i < model->items.count; i++) model->items.items[i] = sorted[i];
}

/* Initial accelerations choose among several: where a constraint that is not linear in them leaves such. */
static void check_accelerations(nh_reading *r) {
    if (r->model->accelerations.count == 0 || nh_curved_rows_act(r->model)) return;
    nh_words words = {"init", "it is a guess, where a constraint is not linear in the accelerations"};
    nh_reading_error_at(r, r->model->accelerations.items[0].place, words, "an acceleration cannot be an initial value");
}

static void make_all(nh_reading *r) {
    uint32_t count = (uint32_t)r->syntax->statements.count;
    uint32_t *rounds = NH_NEW_ARRAY(r->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) rounds[i] = round_of(r->syntax->statements.items[i].kind);
    note_lines(r);
    make_round(r, 1, rounds);
    check_lagrangian(r);
    nh_model_build_energies(r->model);
    r->is_late = true;
    make_round(r, 2, rounds);
    if (nh_diag_errors(r->context) == r->syntax->tokens.errors_before) nh_drop_identities(r);
    make_round(r, 3, rounds);
    r->model->statement = count;
    nh_options_read_judged(r);
    nh_options_read_inits(r);
    nh_options_apply_conditions(r);
    nh_guess_contacts(r);
    nh_watch_contacts(r);
    nh_motion_make_claims(r);
    nh_transposition_make_claims(r);
    nh_options_check_taken(r);
    nh_model_build_forces(r->model);
    nh_curved_rows_declare(r->model);
    check_accelerations(r);
    sort_items(r, count);
}

/* ---- beginning and end ---- */

/* "folder/leibniz.nh" gives "leibniz". */
static nh_name title_from_file(nh_context *context, const char *file) {
    if (file == NULL) return nh_name_of_text(context, "untitled");
    const char *slash = strrchr(file, '/'), *begin = slash != NULL ? slash + 1 : file;
    size_t length = strlen(begin);
    if (length > 3 && strcmp(begin + length - 3, ".nh") == 0) length -= 3;
    return nh_name_of(context, begin, length);
}

static void prepare_reading(nh_reading *r) {
    nh_arena *a = r->arena;
    r->needs.arena = r->kept_needs.arena = a;
    r->needs_of = nh_map_make(a);
    r->watch_of = nh_map_make(a);
    r->meanings.arena = r->families.arena = r->locals.arena = r->bodies.arena = r->calls.arena = r->values.arena = a;
    r->labels[0].arena = r->labels[1].arena = r->overrides.arena = r->quaternions.arena = a;
    r->guesses.arena = a;
    nh_array_reserve(&r->values, 1); /* so that no values have an address too */
    r->call_of = nh_index_make(a);
    r->meaning_of = nh_map_make(a);
    r->line_of = nh_map_make(a);
    r->deferred = nh_map_make(a);
    r->has_slopes = nh_map_make(a);
    r->label_of[0] = nh_map_make(a);
    r->label_of[1] = nh_map_make(a);
    r->row_of = nh_map_make(a);
    r->initial_of = nh_map_make(a);
    r->transposition_of = nh_map_make(a);
    r->unit_of = nh_map_make(a);
    r->independent_of = nh_map_make(a);
    r->folded = nh_map_make(a);
    r->spelt = nh_map_make(a);
    r->warned = nh_map_make(a);
    r->identities = nh_map_make(a);
    r->failed_labels = nh_map_make(a);
    r->errors_at = nh_map_make(a);
}

typedef struct request {
    nh_reading *r;
    const char *text;
    size_t length;
} request;

static void read_all(void *argument) {
    const request *asked = argument;
    nh_reading *r = asked->r;
    const char *name = r->def->name;
    if (name != NULL) name = nh_arena_string(r->model->arena, name); /* places keep it */
    nh_added_text more = {r->def->more, r->def->more_length, r->def->more_name};
    if (more.file != NULL) more.file = nh_arena_string(r->model->arena, more.file);
    r->file = r->syntax = more.text == NULL ? nh_syntax_read(r->arena, asked->text, asked->length, name)
                                            : nh_syntax_read_both(r->arena, asked->text, asked->length, name, &more);
    nh_options_read_sets(r);
    make_all(r);
    if (nh_diag_errors(r->context) == r->syntax->tokens.errors_before) nh_warn_about_model(r);
}

/* A limit was reached: says where reading was. */
static void tell_place(nh_reading *r) {
    if (r->file == NULL || r->model->statement >= r->file->statements.count) return;
    const nh_statement *statement = &r->file->statements.items[r->model->statement];
    nh_place place = nh_syntax_place(r->file, statement->from, statement->behind);
    nh_remark remark = {.code = "reading-stopped", .severity = NH_SEVERITY_NOTE, .status = NH_OK, .place = &place};
    nh_diag_add(r->context, &remark, "reading stopped here");
}

/* ---- what it was read from ---- */

static const char *copy_of(nh_arena *arena, const char *text, size_t length) {
    return text != NULL ? nh_arena_text(arena, text, length) : NULL;
}

static nh_strings copy_of_list(nh_arena *arena, nh_strings list) {
    const char **items = NH_NEW_ARRAY(arena, const char *, list.count + 1);
    for (size_t i = 0; i < list.count; i++) items[i] = copy_of(arena, list.items[i], strlen(list.items[i]));
    return (nh_strings){items, list.count};
}

/* Names of files are not kept: nothing is said about them when it is read again. */
static nh_source keep_source(nh_model *model, const request *asked) {
    nh_arena *arena = model->arena;
    const nh_read_def *def = asked->r->def;
    nh_source source = {copy_of(arena, asked->text, asked->length), asked->length, *def, asked->r->is_trial, false};
    source.def.name = source.def.more_name = NULL;
    source.def.more = copy_of(arena, def->more, def->more_length);
    source.def.motion = copy_of(arena, def->motion, def->motion != NULL ? strlen(def->motion) : 0);
    source.def.field = copy_of(arena, def->field, def->field != NULL ? strlen(def->field) : 0);
    source.def.section = copy_of(arena, def->section, def->section != NULL ? strlen(def->section) : 0);
    source.def.set = copy_of_list(arena, def->set);
    source.def.init = copy_of_list(arena, def->init);
    source.def.with = copy_of_list(arena, def->with);
    source.def.without = copy_of_list(arena, def->without);
    source.def.assume = copy_of_list(arena, def->assume);
    source.def.equations = copy_of_list(arena, def->equations);
    source.def.conditions = copy_of_list(arena, def->conditions);
    source.def.factors = copy_of_list(arena, def->factors);
    source.def.end = copy_of_list(arena, def->end);
    return source;
}

static nh_model *read_model(nh_context *context, const nh_read_def *def, const request *text, bool is_trial,
                            nh_status *status) {
    nh_arena *arena = nh_arena_create(context);
    size_t errors = nh_diag_errors(context), diags = nh_context_diag_count(context);
    nh_model *model = nh_model_begin(context);
    nh_reading *r = NH_NEW(arena, nh_reading);
    *r = (nh_reading){.context = context, .arena = arena, .pool = model->pool, .model = model, .def = def};
    r->function = NH_MODEL_NONE;
    prepare_reading(r);
    model->title = title_from_file(context, def->name);
    r->is_trial = is_trial;
    request asked = {r, text->text, text->length};
    nh_status ended = nh_protect(context, read_all, &asked);
    if (ended == NH_OK) model->source = keep_source(model, &asked);
    bool option_errors = r->option_errors;
    if (ended == NH_E_LIMIT) tell_place(r);
    nh_diag_sort(context, diags, def->name);
    nh_arena_destroy(arena);
    *status = ended;
    if (ended == NH_OK && nh_diag_errors(context) > errors) *status = option_errors ? NH_E_USAGE : NH_E_MODEL;
    if (*status == NH_OK) return model;
    nh_model_destroy(model);
    if (ended != NH_OK) nh_raise(context, ended);
    return NULL;
}

nh_model *nh_lang_read(nh_context *context, const nh_read_def *def, const char *text, size_t length,
                       nh_status *status) {
    return read_model(context, def, &(request){.text = text, .length = length}, false, status);
}

nh_model *nh_lang_again(const nh_model *model, const nh_read_def *def, bool is_trial) {
    nh_context *context = model->context;
    nh_status status;
    size_t diags = nh_context_diag_count(context);
    request asked = {.text = model->source.text, .length = model->source.length};
    nh_model *result = read_model(context, def, &asked, is_trial, &status);
    nh_diag_forget(context, diags);
    return result;
}
