/* Making a picture: what is to be seen is computed (motion/run/series.h), put into panels, written as a program, and
 * run by gnuplot, which reads it from a pipe and writes the picture to another: there are no temporary files and no
 * names of files for it to see. */
#include "out/plot/plot.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/assert.h"
#include "base/io/file.h"
#include "base/io/process.h"
#include "base/protect.h"
#include "base/text/name.h"
#include "num/number.h"
#include "out/plot/plot_private.h"

nh_plot_format nh_plot_format_of(const char *path) {
    static const char *const endings[NH_PLOT_FORMATS] = {".svg", ".png", ".pdf"};
    size_t length = strlen(path);
    for (int i = 0; i < NH_PLOT_FORMATS; i++)
        if (length > 4 && strcasecmp(path + length - 4, endings[i]) == 0) return (nh_plot_format)i;
    return NH_PLOT_FORMATS;
}

/* ---- what is drawn ---- */

bool nh_plot_ended_badly(const nh_plot *p) {
    return p->trajectory->outcome == NH_OUTCOME_SINGULAR || p->trajectory->outcome == NH_OUTCOME_FAILED;
}

static size_t count_rows(const nh_trajectory *trajectory) {
    return trajectory->values.count / trajectory->columns;
}

/* Of very many points neighbours may be far apart on a path, and a line between them would leave it;
 * over time they are close.
 *
 * The sketch, or the rows when they are steps and more than it has points: they have every extreme. Other rows may be
 * far apart, and what is between them is not known: no line joins them. */
static void choose_points(nh_plot *p) {
    const nh_trajectory *rows = p->trajectory, *sketch = rows->sketch;
    bool has_more = rows->has_steps && sketch != NULL && count_rows(rows) > count_rows(sketch);
    p->drawn = sketch == NULL || has_more ? rows : sketch;
    p->points = count_rows(p->drawn);
    p->is_joined = p->points > 1 && (p->drawn == sketch || rows->has_steps);
    p->has_lines = p->is_joined && p->drawn->has_steps && p->points <= NH_PLOT_FEW_OF_PATH;
    p->times = nh_plot_column(p, 0);
}

void nh_plot_set_times(nh_plot *p, double first, double last) {
    p->t_low = fmin(first, last);
    p->t_high = fmax(first, last);
    if (!(p->t_high - p->t_low > 1e-12 * fmax(fabs(first), fabs(last)))) p->t_low -= 0.5, p->t_high += 0.5;
    NH_ASSERT(p->t_low < p->t_high || !isfinite(first) || !isfinite(last));
}

static void set_times(nh_plot *p) {
    double first = 0, last = 1;
    if (p->points > 0) first = p->times[0], last = p->times[p->points - 1];
    if (nh_plot_ended_badly(p))
        last = first <= last ? fmax(last, p->trajectory->t_end) : fmin(last, p->trajectory->t_end);
    nh_plot_set_times(p, first, last);
}

static bool has_happened(const nh_plot *p, uint32_t event) {
    for (size_t i = 0; i < p->trajectory->happenings.count; i++)
        if (p->trajectory->happenings.items[i].event == event) return true;
    return false;
}

static const char *name_events(const nh_plot *p) {
    nh_text names = nh_text_begin(p->arena);
    for (uint32_t i = 0; i < p->model->events.count; i++) {
        const nh_event *event = &p->model->events.items[i];
        const char *name = event->is_stop ? "stop" : nh_name_text(p->model->context, event->name);
        if (has_happened(p, i)) nh_text_format(&names, "%s%s", names.length > 0 ? ", " : "", name);
    }
    return nh_text_string(&names);
}

static void set_titles(nh_plot *p) {
    p->title = nh_name_text(p->model->context, p->model->title);
    p->events = name_events(p);
    if (!nh_plot_ended_badly(p)) return;
    nh_text text = nh_text_begin(p->arena);
    char digits[NH_NUMBER_SIZE];
    nh_number_digits(digits, p->trajectory->t_end, 8);
    nh_text_format(&text, "ends at t = %s: %s", digits, p->trajectory->message);
    p->subtitle = nh_text_string(&text);
    p->has_warning = true;
}

nh_plot *nh_plot_make(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory, size_t most_paths) {
    NH_ASSERT(!nh_arena_is_scratch(arena) && most_paths > 0);
    nh_plot *p = NH_NEW(arena, nh_plot);
    *p = (nh_plot){.arena = arena, .model = model, .trajectory = trajectory};
    p->panels.arena = arena;
    choose_points(p);
    p->set = nh_series_make(arena, model, p->drawn, most_paths);
    return p;
}

const char *nh_plot_script(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                           nh_plot_format format) {
    NH_ASSERT(format < NH_PLOT_FORMATS);
    const char *section = trajectory->section != NULL ? nh_section_script(arena, model, trajectory, format) : NULL;
    if (section != NULL) return section;
    nh_plot *p = nh_plot_make(arena, model, trajectory, NH_PLOT_CURVES);
    set_times(p);
    set_titles(p);
    nh_plot_choose_panels(p);
    nh_plot_choose_view(p);
    nh_plot_lay_out(p);
    return nh_plot_make_script(p, format);
}

/* ---- gnuplot ---- */

static const char *find_gnuplot(nh_arena *arena) {
    const char *program = nh_process_find(arena, "gnuplot");
    if (program == NULL)
        nh_fail(
            nh_arena_context(arena), NH_E_UNSUPPORTED, "plot-program",
            "gnuplot, which draws the plots, was not found: install it (on Debian and Ubuntu the package gnuplot-nox)");
    return program;
}

/* The last line that is not empty, without the blanks in front. */
static const char *last_line(nh_arena *arena, const char *said) {
    size_t end = strlen(said);
    while (end > 0 && strchr(" \t\r\n", said[end - 1]) != NULL) end--;
    size_t from = end;
    while (from > 0 && said[from - 1] != '\n') from--;
    while (from < end && strchr(" \t", said[from]) != NULL) from++;
    return nh_arena_text(arena, said + from, end - from);
}

static _Noreturn void fail_drawing(nh_arena *arena, const nh_process_end *end) {
    nh_context *context = nh_arena_context(arena);
    const char *line = last_line(arena, end->said);
    if (end->error != 0)
        nh_fail(context, NH_E_IO, "plot-program", "cannot start gnuplot: %s", nh_process_reason(arena, end->error));
    if (end->stop != NH_OK) nh_raise(context, end->stop);
    nh_fail(context, NH_E_IO, "plot-program", "gnuplot failed with %s %d%s%s",
            end->signal != 0 ? "signal" : "exit status", end->signal != 0 ? end->signal : end->status,
            *line != '\0' ? ": " : "", line);
}

/* The date in a PDF becomes the earliest possible one: the same motion gives the same bytes. */
static void clear_date(char *bytes, size_t length) {
    static const char key[] = "/CreationDate (D:", date[] = "19700101000000";
    size_t size = sizeof key - 1 + sizeof date - 1;
    for (size_t i = 0; i + size <= length; i++)
        if (bytes[i] == '/' && memcmp(bytes + i, key, sizeof key - 1) == 0)
            memcpy(bytes + i + sizeof key - 1, date, sizeof date - 1);
}

/* Without the settings of the user. */
static nh_process_end draw_script(nh_arena *arena, const char *program, const char *script) {
    const char *words[] = {program, "-d", NULL};
    const char *variables[] = {"LC_ALL=C", "GNUPLOT_LIB=", NULL};
    nh_process_call call = {.words = words,
                            .variables = variables,
                            .input = script,
                            .input_length = strlen(script),
                            .keeps_output = true,
                            .doing = "drawing"};
    nh_process_end end = nh_process_run(arena, &call);
    if (!nh_process_is_good(&end) || end.output_length == 0) fail_drawing(arena, &end);
    return end;
}

static nh_plot_format need_format(nh_context *context, const char *path) {
    nh_plot_format format = nh_plot_format_of(path);
    if (format == NH_PLOT_FORMATS)
        nh_fail(context, NH_E_USAGE, "plot-format", "a plot must end with .svg, .png or .pdf, but the name is '%s'",
                path);
    return format;
}

void nh_plot_check(nh_context *context, const char *path) {
    nh_arena *arena = nh_arena_create(context);
    (void)need_format(context, path);
    (void)find_gnuplot(arena);
    nh_arena_destroy(arena);
}

void nh_plot_draw(nh_context *context, nh_plot_scripter script, const void *what, const char *path) {
    nh_arena *arena = nh_arena_create(context);
    nh_plot_format format = need_format(context, path);
    const char *program = find_gnuplot(arena);
    nh_process_end end = draw_script(arena, program, script(arena, what, format));
    if (format == NH_PLOT_PDF) clear_date(end.output, end.output_length);
    nh_file_write(context, path, end.output, end.output_length);
    nh_arena_destroy(arena);
}

typedef struct motion {
    const nh_model *model;
    const nh_trajectory *trajectory;
} motion;

static const char *script_of(nh_arena *arena, const void *what, nh_plot_format format) {
    const motion *m = what;
    return nh_plot_script(arena, m->model, m->trajectory, format);
}

void nh_plot_write(const nh_model *model, const nh_trajectory *trajectory, const char *path) {
    motion m = {model, trajectory};
    nh_plot_draw(model->context, script_of, &m, path);
}
