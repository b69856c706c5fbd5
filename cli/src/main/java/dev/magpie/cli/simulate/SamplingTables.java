package dev.magpie.cli.simulate;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.SimulationResult.Sampling;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was timed for the rest, too, and by how much that may be off. */
final class SamplingTables {
  private SamplingTables() {}

  static List<Table> of(Sampling sampling) {
    List<Table> tables = new ArrayList<>();
    SimulationResult.SampledLaunches repeats = sampling.repeats();
    if (repeats == null || !sampling.kernels().isEmpty()) {
      tables.add(blocks(sampling));
    }
    if (repeats != null) {
      tables.add(launches(sampling, repeats));
    }
    return tables;
  }

  private static Table blocks(Sampling sampling) {
    Table.Builder table =
        Table.titled("")
            .text("long launches of")
            .number("timed whole", 0)
            .number("waves", 0)
            .number("cycles off by", 2, "%")
            .number("bytes off by", 2, "%")
            .number("sampled", 0);
    sampling
        .kernels()
        .forEach(each ->
            table.row(
                KernelNames.demangle(each.kernel()),
                each.checked(),
                each.waves(),
                100 * each.error(),
                100 * each.bytesError(),
                each.sampled()));
    table.note(
        sampling.launches() == 0
            ? "No launch was sampled: all blocks were timed."
            : String.format(
                Locale.ROOT,
                "%,d of %,d blocks of %,d launches were timed; %s.",
                sampling.timedBlocks(),
                sampling.blocks(),
                sampling.launches(),
                estimates("blocks", sampling)));
    return table.build();
  }

  private static Table launches(Sampling sampling, SimulationResult.SampledLaunches repeats) {
    Table.Builder table =
        Table.titled("")
            .text("repeated launches of")
            .number("blocks", 0)
            .number("timed", 0)
            .number("cycles off by", 2, "%")
            .number("bytes off by", 2, "%")
            .number("skipped", 0);
    repeats
        .kernels()
        .forEach(each ->
            table.row(
                KernelNames.demangle(each.kernel()),
                each.blocks(),
                each.timed(),
                100 * each.error(),
                100 * each.bytesError(),
                each.skipped()));
    table.note(
        repeats.skipped() == 0
            ? "No launch was skipped: none repeats often and steadily enough."
            : String.format(
                Locale.ROOT,
                "%,d of %,d launches were timed; %s.",
                repeats.timed(),
                repeats.timed() + repeats.skipped(),
                estimates("launches", sampling)));
    return table.build();
  }

  private static String estimates(String of, Sampling sampling) {
    return String.format(
        Locale.ROOT,
        "all figures are estimates for all %s, cycles to %.2f %% and bytes to %.2f %%",
        of,
        100 * sampling.error(),
        100 * sampling.bytesError());
  }
}
