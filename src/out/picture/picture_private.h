/* What the files that implement out/picture/picture.h share. Lengths are those of the model in space, pixels on the
 * page. */
#ifndef NH_OUT_PICTURE_PICTURE_PRIVATE_H
#define NH_OUT_PICTURE_PICTURE_PRIVATE_H

#include "base/text/text.h"
#include "motion/scene/scene.h"
#include "out/picture/picture.h"

enum {
    NH_PICTURE_WIDTH = 800,
    NH_PICTURE_LEAST = 300,   /* of the height */
    NH_PICTURE_MOST = 600,    /* likewise */
    NH_PICTURE_SIDE = 40,     /* what stays free at the left and at the right */
    NH_PICTURE_TOP = 52,      /* and above, for the title */
    NH_PICTURE_BOTTOM = 56,   /* and below, for the scale */
    NH_PICTURE_MOMENTS = 9,   /* at most */
    NH_PICTURE_TRAILS = 16,   /* at most; of more, this many evenly chosen ones */
    NH_PICTURE_FIGURES = 600, /* at most, likewise */
    NH_PICTURE_KEYS = 4,      /* points that tell where a figure is, at most */
    NH_PICTURE_SLATE = 6,     /* the colour of the lines of a mechanism */
};

/* From space to the page: x goes to m x + c. */
typedef struct nh_picture_map {
    double m[2][3], c[2];
} nh_picture_map;

/* A time at which the system may be shown. */
typedef struct nh_picture_moment {
    double t;
    nh_figure *figures;   /* figure_count */
    const double *trails; /* where they are: three numbers each */
} nh_picture_moment;

/* The ground, or another plane: through at, spanned by the unit vectors e[0], e[1], between these bounds along them. */
typedef struct nh_picture_ground {
    bool is_there;
    double at[3], e[2][3], normal[3];
    double low[2], high[2];
} nh_picture_ground;

typedef struct nh_picture {
    nh_arena *arena;
    const nh_model *model;
    const nh_trajectory *trajectory; /* how it ended */
    const nh_trajectory *drawn;      /* its sketch, or the same */
    size_t rows;
    bool is_joined; /* lines may join the rows; else they are dots */
    nh_scene *scene;
    size_t figure_count, trail_count; /* those that are shown */
    const double *trails;             /* by row, then by trail: three numbers each */
    NH_ARRAY(nh_picture_moment) candidates;
    NH_ARRAY(size_t) moments; /* those that are shown, of the candidates, rising */
    bool has_scene;           /* there is something to see; else coordinates are shown over time */
    double size;              /* of everything: the diagonal of a box around it */
    double arrow, frame;      /* arrows and frames are drawn this many times as long */
    bool is_flat;
    double right[3], up[3], front[3]; /* unit vectors; front is towards the eye */
    double scale;                     /* pixels for a length of 1 */
    double step;                      /* a round length: of the scale bar, and between the lines of the grid */
    double width, height;
    nh_picture_map map, shadow;
    nh_picture_ground ground;
    const uint8_t *figure_colours, *trail_colours;
} nh_picture;

/* ---- picture.c ---- */

/* Everything up to the colours; in the arena. */
nh_picture *nh_picture_make(nh_arena *arena, const nh_model *model, const nh_trajectory *trajectory);
const char *nh_picture_print(nh_picture *p); /* as SVG */
void nh_picture_warn(const nh_picture *p);   /* of drawings that are left out */

/* ---- picture_look.c: what is to be seen, as numbers ---- */
void nh_picture_look(nh_picture *p);
/* The number in the scene of a trail that is shown. */
size_t nh_picture_trail(const nh_picture *p, size_t i);
/* The figures that are shown, p->figure_count of them, in a row of what is drawn; in the arena. */
nh_figure *nh_picture_look_at(const nh_picture *p, nh_arena *arena, size_t row);
/* Points that tell where a figure is; how many there are, none for a plane. */
size_t nh_picture_keys(const nh_figure *f, double keys[NH_PICTURE_KEYS][3]);
/* Between which values x . direction is on a figure; a plane has none. */
void nh_picture_figure_span(const nh_figure *f, const double direction[3], double span[2]);
/* The same of everything that is shown: trails and the figures at the moments. */
void nh_picture_span(const nh_picture *p, const double direction[3], double span[2]);

/* ---- picture_view.c: from where it is seen ---- */
void nh_picture_choose_view(nh_picture *p);

/* ---- picture_moments.c: when it is seen ---- */
void nh_picture_choose_moments(nh_picture *p);

/* ---- picture_page.c: where it is on the page ---- */
void nh_picture_lay_out(nh_picture *p);
void nh_picture_put(const nh_picture_map *map, const double x[3], double page[2]);
/* Likewise for directions. */
void nh_picture_turn(const nh_picture_map *map, const double x[3], double page[2]);
/* How many multiples of the step there are from low to high, and the first of them, as a multiple; never
 * more than some hundred. */
int nh_picture_ticks(double low, double high, double step, double *first);

/* ---- picture_ground.c: what is behind ---- */
void nh_picture_set_ground(nh_picture *p);
void nh_picture_add_ground(const nh_picture *p, nh_text *out);
void nh_picture_add_legend(const nh_picture *p, nh_text *out); /* title, times, scale, axes */

/* ---- picture_trails.c ---- */
void nh_picture_add_trails(const nh_picture *p, nh_text *out);
/* Whether a ball or an ellipsoid that stands still is between the place and the eye. */
bool nh_picture_is_hidden(const nh_picture *p, const double x[3]);
/* One line for all trails on the ground. */
void nh_picture_add_trail_shadows(const nh_picture *p, nh_text *out);

/* ---- picture_figures.c ---- */
void nh_picture_choose_colours(nh_picture *p);
void nh_picture_add_gradients(const nh_picture *p, nh_text *out);
void nh_picture_add_fixed(const nh_picture *p, nh_text *out);
void nh_picture_add_moments(const nh_picture *p, nh_text *out);

/* ---- picture_shapes.c: one figure each ---- */

/* How a figure is drawn. */
typedef struct nh_picture_style {
    const nh_picture_map *map;
    const double *front;
    size_t colour;
    bool is_strong; /* the last moment */
    bool is_shadow;
    bool is_plain; /* one of very many: without joints */
} nh_picture_style;

void nh_picture_add_shape(nh_text *out, const nh_figure *f, const nh_picture_style *style);

/* ---- picture_chart.c: coordinates over time ---- */
void nh_picture_add_chart(nh_picture *p, nh_text *out);

/* ---- picture_svg.c: text, numbers, lines ---- */

/* With one decimal. */
void nh_svg_number(nh_text *out, double value);
/* name="value" with a blank in front. */
void nh_svg_attribute(nh_text *out, const char *name, double value);
/* The characters of a text, at most this many; what has a meaning in XML is escaped, what has no picture is a blank. */
void nh_svg_text(nh_text *out, const char *text, size_t most);
/* A colour between that of the i-th curve (0) and white (1): "#rrggbb". */
void nh_svg_colour(nh_text *out, size_t i, double whiteness);

/* A line that is being drawn: the data of a <path>. */
typedef struct nh_svg_pen {
    nh_text *out;
    long x, y; /* tenths of a pixel: where it is */
    bool is_down;
} nh_svg_pen;

void nh_svg_move(nh_svg_pen *pen, const double at[2]);
void nh_svg_line(nh_svg_pen *pen, const double at[2]); /* moves when it is the first one */
void nh_svg_close(nh_svg_pen *pen);

/* The whole file around what is drawn. */
void nh_svg_begin(nh_text *out, const char *title, double height);
void nh_svg_end(nh_text *out);

static inline double nh_picture_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

#endif
