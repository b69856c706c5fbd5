package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.MetadataCache;
import dev.magpie.report.Table;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Section III: sizes that follow from one another. */
final class DesignArithmetic {
  private static final double METADATA_BITS = 4;
  private static final int ENTRY_BITS = 1024;

  /** Of a page-table entry, beside the offset. */
  private static final int COMPRESSED_BITS = 1;

  private static final int TARGET_BITS = 3;
  private static final long GIBIBYTE = 1L << 30;

  /** The paper's largest GPU. */
  private static final long DEVICE_BYTES = 32 * GIBIBYTE;

  static Experiment<?> experiment() {
    return Description.of(
            "buddy/design", "Sizes of the design", "Buddy paper, sections II-B and III, Table I")
        .method(
            "What follows from the paper's own sizes: metadata of 4 bits for 128 bytes in sectors"
                + " of 32, at most 4x, pages of 64 KiB and 2 MiB, a GPU of 32 GiB. The table has"
                + " how far offsets reach in units of a page's buddy memory, which is our choice.")
        .measure(_ -> BuddyConfig.DEFAULT_MAX_RATIO)
        .claims(
            Claim.consistency("carve-out", "The carve-out of 4x over the device")
                .whole(
                    3,
                    "times",
                    _ -> (double) TargetRatio.FOUR.buddyBytes() / TargetRatio.FOUR.deviceBytes()),
            Claim.consistency("sizes", "States of a compressed entry")
                .because(
                    "An entry of a 16x allocation that fits the 8 bytes which it has in device memory"
                        + " needs a sixth: as a number of sectors it would be one.")
                .whole(5, "states", _ -> states()),
            Claim.consistency("metadata", "Metadata of the memory that they describe")
                .percent("0.4", _ -> 100 * METADATA_BITS / ENTRY_BITS),
            Claim.consistency("prefetch", "Neighbours whose metadata a miss brings along")
                .whole(
                    63, "entries", _ -> MetadataCache.SECTOR_BYTES * Byte.SIZE / METADATA_BITS - 1),
            Claim.consistency("offset.2MiB", "Bits to number the pages of 2 MiB of 32 GiB at 4x")
                .whole(16, "bits", maxRatio -> numberBits(PageSize.MIB_2, maxRatio)),
            Claim.consistency("offset.64KiB", "Bits to number the pages of 64 KiB of 32 GiB at 4x")
                .because("A page of 2 MiB is 32 of 64 KiB: five bits more than 16, and not four.")
                .whole(20, "bits", maxRatio -> numberBits(PageSize.KIB_64, maxRatio)),
            Claim.consistency(
                    "entry", "Bits that a page-table entry takes for a page of 64 KiB, at most")
                .because(
                    "20 are the offset's alone; whether a page is compressed takes 1 more, and its"
                        + " target 3. The 27 that are unused suffice for them, too.")
                .atMost(
                    20,
                    Unit.whole("bits"),
                    _ -> COMPRESSED_BITS + TARGET_BITS + PageSize.KIB_64.offsetBits()),
            Claim.consistency("slices", "Table I's 64 KB in slices of 4 KB, one a controller")
                .because(
                    "They are 16, and there are 8 controllers; section III-C has 4 KB each, and so"
                        + " 32 KB.")
                .whole(8, "slices", _ -> tableSlices()),
            Claim.consistency("links", "Six NVLink2 channels of 25 GB/s")
                .whole(150, "GB/s", _ -> 6 * 25))
        .draw(DesignArithmetic::draw);
  }

  private static long states() {
    return Stream.of(TargetRatio.values())
        .flatMapToInt(
            target -> IntStream.rangeClosed(0, ENTRY_BITS).map(bits -> EntryCode.of(bits, target)))
        .distinct()
        .count();
  }

  private static int numberBits(PageSize page, int maxRatio) {
    return Long.SIZE - Long.numberOfLeadingZeros(maxRatio * DEVICE_BYTES / page.bytes() - 1);
  }

  private static double tableSlices() {
    return (double) MetadataCache.Shape.DEFAULT.bytes()
        / MetadataCache.Shape.EVALUATED.sliceBytes();
  }

  private static Figures draw(int maxRatio) {
    Table.Builder table =
        Table.titled("Reach of a buddy-page offset")
            .number("page", 0, "KiB")
            .number("offset", 0, "bits")
            .text("target")
            .number("reach", 0, "GiB")
            .number("carve-out", 0, "GiB");
    for (PageSize page : PageSize.values()) {
      for (TargetRatio target : TargetRatio.values()) {
        table.row(
            page.bytes() >> 10,
            page.offsetBits(),
            target.toString(),
            page.reach(target) / GIBIBYTE,
            (maxRatio - 1) * DEVICE_BYTES / GIBIBYTE);
      }
    }
    return Figures.none().with("reach", table.build());
  }

  private DesignArithmetic() {}
}
