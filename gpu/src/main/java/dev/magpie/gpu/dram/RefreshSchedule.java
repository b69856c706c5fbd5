package dev.magpie.gpu.dram;

import java.util.Arrays;

/**
 * When the refresh of each scope is due, and which scopes take no requests until theirs is done.
 */
final class RefreshSchedule {
  private final int banksPerScope;
  private final int interval;
  private final long[] due;
  private final boolean[] waits;
  private int waiting;
  private long next;

  RefreshSchedule(DramConfig config) {
    banksPerScope = config.banksPerNode(config.refreshLevel());
    interval = config.timing("REFI");
    due = new long[config.nodes(config.refreshLevel())];
    Arrays.fill(due, interval);
    waits = new boolean[due.length];
    next = interval;
  }

  int scopes() {
    return due.length;
  }

  int firstBank(int scope) {
    return scope * banksPerScope;
  }

  int endBank(int scope) {
    return (scope + 1) * banksPerScope;
  }

  int interval() {
    return interval;
  }

  /** When the next scope falls due that does not wait already. */
  long next() {
    return next;
  }

  boolean anyWaits() {
    return waiting > 0;
  }

  boolean waits(int scope) {
    return waits[scope];
  }

  boolean bankWaits(int bank) {
    return waiting > 0 && waits[bank / banksPerScope];
  }

  /** Whether a scope has fallen due and does not wait yet; it does from now on. */
  boolean call(int scope, long now) {
    if (waits[scope] || due[scope] > now) {
      return false;
    }
    waits[scope] = true;
    waiting++;
    return true;
  }

  /** Finds {@link #next()} again after scopes were called. */
  void findNext() {
    next = Long.MAX_VALUE;
    for (int scope = 0; scope < due.length; scope++) {
      if (!waits[scope]) {
        next = Math.min(next, due[scope]);
      }
    }
  }

  /** A scope has been refreshed. */
  void done(int scope) {
    waits[scope] = false;
    waiting--;
    due[scope] += interval;
    next = Math.min(next, due[scope]);
  }

  /** All scopes have been refreshed so many times, each when it was due. */
  void skip(long intervals) {
    for (int scope = 0; scope < due.length; scope++) {
      due[scope] += intervals * interval;
    }
    next += intervals * interval;
  }
}
