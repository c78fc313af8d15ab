/* The geometry of the constraint submanifold in print: text, LaTeX, JSON. */
#include <string.h>

#include "base/text/text.h"
#include "out/sheet/sheet_private.h"

typedef enum notation { PLAIN, LATEX } notation;

typedef NH_ARRAY(const char *) strings;

typedef struct geometry_writer {
    nh_arena *arena;
    const nh_sheet *sheet;
    notation notation;
} geometry_writer;

/* ---- one form ---- */

static void add_expr(const geometry_writer *w, nh_text *text, nh_expr e) {
    if (w->notation == PLAIN) nh_expr_print(w->sheet->model->pool, text, e);
    else nh_expr_print_latex(w->sheet->model->pool, text, e);
}

static void add_basis(const geometry_writer *w, nh_text *text, const nh_sheet_term *term) {
    const nh_coordinate *items = w->sheet->model->coordinates.items;
    nh_text x = nh_text_begin(w->arena), dx = nh_text_begin(w->arena), dy = nh_text_begin(w->arena);
    if (term->basis == NH_SHEET_DT || term->basis == NH_SHEET_BY_TIME) {
        bool is_field = term->basis == NH_SHEET_BY_TIME;
        if (w->notation == PLAIN) nh_text_add(text, is_field ? "d/dt" : "dt");
        else nh_text_add(text, is_field ? "\\frac{\\partial}{\\partial t}" : "dt");
        return;
    }
    add_expr(w, &x, items[term->x].q);
    add_expr(w, &dx, items[term->x].v);
    add_expr(w, &dy, items[term->y].v);
    static const char *const formats[][2] = {
        [NH_SHEET_OMEGA] = {"omega[%s]", "\\omega^{%s}"},
        [NH_SHEET_OMEGA_DT] = {"omega[%s]^dt", "\\omega^{%s} \\wedge dt"},
        [NH_SHEET_OMEGA_DV] = {"omega[%s]^d%s", "\\omega^{%s} \\wedge d%s"},
        [NH_SHEET_BY_PLACE] = {"d/d%s", "\\frac{\\partial}{\\partial %s}"},
        [NH_SHEET_BY_SPEED] = {"d/d%s", "\\frac{\\partial}{\\partial %s}"},
    };
    const char *format = formats[term->basis][w->notation], *mark = strstr(format, "%s");
    const char *first = nh_text_string(term->basis == NH_SHEET_BY_SPEED ? &dx : &x), *second = strstr(mark + 2, "%s");
    nh_text_add_bytes(text, format, (size_t)(mark - format));
    nh_text_add(text, first);
    if (second != NULL) nh_text_add_bytes(text, mark + 2, (size_t)(second - mark) - 2);
    nh_text_add(text, second != NULL ? nh_text_string(&dy) : mark + 2);
}

/* Without the primes that A' and B' of [Examples] (12)-(13) have. */
static void add_unprimed(const geometry_writer *w, nh_text *text, const char *name) {
    nh_sheet plain = *w->sheet;
    nh_form no_primes = *w->sheet->form;
    no_primes.has_primes = false;
    plain.form = &no_primes;
    nh_sheet_latex_coefficient(text, &plain, name);
}

/* A long coefficient by its name: momentum[x] is dL/dx', EL_A[x] is A_x of the Euler-Lagrange expressions, which have
 * no prime in [Examples], unlike A[x] of the reduced equations. */
static void add_name(const geometry_writer *w, nh_text *text, const nh_sheet_term *term) {
    const char *name = term->name;
    if (w->notation == PLAIN) {
        nh_text_add(text, name);
        return;
    }
    if (name[0] == '-') nh_text_add_char(text, *name++);
    if (strncmp(name, "momentum[", 9) == 0) {
        nh_text_add(text, "\\frac{\\partial L}{\\partial ");
        add_expr(w, text, w->sheet->model->coordinates.items[term->x].v);
        nh_text_add(text, "}");
    } else if (strncmp(name, "EL_", 3) == 0) add_unprimed(w, text, name + 3);
    else if (strchr(name, '[') == NULL) nh_text_add(text, name);
    else nh_sheet_latex_coefficient(text, w->sheet, name);
}

/* "- R*cos(phi)*omega[psi]", with its sign apart. */
static void add_term(const geometry_writer *w, nh_text *text, const nh_sheet_term *term, bool is_first) {
    nh_pool *pool = w->sheet->model->pool;
    nh_text factor = nh_text_begin(w->arena);
    bool is_sum = term->name == NULL && nh_expr_kind_of(pool, term->coefficient) == NH_EXPR_SUM &&
                  (nh_expr_arity(pool, term->coefficient) > 3 ||
                   nh_expr_args(pool, term->coefficient)[0] != NH_EXPR_ZERO); /* else a number times one term */
    if (term->name == NULL) add_expr(w, &factor, term->coefficient);
    else add_name(w, &factor, term);
    const char *string = nh_text_string(&factor);
    bool is_negative = !is_sum && string[0] == '-';
    if (is_negative) string++;
    if (is_first) nh_text_add(text, is_negative ? "-" : "");
    else nh_text_add(text, is_negative ? " - " : " + ");
    if (strcmp(string, "1") != 0) {
        nh_text_format(text, is_sum ? (w->notation == PLAIN ? "(%s)" : "\\left(%s\\right)") : "%s", string);
        nh_text_add(text, w->notation == PLAIN ? "*" : "\\,");
    }
    add_basis(w, text, term);
}

static const char *text_of_form(const geometry_writer *w, const nh_sheet_form *form) {
    nh_text text = nh_text_begin(w->arena);
    if (w->notation == PLAIN) nh_text_add(&text, form->name);
    else if (strcmp(form->name, "theta_L") == 0) nh_text_add(&text, "\\theta_\\lambda");
    else if (strcmp(form->name, "alpha_Q") == 0) nh_text_add(&text, "\\alpha_Q");
    else if (form->terms.count == 1 && form->terms.items[0].basis == NH_SHEET_BY_SPEED) {
        nh_text_add(&text, "D_{");
        add_expr(w, &text, w->sheet->model->coordinates.items[form->terms.items[0].x].v);
        nh_text_add(&text, "}");
    } else add_unprimed(w, &text, form->name);
    nh_text_add(&text, " = ");
    for (size_t i = 0; i < form->terms.count; i++) add_term(w, &text, &form->terms.items[i], i == 0);
    if (form->terms.count == 0) nh_text_add(&text, form->has_F ? "" : "0");
    const char *sign = form->terms.count > 0 ? " + " : "";
    if (form->has_F) nh_text_format(&text, "%s%s", sign, w->notation == LATEX && form->has_phi ? "\\bar{F}" : "F");
    if (form->has_phi) nh_text_add(&text, w->notation == LATEX ? " + \\varphi_{(2)}" : " + phi_(2)");
    return nh_text_string(&text);
}

/* ---- what holds on Q ---- */

static void add_words(const geometry_writer *w, nh_text *text, const char *words) {
    if (w->notation == PLAIN) {
        nh_text_add(text, words);
        return;
    }
    nh_text_add(text, "\\text{");
    nh_sheet_latex_escape(text, words);
    nh_text_add(text, "}");
}

/* "sin(theta) = 0", or several expressions that vanish. */
static void add_place(const geometry_writer *w, nh_text *text, const nh_condition *place) {
    for (uint32_t i = 0; i < place->count; i++) {
        if (i > 0) add_words(w, text, " and ");
        add_expr(w, text, place->zero[i]);
        nh_text_add(text, " = 0");
    }
}

static void add_places(const geometry_writer *w, nh_text *text, nh_fact fact, nh_condition_kind kind) {
    const nh_conditions *places = &w->sheet->geometry.places;
    size_t count = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        if (places->items[i].kind != kind || places->items[i].is_elsewhere) continue;
        bool is_sure = places->items[i].by != NH_EVIDENCE_NONE;
        add_words(w, text,
                  count++ > 0 ? (is_sure ? ", where " : ", perhaps where ")
                              : (is_sure ? " fails where " : " fails perhaps where "));
        add_place(w, text, &places->items[i]);
    }
    if (count == 0) add_words(w, text, fact.truth == NH_NO ? " fails at all states" : ": unknown whether everywhere");
    else if (places->complete[kind] == NH_EVIDENCE_NONE) add_words(w, text, ", perhaps elsewhere too");
}

/* "the rank condition (8) holds at all states of Q (proved)", "... fails where sin(theta) = 0". */
static const char *sentence_of(const geometry_writer *w, const char *what, nh_fact fact, nh_condition_kind kind) {
    nh_text text = nh_text_begin(w->arena), words = nh_text_begin(w->arena);
    nh_text_add(&words, what);
    if (fact.truth == NH_YES) nh_text_format(&words, " holds at all states of Q (%s)", nh_evidence_name(fact.by));
    add_words(w, &text, nh_text_string(&words));
    if (fact.truth != NH_YES) add_places(w, &text, fact, kind);
    return nh_text_string(&text);
}

static const char rank_words[] = "the rank condition (8)", regular_words[] = "regularity, det B' != 0,",
                  chart_words[] = "the explicit form (9)";

/* The pieces that are integrable. */
static void list_semiholonomic(const geometry_writer *w, strings *list) {
    const nh_position_integrals *found = &w->sheet->geometry.semiholonomic;
    for (uint32_t i = 0; i < found->found; i++) {
        nh_text text = nh_text_begin(w->arena);
        add_words(w, &text, "semiholonomic: ");
        add_expr(w, &text, found->function[i]);
        add_words(w, &text, " is constant");
        nh_array_push(list, nh_text_string(&text));
    }
    if (found->count.by == NH_EVIDENCE_NONE || found->count.value <= found->found) return;
    nh_text text = nh_text_begin(w->arena), words = nh_text_begin(w->arena);
    size_t missing = found->count.value - found->found;
    nh_text_format(&words, "semiholonomic: %s%zu function%s of t and q, not found in closed form (%s)",
                   found->found > 0 ? "further " : "", missing, missing == 1 ? "" : "s",
                   nh_evidence_name(found->count.by));
    add_words(w, &text, nh_text_string(&words));
    nh_array_push(list, nh_text_string(&text));
}

static const char *dimensions_of(const geometry_writer *w) {
    const nh_sheet_geometry *g = &w->sheet->geometry;
    nh_text text = nh_text_begin(w->arena);
    nh_text_format(&text,
                   w->notation == PLAIN ? "dim J1Y = %u, dim Q = %u, rank C = %u"
                                        : "\\dim J^1Y = %u, \\quad \\dim Q = %u, \\quad \\operatorname{rank} C = %u",
                   g->dimension_J, g->dimension_Q, g->rank_C);
    return nh_text_string(&text);
}

/* ---- lines, in their order ---- */

static strings list_forms(const geometry_writer *w) {
    const nh_sheet_geometry *g = &w->sheet->geometry;
    strings list = {.arena = w->arena};
    nh_array_push(&list, dimensions_of(w));
    nh_array_push(&list, text_of_form(w, &g->cartan));
    nh_array_push(&list, text_of_form(w, &g->system));
    for (size_t i = 0; i < g->constraint_forms.count; i++)
        nh_array_push(&list, text_of_form(w, &g->constraint_forms.items[i]));
    for (size_t i = 0; i < g->distribution.count; i++) nh_array_push(&list, text_of_form(w, &g->distribution.items[i]));
    nh_array_push(&list, text_of_form(w, &g->constrained_system));
    return list;
}

static strings list_sentences(const geometry_writer *w) {
    const nh_sheet_geometry *g = &w->sheet->geometry;
    strings list = {.arena = w->arena};
    nh_array_push(&list, sentence_of(w, rank_words, g->rank, NH_CONDITION_RANK));
    nh_fact chart = nh_conditions_have_none(&g->places, NH_CONDITION_CHOICE);
    if (chart.truth != NH_UNKNOWN || g->places.count > 0)
        nh_array_push(&list, sentence_of(w, chart_words, chart, NH_CONDITION_CHOICE));
    nh_array_push(&list, sentence_of(w, regular_words, g->regular, NH_CONDITION_MASS));
    list_semiholonomic(w, &list);
    return list;
}

void nh_sheet_geometry_text(nh_text *text, nh_arena *arena, const nh_sheet *sheet,
                            void (*add_wrapped)(nh_text *text, nh_arena *arena, const char *line)) {
    const geometry_writer w = {arena, sheet, PLAIN};
    if (!sheet->geometry.is_there) return;
    const strings forms = list_forms(&w), sentences = list_sentences(&w);
    nh_text_add(text, "\ngeometry\n");
    for (size_t i = 0; i < forms.count; i++) add_wrapped(text, arena, forms.items[i]);
    for (size_t i = 0; i < sentences.count; i++) add_wrapped(text, arena, sentences.items[i]);
}

void nh_sheet_geometry_latex(nh_text *text, nh_arena *arena, const nh_sheet *sheet, const nh_sheet_latex_rows *rows) {
    const geometry_writer w = {arena, sheet, LATEX};
    if (!sheet->geometry.is_there) return;
    const strings forms = list_forms(&w), sentences = list_sentences(&w);
    rows->begin(text, "geometry");
    for (size_t i = 0; i < forms.count; i++) rows->add_formula(text, arena, forms.items[i]);
    for (size_t i = 0; i < sentences.count; i++) rows->add_formula(text, arena, sentences.items[i]);
    rows->end(text);
}

/* ---- JSON ---- */

static void add_json_form(nh_json *json, const geometry_writer *plain, const char *key, const nh_sheet_form *form) {
    geometry_writer latex = *plain;
    latex.notation = LATEX;
    nh_json_open(json, key, '{');
    nh_json_string(json, "name", form->name);
    nh_json_string(json, "text", text_of_form(plain, form));
    nh_json_string(json, "latex", text_of_form(&latex, form));
    nh_json_close(json);
}

static void add_json_forms(nh_json *json, const geometry_writer *plain, const char *key, const nh_sheet_forms *forms) {
    nh_json_open(json, key, '[');
    for (size_t i = 0; i < forms->count; i++) add_json_form(json, plain, NULL, &forms->items[i]);
    nh_json_close(json);
}

static void add_json_places(nh_json *json, const geometry_writer *w, const char *key, nh_condition_kind kind) {
    const nh_conditions *places = &w->sheet->geometry.places;
    nh_json_open(json, key, '[');
    for (uint32_t i = 0; i < places->count; i++) {
        if (places->items[i].kind != kind || places->items[i].is_elsewhere) continue;
        nh_text text = nh_text_begin(w->arena);
        add_place(w, &text, &places->items[i]);
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "where", nh_text_string(&text));
        nh_json_evidence(json, "where", places->items[i].by);
        nh_json_close(json);
    }
    nh_json_close(json);
}

void nh_sheet_geometry_json(nh_json *json, nh_arena *arena, const nh_sheet *sheet) {
    const nh_sheet_geometry *g = &sheet->geometry;
    const geometry_writer w = {arena, sheet, PLAIN};
    if (!g->is_there) return;
    nh_json_open(json, "geometry", '{');
    nh_json_integer(json, "dim_J1Y", g->dimension_J);
    nh_json_integer(json, "dim_Q", g->dimension_Q);
    nh_json_integer(json, "rank_C", g->rank_C);
    add_json_form(json, &w, "cartan_form", &g->cartan);
    add_json_form(json, &w, "system", &g->system);
    add_json_forms(json, &w, "constraint_forms", &g->constraint_forms);
    add_json_forms(json, &w, "distribution", &g->distribution);
    add_json_form(json, &w, "constrained_system", &g->constrained_system);
    nh_json_fact(json, "rank_condition", g->rank);
    add_json_places(json, &w, "rank_fails", NH_CONDITION_RANK);
    add_json_places(json, &w, "explicit_form_fails", NH_CONDITION_CHOICE);
    nh_json_fact(json, "regular", g->regular);
    add_json_places(json, &w, "not_regular", NH_CONDITION_MASS);
    nh_json_open_line(json, "semiholonomic", '[');
    for (uint32_t i = 0; i < g->semiholonomic.found; i++) {
        nh_text text = nh_text_begin(arena);
        nh_expr_print(sheet->model->pool, &text, g->semiholonomic.function[i]);
        nh_json_string(json, NULL, nh_text_string(&text));
    }
    nh_json_close(json);
    nh_json_evidence(json, "semiholonomic", g->semiholonomic.count.by);
    nh_json_close(json);
}
