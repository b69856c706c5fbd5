package dev.magpie.explore.lab;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.InputResources;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;
import dev.magpie.lab.board.ResultBoard;
import java.util.List;
import java.util.Map;

/** All that pages ask of results of experiments. */
public final class LabResources implements InputResources {
  private final ResultShelf shelf;
  private final Map<String, Resource> byName;

  /** Shows these, which are opened meanwhile. */
  public LabResources(List<Input<ResultBoard>> results) {
    shelf = new ResultShelf(results);
    byName =
        Map.of(
            "scoreboard", new ScoreboardResource(shelf),
            "experiment", new ExperimentResource(shelf),
            "tables", new QueryTablesResource(shelf),
            "query", new QueryResource(shelf, new Turns()));
  }

  @Override
  public Opening<?> opening() {
    return shelf.opening();
  }

  /** What they are, once they are open. */
  public List<OpenedResults> results() {
    return shelf.all().stream().map(OpenedResults::of).toList();
  }

  @Override
  public Map<String, Resource> byName() {
    return byName;
  }

  @Override
  public void close() {
    shelf.close();
  }
}
