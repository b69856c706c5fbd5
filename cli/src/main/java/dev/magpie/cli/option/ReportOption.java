package dev.magpie.cli.option;

import dev.magpie.cli.output.GivenCommand;
import dev.magpie.cli.output.Outputs;
import dev.magpie.report.HtmlReport;
import dev.magpie.report.Page;
import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --report}, mixed into the commands that write their result as a page too. */
public final class ReportOption {
  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description =
          "Write a page with charts and tables of the result: one file, which needs no network.")
  private @Nullable Path file;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Where a page will go; nowhere if none was asked for. */
  public final class Destination {
    private final @Nullable OutputStream html;

    private Destination(Outputs outputs) {
      html = file == null ? null : outputs.begin("--report", file);
    }

    /**
     * Writes the page, if one was asked for.
     *
     * @param page is made then alone
     * @param inputs that were read
     */
    public void write(Supplier<Page> page, List<String> inputs) throws IOException {
      if (html != null) {
        html.write(
            HtmlReport.render(page.get(), GivenCommand.provenance(command, inputs))
                .getBytes(StandardCharsets.UTF_8));
      }
    }

    /** Writes a page that a room has made already, if one was asked for. */
    public void copy(Path made) throws IOException {
      if (html != null) {
        Files.copy(made, html);
      }
    }
  }

  /** The files that some allocations are in. */
  public static List<String> files(List<Allocation> allocations) {
    return allocations.stream().map(each -> each.source().toString()).distinct().toList();
  }

  /** Whether there will be a page. */
  public boolean isGiven() {
    return file != null;
  }

  /**
   * Begins the file, if there is to be one, before the work.
   *
   * @throws dev.magpie.cli.output.BadUsageException if it cannot be written
   */
  public Destination begin(Outputs outputs) {
    return new Destination(outputs);
  }
}
