package dev.magpie.gpu.core;

import static java.util.Objects.requireNonNull;

import dev.magpie.gpu.stream.MemoryAccess;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Instructions whose results are not there, and which of them wait for which. */
final class Waiting {
  private static final int NONE = -1;

  private int[] warps = new int[64];
  private int[] instructions = new int[64];
  private int[] missing = new int[64];
  private long[] at = new long[64];
  private int[] users = new int[64];
  private @Nullable MemoryAccess[] accesses = new MemoryAccess[64];
  private int[] free = new int[64];
  private int freeCount;
  private int size;

  // A link is a user of an entry, and the next link.
  private int[] linked = new int[256];
  private int[] next = new int[256];
  private int freeLink = NONE;
  private int links;

  /** Enters an instruction that has its operands at some time or later. */
  int add(int warp, int instruction, long earliest) {
    int entry = freeCount > 0 ? free[--freeCount] : size++;
    if (entry == warps.length) {
      int more = 2 * entry;
      warps = Arrays.copyOf(warps, more);
      instructions = Arrays.copyOf(instructions, more);
      missing = Arrays.copyOf(missing, more);
      at = Arrays.copyOf(at, more);
      users = Arrays.copyOf(users, more);
      accesses = Arrays.copyOf(accesses, more);
      free = Arrays.copyOf(free, more);
    }
    warps[entry] = warp;
    instructions[entry] = instruction;
    missing[entry] = 0;
    at[entry] = earliest;
    users[entry] = NONE;
    return entry;
  }

  /** One instruction needs what another makes. */
  void awaits(int user, int maker) {
    int link = freeLink;
    if (link >= 0) {
      freeLink = next[link];
    } else {
      link = links++;
      if (link == linked.length) {
        linked = Arrays.copyOf(linked, 2 * link);
        next = Arrays.copyOf(next, 2 * link);
      }
    }
    linked[link] = user;
    next[link] = users[maker];
    users[maker] = link;
    missing[user]++;
  }

  /** An instruction that waits for one that is known now, and no longer waits for it; or -1. */
  int nextUser(int maker) {
    int link = users[maker];
    if (link < 0) {
      return NONE;
    }
    users[maker] = next[link];
    next[link] = freeLink;
    freeLink = link;
    missing[linked[link]]--;
    return linked[link];
  }

  boolean isWaiting(int entry) {
    return missing[entry] > 0;
  }

  /** One of its operands is there at some time. */
  void notBefore(int entry, long time) {
    at[entry] = Math.max(at[entry], time);
  }

  /** When the last of its operands is there, of those that are known. */
  long at(int entry) {
    return at[entry];
  }

  int warp(int entry) {
    return warps[entry];
  }

  int instruction(int entry) {
    return instructions[entry];
  }

  void setAccess(int entry, MemoryAccess access) {
    accesses[entry] = access;
  }

  boolean hasAccess(int entry) {
    return accesses[entry] != null;
  }

  MemoryAccess takeAccess(int entry) {
    MemoryAccess access = requireNonNull(accesses[entry]);
    accesses[entry] = null;
    return access;
  }

  void remove(int entry) {
    free[freeCount++] = entry;
  }
}
