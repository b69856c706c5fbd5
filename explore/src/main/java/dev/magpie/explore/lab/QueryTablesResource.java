package dev.magpie.explore.lab;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.lab.board.ResultBoard.QueryTable;
import dev.magpie.report.DocumentType;
import java.util.List;

/** The tables that queries can name, with their columns. */
record QueryTablesResource(ResultShelf shelf) implements Resource {
  private static final DocumentType<Tables> TYPE =
      new DocumentType<>("magpie.explore.tables/1", Tables.class);

  private record Tables(List<QueryTable> tables) {}

  @Override
  public Reply answer(PageRequest request) {
    return Reply.json(TYPE, new Tables(shelf.chosen(request).tables()));
  }
}
