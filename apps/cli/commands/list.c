/* nonholo list: the built-in models, and how they move. */
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "interrupt.h"
#include "session/output.h"
#include "session/progress.h"

static exit_status list_names(const options *given) {
    char *names = NULL;
    size_t length = 0;
    FILE *to = need(open_memstream(&names, &length));
    for (size_t i = 0; nh_builtin_at(i) != NULL; i++) fprintf(to, "%s\n", nh_builtin_at(i)->name);
    if (fclose(to) != 0) (void)need(NULL);
    exit_status status = write_output(given, names, length);
    free(names);
    return status;
}

static nh_status create_context(nh_context **context) {
    nh_context_def def = nh_default_context();
    if (shows_progress()) def.progress = show_progress;
    return nh_context_create(&def, context);
}

/* In a context of its own, so that no model takes the memory of another. */
static nh_builtin_motion move_alone(const nh_builtin *builtin) {
    nh_context *context = NULL;
    nh_builtin_motion motion = {.builtin = builtin, .status = create_context(&context)};
    if (motion.status != NH_OK) return motion;
    watch_interrupts(context);
    (void)nh_builtin_move(context, builtin, &motion);
    clear_progress();
    watch_interrupts(NULL);
    nh_context_destroy(context);
    return motion;
}

/* On a terminal each line is one: long references are cut. */
static exit_status write_list(const options *given, const char *text) {
    bool is_cut = !has_option(given, OPTION_JSON) && !has_option(given, OPTION_OUTPUT);
    char *lines = need(strdup(text));
    if (is_cut) cut_lines(lines, terminal_width());
    exit_status status = write_text(given, lines);
    free(lines);
    return status;
}

/* The list, or how `count` of them moved. */
static exit_status print_list(const options *given, size_t count, const nh_builtin_motion *motions) {
    nh_context *context = NULL;
    const char *text = NULL;
    nh_status got = create_context(&context);
    if (got == NH_OK && motions == NULL) got = nh_builtin_print(context, print_as(given), &text);
    else if (got == NH_OK) got = nh_builtin_print_motions(context, print_as(given), count, motions, &text);
    if (got != NH_OK) complain("%s", nh_status_text(got));
    exit_status status = got == NH_OK ? write_list(given, text) : exit_status_of(got);
    nh_context_destroy(context);
    return status;
}

/* Every built-in model moved as it stands. */
static exit_status list_motions(const options *given) {
    nh_builtin_motion *motions = need(calloc(nh_builtin_count() + 1, sizeof *motions));
    size_t count = 0;
    bool all_good = true;
    for (; nh_builtin_at(count) != NULL && !was_interrupted(); count++) {
        motions[count] = move_alone(nh_builtin_at(count));
        all_good &= motions[count].status == NH_OK && motions[count].run.outcome <= NH_OUTCOME_STOPPED;
    }
    exit_status status = print_list(given, count, motions);
    free(motions);
    if (status != EXIT_DONE) return status;
    return was_interrupted() ? interrupt_status() : all_good ? EXIT_DONE : EXIT_NUMERIC;
}

exit_status run_list(const options *given) {
    bool has_names = has_option(given, OPTION_NAMES);
    if (has_names && (has_option(given, OPTION_RUN) || has_option(given, OPTION_JSON))) {
        complain("--names prints only names: leave out --run and --json");
        return EXIT_USAGE;
    }
    if (has_names) return list_names(given);
    return has_option(given, OPTION_RUN) ? list_motions(given) : print_list(given, 0, NULL);
}
