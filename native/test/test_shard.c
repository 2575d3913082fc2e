// Shards as threads: fibers on two of them exchange messages over channels. The fibers are native
// step functions, so that the test needs no compiler; everything else is as in production. Run it
// under TSan.
#include "test.h"

#include "../include/wo.h"
#include "../src/alloc.h"
#include "../src/builtin.h"
#include "../src/channel.h"
#include "../src/message.h"

enum { MESSAGES = 100000 };

// args[0]: the end to use, args[1]: how many messages. Scratch: messages so far, sum.
static bool over_budget(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc) {
  if (--shard->budget > 0) return false;
  wo_need_frame(fiber, args, argc);
  fiber->step = 1;
  return true;
}

static wo_value *state_of(wo_fiber *fiber, wo_value **args, uint32_t argc) {
  *args = wo_need_frame(fiber, *args, argc);
  wo_value *state = wo_scratch(fiber);
  if (fiber->step == 0) {
    state[0] = state[1] = wo_from_int(0);
    fiber->step = 1;
  }
  return state;
}

// Sends 0, 1, 2, ...; every tenth as a string, which needs memory.
static wo_status produce(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  wo_value *state = state_of(fiber, &args, argc);
  *result = WO_UNDEFINED;
  while (wo_as_int(state[0]) < wo_as_int(args[1])) {
    wo_value call[] = {args[0], state[0]};
    if (wo_as_int(state[0]) % 10 == 0) {
      call[1] = wo_string_format(&fiber->isolate->heap, "number %d", wo_as_int(state[0]));
    }
    wo_status status = wo_b_chan_send(shard, fiber, call + 1, 1, result);
    if (status != WO_DONE) return status;
    state[0] = wo_from_int(wo_as_int(state[0]) + 1);
    if (over_budget(shard, fiber, args, argc)) return WO_YIELD;
  }
  return WO_DONE;
}

// Receives until the end; answers how many there were.
static wo_status consume(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                         wo_value *result) {
  wo_value *state = state_of(fiber, &args, argc);
  for (;;) {
    wo_value value;
    wo_status status = wo_fiber_recv(shard, fiber, args[0], &value);
    if (status != WO_DONE) return status;
    if (value == WO_UNDEFINED) {
      *result = state[0];
      return WO_DONE;
    }
    state[0] = wo_from_int(wo_as_int(state[0]) + 1);
    if (over_budget(shard, fiber, args, argc)) return WO_YIELD;
  }
}

// args[0]: receive, args[1]: send. Passes everything on.
static wo_status relay(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                       wo_value *result) {
  wo_value *state = state_of(fiber, &args, argc);
  *result = WO_UNDEFINED;
  for (;;) {
    // state[0] 1: state[1] waits to be sent.
    if (state[0] == wo_from_int(0)) {
      wo_status status = wo_fiber_recv(shard, fiber, args[0], &state[1]);
      if (status != WO_DONE) return status;
      if (state[1] == WO_UNDEFINED) return WO_DONE;
      state[0] = wo_from_int(1);
    }
    wo_value call[] = {args[1], state[1]};
    wo_status status = wo_b_chan_send(shard, fiber, call + 1, 1, result);
    if (status != WO_DONE) return status;
    state[0] = wo_from_int(0);
    if (over_budget(shard, fiber, args, argc)) return WO_YIELD;
  }
}

// Selects between two receive ends (args[0] is the object of arms) until both have ended.
static wo_status choose(wo_shard *shard, wo_fiber *fiber, wo_value *args, uint32_t argc,
                        wo_value *result) {
  wo_value *state = state_of(fiber, &args, argc);
  for (;;) {
    wo_value got;
    wo_status status = wo_select(shard, fiber, args[0], false, true, &got);
    if (status != WO_DONE) return status;
    if (got == WO_UNDEFINED) {
      *result = state[0];
      return WO_DONE;
    }
    state[0] = wo_from_int(wo_as_int(state[0]) + 1);
    if (over_budget(shard, fiber, args, argc)) return WO_YIELD;
  }
}

static const wo_builtin produce_fn = {"produce", produce, NULL, 0, 0, 2};
static const wo_builtin consume_fn = {"consume", consume, NULL, 0, 0, 2};
static const wo_builtin relay_fn = {"relay", relay, NULL, 0, 0, 2};
static const wo_builtin choose_fn = {"choose", choose, NULL, 0, 0, 2};

static wo_runtime *rt;

static void begin(uint32_t shards) {
  char error[300];
  wo_options options = {.seed = 7, .shards = shards, .reductions = 50};
  if (wo_runtime_new(&options, &rt, error, sizeof error) != WO_OK) {
    printf("%s\n", error);
    abort();
  }
}

// A function value over `fn`, in a heap of its own that lives as long as the test.
static wo_heap functions;
static wo_value function_over(const wo_builtin *fn) {
  wo_builtin_function *cell = wo_heap_alloc(&functions, sizeof *cell);
  wo_shape *shape = wo_shape_root(rt, wo_builtin_value(rt, WO_B_Function_prototype));
  wo_cell_init(&functions, &cell->object.cell, WO_KIND_BUILTIN, shape->id, 0);
  cell->object.slots = NULL;
  cell->builtin = fn;
  return wo_from_object(cell);
}

// Spawns fn(...arguments) on a shard; arguments may be handles, which index `holds`.
static void spawn_on(int32_t shard, const wo_builtin *fn, wo_heap *arguments, wo_value list,
                     const wo_message_hold *holds, uint32_t hold_count, uint32_t exit_hook) {
  for (uint32_t i = 0; i < hold_count; i++) wo_handle_count(holds[i].handle, holds[i].direction);
  wo_message *message = wo_message_of_heap(arguments, list, holds, hold_count);
  wo_spawn_how how = {
      .fn = function_over(fn), .message = message, .shard = shard, .exit_hook = exit_hook};
  if (wo_isolate_spawn(rt, &how, NULL) != WO_DONE) abort();
}

static wo_heap argument_heap(void) {
  wo_heap heap;
  wo_heap_init(&heap, rt, NULL);
  heap.new_flags = 0;
  return heap;
}

static void spawn_with(int32_t shard, const wo_builtin *fn, wo_channel *first, uint8_t direction,
                       wo_channel *second, uint32_t count, uint32_t exit_hook) {
  wo_heap heap = argument_heap();
  wo_message_hold holds[2] = {{.handle = &first->handle, .direction = direction}};
  wo_value list[] = {wo_from_hold(0), wo_from_int((int32_t)count)};
  if (second) {
    holds[1] = (wo_message_hold){.handle = &second->handle, .direction = WO_DIR_SEND};
    list[1] = wo_from_hold(1);
  }
  spawn_on(shard, fn, &heap, wo_array_of(&heap, list, 2), holds, second ? 2 : 1, exit_hook);
}

static wo_channel *channel_new(uint32_t capacity) {
  wo_channel *channel = wo_channel_new(rt, capacity);
  wo_handle_ref(&channel->handle);
  return channel;
}

// A send end of the host: streams do not end before all fibers are there.
static void hold_open(wo_channel *channel) {
  wo_shards_host_end(rt, 1);
  wo_handle_count(&channel->handle, WO_DIR_SEND);
}

static void let_go(wo_channel *channel) {
  wo_handle_uncount(&channel->handle, WO_DIR_SEND, NULL);
  wo_shards_host_end(rt, -1);
}

static double next_number(void) {
  wo_event event;
  if (!wo_next_event(rt, &event)) return -1;
  double n = event.final == WO_ENDED_RETURNED && event.value
               ? wo_node_number(wo_packet_root(event.value))
               : -2;
  wo_packet_free(event.value);
  return n;
}

static void end(void) {
  wo_runtime_free(rt);
  wo_heap_free(&functions);
}

static void start_functions(void) { wo_heap_init(&functions, rt, NULL); }

// One producer and one consumer on shards `a` and `b`.
static void pump(int32_t a, int32_t b, uint32_t capacity, uint32_t count) {
  wo_channel *channel = channel_new(capacity);
  hold_open(channel);
  spawn_with(b, &consume_fn, channel, WO_DIR_RECV, NULL, 0, 1);
  spawn_with(a, &produce_fn, channel, WO_DIR_SEND, NULL, count, 0);
  let_go(channel);
  CHECK(wo_wait(rt) == WO_OK);
  CHECK(next_number() == count);
  wo_handle_unref(&channel->handle);
}

TEST("[W24] two shards exchange 10^5 messages over a buffered channel") {
  begin(2);
  start_functions();
  pump(0, 1, 64, MESSAGES);
  end();
}

TEST("[W24] and over a rendezvous, where every message wakes the other thread") {
  begin(2);
  start_functions();
  pump(0, 1, 0, MESSAGES / 10);
  pump(1, 0, 1, MESSAGES / 10);
  end();
}

TEST("one shard: the same without another thread") {
  begin(1);
  start_functions();
  pump(0, 0, 0, MESSAGES / 10);
  pump(0, 0, 16, MESSAGES / 10);
  end();
}

TEST("[Z05] a ring of relays over both shards loses nothing and keeps no fiber") {
  begin(2);
  start_functions();
  enum { RELAYS = 16, COUNT = 2000 };
  wo_channel *channels[RELAYS + 1];
  for (int i = 0; i <= RELAYS; i++) {
    channels[i] = channel_new((uint32_t)i % 3);
    hold_open(channels[i]);
  }
  spawn_with(0, &consume_fn, channels[RELAYS], WO_DIR_RECV, NULL, 0, 1);
  for (int i = 0; i < RELAYS; i++) {
    spawn_with(i % 2, &relay_fn, channels[i], WO_DIR_RECV, channels[i + 1], 0, 0);
  }
  spawn_with(1, &produce_fn, channels[0], WO_DIR_SEND, NULL, COUNT, 0);
  for (int i = 0; i <= RELAYS; i++) let_go(channels[i]);
  CHECK(wo_wait(rt) == WO_OK);
  CHECK(next_number() == COUNT);
  wo_stats stats;
  wo_get_stats(rt, &stats);
  CHECK_EQ(stats.parked, 0);
  for (int i = 0; i <= RELAYS; i++) wo_handle_unref(&channels[i]->handle);
  end();
}

TEST("[Z15] select between streams of two other threads' fibers takes every value of both") {
  begin(2);
  start_functions();
  wo_channel *channels[2] = {channel_new(0), channel_new(3)};
  for (int i = 0; i < 2; i++) hold_open(channels[i]);
  wo_heap heap = argument_heap();
  wo_value arms = wo_object_new(&heap, 2);
  wo_define(&heap, arms, wo_intern_ascii(rt, "a"), wo_from_hold(0), WO_ATTR_PLAIN);
  wo_define(&heap, arms, wo_intern_ascii(rt, "b"), wo_from_hold(1), WO_ATTR_PLAIN);
  wo_message_hold holds[] = {{.handle = &channels[0]->handle, .direction = WO_DIR_RECV},
                             {.handle = &channels[1]->handle, .direction = WO_DIR_RECV}};
  spawn_on(0, &choose_fn, &heap, wo_array_of(&heap, &arms, 1), holds, 2, 1);
  spawn_with(1, &produce_fn, channels[0], WO_DIR_SEND, NULL, 5000, 0);
  spawn_with(0, &produce_fn, channels[1], WO_DIR_SEND, NULL, 7000, 0);
  for (int i = 0; i < 2; i++) let_go(channels[i]);
  CHECK(wo_wait(rt) == WO_OK);
  CHECK(next_number() == 12000);
  for (int i = 0; i < 2; i++) wo_handle_unref(&channels[i]->handle);
  end();
}

TEST("[Z26] fibers of two shards that wait for each other: the parked handle is rejected") {
  begin(2);
  start_functions();
  wo_channel *x = channel_new(0), *y = channel_new(0);
  hold_open(x);
  hold_open(y);
  spawn_with(0, &relay_fn, x, WO_DIR_RECV, y, 0, 1);
  spawn_with(1, &relay_fn, y, WO_DIR_RECV, x, 0, 2);
  let_go(x);
  let_go(y);
  CHECK(wo_wait(rt) == WO_OK);
  wo_event event;
  int rejected = 0;
  while (wo_next_event(rt, &event)) {
    if (event.final != WO_ENDED_STOPPED) rejected++;
    wo_packet_free(event.value);
  }
  CHECK_EQ(rejected, 2);
  wo_handle_unref(&x->handle);
  wo_handle_unref(&y->handle);
  end();
}

TEST("[W12] stop unwinds what is parked and what runs, on every shard") {
  begin(2);
  start_functions();
  wo_channel *held = channel_new(0), *busy = channel_new(4);
  hold_open(held);  // ours: they wait for the host
  for (int i = 0; i < 20; i++) spawn_with(i % 2, &consume_fn, held, WO_DIR_RECV, NULL, 0, 0);
  spawn_with(0, &consume_fn, busy, WO_DIR_RECV, NULL, 0, 0);
  spawn_with(1, &produce_fn, busy, WO_DIR_SEND, NULL, INT32_MAX, 0);
  wo_stats stats;
  do wo_get_stats(rt, &stats);
  while (stats.messages < 1000);
  wo_stop(rt);
  CHECK(wo_wait(rt) == WO_OK);
  CHECK(!held->recv_first);
  let_go(held);
  wo_handle_unref(&held->handle);
  wo_handle_unref(&busy->handle);
  end();
}
