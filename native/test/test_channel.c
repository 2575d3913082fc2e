#include <errno.h>
#include <unistd.h>

#include "test.h"

#include "hand_fibers.h"

static wo_runtime *rt;
static hand *a, *b;
static wo_channel *channel;
static wo_value end_a, end_b;

static void begin(uint32_t capacity) {
  rt = hand_runtime();
  a = hand_new(rt);
  b = hand_new(rt);
  channel = wo_channel_new(rt, capacity);
  end_a = wo_hold_add(&a->isolate, &channel->handle, WO_DIR_BOTH);
  end_b = wo_hold_add(&b->isolate, &channel->handle, WO_DIR_RECV);
}

static void end(void) {
  hand_free(a, WO_FINAL_RETURNED);
  hand_free(b, WO_FINAL_RETURNED);
  hand_runtime_free(rt);
}

static wo_channel_result send(hand *h, int n, bool wait) {
  wo_fiber *fiber = &h->isolate.fiber;
  wo_channel_result result = wo_channel_send(channel, wo_from_int(n), wait ? fiber : NULL);
  if (result == WO_CHANNEL_BLOCK && wait) wo_park(fiber, WO_REASON_SEND);
  return result;
}

// *out is the number received.
static wo_channel_result receive(hand *h, int *out, bool wait) {
  wo_fiber *fiber = &h->isolate.fiber;
  wo_item item;
  wo_value end = h == a ? end_a : end_b;
  wo_channel_result result = wo_channel_recv(channel, &item, wait ? fiber : NULL, end);
  if (result == WO_CHANNEL_OK) *out = wo_as_int(item);
  else if (result == WO_CHANNEL_BLOCK && wait) wo_park(fiber, WO_REASON_RECV);
  if (result == WO_CHANNEL_CRASHED) wo_item_free(item);
  return result;
}

static bool woken(hand *h, wo_park_answer answer) {
  hand_settle(rt);
  wo_fiber *fiber = &h->isolate.fiber;
  bool right = fiber->state == WO_FIBER_RUNNABLE && fiber->answered == answer;
  fiber->answered = WO_ANSWER_NONE;
  return right;
}

static wo_message *crash_of(hand *h) {
  wo_value text = hand_text(h, "it broke");
  return wo_message_error(&h->isolate.fiber,
                          wo_error_new(&h->isolate.heap, &h->isolate.fiber, WO_B_RangeError, text));
}

TEST("[Z07] send completes with room, blocks when full, raises when closed") {
  begin(2);
  CHECK(send(a, 1, false) == WO_CHANNEL_OK);
  CHECK(send(a, 2, false) == WO_CHANNEL_OK);
  CHECK(send(a, 3, false) == WO_CHANNEL_BLOCK);
  CHECK(!wo_channel_send_ready(channel));
  CHECK(send(a, 3, true) == WO_CHANNEL_BLOCK);
  int got;
  CHECK(receive(b, &got, true) == WO_CHANNEL_OK);
  CHECK_EQ(got, 1);
  CHECK(woken(a, WO_ANSWER_VALUE));
  CHECK_EQ(channel->count, 2);  // the parked send moved up
  wo_channel_close(channel);
  CHECK(send(a, 4, true) == WO_CHANNEL_CLOSED);
  end();
}

TEST("[Z06] capacity 0 is a rendezvous: either side may come first") {
  begin(0);
  int got = 0;
  CHECK(send(a, 1, false) == WO_CHANNEL_BLOCK);
  CHECK(send(a, 1, true) == WO_CHANNEL_BLOCK);
  CHECK(receive(b, &got, true) == WO_CHANNEL_OK);
  CHECK_EQ(got, 1);
  CHECK(woken(a, WO_ANSWER_VALUE));
  CHECK(receive(b, &got, true) == WO_CHANNEL_BLOCK);
  CHECK(send(a, 2, true) == WO_CHANNEL_OK);
  CHECK(woken(b, WO_ANSWER_VALUE));
  CHECK(b->isolate.fiber.answer == wo_from_int(2));
  CHECK_EQ(channel->count, 0);
  end();
}

TEST("[Z06] values and waiters are first in, first out, around the ring") {
  begin(3);
  int got, next_in = 0, next_out = 0;
  for (int round = 0; round < 50; round++) {
    for (int i = 0; i < round % 4; i++) {
      if (send(a, next_in, false) == WO_CHANNEL_OK) next_in++;
    }
    if (receive(b, &got, false) == WO_CHANNEL_OK) {
      CHECK_EQ(got, next_out);
      next_out++;
    }
  }
  CHECK(next_out > 30);
  while (receive(b, &got, false) == WO_CHANNEL_OK) CHECK_EQ(got, next_out++);
  CHECK_EQ(next_in, next_out);

  hand *c = hand_new(rt);
  CHECK(receive(b, &got, true) == WO_CHANNEL_BLOCK);
  CHECK(receive(c, &got, true) == WO_CHANNEL_BLOCK);
  CHECK(send(a, 1, false) == WO_CHANNEL_OK && send(a, 2, false) == WO_CHANNEL_OK);
  CHECK(woken(b, WO_ANSWER_VALUE) && b->isolate.fiber.answer == wo_from_int(1));
  CHECK(woken(c, WO_ANSWER_VALUE) && c->isolate.fiber.answer == wo_from_int(2));
  hand_free(c, WO_FINAL_RETURNED);
  end();
}

TEST("[Z08] receive drains after a close; the clean end is sticky") {
  begin(4);
  int got;
  CHECK(receive(b, &got, false) == WO_CHANNEL_BLOCK);
  send(a, 1, false);
  send(a, 2, false);
  wo_channel_close(channel);
  CHECK(receive(b, &got, true) == WO_CHANNEL_OK && got == 1);
  CHECK(receive(b, &got, true) == WO_CHANNEL_OK && got == 2);
  for (int i = 0; i < 3; i++) CHECK(receive(b, &got, true) == WO_CHANNEL_CLOSED);
  end();
}

TEST(
    "[Z08] [Z10] a crash is kept while others can send, raised once drained and the last is gone") {
  begin(4);
  int got;
  hand *c = hand_new(rt);
  wo_value end_c = wo_hold_add(&c->isolate, &channel->handle, WO_DIR_SEND);
  wo_message *crash = crash_of(a);
  send(a, 1, false);
  wo_hold_release(&a->isolate, end_a, crash);
  wo_message_free(crash);
  CHECK(!channel->closed);
  send(c, 2, false);
  CHECK(receive(b, &got, true) == WO_CHANNEL_OK && got == 1);
  wo_hold_release(&c->isolate, end_c, NULL);
  CHECK(channel->closed);
  CHECK(receive(b, &got, true) == WO_CHANNEL_OK && got == 2);
  for (int i = 0; i < 3; i++) CHECK(receive(b, &got, true) == WO_CHANNEL_CRASHED);
  hand_free(c, WO_FINAL_RETURNED);
  end();
}

TEST(
    "[Z10] the last send hold's going ends the stream for who waits; its fiber's error is the "
    "reason") {
  begin(0);
  int got;
  CHECK(receive(b, &got, true) == WO_CHANNEL_BLOCK);
  a->isolate.fiber.thrown =
      wo_error_new(&a->isolate.heap, &a->isolate.fiber, WO_B_RangeError, hand_text(a, "it broke"));
  hand_free(a, WO_FINAL_ERROR);
  CHECK(woken(b, WO_ANSWER_CRASHED));
  wo_value text = hand_get(b, b->isolate.fiber.answer, "message");
  CHECK(wo_string_equals(&b->isolate.heap, text, hand_text(b, "it broke")));
  a = hand_new(rt);
  end();
}

TEST("[Z10] first close wins: a crash after a clean close changes nothing") {
  begin(1);
  int got;
  wo_channel_close(channel);
  wo_message *crash = crash_of(a);
  wo_hold_release(&a->isolate, end_a, crash);
  wo_message_free(crash);
  CHECK(receive(b, &got, true) == WO_CHANNEL_CLOSED);
  end();
}

TEST("[Z11] close wakes parked senders and receivers, is idempotent and keeps the hold usable") {
  begin(0);
  CHECK(send(a, 1, true) == WO_CHANNEL_BLOCK);
  wo_channel_close(channel);
  wo_channel_close(channel);
  CHECK(woken(a, WO_ANSWER_CLOSED));
  bool closed, ended;
  uint32_t length;
  wo_channel_look(channel, &closed, &ended, &length);
  CHECK(closed && ended && length == 0);
  CHECK(wo_hold_of(&a->isolate, end_a)->live);
  end();
}

TEST("[Z11] [Z12] release drops one hold; narrowed ends count by direction") {
  begin(1);
  wo_value sender = wo_hold_add(&a->isolate, &channel->handle, WO_DIR_SEND);
  CHECK_EQ(channel->senders, 2);
  CHECK_EQ(channel->receivers, 2);
  wo_hold_release(&a->isolate, end_a, NULL);
  wo_hold_release(&a->isolate, end_a, NULL);
  CHECK_EQ(channel->senders, 1);
  CHECK_EQ(channel->receivers, 1);
  CHECK(!channel->closed);
  wo_hold_release(&a->isolate, sender, NULL);
  CHECK(channel->closed);
  CHECK(!wo_hold_of(&a->isolate, sender)->live);
  end();
}

TEST("[Z26] a receive that only its own isolate could feed is found at once") {
  begin(0);
  int got;
  CHECK(receive(a, &got, true) == WO_CHANNEL_STUCK);
  // Another sender somewhere: it may still come.
  hand *c = hand_new(rt);
  wo_value end_c = wo_hold_add(&c->isolate, &channel->handle, WO_DIR_BOTH);
  CHECK(receive(a, &got, true) == WO_CHANNEL_BLOCK);
  // Now that one waits here too, and there is nobody else.
  CHECK(receive(c, &got, true) == WO_CHANNEL_STUCK);
  CHECK(send(c, 5, false) == WO_CHANNEL_OK);
  CHECK(woken(a, WO_ANSWER_VALUE));
  CHECK_EQ(channel->parked_senders, 0);
  wo_hold_release(&c->isolate, end_c, NULL);
  hand_free(c, WO_FINAL_RETURNED);
  end();
}

TEST(
    "[Z26] a waiter with more ends than it can note is counted out by as many as it was counted "
    "in") {
  begin(0);
  int got;
  hand *c = hand_new(rt);
  enum { ENDS = 70000 };
  CHECK(receive(a, &got, true) == WO_CHANNEL_STUCK);
  wo_value end_c = wo_hold_add(&c->isolate, &channel->handle, WO_DIR_BOTH);
  CHECK(receive(a, &got, true) == WO_CHANNEL_BLOCK);
  for (int i = 0; i < ENDS; i++) wo_hold_add(&a->isolate, &channel->handle, WO_DIR_SEND);
  wo_waiter *wait = &a->isolate.fiber.wait;
  wo_channel_recount(wait, wo_holds_on(&a->isolate, &channel->handle, WO_DIR_SEND));
  CHECK(send(c, 5, false) == WO_CHANNEL_OK);
  CHECK(woken(a, WO_ANSWER_VALUE));
  CHECK_EQ(channel->parked_senders, 0);
  wo_hold_release(&c->isolate, end_c, NULL);
  hand_free(c, WO_FINAL_RETURNED);
  end();
}

TEST("a waiter that is claimed elsewhere is passed over, and a forgotten one leaves no trace") {
  begin(0);
  int got;
  hand *c = hand_new(rt);
  CHECK(receive(b, &got, true) == WO_CHANNEL_BLOCK);
  CHECK(receive(c, &got, true) == WO_CHANNEL_BLOCK);
  // Somebody else ended b's wait between our look and our claim.
  wo_fiber *fiber = &b->isolate.fiber;
  uint64_t word = atomic_load(&fiber->park_word);
  atomic_store(&fiber->park_word, (word & ~3ull) | WO_WAIT_CLAIMED);
  CHECK(send(a, 9, false) == WO_CHANNEL_OK);
  CHECK(woken(c, WO_ANSWER_VALUE) && c->isolate.fiber.answer == wo_from_int(9));
  CHECK(!channel->recv_first && !channel->recv_last);
  wo_channel_forget_all(fiber);

  CHECK(send(a, 1, true) == WO_CHANNEL_BLOCK);
  wo_channel_forget(&a->isolate.fiber.wait);
  CHECK(!channel->send_first);
  CHECK(receive(b, &got, false) == WO_CHANNEL_BLOCK);
  hand_free(c, WO_FINAL_RETURNED);
  end();
}

TEST("the table reuses entries only after a collection found that no value names them") {
  begin(0);
  wo_isolate *isolate = &b->isolate;
  b->file[1] = end_b;
  wo_value dropped = wo_hold_add(isolate, &channel->handle, WO_DIR_SEND);
  wo_hold_release(isolate, dropped, NULL);
  wo_value next = wo_hold_add(isolate, &channel->handle, WO_DIR_SEND);
  CHECK(next != dropped);
  CHECK(!wo_hold_of(isolate, dropped)->live);
  wo_collect(isolate);  // neither is named: the dead entry goes, and the live one is released
  CHECK_EQ(channel->senders, 1);
  CHECK(wo_hold_of(isolate, end_b)->live);
  wo_value again = wo_hold_add(isolate, &channel->handle, WO_DIR_SEND);
  CHECK(again == dropped || again == next);
  end();
}

static void io_freed(wo_io *io) { (void)io; }

TEST(
    "[W14] a wait on a file that is closed does not begin: the call that asked goes on where it "
    "stands") {
  begin(0);
  wo_fiber *fiber = &a->isolate.fiber;
  wo_plane *plane = rt->shards[0].plane;
  wo_io io;
  wo_io_init(&io, dup(0), 0, io_freed);
  wo_io_close(plane, &io);
  fiber->call.at = 7;
  fiber->call.argc = 2;
  fiber->new_target = wo_from_int(5);
  uint64_t word = atomic_load(&fiber->park_word);
  CHECK_EQ(wo_wait_io(fiber, &io, WO_IO_READ, WO_NEVER), -EBADF);
  CHECK_EQ(fiber->call.at, 7);
  CHECK_EQ(fiber->call.argc, 2);
  CHECK(fiber->new_target == wo_from_int(5));
  CHECK(fiber->state == WO_FIBER_RUNNABLE && atomic_load(&fiber->park_word) == word);
  wo_io_retire(plane, &io);
  end();
}
