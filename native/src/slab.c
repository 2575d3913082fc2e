#include "slab.h"

#include "alloc.h"

#define SEGMENT_BYTES (2u << 20)
#define PAGE_BYTES (64u << 10)
#define PAGES (SEGMENT_BYTES / PAGE_BYTES)
// Segments that stay although nothing in them is used: the next burst finds them.
#define IDLE_SEGMENTS_MAX 1
// From here on the system is asked for huge pages: fewer faults, and nothing is left unused.
#define HUGE_FROM 4

typedef struct piece {
  struct piece *next;
} piece;

struct wo_slab_page {
  piece *free;                // given back
  wo_slab_page *next, *prev;  // among the open pages of its class
  uint16_t used, made, capacity;
  uint16_t class;  // 1 + the class; 0: the page is free
};

struct wo_slab_segment {
  wo_slabs *owner;
  wo_slab_segment *next, *prev;
  uint32_t free_pages;  // one bit each
  wo_slab_page pages[PAGES];
};
// The first page begins behind the header.
#define HEADER_BYTES ((sizeof(wo_slab_segment) + WO_SLAB_STEP - 1) / WO_SLAB_STEP * WO_SLAB_STEP)
static_assert(HEADER_BYTES + WO_SLAB_BYTES_MAX <= PAGE_BYTES, "the first page has room for some");
static_assert(PAGES == 32 && PAGE_BYTES / WO_SLAB_STEP <= UINT16_MAX, "counts and masks fit");

static wo_slab_segment *segment_of(const void *p) {
  return (wo_slab_segment *)((uintptr_t)p & ~(uintptr_t)(SEGMENT_BYTES - 1));
}

static uint8_t *page_start(wo_slab_segment *segment, uint32_t index) {
  return (uint8_t *)segment + (index ? index * (size_t)PAGE_BYTES : HEADER_BYTES);
}

// --- lists ---

static void page_open(wo_slabs *slabs, wo_slab_page *page) {
  wo_slab_page **first = &slabs->open[page->class - 1];
  page->prev = NULL;
  page->next = *first;
  if (*first) (*first)->prev = page;
  *first = page;
}

static void page_close(wo_slabs *slabs, wo_slab_page *page) {
  if (page->prev) page->prev->next = page->next;
  else slabs->open[page->class - 1] = page->next;
  if (page->next) page->next->prev = page->prev;
}

static void segment_unlink(wo_slabs *slabs, wo_slab_segment *segment) {
  if (segment->prev) segment->prev->next = segment->next;
  else slabs->segments = segment->next;
  if (segment->next) segment->next->prev = segment->prev;
}

static void segment_first(wo_slabs *slabs, wo_slab_segment *segment) {
  segment->prev = NULL;
  segment->next = slabs->segments;
  if (slabs->segments) slabs->segments->prev = segment;
  slabs->segments = segment;
}

// Behind `before`, which stays where it is.
static void segment_after(wo_slab_segment *before, wo_slab_segment *segment) {
  segment->prev = before;
  segment->next = before->next;
  if (before->next) before->next->prev = segment;
  before->next = segment;
}

// --- pages ---

static wo_slab_segment *segment_new(wo_slabs *slabs) {
  wo_slab_segment *segment = wo_alloc_region(SEGMENT_BYTES, slabs->segment_count >= HUGE_FROM);
  if (!segment) return NULL;
  segment->owner = slabs;
  segment->free_pages = UINT32_MAX;
  for (uint32_t i = 0; i < PAGES; i++) segment->pages[i].class = 0;
  segment_first(slabs, segment);
  slabs->segment_count++;
  slabs->idle_segments++;
  return segment;
}

// Segments without free pages are moved behind those that have some when they are met in front.
static wo_slab_page *page_new(wo_slabs *slabs, uint32_t class) {
  wo_slab_segment *segment = slabs->segments;
  if (!segment || !segment->free_pages) {
    segment = segment_new(slabs);
    if (!segment) return NULL;
  }
  if (segment->free_pages == UINT32_MAX) slabs->idle_segments--;
  uint32_t index = (uint32_t)__builtin_ctz(segment->free_pages);
  segment->free_pages &= ~(1u << index);
  wo_slab_page *page = &segment->pages[index];
  size_t room = PAGE_BYTES - (index ? 0 : HEADER_BYTES);
  *page = (wo_slab_page){.class = (uint16_t)(class + 1)};
  page->capacity = (uint16_t)(room / ((class + 1) * WO_SLAB_STEP));
  // The full one goes behind the next that has room, if there is one: never more than one step.
  wo_slab_segment *next = segment->next;
  if (!segment->free_pages && next && next->free_pages) {
    segment_unlink(slabs, segment);
    wo_slab_segment *last = next;
    while (last->next && last->next->free_pages) last = last->next;
    segment_after(last, segment);
  }
  page_open(slabs, page);
  return page;
}

static void page_free(wo_slabs *slabs, wo_slab_segment *segment, wo_slab_page *page) {
  page_close(slabs, page);
  page->class = 0;
  bool was_full = segment->free_pages == 0;
  segment->free_pages |= 1u << (page - segment->pages);
  if (segment->free_pages == UINT32_MAX) {
    if (slabs->idle_segments >= IDLE_SEGMENTS_MAX) {
      segment_unlink(slabs, segment);
      slabs->segment_count--;
      wo_free_region(segment, SEGMENT_BYTES);
      return;
    }
    slabs->idle_segments++;
  }
  if (!was_full) return;
  segment_unlink(slabs, segment);
  segment_first(slabs, segment);
}

// --- pieces ---

static void give_own(wo_slabs *slabs, wo_slab_segment *segment, piece *p) {
  wo_slab_page *page = &segment->pages[((uintptr_t)p - (uintptr_t)segment) / PAGE_BYTES];
  bool was_full = page->used == page->capacity;
  p->next = page->free;
  page->free = p;
  page->used--;
  if (WO_UNLIKELY(was_full)) page_open(slabs, page);
  // The last open page of a class stays, so that one piece taken and given again costs no page.
  if (WO_UNLIKELY(page->used == 0) && (page->next || page->prev)) page_free(slabs, segment, page);
}

void wo_slabs_settle(wo_slabs *slabs) {
  if (!atomic_load_explicit(&slabs->returned, memory_order_relaxed)) return;
  piece *p = atomic_exchange_explicit(&slabs->returned, NULL, memory_order_acquire);
  while (p) {
    piece *next = p->next;
    give_own(slabs, segment_of(p), p);
    p = next;
  }
}

static WO_NOINLINE wo_slab_page *find_page(wo_slabs *slabs, uint32_t class) {
  wo_slabs_settle(slabs);
  return slabs->open[class] ? slabs->open[class] : page_new(slabs, class);
}

void *wo_slab_take(wo_slabs *slabs, size_t size) {
  uint32_t class = (uint32_t)((size - 1) / WO_SLAB_STEP);
  if (WO_UNLIKELY(class >= WO_COUNT(slabs->open))) return NULL;
  wo_slab_page *page = slabs->open[class];
  if (WO_UNLIKELY(!page) && !(page = find_page(slabs, class))) return NULL;
  piece *p = page->free;
  if (p) {
    page->free = p->next;
  } else {
    wo_slab_segment *segment = segment_of(page);
    uint32_t index = (uint32_t)(page - segment->pages);
    size_t at = page->made++ * (size_t)((class + 1) * WO_SLAB_STEP);
    p = (piece *)(page_start(segment, index) + at);
  }
  if (WO_UNLIKELY(++page->used == page->capacity)) page_close(slabs, page);
  return p;
}

void wo_slab_give(wo_slabs *own, void *memory, size_t size) {
  (void)size;
  wo_slab_segment *segment = segment_of(memory);
  wo_slabs *owner = segment->owner;
  piece *p = memory;
  if (WO_LIKELY(owner == own)) {
    give_own(owner, segment, p);
    return;
  }
  // Release: pairs with the acquire of wo_slabs_settle.
  void *head = atomic_load_explicit(&owner->returned, memory_order_relaxed);
  do {
    p->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&owner->returned, &head, p, memory_order_release,
                                                  memory_order_relaxed));
}

void wo_slabs_free(wo_slabs *slabs) {
  while (slabs->segments) {
    wo_slab_segment *segment = slabs->segments;
    slabs->segments = segment->next;
    wo_free_region(segment, SEGMENT_BYTES);
  }
  *slabs = (wo_slabs){.segment_count = 0};
}
