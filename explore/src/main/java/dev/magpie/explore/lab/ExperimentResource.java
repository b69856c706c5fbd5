package dev.magpie.explore.lab;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.LabReport;
import dev.magpie.report.DocumentType;
import dev.magpie.report.PageJson;

/** An experiment: its charts and claims, its data, and the command that measures it. */
record ExperimentResource(ResultShelf shelf) implements Resource {
  private static final DocumentType<Shown> TYPE =
      new DocumentType<>("magpie.explore.experiment/1", Shown.class);

  private record Shown(
      String id, String title, String source, String command, @JsonRawValue String elements) {}

  @Override
  public Reply answer(PageRequest request) {
    ExperimentResult result = shelf.result(request);
    return Reply.json(
        TYPE,
        new Shown(
            result.id(),
            result.title(),
            result.source(),
            LabReport.command(result),
            PageJson.render(LabReport.section(result).elements())));
  }
}
