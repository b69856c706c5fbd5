package dev.magpie.explore.time;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.report.DocumentType;

/** All that is known of a program on a system, as {@code magpie simulate} writes it. */
record SimulationResource(Runs runs) implements Resource {
  private static final DocumentType<SimulationResult> TYPE =
      new DocumentType<>(SimulationResult.SCHEMA, SimulationResult.class);

  @Override
  public Reply answer(PageRequest request) {
    return Reply.json(TYPE, runs.replay(request).result());
  }
}
