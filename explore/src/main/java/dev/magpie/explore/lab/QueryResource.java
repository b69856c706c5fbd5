package dev.magpie.explore.lab;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.report.DocumentType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers SQL, as {@code magpie query} does; of a long answer, the first rows. */
record QueryResource(ResultShelf shelf, Turns turns) implements Resource {
  private static final DocumentType<Answer> TYPE =
      new DocumentType<>("magpie.explore.query/1", Answer.class);

  private record Answer(List<String> columns, List<List<@Nullable Object>> rows, boolean more) {}

  @Override
  public Reply answer(PageRequest request) {
    // A page that asks for something else, or for nothing more, ends what it has asked for before.
    Turns.Turn turn = turns.of(request);
    if (request.changes()) {
      return Reply.json(TYPE, new Answer(List.of(), List.of(), false));
    }
    String sql = request.requiredText("sql");
    if (sql.isBlank()) {
      throw RefusedException.wrong("there is no query yet: write one, such as FROM claims");
    }
    try {
      QueryResult found = shelf.chosen(request).query(sql, turn.outdated());
      return Reply.json(TYPE, new Answer(found.columns(), found.values(), found.more()));
    } catch (LabException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }
}
