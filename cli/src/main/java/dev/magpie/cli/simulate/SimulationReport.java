package dev.magpie.cli.simulate;

import dev.magpie.cli.Report;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.report.Csv;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.Locale;

/** What a simulation came to, for programs and for people. */
record SimulationReport(SimulationResult result) implements Report {
  @Override
  public void writeJson(OutputStream out) {
    SimulationJson.write(result, out);
  }

  @Override
  public String csv() {
    return Csv.render(SimulationTables.launches(result));
  }

  @Override
  public String text(int width) {
    StringBuilder text = new StringBuilder(summary()).append("\n\n");
    text.append(TextTable.render(SimulationTables.kernels(result), width)).append('\n');
    text.append(TextTable.render(SimulationTables.memory(result), width)).append('\n');
    if (!result.coding().isNone()) {
      text.append(TextTable.render(SimulationTables.blocks(result), width)).append('\n');
    }
    if (result.hasBuddyMemory()) {
      text.append(TextTable.render(SimulationTables.buddy(result), width)).append('\n');
    }
    return text.append(TextTable.render(SimulationTables.stalls(result), width)).toString();
  }

  private String summary() {
    return String.format(
        Locale.ROOT,
        "%s, codec %s: %,d %s in %,d cycles (%.3f ms), %.2f instructions a cycle, %.1f of %.1f GB/s",
        result.config().name(),
        result.codec(),
        result.launches().size(),
        result.launches().size() == 1 ? "launch" : "launches",
        result.cycles(),
        1e3 * result.seconds(),
        result.instructionsPerCycle(),
        result.bandwidth(result.dram()),
        result.config().peakGigabytesPerSecond());
  }
}
