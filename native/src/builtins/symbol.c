// Symbol. There is no registry (Symbol.for): it would be a table of names that any program could
// grow for the whole runtime.
#include "../builtin.h"

static wo_heap *heap_of(wo_fiber *fiber) { return &fiber->isolate->heap; }

wo_status wo_b_symbol(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                      wo_value *result) {
  (void)shard;
  wo_status status = wo_convert(fiber, args, argc, "s");
  if (status != WO_DONE) return status;
  *result = wo_symbol_new(heap_of(fiber), wo_arg(args, argc, 0));
  return WO_DONE;
}

// thisSymbolValue; NULL after throwing.
static wo_symbol *this_symbol(wo_fiber *fiber, const wo_value *args, const char *method) {
  wo_value self = args[-1];
  if (wo_has_kind(self, WO_KIND_PRIMITIVE)) self = ((wo_primitive *)wo_pointer(self))->value;
  if (wo_is_symbol(self)) return wo_pointer(self);
  wo_throw_type(fiber, "Symbol.prototype%s requires that 'this' be a Symbol", method);
  return NULL;
}

wo_status wo_b_symbol_to_string(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                wo_value *result) {
  (void)shard, (void)argc;
  wo_symbol *symbol = this_symbol(fiber, args, ".toString");
  if (!symbol) return WO_THREW;
  wo_heap *heap = heap_of(fiber);
  wo_value text = wo_string_from_ascii(heap, "Symbol(");
  if (wo_is_string(symbol->description)) text = wo_string_concat(heap, text, symbol->description);
  *result = wo_string_concat(heap, text, wo_string_from_ascii(heap, ")"));
  return *result == WO_HOLE ? wo_throw_length(fiber) : WO_DONE;
}

wo_status wo_b_symbol_value_of(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                               wo_value *result) {
  (void)shard, (void)argc;
  bool is_value_of = args[-2] == wo_builtin_value(heap_of(fiber)->runtime, WO_B_Symbol_valueOf);
  wo_symbol *symbol = this_symbol(fiber, args, is_value_of ? ".valueOf" : " [ @@toPrimitive ]");
  if (!symbol) return WO_THREW;
  *result = wo_from_cell(symbol);
  return WO_DONE;
}

wo_status wo_b_symbol_description(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                                  wo_value *result) {
  (void)shard, (void)argc;
  wo_symbol *symbol = this_symbol(fiber, args, ".description");
  if (!symbol) return WO_THREW;
  *result = symbol->description;
  return WO_DONE;
}
