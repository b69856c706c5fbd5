package dev.magpie.lab.result;

import dev.magpie.lab.result.ExperimentResult.Input;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.report.Columns;
import dev.magpie.report.Detail;
import dev.magpie.report.Element;
import dev.magpie.report.HtmlReport;
import dev.magpie.report.Page;
import dev.magpie.report.Prose;
import dev.magpie.report.Provenance;
import dev.magpie.report.Section;
import dev.magpie.report.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report over all results of a directory: {@code index.html}, and every table as CSV. */
public final class LabReport {
  /** The page's name in the directory. */
  public static final String PAGE = "index.html";

  private LabReport() {}

  /**
   * Writes the report over these results and those that the directory has of other experiments.
   *
   * @param order ids of experiments, in the order of the report
   */
  public static void write(
      ResultDirectory directory,
      List<Outcome> outcomes,
      List<String> order,
      Provenance provenance) {
    Map<String, ExperimentResult> now = new LinkedHashMap<>();
    outcomes.forEach(outcome -> now.put(outcome.result().id(), outcome.result()));
    List<ExperimentResult> results = new ArrayList<>();
    for (String id : order) {
      ExperimentResult result = now.remove(id);
      if (result != null) {
        results.add(result);
      } else {
        directory.read(id, _ -> {}).ifPresent(results::add);
      }
    }
    results.addAll(now.values());
    RecordedResults.of(results)
        .texts()
        .forEach((name, text) ->
            directory.write(directory.file(name), text.getBytes(StandardCharsets.UTF_8)));
    directory.write(
        directory.file(PAGE),
        HtmlReport.render(page(results), provenance).getBytes(StandardCharsets.UTF_8));
  }

  static Page page(List<ExperimentResult> results) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section("claims", "What the papers claim, and what was measured", claims(results)));
    sections.add(new Section("experiments", "Experiments", Scoreboard.experiments(results)));
    results.forEach(result -> sections.add(section(result)));
    List<JudgedClaim> claims = results.stream().flatMap(each -> each.claims().stream()).toList();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("experiments", number(results.size())));
    facts.add(new Page.Fact("claims", number(claims.size())));
    Scoreboard.counts(claims)
        .forEach((verdict, count) -> facts.add(new Page.Fact(verdict.label(), number(count))));
    return new Page(
        "GPU memory compression, measured again",
        "Figures and tables of the papers, each claim beside what Magpie measures."
            + (results.stream().anyMatch(result -> result.size() == RunSize.QUICK)
                ? " Results of a quick run are of a reduced size, and say so."
                : ""),
        facts,
        sections);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The scoreboard of all claims, the worst first; each leads to its experiment's section. */
  public static List<Element> claims(List<ExperimentResult> results) {
    List<Element> claimed = new ArrayList<>();
    Scoreboard.scatter(results).ifPresent(claimed::add);
    rows(Scoreboard.linkedClaims("Numbers, those that differ most first", results, "measurement"))
        .ifPresent(claimed::add);
    rows(Scoreboard.linkedClaims("Orderings, those that do not hold first", results, "ordering"))
        .ifPresent(claimed::add);
    rows(Scoreboard.linkedClaims("Open", results, "open"))
        .map(open -> new Detail("What cannot be measured here, and what it would take", open))
        .ifPresent(claimed::add);
    rows(Scoreboard.linkedClaims("Consistency", results, "consistency"))
        .map(same -> new Detail("Arithmetic, configuration and what holds by construction", same))
        .ifPresent(claimed::add);
    return claimed;
  }

  /** A table that has any: heads alone tell nothing. */
  private static Optional<Table> rows(Table table) {
    return table.rows().isEmpty() ? Optional.empty() : Optional.of(table);
  }

  /** All that is known of an experiment: what was measured and how, and what it comes to. */
  public static Section section(ExperimentResult result) {
    List<Element> elements = new ArrayList<>();
    List<String> intro = new ArrayList<>();
    intro.add("`%s`. %s.".formatted(result.id(), result.source()));
    if (result.error() != null) {
      intro.add("This experiment failed: " + result.error());
    }
    switch (result.size()) {
      case QUICK -> intro.add("A quick run, on a reduced size: " + parameters(result) + ".");
      case FULL -> {}
      case PAPER -> intro.add("A run of the papers' sizes: " + parameters(result) + ".");
    }
    intro.addAll(result.method());
    elements.add(new Prose(intro));
    elements.addAll(result.charts());
    elements.addAll(result.maps());
    rows(Scoreboard.claims(result)).ifPresent(elements::add);
    result.tables().forEach(table -> elements.add(table.toTable()));
    if (!result.deviations().isEmpty()) {
      elements.add(new Detail("Where this differs from the paper", new Prose(result.deviations())));
    }
    elements.add(
        new Detail(
            "Parameters, data and program",
            new Prose(
                "%s. %s"
                    .formatted(
                        result.parameters().isEmpty() ? "No parameters" : parameters(result),
                        program(result)),
                "`%s` measures it again.".formatted(command(result))),
            inputs(result)));
    return Section.folded(result.id(), result.title(), elements);
  }

  /** What has measured it; recorded results tell nothing that differs from run to run. */
  private static String program(ExperimentResult result) {
    return result.timing().started().isEmpty()
        ? "A recorded result."
        : String.format(
            Locale.ROOT,
            "Measured by %s on %s in %.3f s.",
            result.version(),
            result.timing().started(),
            result.timing().seconds());
  }

  /** The command that measures it again. */
  public static String command(ExperimentResult result) {
    return "magpie reproduce %s --fresh%s"
        .formatted(
            result.id(),
            switch (result.size()) {
              case QUICK -> " --quick";
              case FULL -> "";
              case PAPER -> " --paper-size";
            });
  }

  static String parameters(ExperimentResult result) {
    return result.parameters().entrySet().stream()
        .map(setting -> setting.getKey() + ": " + setting.getValue())
        .collect(Collectors.joining("; "));
  }

  private static Element inputs(ExperimentResult result) {
    return result.inputs().isEmpty()
        ? new Prose("It reads no data.")
        : new Columns<Input>()
            .text("data", Input::name)
            .number("measured", 0, "B", Input::bytes)
            .text("SHA-256", Input::sha256)
            .text("problem", Input::problem)
            .table("Data", result.inputs());
  }
}
