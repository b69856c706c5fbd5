package dev.magpie.cli.buddy;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.lab.capacity.CapacityResult;
import dev.magpie.lab.capacity.Fit;
import dev.magpie.lab.capacity.LinkCost;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.Locale;

/** The arithmetic of a capacity, step by step. */
final class CapacityTables {
  static final DocumentType<CapacityResult> TYPE =
      new DocumentType<>(CapacityResult.SCHEMA, CapacityResult.class);

  private CapacityTables() {}

  static Report report(CapacityResult found) {
    Table[] tables =
        found.buddy().isPossible()
            ? new Table[] {memory(found), cost(found)}
            : new Table[] {memory(found)};
    return Report.of(TYPE, found, tables)
        .headed(summary(found))
        .withCsv(CapacityResult.Row.class, found.allocations());
  }

  /** The answer in a line. */
  static String summary(CapacityResult found) {
    Fit before = found.uncompressed();
    Fit after = found.buddy();
    if (!after.isPossible()) {
      String without = before.isPossible() ? "%s %s at most" : "none";
      return "With Buddy Compression no %s fits; without, %s"
          .formatted(found.growsWith(), without.formatted(found.growsWith(), before.size()));
    }
    String most = "%s %s with Buddy Compression".formatted(found.growsWith(), after.size());
    return before.isPossible()
        ? "At most %s, and %s without: %.2fx as large; slowdown by the link from %.2fx to %.2fx, %s"
            .formatted(
                most,
                before.size(),
                found.gain(),
                found.bounds().leastSlowdown(),
                found.bounds().mostSlowdown(),
                accessed(found.cost()))
        : "At most %s; none fits without".formatted(most);
  }

  /** What the bounds rest on. */
  static String accessed(LinkCost cost) {
    Double measured = cost.measuredBuddyAccesses();
    return measured == null
        ? "if all memory is accessed equally often"
        : "if %s %% of accesses need buddy memory".formatted(plain(100 * measured));
  }

  static Table memory(CapacityResult found) {
    Fit before = found.uncompressed();
    Fit after = found.buddy();
    long reserve = found.room().reserveBytes();
    long memory = found.room().memoryBytes();
    String all = bytes(found.room().maxRatio() * memory);
    return Table.titled("Memory")
        .text("")
        .text("uncompressed")
        .text("Buddy")
        .row("device memory", bytes(memory), bytes(memory))
        .row("- reserve", bytes(reserve), bytes(reserve))
        .row("- metadata, 1/256 of " + all, bytes(0), bytes(found.metadataBytes()))
        .row("- what is fixed", bytes(found.fixedBytes()), bytes(found.fixedDeviceBytes()))
        .row(
            "= left for what grows",
            bytes(memory - reserve - found.fixedBytes()),
            bytes(memory - reserve - found.metadataBytes() - found.fixedDeviceBytes()))
        .row(
            "/ what grows, at %s %s".formatted(found.growsWith(), found.profiled()),
            bytes(found.growingBytes()),
            bytes(found.growingDeviceBytes()))
        .total(
            "= %s at most".formatted(found.growsWith()),
            before.isPossible() ? before.size() : "none",
            after.isPossible() ? after.size() : "none")
        .row("memory of the program then", bytes(before.bytes()), bytes(after.bytes()))
        .row("of it in device memory", bytes(before.deviceBytes()), bytes(after.deviceBytes()))
        .row(
            "set aside in a carve-out of " + bytes(found.carveOutBytes()),
            bytes(before.buddyBytes()),
            bytes(after.buddyBytes()))
        .row("more would exceed", before.limit(), after.limit())
        .note(
            "What grows does so in proportion and keeps its targets. What no snapshot has is not"
                + " counted: context, code and workspace are what --reserve is for.")
        .build();
  }

  static Table cost(CapacityResult found) {
    LinkCost cost = found.cost();
    LinkCost.Bounds bounds = found.bounds();
    String times =
        "x %s GB/s / %s GB/s, %s %% of the time: link busy"
            .formatted(
                plain(cost.deviceGigabytesPerSecond()),
                plain(cost.linkGigabytesPerSecond()),
                plain(100 * cost.busy()));
    return Table.titled("Cost")
        .text("")
        .number("least", 4)
        .number("most", 4)
        .row(
            "accesses that need buddy memory",
            bounds.buddyAccessFraction(),
            bounds.buddyAccessFraction())
        .row(
            "bytes over the link for each byte accessed",
            bounds.leastLinkFraction(),
            bounds.mostLinkFraction())
        .row(times, bounds.leastLinkTime(), bounds.mostLinkTime())
        .total("slowdown", bounds.leastSlowdown(), bounds.mostSlowdown())
        .note(
            "Least: a sector an access, half of them each way, hidden behind the program. Most: all"
                + " that the target leaves to buddy memory and a header of %d B, all one way,"
                    .formatted(cost.headerBytes())
                + " nothing hidden. Both hold %s, whole entries at a time, and count neither misses of"
                    .formatted(accessed(cost))
                + " metadata nor latency: 'magpie simulate --buddy-targets' times what a program"
                + " accesses.")
        .build();
  }

  private static String bytes(long bytes) {
    return bytes < 0 ? "-" + Quantity.bytes(-bytes) : Quantity.bytes(bytes);
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
