/* What the files that implement out/plot/plot.h share. Lengths are pixels of a picture of ordinary resolution. */
#ifndef NH_OUT_PLOT_PLOT_PRIVATE_H
#define NH_OUT_PLOT_PLOT_PRIVATE_H

#include "base/text/text.h"
#include "motion/run/series.h"
#include "out/plot/plot.h"

enum {
    NH_PLOT_CURVES = 8,         /* in one panel; as many as there are colours */
    NH_PLOT_NAME_LENGTH = 16,   /* of the names of curves, in characters */
    NH_PLOT_FEW = 2400,         /* points that a line has without thinning */
    NH_PLOT_FEW_MARKS = 900,    /* and a cloud of marks */
    NH_PLOT_FEW_OF_PATH = 9000, /* and a path */
    NH_PLOT_LEFT = 86,          /* what numbers and label take at the left of an axis */
};
#define NH_PLOT_LEAST 1e-20 /* what is less counts as 0 on a logarithmic scale */

typedef struct nh_plot_area {
    double left, top, width, height; /* from the upper left corner of the picture */
} nh_plot_area;

typedef enum nh_plot_scale { NH_PLOT_LINEAR, NH_PLOT_ANGLES, NH_PLOT_LOGARITHMIC } nh_plot_scale;

/* What the curves of a panel are. */
typedef enum nh_plot_group {
    NH_PLOT_COORDINATES,
    NH_PLOT_VELOCITIES,
    NH_PLOT_WATCHES,
    NH_PLOT_ENERGIES,
    NH_PLOT_MULTIPLIERS,
    NH_PLOT_FORCES,
    NH_PLOT_RESIDUALS,
    NH_PLOT_INTEGRALS,
} nh_plot_group;

/* How a curve or a path looks whose place in its panel does not say it: motions that are compared have
 * the same look everywhere. */
typedef struct nh_plot_look {
    const char *colour;
    double width;     /* of its line */
    const char *dash; /* "(8,8)"; NULL: none */
    double mark;      /* the size of its points on a logarithmic scale */
    bool ends_badly;  /* the motion stopped where it should not */
} nh_plot_look;

typedef struct nh_plot_curve {
    const char *name;
    const nh_column *column;  /* of the motion that it draws; NULL: none */
    const double *values;     /* one for each point */
    const double *times;      /* likewise; NULL: those of the picture */
    size_t count;             /* how many; only where times are given */
    const nh_plot_look *look; /* NULL: as its place says */
} nh_plot_curve;

/* Curves over time. */
typedef struct nh_plot_panel {
    const char *label; /* of the vertical axis */
    nh_plot_group group;
    nh_plot_scale scale;
    size_t count, all; /* curves that are shown; that there are */
    nh_plot_curve curves[NH_PLOT_CURVES];
    const char *note;   /* under the names of the curves; NULL: none */
    bool is_first;      /* of all: it names the events */
    bool is_last;       /* of its column: it has the numbers of the time axis */
    double low, high;   /* of the vertical axis */
    bool has_floor;     /* logarithmic: there are zeros, drawn at low */
    nh_plot_area area;  /* with its labels */
    double label_width; /* what the names of the curves take at the right; the same for a column */
} nh_plot_panel;

typedef enum nh_plot_view { NH_PLOT_NO_PATHS, NH_PLOT_PLANE, NH_PLOT_SPACE } nh_plot_view;

typedef struct nh_plot {
    nh_arena *arena;
    const nh_model *model;
    const nh_trajectory *trajectory; /* the motion: how it ended, its events */
    const nh_trajectory *drawn;      /* its sketch, or the same */
    size_t points;                   /* of what is drawn */
    const double *times;             /* of the points */
    bool is_joined;                  /* over time lines join the points; else they are marks */
    bool has_lines;                  /* the same of paths */
    const nh_series_set *set;
    const nh_plot_look *const *looks; /* of the paths; NULL: as their numbers say */
    double t_low, t_high;
    NH_ARRAY(nh_plot_panel) panels;
    nh_plot_group group; /* of the panels that are being added */
    nh_plot_view view;
    int axis[2];            /* PLANE: 0, 1, 2 for x, y, z: what goes to the right and what goes up */
    double low[3], high[3]; /* of the paths */
    double stretch[3];      /* SPACE: the scale of each axis; 1 unless their lengths differ too much */
    double unit;            /* SPACE: a pixel in lengths of the page */
    nh_plot_area paths;     /* with its labels */
    double width, height;   /* of the picture */
    const char *title;
    const char *events;   /* the names of those that happened; "" */
    const char *subtitle; /* how it ended, when it did not end well; NULL */
    bool has_warning;     /* which the subtitle is */
} nh_plot;

/* How many points a curve has. */
static inline size_t nh_plot_points(const nh_plot *p, const nh_plot_curve *curve) {
    return curve->times != NULL ? curve->count : p->points;
}

/* ---- plot_panels.c ---- */
/* A panel of curves, 8 of them at most, one unless there are none. */
typedef NH_ARRAY(nh_plot_curve) nh_plot_curves;
void nh_plot_add_panel(nh_plot *p, const char *label, nh_plot_scale scale, const nh_plot_curves *list);
/* The ranges of all panels, when they are there. */
void nh_plot_set_ranges(nh_plot *p);
void nh_plot_choose_panels(nh_plot *p);
/* The same for a page, where there is room for more: velocities, multipliers, constraint forces too. */
void nh_plot_choose_all_panels(nh_plot *p);
const double *nh_plot_column(const nh_plot *p, size_t number); /* of what is drawn, one value for each point */

/* ---- plot_paths.c ---- */
void nh_plot_choose_view(nh_plot *p);
void nh_plot_add_paths_data(const nh_plot *p, nh_text *out);
void nh_plot_add_paths(nh_plot *p, nh_text *out);

double nh_plot_key_height(const nh_plot *p); /* what the legend under the paths takes */

/* ---- plot_space.c ---- */
void nh_plot_set_up_space(nh_plot *p); /* widens low and high to those of a box */
void nh_plot_project(const nh_plot *p, const double x[3], double page[2]);
void nh_plot_add_space(nh_plot *p, nh_text *out);

/* ---- plot_layout.c ---- */
void nh_plot_lay_out(nh_plot *p);

/* ---- plot_thin.c ---- */

/* Whether a number can be drawn. */
bool nh_plot_is_drawable(double value);
/* The rows to draw, rising: all when there are `few` or less; else of each stretch of rows those where one of the
 * series is least or largest, its ends, and one without a value where there is one. */
typedef NH_ARRAY(size_t) nh_plot_rows;
nh_plot_rows nh_plot_thin(nh_arena *arena, size_t rows, size_t few, size_t count, const double *const *series);

/* ---- plot_text.c ---- */

/* A text of at most this many characters; the rest is an ellipsis. `add` adds its next character, in the notation of
 * the picture, and returns its length in the text: plots and pictures of the system have labels of one kind. */
typedef size_t (*nh_plot_adder)(nh_text *out, const char *text, size_t length);
void nh_plot_add_label(nh_text *out, const char *text, size_t most, nh_plot_adder add);
/* A text as a constant of gnuplot, literally whatever is in it. */
void nh_plot_add_quoted(nh_text *out, const char *text);
/* The same, at most this many characters; the rest is an ellipsis. */
void nh_plot_add_shortened(nh_text *out, const char *text, size_t most);
void nh_plot_add_number(nh_text *out, double value);
/* "left", "bottom", ... of an area as parts of the picture, which is how gnuplot measures. */
void nh_plot_add_margins(const nh_plot *p, nh_text *out, nh_plot_area inner);
/* How many characters are shown of a text that is cut to `most`. */
size_t nh_plot_length(const char *text, size_t most);
/* "#0072b2": the colour of the i-th curve. */
const char *nh_plot_colour(size_t i);
/* "set xrange [low:high]" */
void nh_plot_add_range(nh_text *out, char axis, double low, double high);
/* A round distance of tics, 1, 2 or 5 times a power of ten, so that there are `most` of them at most. */
double nh_plot_step(double range, double most);

/* ---- plot_script.c ---- */
void nh_plot_add_terminal(nh_text *out, double width, double height, nh_plot_format format);
void nh_plot_add_line(nh_text *out, const nh_plot_look *look); /* "with lines lw 2 dt (8,8)" */
const char *nh_plot_make_script(nh_plot *p, nh_plot_format format);
/* The beginning of a program, before its data; what comes between data and panels, with the titles. */
void nh_plot_begin_script(const nh_plot *p, nh_text *out, nh_plot_format format);
void nh_plot_begin_panels(const nh_plot *p, nh_text *out);

/* ---- section_plot.c ---- */
/* The picture of a section; NULL: no coordinate differs at its crossings, or there are none. */
const char *nh_section_script(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory,
                              nh_plot_format format);

/* ---- plot.c ---- */
/* The points and what is computed at them, before panels are chosen; in the arena. At most this many paths. */
nh_plot *nh_plot_make(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory, size_t most_paths);
bool nh_plot_ended_badly(const nh_plot *p); /* it stopped where it should not */
/* The span of time from the first point to the last. */
void nh_plot_set_times(nh_plot *p, double first, double last);
/* Draws to the file what `script` makes, as nh_plot_write says. */
typedef const char *(*nh_plot_scripter)(nh_arena *arena, const void *what, nh_plot_format format);
void nh_plot_draw(nh_context *context, nh_plot_scripter script, const void *what, const char *path);

#endif
