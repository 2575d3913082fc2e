// Every limit, with its reason. stress.h overrides some in test mode.
#ifndef WO_LIMITS_H
#define WO_LIMITS_H

#ifdef WO_STRESS
#include "stress.h"
#endif

// Reductions per slice: BEAM's figure; a slice of plain bytecode is then some 20 us.
#ifndef WO_REDUCTIONS_DEFAULT
#define WO_REDUCTIONS_DEFAULT 4000
#endif
// Registers per function: operands are 8 bits and the frame needs a few of its own.
#define WO_REGISTERS_MAX 250
// Frames per fiber before StackOverflowError: deep enough for recursive descent over real data.
#ifndef WO_FRAMES_MAX
#define WO_FRAMES_MAX 100000
#endif
// Registers of one fiber, all frames together, before StackOverflowError: 32 MB.
#define WO_REGISTER_FILE_MAX (1u << 22)
// Frames an error remembers: enough to find the place, cheap enough for errors as control flow.
#define WO_TRACE_FRAMES_MAX 32
// Deferred functions and cleanups of one fiber: their count has 16 bits.
#define WO_CATCHES_MAX 65535
// Registers in a spawn block: the window of any function, and some arguments more.
#define WO_INLINE_REGISTERS_MAX 256
// Registers of a fiber that begins with something else than a function in bytecode.
#define WO_OTHER_REGISTERS 14
// Arguments of one call (spread included): the register file must stay addressable and a call cheap.
#define WO_ARGUMENTS_MAX 65535
// Code units of a string: V8's limit, so programs meet the same error at the same size.
#define WO_STRING_LENGTH_MAX ((1u << 29) - 24)
// Chunk sizes grow from the first to the last with the heap. The first holds a small object and a
// string: a fiber that waits with little in its hands costs little.
#ifndef WO_CHUNK_FIRST
#define WO_CHUNK_FIRST 256
#endif
#ifndef WO_CHUNK_LAST
#define WO_CHUNK_LAST (256u * 1024)
#endif
// Cells from this size live alone and are never copied.
#ifndef WO_LARGE_BYTES
#define WO_LARGE_BYTES (32u * 1024)
#endif
// First collection of a heap; later ones when it has doubled.
#ifndef WO_COLLECT_FIRST
#define WO_COLLECT_FIRST (1u << 20)
#endif
// Live data from which a heap is generational: less is copied faster than a nursery of its own would
// be worth.
#ifndef WO_GENERATIONAL_MIN
#define WO_GENERATIONAL_MIN (512u * 1024)
#endif
// The heap an isolate may park with; or twice what its last collection left.
#define WO_UNTIDY_BYTES (64u * 1024)
// What a generational heap takes between two minor collections: as much as it has old data, from
// what stays in the second-level cache to what is copied in some milliseconds should all of it be
// alive. And the old data at which it has its first major collection; later ones when it has doubled.
#ifndef WO_NURSERY_BYTES
#define WO_NURSERY_BYTES (1u << 20)
#define WO_NURSERY_BYTES_MAX (4u << 20)
#endif
#ifndef WO_MAJOR_FIRST
#define WO_MAJOR_FIRST (8u << 20)
#endif
// Emptied chunks a heap keeps beyond its nursery, for what is promoted next: the system hands out
// pages slowly.
#define WO_SPARE_BYTES_MAX (64u << 20)
// What a runtime sets aside for when the system refuses memory; nothing of it is touched before.
#define WO_SYSTEM_RESERVE_BYTES (4u << 20)
// Holds before a first collection for their sake; later ones when they have doubled, or would take,
// with a channel each, as much memory as the heap.
#define WO_HOLDS_FIRST 256
#define WO_HOLD_BYTES 128
// What C code may allocate past the quota between two safepoints without asking.
#define WO_OVERDRAFT_BYTES (256u * 1024)
// Default quota of an isolate: main and trusted code; hosts set their own.
#define WO_HEAP_QUOTA_DEFAULT (4ull << 30)
// Cleanup reserve of a fiber that is being ended (DESIGN.md section 3).
#define WO_RESERVE_REDUCTIONS 20000
#define WO_RESERVE_BYTES (64u * 1024)
// Properties before an object goes to dictionary mode, and children of one shape.
#define WO_SHAPE_SLOTS_MAX 128
#define WO_SHAPE_CHILDREN_MAX 256
// Shapes of a runtime: bounds what a program can make of verified names.
#define WO_SHAPES_MAX (1u << 18)
// A gap wider than this past an array's capacity makes it sparse.
#define WO_ARRAY_GAP_MAX 4096
#define WO_CHANNEL_CAPACITY_MAX (1u << 24)
#define WO_SHARDS_MAX 16
#define WO_SELECT_ARMS_MAX 64
// Submissions one call gives to an io_uring: a pass of a busy shard arms some hundred waits.
#ifndef WO_RING_ENTRIES
#define WO_RING_ENTRIES 256
#endif
// Completions a ring holds before the kernel keeps the rest aside: as many as one pass may meet.
#ifndef WO_RING_COMPLETIONS
#define WO_RING_COMPLETIONS 4096
#endif
// Events one epoll_wait takes.
#ifndef WO_PLANE_BATCH
#define WO_PLANE_BATCH 256
#endif
// Edges in a row nobody waited for before a plane stops watching a file: a peer that talks while its
// request is worked on makes a few, a file that another shard has taken over one at each event.
#define WO_USELESS_EDGES_MAX 16
// Slices between two looks at the plane while there is work: at most some milliseconds. A power of two.
#ifndef WO_PLANE_SLICES
#define WO_PLANE_SLICES 64
#endif
// Between two looks of a waiting shard for ends that nobody names any more: at least this, and this
// many times as long as the look took.
#define WO_SWEEP_NS 10000000
#define WO_SWEEP_SHARE 16
// One read of a file or a socket: as much as a system call is cheap for.
#define WO_READ_BLOCK (64u * 1024)
// Threads for calls that block (files, name resolution): enough to keep a disk busy.
#define WO_WORK_THREADS_MAX 4
// Depth of a message graph is not bounded (copying is iterative); its size is the sender's quota.
#define WO_IMAGE_BYTES_MAX (256u << 20)

#endif
