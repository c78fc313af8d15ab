/* Scene: what there is to see of a system, as shapes in space at a state.
 *
 * The shapes are those of the `draw` statements of the model; without any, its points, bodies and springs, and the
 * trails of points and bodies. Here they are numbers only: where they are and how they are turned. How they are looked
 * at and drawn is for others to say.
 *
 *     nh_scene *scene = nh_scene_make(arena, model);
 *     const nh_figure *figures = nh_scene_look(scene, arena, state);   // state: t, q, q'
 *
 * What a state does not determine (accelerations, a parameter without a value) is left out. */
#ifndef NH_MOTION_SCENE_SCENE_H
#define NH_MOTION_SCENE_SCENE_H

#include "model/model.h"

enum { NH_SCENE_SAMPLES = 97 }; /* points of a curve; fewer where it has no value at some */

/* What the fields of nh_figure mean is said after each; those that are not named are zero. */
typedef enum nh_figure_kind {
    NH_FIGURE_POINT,   /* at */
    NH_FIGURE_SEGMENT, /* from at to `to` */
    NH_FIGURE_SPRING,  /* likewise */
    NH_FIGURE_ARROW,   /* likewise: the head is at `to` */
    /* Centre at; axes[0] and axes[1] are two radii at a right angle that turn with the body,
     * axes[2] is the unit normal. */
    NH_FIGURE_DISC,
    NH_FIGURE_SPHERE,    /* centre at; axes: three radii that turn with the body */
    NH_FIGURE_ELLIPSOID, /* centre at; axes: its half axes */
    NH_FIGURE_BOX,       /* centre at; axes: half of its edges */
    NH_FIGURE_FRAME,     /* a body of unknown shape: centre at; axes: unit vectors along the axes of its frame */
    NH_FIGURE_CURVE,     /* points */
    NH_FIGURE_PLANE,     /* through at; axes[2] is the unit normal, axes[0] and axes[1] are unit vectors in the plane */
    NH_FIGURE_KINDS
} nh_figure_kind;

typedef struct nh_figure {
    nh_figure_kind kind;
    uint32_t drawing; /* in model->drawings; NH_MODEL_NONE where the model has none */
    bool is_fixed;    /* neither time nor a coordinate is in it: the same at every state */
    bool turns;       /* a solid that is on a body, so that its axes tell how it has turned */
    bool is_good;     /* all its numbers are finite */
    double at[3], to[3];
    double axes[3][3];
    size_t point_count; /* of a curve */
    const double (*points)[3];
} nh_figure;

/* The path of a point. */
typedef struct nh_trail {
    uint32_t drawing; /* as above */
    bool is_fixed;
    const char *name; /* of the point or body whose path it is; NULL: it is none of them */
} nh_trail;

typedef struct nh_scene nh_scene;

/* In the arena, and so is what it needs; the values of the parameters are those of the model. */
nh_scene *nh_scene_make(nh_arena *arena, const nh_model *model);

size_t nh_scene_figures(const nh_scene *scene);
size_t nh_scene_trails(const nh_scene *scene);
const nh_trail *nh_scene_trail(const nh_scene *scene, size_t i);
/* How many drawings of the model are left out because a state does not determine them. */
size_t nh_scene_left_out(const nh_scene *scene);

/* All figures at a state, in the order of the model; in the arena, which need not be that of the scene. */
nh_figure *nh_scene_look(nh_scene *scene, nh_arena *arena, const double *state);
/* Where the trails are at a state: three numbers each. */
void nh_scene_look_trails(nh_scene *scene, const double *state, double *x);

#endif
