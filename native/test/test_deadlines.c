// The timing wheel against a model, and at the size it is for.
#include "test.h"

#include <time.h>

#include "../src/deadlines.h"

static wo_deadlines wheel;

enum { MODEL = 300 };
static wo_deadline nodes[MODEL];
static uint64_t order[MODEL];  // when it was added; 0: it is not in
static uint64_t added;

static int earliest(int64_t now) {
  int best = -1;
  for (int i = 0; i < MODEL; i++) {
    if (!order[i] || nodes[i].at_ns > now) continue;
    if (best < 0 || nodes[i].at_ns < nodes[best].at_ns ||
        (nodes[i].at_ns == nodes[best].at_ns && order[i] < order[best]))
      best = i;
  }
  return best;
}

static int64_t span(uint64_t *rng) {
  uint64_t bits = test_random(rng) % 50;
  return (int64_t)(test_random(rng) & ((1ull << bits) - 1)) + 1;
}

// Takes everything due at `now` and compares with the model.
static void take_all(int64_t now) {
  for (;;) {
    int wanted = earliest(now);
    int64_t next = wo_deadlines_next(&wheel);
    if (wanted >= 0) CHECK(next <= nodes[wanted].at_ns);
    wo_deadline *got = wo_deadlines_take(&wheel, now);
    CHECK((wanted < 0) == (got == NULL));
    if (!got) return;
    CHECK(got == &nodes[wanted]);
    CHECK(!wo_deadline_armed(got));
    if (got >= nodes && got < nodes + MODEL) order[got - nodes] = 0;
  }
}

TEST("[W14] deadlines come out by time and then by age, whatever is added and removed between") {
  uint64_t rng = test_seed(1);
  for (int round = 0; round < 60; round++) {
    int64_t now = round % 3 ? span(&rng) : 0;
    wo_deadlines_init(&wheel, now);
    memset(nodes, 0, sizeof nodes);
    memset(order, 0, sizeof order);
    for (int step = 0; step < 3000 && !test_failures; step++) {
      int i = (int)(test_random(&rng) % MODEL);
      if (!order[i]) {
        int64_t at = now + span(&rng) - (test_random(&rng) % 8 == 0);
        if (test_random(&rng) % 4 == 0) at = nodes[test_random(&rng) % MODEL].at_ns;
        if (at <= now) at = now + 1;  // the model does not know how late ones are ordered
        wo_deadlines_add(&wheel, &nodes[i], at);
        order[i] = ++added;
      } else if (test_random(&rng) % 3 == 0) {
        wo_deadlines_remove(&wheel, &nodes[i]);
        wo_deadlines_remove(&wheel, &nodes[i]);
        order[i] = 0;
      }
      if (test_random(&rng) % 5 == 0) {
        now += span(&rng) >> test_random(&rng) % 20;
        take_all(now);
      }
    }
    take_all(WO_NEVER);
    CHECK_EQ(wheel.count, 0);
    CHECK(wo_deadlines_next(&wheel) == WO_NEVER);
  }
}

TEST("the next deadline is exact, and none is answered before its time") {
  wo_deadlines_init(&wheel, 1000);
  wo_deadline a = {0}, b = {0};
  wo_deadlines_add(&wheel, &a, 123456789012345);
  wo_deadlines_add(&wheel, &b, 123456789012345 + 7);
  CHECK(wo_deadlines_next(&wheel) == 123456789012345);
  CHECK(wo_deadlines_take(&wheel, 123456789012344) == NULL);
  CHECK(wo_deadlines_next(&wheel) == 123456789012345);
  CHECK(wo_deadlines_take(&wheel, 123456789012345) == &a);
  CHECK(wo_deadlines_take(&wheel, 123456789012345) == NULL);
  CHECK(wo_deadlines_next(&wheel) == 123456789012352);
  CHECK(wo_deadlines_take(&wheel, 123456789012352) == &b);
}

TEST("the wheel wakes for a removed deadline at most once") {
  wo_deadlines_init(&wheel, 0);
  wo_deadline near = {0}, far = {0};
  wo_deadlines_add(&wheel, &near, (1ll << 36) + 1000);
  wo_deadlines_add(&wheel, &far, (1ll << 36) + 500000000);
  wo_deadlines_remove(&wheel, &near);
  int64_t early = wo_deadlines_next(&wheel);
  CHECK(wo_deadlines_take(&wheel, early) == NULL);
  CHECK(wo_deadlines_next(&wheel) == far.at_ns);
  wo_deadlines_remove(&wheel, &far);
  CHECK(wo_deadlines_next(&wheel) == WO_NEVER);
}

TEST("a time that has passed, zero, negative ones and the end of time") {
  wo_deadlines_init(&wheel, 5000);
  wo_deadline d[4] = {{0}};
  wo_deadlines_add(&wheel, &d[0], WO_NEVER);
  wo_deadlines_add(&wheel, &d[1], 5000);
  wo_deadlines_add(&wheel, &d[2], 0);
  wo_deadlines_add(&wheel, &d[3], INT64_MIN);
  CHECK(wo_deadlines_next(&wheel) <= 5000);
  for (int i = 1; i < 4; i++) CHECK(wo_deadlines_take(&wheel, 1) == &d[i]);
  CHECK(wo_deadlines_take(&wheel, WO_NEVER - 1) == NULL);
  CHECK(wo_deadlines_take(&wheel, WO_NEVER) == &d[0]);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

TEST("[W14] a million deadlines: added, a third removed, the rest answered in order") {
  enum { COUNT = 1000000 };
  wo_deadline *many = calloc(COUNT, sizeof *many);
  uint64_t rng = test_seed(2);
  wo_deadlines_init(&wheel, 0);
  double start = seconds();
  for (int i = 0; i < COUNT; i++) {
    wo_deadlines_add(&wheel, &many[i], (int64_t)(test_random(&rng) % 10000000000ull) + 1);
  }
  double add = seconds();
  for (int i = 0; i < COUNT; i += 3) wo_deadlines_remove(&wheel, &many[i]);
  double removed = seconds(), longest = 0;
  int64_t now = 0, before = 0;
  int taken = 0, early = 0, unordered = 0;
  while (wheel.count) {
    now = wo_deadlines_next(&wheel) + 1000000;
    double from = seconds();
    for (wo_deadline *d; (d = wo_deadlines_take(&wheel, now)); taken++) {
      if (d->at_ns > now) early++;
      if (d->at_ns < before) unordered++;
      before = d->at_ns;
    }
    double took = seconds() - from;
    if (took > longest) longest = took;
  }
  double end = seconds();
  CHECK_EQ(taken, COUNT - (COUNT + 2) / 3);
  CHECK_EQ(early, 0);
  CHECK_EQ(unordered, 0);
  printf("# ns each: add %.0f, remove %.0f, take %.0f; longest pass %.1f ms\n",
         (add - start) * 1e9 / COUNT, (removed - add) * 3e9 / COUNT, (end - removed) * 1e9 / taken,
         longest * 1e3);
  free(many);
}
