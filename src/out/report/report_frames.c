/* Which points of a motion travel into a page: all of them when they are few. Of more, one of each stretch,
 * chosen at random from a fixed seed, since at even distances a fast turning would look like a slow one; the
 * first and the last always. A motion that is shown with another one has its frames at the same times, so far as
 * both have points there. */
#include "base/assert.h"
#include "base/random.h"
#include "out/report/report_private.h"

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

/* One of each of `count` stretches of the rows from `from` on; of the last stretch its end. */
static void choose_among(size_t from, size_t behind, size_t count, size_t *rows) {
    NH_ASSERT(from <= behind && count <= behind - from);
    nh_random random = nh_random_make(1, NH_STREAM_FRAMES);
    for (size_t i = 0; i < count; i++) {
        size_t low = i * (behind - from) / count, high = (i + 1) * (behind - from) / count;
        rows[i] = from + low + (size_t)nh_random_below(&random, high - low);
    }
    if (count > 0) rows[count - 1] = behind - 1;
}

static size_t most_frames(const nh_report_film *film) {
    size_t numbers = count_numbers(film), most = MOST_NUMBERS / numbers;
    most = most > MOST_FRAMES ? MOST_FRAMES : most < LEAST_FRAMES ? LEAST_FRAMES : most;
    if (most > VERY_MANY / numbers)
        most = VERY_MANY / numbers > VERY_FEW_FRAMES ? VERY_MANY / numbers : VERY_FEW_FRAMES;
    return most;
}

void nh_report_choose_frames(nh_report_film *film) {
    size_t points = film->plot->points, most = most_frames(film);
    size_t count = points < most ? points : most;
    size_t *rows = NH_NEW_ARRAY(film->arena, size_t, count + 1);
    choose_among(0, points, count, rows);
    if (count > 0) rows[0] = 0;
    film->rows = rows;
    film->count = count;
}

/* ---- next to another motion ---- */

/* Whether the time a comes before b in a motion that goes this way. */
static bool is_before(double a, double b, bool backwards) {
    return backwards ? a > b : a < b;
}

/* Marks the points at the times of the frames of the first motion; how many there are. *frames: of the first, until
 * the end of this motion. */
static size_t mark_common(const nh_report_film *film, const nh_report_film *first, bool *is_taken, size_t *frames) {
    size_t points = film->plot->points, row = 0, common = 0;
    const double *times = film->plot->times;
    bool backwards = points > 0 && times[points - 1] < times[0];
    for (*frames = 0; *frames < first->count && row < points; ++*frames) {
        double t = first->plot->times[first->rows[*frames]];
        while (row < points && is_before(times[row], t, backwards)) row++;
        if (row < points && times[row] == t) is_taken[row] = true, common++;
    }
    return common;
}

/* Marks this many more, and the last one. */
static void mark_more(const nh_report_film *film, size_t count, bool *is_taken) {
    size_t points = film->plot->points, *rows = NH_NEW_ARRAY(film->arena, size_t, count + 1);
    if (count > points) count = points;
    choose_among(0, points, count, rows);
    for (size_t i = 0; i < count; i++) is_taken[rows[i]] = true;
    if (points > 0) is_taken[points - 1] = true;
}

void nh_report_match_frames(nh_report_film *film, const nh_report_film *first) {
    NH_ASSERT(film != first);
    size_t points = film->plot->points, most = most_frames(film), frames;
    size_t *rows = NH_NEW_ARRAY(film->arena, size_t, points + 1);
    bool *is_taken = NH_NEW_ARRAY(film->arena, bool, points + 1);
    size_t common = mark_common(film, first, is_taken, &frames);
    film->is_in_step = 2 * common >= frames;
    if (!film->is_in_step) {
        nh_report_choose_frames(film);
        return;
    }
    mark_more(film, points <= most ? points : most > common ? most - common : 0, is_taken);
    film->rows = rows;
    film->count = 0;
    for (size_t row = 0; row < points; row++)
        if (is_taken[row]) rows[film->count++] = row;
}
