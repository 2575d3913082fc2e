// Boolean.
#include "../builtin.h"

wo_status wo_b_boolean(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  (void)shard;
  *result = wo_from_bool(wo_truthy(wo_arg(args, argc, 0)));
  if (wo_is_undefined(fiber->new_target)) return WO_DONE;
  wo_value proto = wo_new_prototype(fiber, WO_B_Boolean_prototype);
  *result = wo_primitive_new(&fiber->isolate->heap, proto, *result);
  return WO_DONE;
}

static wo_status this_boolean(wo_fiber *fiber, const wo_value *args, const char *method,
                              wo_value *out) {
  *out = args[-1];
  if (wo_has_kind(*out, WO_KIND_PRIMITIVE)) *out = ((wo_primitive *)wo_pointer(*out))->value;
  if (wo_is_bool(*out)) return WO_DONE;
  return wo_throw_type(fiber, "Boolean.prototype.%s requires that 'this' be a Boolean", method);
}

wo_status wo_b_boolean_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                 wo_value *result) {
  (void)shard, (void)argc;
  wo_status status = this_boolean(fiber, args, "toString", result);
  if (status != WO_DONE) return status;
  *result =
      wo_name(fiber->isolate->heap.runtime, *result == WO_TRUE ? WO_NAME_true : WO_NAME_false);
  return WO_DONE;
}

wo_status wo_b_boolean_value_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard, (void)argc;
  return this_boolean(fiber, args, "valueOf", result);
}
