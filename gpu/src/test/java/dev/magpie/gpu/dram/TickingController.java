package dev.magpie.gpu.dram;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A channel that ticks every cycle and scans plain lists, written after Ramulator 2.1's HBM
 * controller (FRFCFS scheduler, open row, all-bank refresh): of the reference streams it gives the
 * very cycles that Ramulator gives. Used to judge the fast one.
 */
final class TickingController {
  private static final class Request {
    final boolean write;
    final long place;
    final int bank;
    final int row;
    final long arrival;

    Request(boolean write, long place, long arrival) {
      this.write = write;
      this.place = place;
      this.arrival = arrival;
      bank = AddressMap.bank(place);
      row = AddressMap.row(place);
    }
  }

  private final DramConfig config;
  private final CommandTiming timing;
  private final int banksPerScope;
  private final int[] openRow;
  private final int[] active;
  private final List<Request> reads = new ArrayList<>();
  private final List<Request> writes = new ArrayList<>();
  private final List<Request> opened = new ArrayList<>();
  private final ArrayDeque<Integer> refreshes = new ArrayDeque<>();
  private final Set<Long> buffered = new HashSet<>();
  private boolean writeMode;
  private long clock;
  private long nextRefresh;
  private long rowBusFree;
  private long lastRead;

  TickingController(DramConfig config) {
    this.config = config;
    timing = new CommandTiming(config);
    banksPerScope = config.banksPerNode(config.refreshLevel());
    openRow = new int[config.banks()];
    active = new int[config.banks()];
    Arrays.fill(openRow, -1);
    nextRefresh = config.timing("REFI");
  }

  boolean offer(boolean write, long place) {
    if (buffered.contains(place)) {
      lastRead = write ? lastRead : Math.max(lastRead, clock + 1);
      return true;
    }
    List<Request> queue = write ? writes : reads;
    int room = write ? config.controller().writeQueue() : config.controller().readQueue();
    if (queue.size() >= room) {
      return false;
    }
    queue.add(new Request(write, place, clock));
    if (write) {
      buffered.add(place);
    }
    return true;
  }

  boolean readsAreDone() {
    return reads.isEmpty() && opened.stream().allMatch(each -> each.write);
  }

  long lastRead() {
    return lastRead;
  }

  void tick() {
    clock++;
    if (clock == nextRefresh) {
      nextRefresh += config.timing("REFI");
      for (int scope = 0; scope < config.banks() / banksPerScope; scope++) {
        refreshes.add(scope);
      }
    }
    columnSlot();
    rowSlot();
  }

  private void columnSlot() {
    Request best = best(opened, true);
    List<Request> from = opened;
    boolean wasOpened = best != null;
    if (best == null && refreshes.isEmpty()) {
      from = queue();
      best = best(from, true);
    }
    if (best == null) {
      return;
    }
    timing.issue(command(best).index(), best.bank, clock);
    from.remove(best);
    if (wasOpened) {
      active[best.bank]--;
    }
    if (best.write) {
      buffered.remove(best.place);
    } else {
      lastRead = Math.max(lastRead, clock + config.readLatency());
    }
  }

  private void rowSlot() {
    if (!refreshes.isEmpty()) {
      refresh(refreshes.getFirst());
      return;
    }
    List<Request> from = queue();
    Request best = best(from, false);
    if (best == null) {
      return;
    }
    Command command = command(best);
    timing.issue(command.index(), best.bank, clock);
    rowBusFree = clock + config.use(command).cycles();
    if (command == Command.PRE) {
      openRow[best.bank] = -1;
      return;
    }
    openRow[best.bank] = best.row;
    active[best.bank]++;
    from.remove(best);
    opened.add(best);
  }

  private void refresh(int scope) {
    int first = scope * banksPerScope;
    int end = first + banksPerScope;
    boolean open = Arrays.stream(openRow, first, end).anyMatch(row -> row >= 0);
    boolean busy = Arrays.stream(active, first, end).anyMatch(count -> count > 0);
    Command command = open ? Command.PREA : Command.REF;
    if ((open && busy)
        || rowBusFree > clock
        || timing.earliestInScope(command.index(), scope) > clock) {
      return;
    }
    timing.issue(command.index(), first, clock);
    rowBusFree = clock + 1;
    if (open) {
      Arrays.fill(openRow, first, end, -1);
    } else {
      refreshes.removeFirst();
    }
  }

  private List<Request> queue() {
    SchedulerConfig controller = config.controller();
    writeMode =
        writeMode
            ? writes.size() > controller.writeLow() || reads.isEmpty()
            : writes.size() >= controller.writeHigh() || reads.isEmpty();
    return writeMode ? writes : reads;
  }

  private Command command(Request request) {
    if (openRow[request.bank] < 0) {
      return Command.ACT;
    }
    if (openRow[request.bank] != request.row) {
      return Command.PRE;
    }
    return request.write ? Command.WR : Command.RD;
  }

  /** The oldest whose command is legal now and for the slot. */
  private @Nullable Request best(List<Request> queue, boolean column) {
    Request best = null;
    for (Request each : queue) {
      Command command = command(each);
      boolean legal =
          CommandChecker.isColumn(command) == column
              && !(command == Command.PRE && active[each.bank] > 0)
              && (column || rowBusFree <= clock)
              && timing.earliest(command.index(), each.bank) <= clock;
      if (legal && (best == null || each.arrival < best.arrival)) {
        best = each;
      }
    }
    return best;
  }
}
