package dev.magpie.explore.lab;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.lab.board.ResultBoard;
import dev.magpie.lab.result.Scoreboard;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Element;
import dev.magpie.report.PageJson;
import java.util.ArrayList;
import java.util.List;

/** All claims, the worst first, and all experiments. */
record ScoreboardResource(ResultShelf shelf) implements Resource {
  private static final DocumentType<Board> TYPE =
      new DocumentType<>("magpie.explore.scoreboard/1", Board.class);

  /**
   * The board.
   *
   * @param claims a table
   * @param others further elements as pages draw them
   */
  private record Board(
      String directory, @JsonRawValue String claims, @JsonRawValue String others) {}

  @Override
  public Reply answer(PageRequest request) {
    ResultBoard board = shelf.chosen(request);
    List<Element> others = new ArrayList<>();
    Scoreboard.scatter(board.results()).ifPresent(others::add);
    others.add(Scoreboard.experiments(board.results()));
    return Reply.json(
        TYPE,
        new Board(
            board.directory().toString(),
            PageJson.render(Scoreboard.worstFirst(board.results())),
            PageJson.render(others)));
  }
}
