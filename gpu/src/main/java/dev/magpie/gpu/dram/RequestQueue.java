package dev.magpie.gpu.dram;

import java.util.Arrays;

/**
 * The requests of a channel that have not been served: reads and writes apart, indexed by bank and
 * in order of age, without an object for each.
 */
final class RequestQueue {
  static final int NONE = -1;
  static final int READ = 0;
  static final int WRITE = 1;

  private final int banks;

  /** By request. */
  private final int[] kind;

  private final int[] bank;
  private final int[] row;
  private final int[] column;
  private final long[] arrival;
  private final long[] tag;
  private final long[] age;
  private final boolean[] begun;
  private final int[] next;
  private final int[] previous;

  /** By kind and bank: requests that wait in the queue, and those among them for the open row. */
  private final int[] oldest;

  private final int[] youngest;
  private final int[] oldestHit;

  /** By bank: the open row, and the request that it was opened for and that has not been served. */
  private final int[] openRow;

  private final int[] opener;

  private final int[] waiting = new int[2];
  private int free;
  private long requests;
  private int unserved;

  RequestQueue(int capacity, int banks) {
    this.banks = banks;
    kind = new int[capacity];
    bank = new int[capacity];
    row = new int[capacity];
    column = new int[capacity];
    arrival = new long[capacity];
    tag = new long[capacity];
    age = new long[capacity];
    begun = new boolean[capacity];
    next = new int[capacity];
    previous = new int[capacity];
    oldest = filled(2 * banks);
    youngest = filled(2 * banks);
    oldestHit = filled(2 * banks);
    openRow = filled(banks);
    opener = filled(banks);
    for (int i = 0; i < capacity; i++) {
      next[i] = i + 1 < capacity ? i + 1 : NONE;
    }
  }

  private static int[] filled(int length) {
    int[] nothing = new int[length];
    Arrays.fill(nothing, NONE);
    return nothing;
  }

  /** Requests of a kind that wait for their row, or for their turn in an open one. */
  int waiting(int kind) {
    return waiting[kind];
  }

  /** All requests that are not served. */
  int unserved() {
    return unserved;
  }

  /** Adds a request; the result is its number. */
  int add(int kind, int bank, int row, int column, long arrival, long tag) {
    int request = free;
    free = next[request];
    this.kind[request] = kind;
    this.bank[request] = bank;
    this.row[request] = row;
    this.column[request] = column;
    this.arrival[request] = arrival;
    this.tag[request] = tag;
    age[request] = requests++;
    begun[request] = false;
    int list = kind * banks + bank;
    int last = youngest[list];
    previous[request] = last;
    next[request] = NONE;
    if (last == NONE) {
      oldest[list] = request;
    } else {
      next[last] = request;
    }
    youngest[list] = request;
    if (oldestHit[list] == NONE && openRow[bank] == row) {
      oldestHit[list] = request;
    }
    waiting[kind]++;
    unserved++;
    return request;
  }

  /** Takes a request out of its list; it is the opener of its bank or is being served. */
  private void unlink(int request) {
    int list = kind[request] * banks + bank[request];
    int before = previous[request];
    int after = next[request];
    if (before == NONE) {
      oldest[list] = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      youngest[list] = before;
    } else {
      previous[after] = before;
    }
    if (oldestHit[list] == request) {
      oldestHit[list] = nextFor(openRow[bank[request]], after);
    }
    waiting[kind[request]]--;
  }

  private int nextFor(int wanted, int from) {
    int request = from;
    while (request != NONE && row[request] != wanted) {
      request = next[request];
    }
    return request;
  }

  /** The row of a request's bank is opened for it. */
  void open(int request) {
    int at = bank[request];
    openRow[at] = row[request];
    unlink(request);
    opener[at] = request;
    oldestHit[at] = nextFor(row[request], oldest[at]);
    oldestHit[banks + at] = nextFor(row[request], oldest[banks + at]);
  }

  /** The row of a bank is closed. */
  void close(int bank) {
    openRow[bank] = NONE;
    oldestHit[bank] = NONE;
    oldestHit[banks + bank] = NONE;
  }

  /** A request is served, and its place is free. */
  void serve(int request) {
    int at = bank[request];
    if (opener[at] == request) {
      opener[at] = NONE;
    } else {
      unlink(request);
    }
    next[request] = free;
    free = request;
    unserved--;
  }

  int oldest(int kind, int bank) {
    return oldest[kind * banks + bank];
  }

  int oldestHit(int kind, int bank) {
    return oldestHit[kind * banks + bank];
  }

  int opener(int bank) {
    return opener[bank];
  }

  boolean isOpen(int bank) {
    return openRow[bank] != NONE;
  }

  int openRow(int bank) {
    return openRow[bank];
  }

  int kind(int request) {
    return kind[request];
  }

  int row(int request) {
    return row[request];
  }

  int column(int request) {
    return column[request];
  }

  long arrival(int request) {
    return arrival[request];
  }

  long tag(int request) {
    return tag[request];
  }

  long age(int request) {
    return age[request];
  }

  /** Whether a command has been issued for it already; from now on, one has. */
  boolean begin(int request) {
    boolean before = begun[request];
    begun[request] = true;
    return before;
  }
}
