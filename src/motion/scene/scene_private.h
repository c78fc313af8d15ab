/* What the files that implement motion/scene/scene.h share. */
#ifndef NH_MOTION_SCENE_SCENE_PRIVATE_H
#define NH_MOTION_SCENE_SCENE_PRIVATE_H

#include "base/map.h"
#include "motion/scene/scene.h"
#include "tape/program.h"

/* What a figure is made from. Its numbers occur in the outputs from `first` on, in the order of the fields here; which
 * of them it has is said by its kind. */
typedef struct nh_scene_item {
    nh_figure_kind kind;
    uint32_t drawing, body;
    bool is_fixed;
    size_t first;
    nh_vector at, vector;
    nh_expr radius;
    double half[3]; /* of a body without a drawing: half axes, in place of `vector` */
} nh_scene_item;

typedef NH_ARRAY(nh_scene_item) nh_scene_items;

struct nh_scene {
    const nh_model *model;
    const double *parameters;
    size_t inputs; /* of a state */
    nh_scene_items items;
    NH_ARRAY(nh_trail) trails;
    size_t left_out;
    nh_program *shapes, *curves, *paths; /* NULL: without outputs */
    double *curve_inputs;                /* a state, and after it the variable of the curves, which goes from 0 to 1 */
};

/* While a scene is made. */
typedef struct nh_scene_maker {
    nh_scene *scene;
    nh_arena *arena;
    const nh_model *model;
    nh_map known;                    /* symbols that have a value at a state */
    nh_exprs shapes, curves, places; /* outputs of the three programs */
    nh_expr variable;                /* of all curves */
} nh_scene_maker;

/* ---- scene.c ---- */
void nh_scene_list(nh_scene_maker *m);

#endif
