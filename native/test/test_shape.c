#include "small_runtime.h"
#include "test.h"

static wo_shape *shape_of(small_runtime *s, wo_value v) {
  return wo_shape_by_id(s->rt, wo_cell_of(v)->shape);
}

TEST("objects that get the same keys in the same order share a shape") {
  small_runtime *s = small_new();
  wo_value a = wo_object_new(s->heap, 2), b = wo_object_new(s->heap, 0),
           c = wo_object_new(s->heap, 2);
  for (int i = 0; i < 2; i++) {
    wo_value o = i ? b : a;
    small_set(s, o, "x", wo_from_int(1));
    small_set(s, o, "y", wo_from_int(2));
  }
  small_set(s, c, "y", wo_from_int(2));
  small_set(s, c, "x", wo_from_int(1));
  CHECK(shape_of(s, a) == shape_of(s, b));
  CHECK(shape_of(s, a) != shape_of(s, c));
  CHECK(small_get(s, b, "x") == wo_from_int(1));
  CHECK(small_get(s, c, "y") == wo_from_int(2));
  small_free(s);
}

TEST("attributes are part of a shape") {
  small_runtime *s = small_new();
  wo_shape *root = wo_shape_core_root(s->rt, WO_ROOT_OF_OBJECT);
  wo_value key = wo_intern_ascii(s->rt, "k");
  wo_shape *plain = wo_shape_add(s->rt, root, key, WO_ATTR_PLAIN);
  wo_shape *hidden = wo_shape_add(s->rt, root, key, WO_ATTR_METHOD);
  CHECK(plain != hidden);
  CHECK(wo_shape_add(s->rt, root, key, WO_ATTR_PLAIN) == plain);
  uint8_t attrs;
  CHECK_EQ(wo_shape_find(hidden, key, &attrs), 0);
  CHECK_EQ(attrs, WO_ATTR_METHOD);
  CHECK_EQ(wo_shape_find(root, key, &attrs), -1);
  small_free(s);
}

TEST("a key that is not interned, or a symbol of one heap, makes no shape") {
  small_runtime *s = small_new();
  wo_shape *root = wo_shape_core_root(s->rt, WO_ROOT_OF_OBJECT);
  CHECK(!wo_shape_add(s->rt, root, small_text(s, "computed at run time"), WO_ATTR_PLAIN));
  CHECK(!wo_shape_add(s->rt, root, wo_symbol_new(s->heap, WO_UNDEFINED), WO_ATTR_PLAIN));
  CHECK(wo_shape_add(s->rt, root, wo_symbol_new(&s->rt->shared, WO_UNDEFINED), WO_ATTR_PLAIN));
  small_free(s);
}

TEST("every key of a large shape is found, with its slot") {
  small_runtime *s = small_new();
  wo_shape *shape = wo_shape_core_root(s->rt, WO_ROOT_OF_OBJECT);
  char text[16];
  uint8_t attrs;
  for (int i = 0; i < (int)WO_SHAPE_SLOTS_MAX; i++) {
    snprintf(text, sizeof text, "p%d", i);
    wo_value key = wo_intern_ascii(s->rt, text);
    CHECK_EQ(wo_shape_find(shape, key, &attrs), -1);
    shape = wo_shape_add(s->rt, shape, key, WO_ATTR_PLAIN);
  }
  for (int i = 0; i < (int)WO_SHAPE_SLOTS_MAX; i++) {
    snprintf(text, sizeof text, "p%d", i);
    CHECK_EQ(wo_shape_find(shape, wo_intern_ascii(s->rt, text), &attrs), i);
  }
  CHECK(!wo_shape_add(s->rt, shape, wo_intern_ascii(s->rt, "one more"), WO_ATTR_PLAIN));
  small_free(s);
}

TEST("a shape has a bounded number of children; more keys make dictionaries") {
  small_runtime *s = small_new();
  wo_shape *root = wo_shape_core_root(s->rt, WO_ROOT_OF_OBJECT);
  wo_shape *parent = wo_shape_add(s->rt, root, wo_intern_ascii(s->rt, "parent"), WO_ATTR_PLAIN);
  char text[16];
  int made = 0;
  for (int i = 0; i < (int)WO_SHAPE_CHILDREN_MAX + 10; i++) {
    snprintf(text, sizeof text, "c%d", i);
    made += wo_shape_add(s->rt, parent, wo_intern_ascii(s->rt, text), WO_ATTR_PLAIN) != NULL;
  }
  CHECK_EQ(made, WO_SHAPE_CHILDREN_MAX);
  wo_value o = wo_object_new(s->heap, 0);
  small_set(s, o, "parent", WO_NULL);
  small_set(s, o, "c264", wo_from_int(1));
  CHECK(shape_of(s, o)->flags & WO_SHAPE_DICTIONARY);
  CHECK(small_get(s, o, "c264") == wo_from_int(1));
  small_free(s);
}

TEST("a dictionary keeps the form of the prototype") {
  small_runtime *s = small_new();
  wo_value proto = wo_object_new(s->heap, 0);
  small_set(s, proto, "inherited", wo_from_int(9));
  wo_value a = wo_object_with_proto(s->heap, proto, 2), b = wo_object_new(s->heap, 0);
  CHECK(shape_of(s, a)->flags == (WO_SHAPE_PROTO_SLOT | WO_SHAPE_PLAIN));
  small_set(s, a, "x", wo_from_int(1));
  wo_object_to_dictionary(s->heap, wo_pointer(a));
  wo_object_to_dictionary(s->heap, wo_pointer(b));
  CHECK(shape_of(s, a)->flags == (WO_SHAPE_PROTO_SLOT | WO_SHAPE_DICTIONARY));
  CHECK(shape_of(s, b)->flags == WO_SHAPE_DICTIONARY);
  CHECK(wo_prototype_of(s->heap, a) == proto);
  CHECK(wo_prototype_of(s->heap, b) == s->rt->builtin_values[WO_B_Object_prototype]);
  CHECK(small_get(s, a, "x") == wo_from_int(1));
  CHECK(small_get(s, a, "inherited") == wo_from_int(9));
  small_free(s);
}

typedef struct adder {
  wo_runtime *rt;
  wo_shape *ends[64];
} adder;

static void *add_chains(void *p) {
  adder *a = p;
  char text[16];
  for (int chain = 0; chain < 64; chain++) {
    wo_shape *shape = wo_shape_core_root(a->rt, WO_ROOT_OF_OBJECT);
    uint8_t attrs;
    for (int i = 0; i < 20; i++) {
      snprintf(text, sizeof text, "t%d", (chain * 7 + i * 3) % 50);
      wo_value key = wo_intern_ascii(a->rt, text);
      if (wo_shape_find(shape, key, &attrs) < 0)
        shape = wo_shape_add(a->rt, shape, key, WO_ATTR_PLAIN);
    }
    a->ends[chain] = shape;
  }
  return NULL;
}

TEST("threads that make the same shapes at once get the same ones") {
  small_runtime *s = small_new();
  adder adders[4];
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    adders[i].rt = s->rt;
    pthread_create(&threads[i], NULL, add_chains, &adders[i]);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 1; i < 4; i++) {
    CHECK(memcmp(adders[i].ends, adders[0].ends, sizeof adders[0].ends) == 0);
  }
  small_free(s);
}
