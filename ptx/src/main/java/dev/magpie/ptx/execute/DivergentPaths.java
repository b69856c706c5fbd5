package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a warp that are put aside while others of it go on, in groups with SIMT stacks of
 * their own: those that wait at barriers or for each other, and those that could go on. So no lane
 * waits for one that waits for it (independent thread scheduling); groups join again where their
 * paths are the same.
 */
final class DivergentPaths {

  /** Lanes that are together on a path, with all the paths that they are to take later. */
  static final class Group {
    final SimtStack paths;

    /** The instruction that it waits in, or null. */
    final @Nullable Operation waitsIn;

    /** The lanes that execute this instruction. */
    final int mask;

    /** Whether it waits for other lanes of the warp, rather than at a barrier. */
    boolean exchanges;

    Group(SimtStack paths, @Nullable Operation waitsIn, int mask, boolean exchanges) {
      this.paths = paths;
      this.waitsIn = waitsIn;
      this.mask = mask;
      this.exchanges = exchanges;
    }

    /** Whether it waits in an instruction for other lanes of the warp. */
    boolean isIn(Operation exchange) {
      return exchanges && waitsIn != null && waitsIn.id == exchange.id;
    }

    /**
     * Whether it can go on.
     *
     * @param atBarriers the lanes that wait at barriers
     */
    boolean isReady(int atBarriers) {
      return !exchanges && (paths.lanes() & atBarriers) == 0;
    }
  }

  private final Warp warp;
  private final List<Group> groups = new ArrayList<>();

  /** The lanes that wait at barriers. */
  private int waiting;

  /** The barrier that the path that runs came to last. */
  private @Nullable Operation barrier;

  /** Whether the next exchange takes place without the lanes that it waits for. */
  private boolean goesAhead;

  DivergentPaths(Warp warp) {
    this.warp = warp;
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  void clear() {
    groups.clear();
    waiting = 0;
    goesAhead = false;
  }

  /** Some lanes have come to a barrier. */
  void hold(int mask) {
    waiting |= mask;
  }

  /** A barrier lets lanes go on. */
  void release(int mask) {
    waiting &= ~mask;
  }

  /** Goes on if all of the warp waited and a barrier has let lanes go. */
  void wake() {
    if (warp.state != Warp.State.WAITING) {
      return;
    }
    if (!groups.isEmpty()) {
      goOn();
    } else if ((warp.active() & waiting) == 0) {
      warp.state = Warp.State.RUNNING;
    }
  }

  /** Goes on behind a barrier, or without the lanes that wait there. */
  void pass(Operation at, int mask) {
    if ((waiting & mask) == 0) {
      rejoin();
      return;
    }
    barrier = at;
    if (groups.isEmpty() && (warp.active() | warp.stack().lanes()) == mask) {
      warp.state = Warp.State.WAITING;
    } else {
      putAside(at, mask, false);
    }
  }

  /** Puts lanes of the path that runs aside, on all their paths, and goes on with others. */
  private void putAside(Operation at, int mask, boolean exchanges) {
    warp.pushPath();
    groups.add(new Group(warp.stack().part(mask), at, mask, exchanges));
    if (!warp.resume()) {
      goOn();
    }
  }

  /**
   * Puts the path that runs aside if other lanes can go on, for it asks in vain for what they may
   * do; the others run until one of their paths ends or gives way, too.
   */
  void giveWay() {
    if (warp.active() == warp.alive) {
      return;
    }
    warp.pushPath();
    groups.add(new Group(warp.stack().part(warp.active()), null, 0, false));
    if (warp.resume()) {
      return;
    }
    join();
    for (Group group : groups) {
      // The last one is ready, at least.
      if (group.isReady(waiting)) {
        groups.remove(group);
        warp.resume(group.paths);
        return;
      }
    }
  }

  /** Joins the path that runs with those aside that have come as far, and goes on with the last. */
  void rejoin() {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).isReady(waiting)) {
        warp.pushPath();
        groups.add(new Group(warp.stack(), null, 0, false));
        goOn();
        return;
      }
    }
  }

  /** Goes on with lanes that are aside; the warp waits if none can. */
  void goOn() {
    Group next = take();
    if (next == null) {
      warp.state = Warp.State.WAITING;
      return;
    }
    goesAhead = next.exchanges;
    warp.resume(next.paths);
  }

  /**
   * Lets lanes that wait for each other meet.
   *
   * @param exchange what the path that runs executes
   * @param mask the lanes that do
   * @param members the slot of the lanes that each waits for
   * @return the lanes that execute it now, or 0 if others have yet to come
   */
  int meet(Operation exchange, int mask, int members) {
    boolean waits = !goesAhead;
    goesAhead = false;
    if (warp.active() == warp.alive) {
      return mask;
    }
    int named = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      named |= (int) warp.r[members][Integer.numberOfTrailingZeros(rest)];
    }
    int there = 0;
    for (Group group : groups) {
      there |= group.isIn(exchange) ? group.mask : 0;
    }
    if (waits && (named & warp.alive & ~warp.active() & ~there) != 0) {
      warp.profile.discount(exchange.id, mask);
      warp.jump(warp.pc() - 1);
      putAside(exchange, mask, true);
      return 0;
    }
    for (Group group : groups) {
      CallFrame of = group.isIn(exchange) ? group.paths.top() : warp.frame();
      if (of != warp.frame()) {
        of.copyTo(warp.frame(), exchange.reads(), exchange.predicateReads(), group.mask);
      }
    }
    return mask | there;
  }

  /** Lets the lanes go on that waited for an exchange, which has taken place. */
  void part(Operation exchange) {
    for (Group group : groups) {
      if (group.isIn(exchange)) {
        CallFrame of = group.paths.top();
        if (of != warp.frame()) {
          warp.frame().copyTo(of, exchange.writes(), exchange.predicateWrites(), group.mask);
        }
        group.exchanges = false;
        group.paths.advance();
      }
    }
    rejoin();
  }

  /**
   * Takes the group that goes on next, or null if all wait at barriers: of those that can go on the
   * one with the most open paths, for others may wait for it to catch up; else the first that waits
   * for lanes which do not come.
   */
  private @Nullable Group take() {
    join();
    Group next = null;
    for (Group group : groups) {
      if (group.isReady(waiting) && (next == null || group.paths.depth() > next.paths.depth())) {
        next = group;
      }
    }
    for (int i = 0; next == null && i < groups.size(); i++) {
      next = groups.get(i).exchanges ? groups.get(i) : null;
    }
    groups.remove(next);
    return next;
  }

  /** Joins groups that can go on together, now or when one has caught up with the other. */
  private void join() {
    for (int i = groups.size() - 1; i >= 0; i--) {
      Group late = groups.get(i);
      for (Group early : groups) {
        if (early != late
            && early.isReady(waiting)
            && late.isReady(waiting)
            && early.paths.leadsTo(late.paths)) {
          early.paths.join(late.paths);
          groups.remove(i);
          break;
        }
      }
    }
  }

  /** Where the warp's lanes stand, for reports. */
  String position() {
    List<String> places = new ArrayList<>();
    if (warp.state == Warp.State.RUNNING) {
      places.add(position("is at", warp.next(), warp.active()));
    } else if (groups.isEmpty() && barrier != null) {
      places.add(position("waits in", barrier, warp.active()));
    }
    for (Group group : groups) {
      Operation at = group.waitsIn;
      if (at != null) {
        places.add(position("waits in", at, group.mask));
      }
    }
    return "warp %d %s".formatted(warp.index(), String.join(" and ", places));
  }

  private static String position(String verb, Operation at, int lanes) {
    return "%s line %d (%s) with lanes 0x%08x"
        .formatted(verb, at.line(), at.source().mnemonic(), lanes);
  }
}
