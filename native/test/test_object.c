#include "small_runtime.h"
#include "test.h"

// Own keys as text: "a,b,c".
static const char *keys(small_runtime *s, wo_value object, int which) {
  static char out[400];
  out[0] = 0;
  const wo_array *array = wo_pointer(wo_own_keys(s->heap, object, which));
  for (uint32_t i = 0; i < array->length; i++) {
    wo_value key = wo_array_items(array)[i];
    if (wo_is_symbol(key)) key = ((wo_symbol *)wo_pointer(key))->description;
    const wo_string *text = wo_string_flat(s->heap, key);
    size_t n = strlen(out);
    snprintf(out + n, sizeof out - n, "%s%.*s", i ? "," : "", (int)text->length,
             (const char *)text->data);
  }
  return out;
}
enum { ALL = WO_KEYS_STRINGS | WO_KEYS_SYMBOLS };

static wo_write define(small_runtime *s, wo_value o, const char *key, wo_value v, uint8_t attrs) {
  return wo_define(s->heap, o, small_key(s, key), v, attrs);
}

static bool delete_key(small_runtime *s, wo_value o, const char *key) {
  return wo_delete(s->heap, o, small_key(s, key));
}

static wo_value function(small_runtime *s, wo_proto *proto, const char *name, uint16_t flags) {
  memset(proto, 0, sizeof *proto);
  proto->name = wo_intern_ascii(s->rt, name);
  proto->length = 2;
  proto->flags = flags;
  return wo_function_new(s->heap, proto);
}

TEST("changes of prototypes are counted to the last, never from the beginning again") {
  small_runtime *s = small_new();
  wo_value proto = wo_object_new(s->heap, 2);
  wo_cell_of(proto)->flags |= WO_CELL_PROTOTYPE;
  uint32_t before = UINT32_MAX - 2;
  atomic_store(&s->rt->prototype_epoch, before);
  for (int i = 0; i < 10; i++) small_set(s, proto, "x", wo_from_int(i));
  CHECK(atomic_load(&s->rt->prototype_epoch) >= before);
  small_free(s);
}

TEST("own keys: indices ascending, strings as inserted, symbols last") {
  small_runtime *s = small_new();
  wo_value o = wo_object_new(s->heap, 0);
  wo_property out;
  small_set(s, o, "b", WO_NULL);
  wo_store(s->heap, o, wo_symbol_new(s->heap, small_text(s, "sym")), WO_NULL, &out);
  small_set(s, o, "10", WO_NULL);
  small_set(s, o, "a", WO_NULL);
  small_set(s, o, "9", WO_NULL);
  small_set(s, o, "4294967294", WO_NULL);
  define(s, o, "hidden", WO_NULL, WO_ATTR_METHOD);
  CHECK(strcmp(keys(s, o, ALL), "9,10,4294967294,b,a,hidden,sym") == 0);
  CHECK(strcmp(keys(s, o, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE), "9,10,4294967294,b,a") == 0);
  CHECK(strcmp(keys(s, o, WO_KEYS_SYMBOLS), "sym") == 0);
  small_free(s);
}

TEST("own keys of strings, arrays, functions and errors") {
  small_runtime *s = small_new();
  wo_proto plain, class_proto;
  CHECK(strcmp(keys(s, small_text(s, "hey"), ALL), "0,1,2,length") == 0);
  wo_value array = wo_array_new(s->heap, 0);
  for (int i = 0; i < 3; i++) wo_array_push(s->heap, wo_pointer(array), i == 1 ? WO_HOLE : WO_NULL);
  small_set(s, array, "extra", WO_NULL);
  CHECK(strcmp(keys(s, array, ALL), "0,2,length,extra") == 0);
  wo_value fn = function(s, &plain, "f", WO_PROTO_CONSTRUCTOR);
  CHECK(strcmp(keys(s, fn, ALL), "length,name,prototype") == 0);
  wo_value class = function(s, &class_proto, "C", WO_PROTO_CLASS);
  CHECK(strcmp(keys(s, class, ALL), "length,name,prototype") == 0);
  wo_value error = wo_error_new(s->heap, NULL, WO_B_Error, small_text(s, "m"));
  CHECK(strcmp(keys(s, error, ALL), "stack,message") == 0);
  CHECK(strcmp(keys(s, error, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE), "") == 0);
  small_free(s);
}

TEST("properties behave the same in a shape and in a dictionary") {
  small_runtime *s = small_new();
  uint64_t state = test_seed(5);
  enum { KEYS = 20 };
  for (int round = 0; round < 300; round++) {
    wo_value proto = round % 2 ? wo_object_new(s->heap, 0) : WO_NULL;
    wo_value a = wo_object_with_proto(s->heap, proto, 3),
             b = wo_object_with_proto(s->heap, proto, 0);
    wo_object_to_dictionary(s->heap, wo_pointer(b));
    for (int step = 0; step < 60; step++) {
      char name[8];
      snprintf(name, sizeof name, "k%d", (int)(test_random(&state) % KEYS));
      wo_value v = wo_from_int(step);
      uint8_t attrs = (uint8_t)(test_random(&state) & 7);
      switch (test_random(&state) % 5) {
        case 0: CHECK_EQ(delete_key(s, a, name), delete_key(s, b, name)); break;
        case 1: CHECK_EQ(define(s, a, name, v, attrs), define(s, b, name, v, attrs)); break;
        default: CHECK_EQ(small_set(s, a, name, v), small_set(s, b, name, v)); break;
      }
      wo_property x = {0}, y = {0};
      bool in_a = wo_lookup_own(s->heap, a, small_key(s, name), &x);
      bool in_b = wo_lookup_own(s->heap, b, small_key(s, name), &y);
      CHECK(in_a == in_b && (!in_a || (x.value == y.value && x.attrs == y.attrs)));
    }
    char text[400];
    strcpy(text, keys(s, a, ALL));
    CHECK(strcmp(text, keys(s, b, ALL)) == 0);
  }
  small_free(s);
}

TEST("deleting the newest property keeps the shape chain, deleting another makes a dictionary") {
  small_runtime *s = small_new();
  wo_value o = wo_object_new(s->heap, 4);
  small_set(s, o, "a", wo_from_int(1));
  uint32_t before = wo_cell_of(o)->shape;
  small_set(s, o, "b", wo_from_int(2));
  CHECK(delete_key(s, o, "b"));
  CHECK_EQ(wo_cell_of(o)->shape, before);
  CHECK(small_get(s, o, "b") == WO_HOLE);
  small_set(s, o, "c", wo_from_int(3));
  CHECK(delete_key(s, o, "a"));
  CHECK(small_get(s, o, "a") == WO_HOLE);
  CHECK(small_get(s, o, "c") == wo_from_int(3));
  CHECK(delete_key(s, o, "never there"));
  small_free(s);
}

TEST("assignment meets setters, read-only and inherited properties as the specification says") {
  small_runtime *s = small_new();
  wo_proto p;
  wo_value f = function(s, &p, "set", 0), proto = wo_object_new(s->heap, 0);
  wo_value o = wo_object_with_proto(s->heap, proto, 0);
  wo_property out;
  define(s, proto, "fixed", wo_from_int(1), WO_ATTR_ENUMERABLE);
  wo_define_accessor(s->heap, proto, small_key(s, "pair"), f, f, WO_ATTR_CONFIGURABLE);
  wo_define_accessor(s->heap, proto, small_key(s, "half"), f, WO_UNDEFINED, WO_ATTR_CONFIGURABLE);
  small_set(s, proto, "plain", wo_from_int(1));
  CHECK_EQ(small_set(s, o, "fixed", WO_NULL), WO_WRITE_READONLY);
  CHECK_EQ(wo_store(s->heap, o, small_key(s, "pair"), WO_NULL, &out), WO_WRITE_SETTER);
  CHECK(((wo_accessor *)wo_pointer(out.value))->set == f);
  CHECK_EQ(small_set(s, o, "half", WO_NULL), WO_WRITE_NO_SETTER);
  CHECK_EQ(small_set(s, o, "plain", wo_from_int(2)), WO_WRITE_OK);
  CHECK(small_get(s, o, "plain") == wo_from_int(2));
  CHECK(small_get(s, proto, "plain") == wo_from_int(1));
  wo_define_accessor(s->heap, proto, small_key(s, "half"), WO_UNDEFINED, f, WO_ATTR_CONFIGURABLE);
  CHECK(wo_lookup(s->heap, o, small_key(s, "half"), &out));
  CHECK(((wo_accessor *)wo_pointer(out.value))->get == f &&
        ((wo_accessor *)wo_pointer(out.value))->set == f);
  CHECK_EQ(small_set(s, small_text(s, "text"), "length", WO_NULL), WO_WRITE_READONLY);
  CHECK_EQ(small_set(s, small_text(s, "text"), "x", WO_NULL), WO_WRITE_NOT_OBJECT);
  CHECK_EQ(small_set(s, wo_from_int(1), "x", WO_NULL), WO_WRITE_NOT_OBJECT);
  small_free(s);
}

TEST("a definition on a fixed property is refused unless it changes nothing") {
  small_runtime *s = small_new();
  wo_value o = wo_object_new(s->heap, 0);
  CHECK_EQ(define(s, o, "x", wo_from_int(1), 0), WO_WRITE_OK);
  CHECK_EQ(define(s, o, "x", wo_from_double(1), 0), WO_WRITE_OK);
  CHECK_EQ(define(s, o, "x", wo_from_int(2), 0), WO_WRITE_READONLY);
  CHECK_EQ(define(s, o, "x", wo_from_int(1), WO_ATTR_ENUMERABLE), WO_WRITE_READONLY);
  CHECK_EQ(define(s, o, "w", wo_from_int(1), WO_ATTR_WRITABLE), WO_WRITE_OK);
  CHECK_EQ(define(s, o, "w", wo_from_int(2), WO_ATTR_WRITABLE), WO_WRITE_OK);
  CHECK_EQ(define(s, o, "w", wo_from_int(2), 0), WO_WRITE_OK);
  CHECK_EQ(define(s, o, "w", wo_from_int(2), WO_ATTR_WRITABLE), WO_WRITE_READONLY);
  CHECK(!delete_key(s, o, "x"));
  small_free(s);
}

TEST("frozen by the program: read-only and not extensible, but setters and private names work") {
  small_runtime *s = small_new();
  wo_proto p;
  wo_value f = function(s, &p, "set", 0), o = wo_object_new(s->heap, 2);
  wo_value private_name = wo_symbol_new(&s->rt->shared, WO_UNDEFINED);
  wo_cell_of(private_name)->flags |= WO_CELL_FLAG;
  wo_property out;
  small_set(s, o, "x", wo_from_int(1));
  wo_define_accessor(s->heap, o, small_key(s, "pair"), f, f, WO_ATTR_CONFIGURABLE);
  wo_define(s->heap, o, private_name, wo_from_int(1), WO_ATTR_WRITABLE);
  wo_set_integrity(s->heap, o, WO_FROZEN);
  CHECK_EQ(small_set(s, o, "x", wo_from_int(2)), WO_WRITE_READONLY);
  CHECK_EQ(small_set(s, o, "y", wo_from_int(2)), WO_WRITE_NOT_EXTENSIBLE);
  CHECK_EQ(small_set(s, o, "pair", wo_from_int(2)), WO_WRITE_SETTER);
  CHECK_EQ(wo_store(s->heap, o, private_name, wo_from_int(2), &out), WO_WRITE_OK);
  CHECK(!delete_key(s, o, "x"));
  CHECK(!wo_set_prototype(s->heap, o, WO_NULL));
  wo_lookup_own(s->heap, o, small_key(s, "x"), &out);
  CHECK_EQ(out.attrs, WO_ATTR_ENUMERABLE);
  CHECK(wo_has_integrity(s->heap, o, WO_FROZEN));
  CHECK(strcmp(keys(s, o, ALL), "x,pair") == 0);
  wo_value child = wo_object_with_proto(s->heap, o, 0);
  CHECK_EQ(small_set(s, child, "x", wo_from_int(2)), WO_WRITE_READONLY);
  small_free(s);
}

TEST("published: every write says so, yet its methods may be shadowed") {
  small_runtime *s = small_new();
  wo_value proto = s->rt->builtin_values[WO_B_Object_prototype];
  wo_define(&s->rt->shared, proto, small_key(s, "toString"), WO_NULL, WO_ATTR_METHOD);
  wo_cell_of(proto)->flags |= WO_CELL_FROZEN;
  CHECK_EQ(small_set(s, proto, "toString", WO_TRUE), WO_WRITE_FROZEN);
  CHECK_EQ(small_set(s, proto, "more", WO_TRUE), WO_WRITE_FROZEN);
  CHECK_EQ(define(s, proto, "more", WO_TRUE, WO_ATTR_PLAIN), WO_WRITE_FROZEN);
  CHECK(!delete_key(s, proto, "toString"));
  CHECK(!wo_has_integrity(s->heap, proto, WO_NOT_EXTENSIBLE));
  wo_value o = wo_object_new(s->heap, 0);
  CHECK_EQ(small_set(s, o, "toString", WO_TRUE), WO_WRITE_OK);
  CHECK(small_get(s, o, "toString") == WO_TRUE);
  wo_property out;
  wo_value other = wo_object_new(s->heap, 0);
  CHECK(wo_lookup(s->heap, other, small_key(s, "toString"), &out));
  CHECK_EQ(out.hops, 1);
  CHECK(out.holder == proto);
  small_free(s);
}

TEST("sealed objects keep their properties; objects made not extensible get none") {
  small_runtime *s = small_new();
  wo_value o = wo_object_new(s->heap, 0), array = wo_array_new(s->heap, 0),
           p = wo_object_new(s->heap, 0);
  small_set(s, o, "x", wo_from_int(1));
  wo_set_integrity(s->heap, o, WO_SEALED);
  CHECK_EQ(small_set(s, o, "x", wo_from_int(2)), WO_WRITE_OK);
  CHECK_EQ(small_set(s, o, "y", wo_from_int(2)), WO_WRITE_NOT_EXTENSIBLE);
  CHECK(!delete_key(s, o, "x"));
  CHECK(wo_has_integrity(s->heap, o, WO_SEALED) && !wo_has_integrity(s->heap, o, WO_FROZEN));
  wo_array_push(s->heap, wo_pointer(array), wo_from_int(1));
  wo_set_integrity(s->heap, array, WO_SEALED);
  CHECK_EQ(small_set(s, array, "0", wo_from_int(2)), WO_WRITE_OK);
  CHECK_EQ(small_set(s, array, "1", wo_from_int(2)), WO_WRITE_NOT_EXTENSIBLE);
  CHECK(!delete_key(s, array, "0"));
  wo_set_integrity(s->heap, p, WO_NOT_EXTENSIBLE);
  CHECK(wo_has_integrity(s->heap, p, WO_FROZEN));
  small_free(s);
}

TEST("prototypes: cycles are refused, shapes follow, slots move with them") {
  small_runtime *s = small_new();
  wo_value a = wo_object_new(s->heap, 1), b = wo_object_new(s->heap, 1),
           c = wo_object_new(s->heap, 0);
  small_set(s, a, "x", wo_from_int(1));
  small_set(s, a, "y", wo_from_int(2));
  small_set(s, b, "inherited", wo_from_int(3));
  CHECK(wo_set_prototype(s->heap, a, b));
  CHECK(wo_set_prototype(s->heap, b, c));
  CHECK(!wo_set_prototype(s->heap, c, a));
  CHECK(!wo_set_prototype(s->heap, a, a));
  CHECK(small_get(s, a, "x") == wo_from_int(1) && small_get(s, a, "y") == wo_from_int(2));
  CHECK(small_get(s, a, "inherited") == wo_from_int(3));
  CHECK(wo_set_prototype(s->heap, a, WO_NULL));
  CHECK(small_get(s, a, "x") == wo_from_int(1) && small_get(s, a, "inherited") == WO_HOLE);
  CHECK(wo_set_prototype(s->heap, a, s->rt->builtin_values[WO_B_Object_prototype]));
  CHECK(small_get(s, a, "y") == wo_from_int(2));
  wo_object_to_dictionary(s->heap, wo_pointer(a));
  CHECK(wo_set_prototype(s->heap, a, b));
  CHECK(small_get(s, a, "inherited") == wo_from_int(3) && small_get(s, a, "y") == wo_from_int(2));
  small_free(s);
}

TEST("a lookup says how many links away the property is, and 255 of a virtual one") {
  small_runtime *s = small_new();
  wo_property out;
  wo_value grand = wo_object_new(s->heap, 0), proto = wo_object_with_proto(s->heap, grand, 0);
  wo_value o = wo_object_with_proto(s->heap, proto, 4);
  small_set(s, grand, "g", WO_NULL);
  small_set(s, proto, "p", WO_NULL);
  small_set(s, o, "x", WO_NULL);
  wo_lookup(s->heap, o, small_key(s, "x"), &out);
  CHECK_EQ(out.hops, 0);
  CHECK_EQ(out.slot, 1);  // the prototype has slot 0
  wo_lookup(s->heap, o, small_key(s, "p"), &out);
  CHECK_EQ(out.hops, 1);
  wo_lookup(s->heap, o, small_key(s, "g"), &out);
  CHECK_EQ(out.hops, 2);
  CHECK(wo_lookup_inherited(s->heap, proto, small_key(s, "g"), &out));
  CHECK_EQ(out.hops, 1);
  CHECK(!wo_lookup_inherited(s->heap, proto, small_key(s, "p"), &out));
  wo_lookup(s->heap, wo_array_new(s->heap, 0), small_key(s, "length"), &out);
  CHECK_EQ(out.hops, 255);
  small_free(s);
}

TEST("functions: name, length and prototype are there without being stored, and can be redefined") {
  small_runtime *s = small_new();
  wo_proto plain, arrow, class_proto;
  wo_property out;
  wo_value f = function(s, &plain, "f", WO_PROTO_CONSTRUCTOR);
  CHECK(small_is(s, small_get(s, f, "name"), "f"));
  CHECK(small_get(s, f, "length") == wo_from_int(2));
  CHECK_EQ(small_set(s, f, "name", WO_NULL), WO_WRITE_READONLY);
  CHECK_EQ(define(s, f, "name", small_text(s, "other"), WO_ATTR_CONFIGURABLE), WO_WRITE_OK);
  CHECK(small_is(s, wo_function_name(s->heap, f), "other"));
  CHECK(delete_key(s, f, "name"));
  CHECK(small_get(s, f, "name") == WO_HOLE);
  CHECK(strcmp(keys(s, f, ALL), "length,prototype") == 0);
  wo_value prototype = small_get(s, f, "prototype");
  CHECK(small_get(s, prototype, "constructor") == f);
  CHECK(small_get(s, f, "prototype") == prototype);
  CHECK(!delete_key(s, f, "prototype"));
  ((wo_function *)wo_pointer(f))->instance_shape = 1;
  CHECK_EQ(small_set(s, f, "prototype", wo_object_new(s->heap, 0)), WO_WRITE_OK);
  CHECK_EQ(((wo_function *)wo_pointer(f))->instance_shape, 0);
  wo_value g = function(s, &arrow, "g", WO_PROTO_ARROW);
  CHECK(small_get(s, g, "prototype") == WO_HOLE);
  wo_value c = function(s, &class_proto, "C", WO_PROTO_CLASS);
  ((wo_function *)wo_pointer(c))->home = prototype;
  CHECK(small_get(s, c, "prototype") == prototype);
  CHECK_EQ(small_set(s, c, "prototype", WO_NULL), WO_WRITE_READONLY);
  CHECK(wo_lookup_own(s->heap, c, small_key(s, "prototype"), &out) && out.attrs == 0);
  CHECK_EQ(define(s, c, "name", small_text(s, "static name"), WO_ATTR_METHOD), WO_WRITE_OK);
  CHECK(small_is(s, small_get(s, c, "name"), "static name"));
  small_free(s);
}

TEST("a bound function of a bound function, many times over, has a name and a length") {
  small_runtime *s = small_new();
  wo_proto p;
  wo_value f = function(s, &p, "f", 0);
  for (int i = 0; i < 20000; i++) {
    wo_bound *bound = wo_heap_alloc(s->heap, sizeof *bound + (i == 0 ? 8 : 0));
    wo_cell_init(s->heap, &bound->object.cell, WO_KIND_BOUND, wo_cell_of(f)->shape, i == 0);
    bound->object.slots = NULL;
    bound->target = f;
    bound->self = WO_UNDEFINED;
    if (i == 0) bound->arguments[0] = WO_NULL;
    f = wo_from_object(bound);
  }
  CHECK(small_get(s, f, "length") == wo_from_int(1));
  CHECK_EQ(wo_string_length(small_get(s, f, "name")), 20000 * 6 + 1);
  small_free(s);
}

TEST("an error's stack keeps the header it was first read with") {
  small_runtime *s = small_new();
  wo_value e = wo_error_new(s->heap, NULL, WO_B_TypeError, small_text(s, "bad"));
  CHECK(small_is(s, small_get(s, e, "stack"), "TypeError: bad"));
  small_set(s, e, "message", small_text(s, "changed"));
  CHECK(small_is(s, small_get(s, e, "stack"), "TypeError: bad"));
  CHECK(small_is(s, small_get(s, e, "message"), "changed"));
  CHECK_EQ(small_set(s, e, "stack", small_text(s, "mine")), WO_WRITE_OK);
  CHECK(small_is(s, small_get(s, e, "stack"), "mine"));
  CHECK(delete_key(s, e, "stack"));
  CHECK(small_get(s, e, "stack") == WO_HOLE);
  CHECK(strcmp(keys(s, e, ALL), "message") == 0);
  wo_value plain = wo_error_new(s->heap, NULL, WO_B_Error, WO_UNDEFINED);
  CHECK(small_is(s, small_get(s, plain, "stack"), "Error"));
  CHECK(strcmp(keys(s, plain, ALL), "stack") == 0);
  small_free(s);
}

TEST("arrays: holes, length, gaps and sparse mode") {
  small_runtime *s = small_new();
  wo_value v = wo_array_new(s->heap, 0);
  wo_array *a = wo_pointer(v);
  for (int i = 0; i < 10; i++) wo_array_push(s->heap, a, wo_from_int(i));
  CHECK_EQ(a->length, 10);
  CHECK_EQ(small_set(s, v, "length", wo_from_int(3)), WO_WRITE_OK);
  CHECK_EQ(small_set(s, v, "length", wo_from_int(10)), WO_WRITE_OK);
  CHECK(small_get(s, v, "2") == wo_from_int(2) && small_get(s, v, "3") == WO_HOLE);
  CHECK_EQ(small_set(s, v, "length", wo_from_double(1.5)), WO_WRITE_BAD_LENGTH);
  CHECK_EQ(small_set(s, v, "length", wo_from_int(-1)), WO_WRITE_BAD_LENGTH);
  CHECK_EQ(small_set(s, v, "length", small_text(s, "12")), WO_WRITE_OK);
  CHECK_EQ(a->length, 12);
  CHECK(delete_key(s, v, "0"));
  CHECK(small_get(s, v, "0") == WO_HOLE);
  CHECK(!delete_key(s, v, "length"));
  small_set(s, v, "1000", WO_NULL);
  CHECK(wo_array_is_dense(a));
  CHECK_EQ(a->length, 1001);
  small_set(s, v, "4000000000", WO_TRUE);
  CHECK(!wo_array_is_dense(a));
  CHECK(small_get(s, v, "length") == wo_from_double(4000000001.0));
  CHECK(small_get(s, v, "1000") == WO_NULL && small_get(s, v, "1") == wo_from_int(1));
  CHECK(strcmp(keys(s, v, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE), "1,2,1000,4000000000") == 0);
  wo_array_push(s->heap, a, WO_FALSE);
  CHECK(small_get(s, v, "4000000001") == WO_FALSE);
  CHECK_EQ(small_set(s, v, "length", wo_from_int(2)), WO_WRITE_OK);
  CHECK(strcmp(keys(s, v, WO_KEYS_STRINGS | WO_KEYS_ENUMERABLE), "1") == 0);
  wo_array_push(s->heap, a, WO_FALSE);
  CHECK(small_get(s, v, "2") == WO_FALSE);
  small_free(s);
}

TEST("an array with a declared length stays dense when it is filled from the end") {
  small_runtime *s = small_new();
  wo_value v = wo_array_new(s->heap, 0);
  wo_array *a = wo_pointer(v);
  wo_array_set_length(s->heap, a, 100000);
  for (uint32_t i = 100000; i-- > 0;)
    CHECK_EQ(wo_array_set(s->heap, a, i, wo_from_int(1)), WO_WRITE_OK);
  CHECK(wo_array_is_dense(a));
  CHECK_EQ(a->length, 100000);
  small_free(s);
}

TEST("an element with its own attributes, accessors included") {
  small_runtime *s = small_new();
  wo_proto p;
  wo_property out;
  wo_value f = function(s, &p, "f", 0), v = wo_array_new(s->heap, 0);
  for (int i = 0; i < 3; i++) wo_array_push(s->heap, wo_pointer(v), wo_from_int(i));
  CHECK_EQ(define(s, v, "1", WO_TRUE, 0), WO_WRITE_OK);
  CHECK_EQ(small_set(s, v, "1", WO_NULL), WO_WRITE_READONLY);
  CHECK_EQ(small_set(s, v, "length", wo_from_int(0)), WO_WRITE_READONLY);
  CHECK(small_get(s, v, "length") == wo_from_int(2));
  wo_define_accessor(s->heap, v, wo_from_int(0), f, f, WO_ATTR_CONFIGURABLE);
  CHECK_EQ(wo_store(s->heap, v, wo_from_int(0), WO_NULL, &out), WO_WRITE_SETTER);
  CHECK(((wo_accessor *)wo_pointer(out.value))->set == f);
  small_free(s);
}

TEST("frozen arrays refuse elements and length") {
  small_runtime *s = small_new();
  wo_value v = wo_array_new(s->heap, 0);
  wo_array_push(s->heap, wo_pointer(v), wo_from_int(1));
  wo_set_integrity(s->heap, v, WO_FROZEN);
  CHECK_EQ(small_set(s, v, "0", WO_NULL), WO_WRITE_READONLY);
  CHECK_EQ(small_set(s, v, "1", WO_NULL), WO_WRITE_NOT_EXTENSIBLE);
  CHECK_EQ(small_set(s, v, "length", wo_from_int(0)), WO_WRITE_READONLY);
  CHECK(!delete_key(s, v, "0"));
  CHECK(small_get(s, v, "0") == wo_from_int(1));
  small_free(s);
}

TEST("byte arrays convert what is stored and ignore what is outside") {
  small_runtime *s = small_new();
  wo_value v = wo_bytes_new(s->heap, 3);
  CHECK_EQ(small_set(s, v, "0", wo_from_int(257)), WO_WRITE_OK);
  CHECK_EQ(small_set(s, v, "1", wo_from_double(-1.5)), WO_WRITE_OK);
  CHECK_EQ(small_set(s, v, "9", wo_from_int(1)), WO_WRITE_OK);
  CHECK(small_get(s, v, "0") == wo_from_int(1) && small_get(s, v, "1") == wo_from_int(255));
  CHECK(small_get(s, v, "9") == WO_HOLE);
  CHECK(small_get(s, v, "length") == wo_from_int(3));
  CHECK(strcmp(keys(s, v, ALL), "0,1,2") == 0);
  CHECK(!delete_key(s, v, "0"));
  small_free(s);
}

TEST("a static field reads and writes the module slot of the isolate") {
  small_runtime *s = small_new();
  static wo_image image;
  wo_proto p;
  wo_property out;
  wo_value cls = function(s, &p, "C", WO_PROTO_CLASS);
  p.image = &image;
  image.slot_count = 1;
  image.runtime = s->rt;
  wo_isolate_slots(s->isolate, &image)[0] = wo_from_int(41);
  CHECK_EQ(define(s, cls, "count", wo_from_int(0), WO_ATTR_PLAIN | WO_ATTR_MODULE), WO_WRITE_OK);
  CHECK(small_get(s, cls, "count") == wo_from_int(41));
  wo_cell_of(cls)->flags |= WO_CELL_FROZEN;  // as a published class
  CHECK_EQ(small_set(s, cls, "count", wo_from_int(42)), WO_WRITE_OK);
  CHECK(wo_isolate_slots(s->isolate, &image)[0] == wo_from_int(42));
  CHECK(wo_lookup(s->heap, cls, small_key(s, "count"), &out));
  CHECK(out.attrs & WO_ATTR_MODULE && out.hops == 0 && out.slot == 0);
  CHECK_EQ(small_set(s, cls, "other", WO_NULL), WO_WRITE_FROZEN);
  wo_isolate_slots(s->isolate, &image)[0] = WO_HOLE;  // not initialized
  CHECK(small_get(s, cls, "count") == WO_HOLE);
  small_free(s);
}

TEST("an array that is shifted and pushed keeps its elements, and its memory in bounds") {
  small_runtime *s = small_new();
  wo_value v = wo_array_new(s->heap, 0);
  wo_array *array = wo_pointer(v);
  for (int i = 0; i < 100; i++) wo_array_push(s->heap, array, wo_from_int(i));
  for (int i = 0; i < 10000; i++) {
    CHECK_EQ(wo_as_int(wo_array_get(array, 0)), i);
    wo_array_items(array)[0] = WO_HOLE;
    array->start++;
    array->length--;
    wo_array_push(s->heap, array, wo_from_int(100 + i));
    CHECK_EQ(wo_as_int(wo_array_get(array, 99)), 100 + i);
    CHECK_EQ(wo_array_get(array, array->length), WO_HOLE);
  }
  CHECK(array->elements->capacity < 400);
  CHECK(wo_array_set(s->heap, array, 300, wo_from_int(1)) == WO_WRITE_OK);
  CHECK_EQ(wo_as_int(wo_array_get(array, 0)), 10000);
  wo_array_make_sparse(s->heap, array);
  CHECK_EQ(array->start, 0);
  small_free(s);
}
