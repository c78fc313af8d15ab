/* nonholo linearize: linearised equations at a steady motion, and its stability. */
#include <stdlib.h>
#include <string.h>

#include "session/output.h"
#include "session/session.h"

/* Texts between commas, of all values of an option. */
typedef struct pieces {
    char *text;
    const char **items;
    size_t count;
} pieces;

static pieces split_values(const values *given) {
    size_t length = 1, most = 1;
    for (size_t i = 0; i < given->count; i++) length += strlen(given->items[i]) + 1;
    pieces p = {.text = need(calloc(length, 1))};
    for (size_t i = 0; i < given->count; i++) {
        strcat(p.text, i > 0 ? "," : "");
        strcat(p.text, given->items[i]);
    }
    for (const char *c = p.text; *c != '\0'; c++) most += *c == ',';
    p.items = need(calloc(most, sizeof *p.items));
    int depth = 0;
    bool is_open = false;
    for (char *c = p.text; *c != '\0'; c++) {
        depth += *c == '(' || *c == '[';
        depth -= *c == ')' || *c == ']';
        if (*c == ',' && depth == 0) {
            *c = '\0';
            is_open = false;
        } else if (!is_open && *c != ' ') {
            p.items[p.count++] = c;
            is_open = true;
        }
    }
    return p;
}

static void free_pieces(pieces *p) {
    free(p->items);
    free(p->text);
}

static exit_status show_linearize(session *s, const nh_linearize_def *def, nh_linearize **linear) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_linearize_make(s->model, def, linear);
    const char *as = option_value(s->given, OPTION_AS);
    if (got == NH_OK && as == NULL) got = nh_linearize_print(*linear, print_as(s->given), &text);
    else if (got == NH_OK && strcmp(as, "c") == 0) got = nh_linearize_print_code(*linear, &text);
    else if (got == NH_OK) got = nh_linearize_print_latex(*linear, &text);
    return session_show(s, got, text);
}

/* ---- along a motion ---- */

static exit_status show_floquet(session *s, const nh_floquet_def *def, nh_floquet **floquet) {
    exit_status status = session_read(s);
    if (status != EXIT_DONE) return status;
    const char *text = NULL;
    nh_status got = nh_floquet_make(s->model, def, floquet);
    if (got == NH_OK) got = nh_floquet_print(*floquet, print_as(s->given), &text);
    return session_show(s, got, text);
}

/* What belongs to steady motions does not belong here. */
static exit_status linearize_along(const options *given) {
    static const option others[] = {OPTION_STEADY, OPTION_STARTS,   OPTION_INDEPENDENT,
                                    OPTION_DIGITS, OPTION_FORMULAS, OPTION_AS};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has_option(given, others[i])) {
            complain("%s is for steady motions and cannot be combined with --along", option_at(others[i])->word);
            return EXIT_USAGE;
        }
    session s = {0};
    nh_floquet_def def = nh_default_floquet();
    nh_floquet *floquet = NULL;
    def.period = option_value(given, OPTION_ALONG);
    pieces at = split_values(&given->of[OPTION_AT]);
    exit_status status = session_open(&s, given);
    s.state = (nh_strings){at.items, at.count};
    if (status == EXIT_DONE) status = show_floquet(&s, &def, &floquet);
    nh_floquet_destroy(floquet);
    session_close(&s);
    free_pieces(&at);
    return status;
}

exit_status run_linearize(const options *given) {
    if (has_option(given, OPTION_ALONG)) return linearize_along(given);
    session s = {0};
    nh_linearize_def def = nh_default_linearize();
    nh_linearize *linear = NULL;
    long digits = def.digits, number = 0, starts = (long)def.starts;
    if (!option_whole(given, OPTION_DIGITS, 1, NH_LINEARIZE_DIGITS_MAX, &digits) ||
        !option_whole(given, OPTION_STEADY, 1, NH_STEADY_STARTS_MAX, &number) ||
        !option_whole(given, OPTION_STARTS, 0, NH_STEADY_STARTS_MAX, &starts))
        return EXIT_USAGE;
    const char *as = option_value(given, OPTION_AS);
    if (as != NULL && strcmp(as, "latex") != 0 && strcmp(as, "c") != 0) {
        complain("linearize prints its matrices --as latex or c, not '%s'; there are also --formulas and --json", as);
        return EXIT_USAGE;
    }
    def.formulas = as != NULL || has_option(given, OPTION_FORMULAS);
    pieces named = split_values(&given->of[OPTION_INDEPENDENT]), at = split_values(&given->of[OPTION_AT]);
    def.digits = (int)digits;
    def.steady = (size_t)number;
    def.starts = (size_t)starts;
    def.independent = (nh_strings){named.items, named.count};
    exit_status status = session_open(&s, given);
    s.state = (nh_strings){at.items, at.count};
    if (status == EXIT_DONE) status = show_linearize(&s, &def, &linear);
    nh_linearize_destroy(linear);
    session_close(&s);
    free_pieces(&at);
    free_pieces(&named);
    return status;
}
