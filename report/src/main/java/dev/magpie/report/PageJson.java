package dev.magpie.report;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * A page as the JSON that its script draws, bound from the page's records as documents are. What is
 * no finite number becomes null: a gap in a chart.
 */
public final class PageJson {
  private static final JsonMapper MAPPER =
      DocumentType.mapper()
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .addMixIn(Element.class, Typed.class)
          .addMixIn(Points.Point.class, Listed.class)
          .addModule(new SimpleModule().addSerializer(Table.class, new DrawnTable()))
          .build();

  private PageJson() {}

  private record Sheet(@JsonUnwrapped Page page, Provenance provenance) {}

  /** JSON that may stand in a script element: no text in it can end the element. */
  static String render(Page page, Provenance provenance) {
    return MAPPER
        .writeValueAsString(new Sheet(page, provenance))
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** One element, for pages that draw it with the same scripts. */
  public static String render(Element element) {
    return MAPPER.writerFor(Element.class).writeValueAsString(element);
  }

  /** Several. */
  public static String render(List<Element> elements) {
    return elements.stream().map(PageJson::render).collect(Collectors.joining(",", "[", "]"));
  }

  /** Which function of the script draws an element. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Prose.class, name = "prose"),
    @JsonSubTypes.Type(value = Detail.class, name = "detail"),
    @JsonSubTypes.Type(value = Multiples.class, name = "multiples"),
    @JsonSubTypes.Type(value = Matrix.class, name = "matrix"),
    @JsonSubTypes.Type(value = BlockMap.class, name = "blocks"),
    @JsonSubTypes.Type(value = MapChoice.class, name = "choice"),
    @JsonSubTypes.Type(value = AreaMap.class, name = "areas"),
    @JsonSubTypes.Type(value = SpanChart.class, name = "spans"),
    @JsonSubTypes.Type(value = Pictures.class, name = "pictures"),
    @JsonSubTypes.Type(value = BarChart.class, name = "bars"),
    @JsonSubTypes.Type(value = StackedBarChart.class, name = "stack"),
    @JsonSubTypes.Type(value = LineChart.class, name = "lines"),
    @JsonSubTypes.Type(value = ScatterChart.class, name = "scatter")
  })
  private interface Typed {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface Listed {}

  /** A table whose cells have the text that their columns give them. */
  private static final class DrawnTable extends StdSerializer<Table> {
    private record Drawn(
        String type, String title, String note, List<Column> columns, List<Row> rows) {}

    private record Row(List<Shown> cells, boolean total) {}

    /** The text as shown, and what to sort by or lead to. */
    private record Shown(
        String text, Optional<Double> value, Optional<Verdict> verdict, Optional<String> section) {}

    DrawnTable() {
      super(Table.class);
    }

    @Override
    public void serialize(Table table, JsonGenerator json, SerializationContext context) {
      List<Row> rows = table.rows().stream().map(row -> shown(table.columns(), row)).toList();
      List<Column> columns = table.columns().stream().map(Column::forPage).toList();
      json.writePOJO(new Drawn("table", table.title(), table.note(), columns, rows));
    }

    @Override
    public void serializeWithType(
        Table table, JsonGenerator json, SerializationContext context, TypeSerializer types) {
      serialize(table, json, context);
    }

    private static Row shown(List<Column> columns, Table.Row row) {
      List<Shown> cells = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        Cell cell = row.cells().get(c);
        cells.add(
            new Shown(
                columns.get(c).formatForPage(cell),
                cell instanceof Cell.Figure(double value)
                    ? Optional.of(Math.clamp(value, -Double.MAX_VALUE, Double.MAX_VALUE))
                    : Optional.empty(),
                cell instanceof Cell.Badge(Verdict verdict)
                    ? Optional.of(verdict)
                    : Optional.empty(),
                cell instanceof Cell.Link(_, String section)
                    ? Optional.of(section)
                    : Optional.empty()));
      }
      return new Row(cells, row.total());
    }
  }
}
