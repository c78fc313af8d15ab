/* Stability over values as a picture: real and imaginary parts over the value, and the root locus; of two values the
 * map of verdicts. Values where the motion is stable have a coloured ground, those where something changes a line. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text/name.h"
#include "num/number.h"
#include "out/plot/plot_private.h"
#include "out/stability.h"

/* Pixels; characters of names. */
enum { WIDTH = 1100, HEIGHT = 620, MAP_WIDTH = 780, MAP_HEIGHT = 620, TITLE = 90, NAME = 30 };

typedef struct picture {
    nh_arena *arena;
    const nh_stability_info *info;
    nh_text *out;
    nh_stability_tracks tracks;
} picture;

static void add_value(nh_text *out, double value) {
    nh_plot_add_number(out, value);
    nh_text_add_char(out, ' ');
}

/* ---- eigenvalues that belong together ---- */

static size_t list_values(const nh_linearize_info *linear, double *re, double *im) {
    size_t count = 0;
    for (size_t i = 0; linear != NULL && i < linear->eigenvalues; i++) {
        const nh_eigenvalue *value = &linear->eigenvalue[i];
        for (size_t k = 0; k < value->multiplicity && !value->is_explained; k++, count++)
            if (re != NULL) {
                re[count] = value->is_on_axis ? 0 : value->re;
                im[count] = value->is_real ? 0 : value->im;
            }
    }
    return count;
}

/* Each continues with the nearest one that is left. */
static void join_row(nh_arena *arena, const nh_stability_tracks *t, size_t row, size_t count, const double *re,
                     const double *im) {
    NH_ASSERT(count <= t->count);
    bool *is_used = NH_NEW_ARRAY(arena, bool, t->count + 1);
    for (size_t k = 0; k < t->count; k++) {
        size_t at = row * t->count + k, before = row > 0 ? at - t->count : at, best = count;
        double least = INFINITY;
        t->re[at] = t->im[at] = NAN;
        for (size_t i = 0; i < count; i++) {
            double distance = row > 0 ? hypot(re[i] - t->re[before], im[i] - t->im[before]) : (double)i;
            if (isnan(distance)) distance = 1e300;
            if (is_used[i] || !(distance < least)) continue;
            least = distance;
            best = i;
        }
        if (best == count) continue;
        is_used[best] = true;
        t->re[at] = re[best];
        t->im[at] = im[best];
    }
}

nh_stability_tracks nh_stability_join(nh_arena *arena, const nh_stability_info *info) {
    NH_ASSERT(info->varied == 1);
    nh_stability_tracks t = {0};
    for (size_t i = 0; i < info->rows; i++) {
        size_t count = list_values(info->row[i].linear, NULL, NULL);
        if (count > t.count) t.count = count;
    }
    t.re = NH_NEW_ARRAY(arena, double, info->rows *t.count + 1);
    t.im = NH_NEW_ARRAY(arena, double, info->rows *t.count + 1);
    double *re = NH_NEW_ARRAY(arena, double, t.count + 1), *im = NH_NEW_ARRAY(arena, double, t.count + 1);
    for (size_t i = 0; i < info->rows; i++) join_row(arena, &t, i, list_values(info->row[i].linear, re, im), re, im);
    return t;
}

static void add_tracks(const picture *p) {
    for (size_t k = 0; k < p->tracks.count; k++) {
        nh_text_format(p->out, "$track%zu << EOD\n", k);
        for (size_t i = 0; i < p->info->rows; i++) {
            size_t at = i * p->tracks.count + k;
            if (nh_plot_is_drawable(p->tracks.re[at]) && nh_plot_is_drawable(p->tracks.im[at])) {
                add_value(p->out, p->info->row[i].value[0]);
                add_value(p->out, p->tracks.re[at]);
                add_value(p->out, p->tracks.im[at]);
            }
            nh_text_add_char(p->out, '\n');
        }
        nh_text_add(p->out, "EOD\n");
    }
}

/* ---- verdicts ---- */

static const char *colour_of(const nh_linearize_info *linear) {
    if (linear == NULL) return "#ffffff";
    switch (linear->stability) {
        case NH_STABILITY_UNSTABLE: return "#f3c9b8";
        case NH_STABILITY_SPECTRAL: return "#cfe3f5";
        case NH_STABILITY_STABLE: return "#a9d3ef";
        case NH_STABILITY_ASYMPTOTIC: return "#cbe8c4";
        case NH_STABILITY_UNDECIDED: break;
    }
    return "#e6e6e6";
}

/* Where the ground changes between two rows: at a change between them, or in the middle. */
static double border_between(const nh_stability_info *info, size_t i) {
    double a = info->row[i].value[0], b = info->row[i + 1].value[0];
    for (size_t k = 0; k < info->changes; k++) {
        const nh_stability_change *change = &info->change[k];
        if (strcmp(change->before, change->after) == 0) continue;
        if (change->value >= fmin(a, b) && change->value <= fmax(a, b)) return change->value;
    }
    return (a + b) / 2;
}

static void add_grounds(const picture *p) {
    const nh_stability_info *info = p->info;
    double begin = info->row[0].value[0];
    unsigned number = 1;
    for (size_t i = 0; i < info->rows; i++) {
        const char *colour = colour_of(info->row[i].linear);
        bool is_last = i + 1 == info->rows;
        if (!is_last && strcmp(colour, colour_of(info->row[i + 1].linear)) == 0) continue;
        double end = is_last ? info->row[i].value[0] : border_between(info, i);
        nh_text_format(p->out, "set object %u rectangle from ", number++);
        nh_plot_add_number(p->out, begin);
        nh_text_add(p->out, ", graph 0 to ");
        nh_plot_add_number(p->out, end);
        nh_text_format(p->out, ", graph 1 behind fillcolor '%s' fillstyle solid noborder\n", colour);
        begin = end;
    }
}

static void add_lines(const picture *p) {
    for (size_t k = 0; k < p->info->changes; k++) {
        nh_text_add(p->out, "set arrow from ");
        nh_plot_add_number(p->out, p->info->change[k].value);
        nh_text_add(p->out, ", graph 0 to ");
        nh_plot_add_number(p->out, p->info->change[k].value);
        nh_text_add(p->out, ", graph 1 nohead dt (4,4) lc '#606060' lw 0.8 front\n");
    }
}

/* What the colours mean, for those that are there. */
static void add_meanings(const picture *p, const char *separator) {
    static const nh_stability all[] = {NH_STABILITY_ASYMPTOTIC, NH_STABILITY_STABLE, NH_STABILITY_SPECTRAL,
                                       NH_STABILITY_UNSTABLE, NH_STABILITY_UNDECIDED};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        size_t i = 0;
        while (i < p->info->rows && (p->info->row[i].linear == NULL || p->info->row[i].linear->stability != all[k]))
            i++;
        if (i == p->info->rows) continue;
        nh_text_format(p->out, "%s NaN with boxes fillstyle solid noborder lc '%s' title ", separator,
                       colour_of(p->info->row[i].linear));
        nh_plot_add_quoted(p->out, p->info->row[i].linear->verdict);
    }
}

/* ---- panels ---- */

static void add_range_of_values(const picture *p) {
    double a = p->info->row[0].value[0], b = p->info->row[p->info->rows - 1].value[0];
    nh_plot_add_range(p->out, 'x', fmin(a, b), fmax(a, b));
}

static void add_curves(const picture *p, const char *columns) {
    for (size_t k = 0; k < p->tracks.count; k++)
        nh_text_format(p->out, "%s $track%zu using %s with lines lw 1.6 lc '%s' notitle", k > 0 ? "," : "plot", k,
                       columns, nh_plot_colour(k % NH_PLOT_CURVES));
    if (p->tracks.count == 0) nh_text_add(p->out, "plot NaN notitle");
}

static void add_over_values(const picture *p, const char *name, const char *columns, double top, double bottom,
                            bool is_last) {
    nh_text_format(p->out,
                   "set lmargin at screen 0.07\nset rmargin at screen 0.54\nset tmargin at screen %.3f\n"
                   "set bmargin at screen %.3f\nset ylabel '%s' offset 1,0\n",
                   top, bottom, name);
    if (is_last) {
        nh_text_add(p->out, "set format x '%g'\nset xlabel ");
        nh_plot_add_shortened(p->out, p->info->name[0], NAME);
        nh_text_add(p->out, "\n");
    } else {
        nh_text_add(p->out, "set format x ''\nunset xlabel\n");
    }
    add_curves(p, columns);
    nh_text_add(p->out, "\n");
}

/* Circles are the first value, points the last one. */
static void add_locus(const picture *p) {
    nh_text_add(p->out, "unset object\nunset arrow\nset format x '%g'\nset autoscale x\nset autoscale y\n"
                        "set lmargin at screen 0.63\nset rmargin at screen 0.985\nset tmargin at screen 0.9\n"
                        "set bmargin at screen 0.19\nset xlabel 'real part'\nset ylabel 'imaginary part' offset 1,0\n"
                        "set arrow from 0, graph 0 to 0, graph 1 nohead lc '#808080' lw 0.8 back\n"
                        "set key outside center bottom horizontal samplen 1.2\n");
    add_curves(p, "2:3");
    for (size_t k = 0; k < p->tracks.count; k++)
        nh_text_format(p->out,
                       ", $track%zu every ::0::0 using 2:3 with points pt 6 ps 0.7 lc '%s' notitle, $track%zu every "
                       "::%zu::%zu using 2:3 with points pt 7 ps 0.5 lc '%s' notitle",
                       k, nh_plot_colour(k % NH_PLOT_CURVES), k, p->info->rows - 1, p->info->rows - 1,
                       nh_plot_colour(k % NH_PLOT_CURVES));
    add_meanings(p, ",");
    nh_text_add(p->out, "\n");
}

static void add_title(const picture *p, const nh_model *model, double x) {
    nh_text_add(p->out, "set label 1 ");
    nh_plot_add_shortened(p->out, nh_name_text(model->context, model->title), TITLE);
    nh_text_format(p->out, " at screen %.3f, screen 0.965 center textcolor '#000000'\n", x);
}

static void add_spectra(picture *p, const nh_model *model) {
    p->tracks = nh_stability_join(p->arena, p->info);
    add_tracks(p);
    nh_text_add(p->out, "set multiplot\n");
    add_title(p, model, 0.5);
    add_range_of_values(p);
    add_grounds(p);
    add_lines(p);
    nh_text_add(p->out, "unset key\n");
    add_over_values(p, "real part", "1:2", 0.92, 0.55, false);
    nh_text_add(p->out, "unset label 1\n");
    add_over_values(p, "imaginary part", "1:3", 0.5, 0.12, true);
    add_locus(p);
    nh_text_add(p->out, "unset multiplot\n");
}

/* ---- the map ---- */

static void add_cell(const picture *p, size_t i, size_t k, unsigned number) {
    const nh_stability_info *info = p->info;
    const nh_stability_row *row = &info->row[i * info->count[1] + k];
    const nh_stability_row *last = &info->row[info->rows - 1];
    double half[2];
    for (int d = 0; d < 2; d++) half[d] = (last->value[d] - info->row[0].value[d]) / (double)(info->count[d] - 1) / 2;
    nh_text_format(p->out, "set object %u rectangle from ", number);
    add_value(p->out, row->value[0] - half[0]);
    nh_text_add(p->out, ",");
    add_value(p->out, row->value[1] - half[1]);
    nh_text_add(p->out, "to ");
    add_value(p->out, row->value[0] + half[0]);
    nh_text_add(p->out, ",");
    add_value(p->out, row->value[1] + half[1]);
    nh_text_format(p->out, "behind fillcolor '%s' fillstyle solid noborder\n", colour_of(row->linear));
}

static void add_map(const picture *p, const nh_model *model) {
    const nh_stability_info *info = p->info;
    const nh_stability_row *first = &info->row[0], *last = &info->row[info->rows - 1];
    for (size_t i = 0; i < info->count[0]; i++)
        for (size_t k = 0; k < info->count[1]; k++) add_cell(p, i, k, (unsigned)(1 + i * info->count[1] + k));
    add_title(p, model, 0.5);
    nh_plot_add_range(p->out, 'x', fmin(first->value[0], last->value[0]), fmax(first->value[0], last->value[0]));
    nh_plot_add_range(p->out, 'y', fmin(first->value[1], last->value[1]), fmax(first->value[1], last->value[1]));
    nh_text_add(p->out,
                "set lmargin at screen 0.1\nset rmargin at screen 0.97\nset tmargin at screen 0.93\n"
                "set bmargin at screen 0.19\nset key outside center bottom horizontal samplen 1.2\nset xlabel ");
    nh_plot_add_shortened(p->out, info->name[0], NAME);
    nh_text_add(p->out, "\nset ylabel ");
    nh_plot_add_shortened(p->out, info->name[1], NAME);
    nh_text_add(p->out, "\nplot NaN notitle");
    add_meanings(p, ",");
    nh_text_add(p->out, "\n");
}

/* ---- drawing ---- */

typedef struct drawing {
    const nh_model *model;
    const nh_stability_info *info;
} drawing;

/* The program for gnuplot, with its data, that draws the picture to standard output; in the arena. */
static const char *write_script(nh_arena *arena, const void *what, nh_plot_format format) {
    const drawing *d = what;
    const nh_stability_info *info = d->info;
    NH_ASSERT(format < NH_PLOT_FORMATS && info->rows > 1);
    nh_text text = nh_text_begin(arena);
    picture p = {.arena = arena, .info = info, .out = &text};
    bool is_map = info->varied > 1;
    nh_text_add(&text, "set encoding utf8\n");
    nh_plot_add_terminal(&text, is_map ? MAP_WIDTH : WIDTH, is_map ? MAP_HEIGHT : HEIGHT, format);
    nh_text_add(&text, "set border 3 lc '#808080'\nset tics nomirror out scale 0.5 textcolor '#303030'\n"
                       "set grid xtics ytics lt 1 lc '#d8d8d8' lw 0.5\nset style fill solid\n");
    if (is_map) add_map(&p, d->model);
    else add_spectra(&p, d->model);
    return nh_text_string(&text);
}

void nh_stability_plot(const nh_model *model, const nh_stability_info *info, const char *path) {
    drawing d = {model, info};
    nh_plot_draw(model->context, write_script, &d, path);
}
