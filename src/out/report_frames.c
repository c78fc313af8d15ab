/* Which points of a motion travel into a page: all of them when they are few. Of more, one of each stretch, chosen at random from a fixed seed, since at even distances
 * a fast turning would look like a slow one; the first and the last always. */
#include "base/random.h"
#include "out/report_private.h"

enum {
    MOST_FRAMES = 6000,
    LEAST_FRAMES = 200,
    MOST_NUMBERS = 300000, /* else, in all frames together: some 1.6 MB of text */
    VERY_MANY = 3000000,   /* of a system that is very large: fewer frames than that */
    VERY_FEW_FRAMES = 24,
};

/* What one frame takes. */
static size_t count_numbers(const nh_report_film *film) {
    const nh_picture *p = film->picture;
    size_t count = 2 + 3 * p->trail_count + 9 * film->plot->set->path_count;
    for (size_t i = 0; i < film->plot->panels.count; i++) count += film->plot->panels.items[i].count;
    for (size_t i = 0; p->has_scene && i < p->figure_count; i++)
        if (!p->candidates.items[0].figures[i].is_fixed)
            count += nh_report_figure_size(&p->candidates.items[0].figures[i]);
    return count;
}

void nh_report_choose_frames(nh_report_film *film) {
    size_t points = film->plot->points, numbers = count_numbers(film), most = MOST_NUMBERS / numbers;
    most = most > MOST_FRAMES ? MOST_FRAMES : most < LEAST_FRAMES ? LEAST_FRAMES : most;
    if (most > VERY_MANY / numbers)
        most = VERY_MANY / numbers > VERY_FEW_FRAMES ? VERY_MANY / numbers : VERY_FEW_FRAMES;
    size_t count = points < most ? points : most;
    size_t *rows = NH_NEW_ARRAY(film->arena, size_t, count + 1);
    nh_random random = nh_random_make(1, 0);
    for (size_t i = 0; i < count; i++) {
        size_t from = i * points / count, behind = (i + 1) * points / count;
        rows[i] = from + (size_t)nh_random_below(&random, behind - from);
    }
    if (count > 0) rows[0] = 0;
    if (count > 0) rows[count - 1] = points - 1;
    film->rows = rows;
    film->count = count;
}
