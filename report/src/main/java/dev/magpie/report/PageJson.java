package dev.magpie.report;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A page as the JSON that its script draws. */
final class PageJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private PageJson() {}

  /** JSON that may stand in a script element: no text in it can end the element. */
  static String render(Page page) {
    ObjectNode json = NODES.objectNode();
    json.put("title", page.title());
    json.put("subtitle", page.subtitle());
    json.set("facts", array(page.facts(), f -> pair(f.name(), f.value())));
    json.set("sections", array(page.sections(), PageJson::section));
    return MAPPER
        .writeValueAsString(json)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static ObjectNode section(Section section) {
    ObjectNode json = NODES.objectNode();
    json.put("id", section.id());
    json.put("title", section.title());
    json.set("elements", array(section.elements(), PageJson::element));
    return json;
  }

  private static ObjectNode element(Element element) {
    return switch (element) {
      case Prose prose -> typed("prose").set("paragraphs", strings(prose.paragraphs()));
      case Detail(String summary, List<Element> elements) ->
          typed("detail")
              .put("summary", summary)
              .set("elements", array(elements, PageJson::element));
      case Table table -> table(table);
      case Multiples(String title, List<Chart> charts) ->
          typed("multiples").put("title", title).set("charts", array(charts, PageJson::chart));
      case Matrix matrix -> matrix(matrix);
      case BlockMap map -> blockMap(map);
      case Chart chart -> chart(chart);
    };
  }

  private static ObjectNode table(Table table) {
    List<Column> columns = table.columns();
    ObjectNode json = typed("table");
    json.put("title", table.title());
    json.put("note", table.note());
    json.set(
        "columns",
        array(
            columns,
            column ->
                NODES
                    .objectNode()
                    .put("title", column.title())
                    .put("kind", lower(column.kind()))
                    .put("unit", column.unit())));
    ArrayNode rows = json.putArray("rows");
    for (Table.Row row : table.rows()) {
      ObjectNode line = rows.addObject();
      if (row.total()) {
        line.put("total", true);
      }
      ArrayNode cells = line.putArray("cells");
      for (int c = 0; c < columns.size(); c++) {
        cells.add(cell(columns.get(c), row.cells().get(c)));
      }
    }
    return json;
  }

  /** The text as shown, and what to sort by or lead to. */
  private static ObjectNode cell(Column column, Cell cell) {
    ObjectNode json = NODES.objectNode().put("text", column.format(cell));
    switch (cell) {
      case Cell.Figure(double value) ->
          put(json, "value", Math.clamp(value, -Double.MAX_VALUE, Double.MAX_VALUE));
      case Cell.Badge(Verdict verdict) -> json.put("verdict", lower(verdict));
      case Cell.Link(_, String section) -> json.put("section", section);
      case Cell.Text _, Cell.Missing _ -> {}
    }
    return json;
  }

  private static ObjectNode chart(Chart chart) {
    ObjectNode json =
        switch (chart) {
          case BarChart bars -> {
            ObjectNode node = typed("bars");
            node.set("categories", strings(bars.categories()));
            node.set("values", axis(bars.values()));
            node.set("series", array(bars.series(), PageJson::series));
            node.set("references", array(bars.references(), PageJson::reference));
            yield node;
          }
          case StackedBarChart stack -> {
            ObjectNode node = typed("stack").put("ordered", stack.ordered());
            node.set("categories", strings(stack.categories()));
            node.set("series", array(stack.series(), PageJson::series));
            yield node;
          }
          case LineChart lines -> {
            ObjectNode node = typed("lines");
            node.set("x", axis(lines.x()));
            node.set("y", axis(lines.y()));
            node.set("series", array(lines.lines(), PageJson::points));
            node.set("references", array(lines.references(), PageJson::reference));
            yield node;
          }
          case ScatterChart scatter -> {
            ObjectNode node = typed("scatter").put("diagonal", scatter.diagonal());
            node.set("x", axis(scatter.x()));
            node.set("y", axis(scatter.y()));
            node.set("series", array(scatter.clouds(), PageJson::points));
            yield node;
          }
        };
    return json.put("title", chart.title()).put("caption", chart.caption());
  }

  private static ObjectNode axis(Axis axis) {
    ObjectNode json =
        NODES
            .objectNode()
            .put("title", axis.title())
            .put("scale", lower(axis.scale()))
            .put("fromZero", axis.fromZero());
    return json.set("labels", strings(axis.labels()));
  }

  private static ObjectNode series(Series series) {
    ObjectNode json = NODES.objectNode().put("name", series.name());
    json.put("claimed", series.origin() == Origin.CLAIMED);
    return json.set("values", numbers(series.values()));
  }

  private static ObjectNode points(Points points) {
    ObjectNode json = NODES.objectNode().put("name", points.name());
    json.put("claimed", points.origin() == Origin.CLAIMED);
    ArrayNode list = json.putArray("points");
    for (Points.Point point : points.points()) {
      ArrayNode pair = numbers(List.of(point.x(), point.y()));
      list.add(point.label().isEmpty() ? pair : pair.add(point.label()));
    }
    return json;
  }

  private static ObjectNode reference(Reference reference) {
    return put(NODES.objectNode().put("label", reference.label()), "value", reference.value());
  }

  private static ObjectNode matrix(Matrix matrix) {
    ObjectNode json = typed("matrix");
    json.put("title", matrix.title());
    json.put("caption", matrix.caption());
    json.put("corner", matrix.corner());
    json.set("rows", strings(matrix.rows()));
    json.set("columns", strings(matrix.columns()));
    json.set("values", array(matrix.values(), PageJson::numbers));
    json.set(
        "texts",
        array(
            matrix.values(),
            row ->
                strings(
                    row.stream()
                        .map(v -> v.isNaN() ? "" : Column.format(v, matrix.decimals()))
                        .toList())));
    return json;
  }

  private static ObjectNode blockMap(BlockMap map) {
    ObjectNode json = typed("blocks");
    json.put("title", map.title());
    json.put("caption", map.caption());
    json.put("width", map.blocksPerRow());
    json.put("subject", map.subject());
    json.put("variant", map.variant());
    json.set("levels", strings(map.levels()));
    json.set(
        "layers",
        array(
            map.layers(),
            layer ->
                NODES
                    .objectNode()
                    .put("subject", layer.subject())
                    .put("variant", layer.variant())
                    .put("note", layer.note())
                    .put("blocks", layer.blocks())
                    .put("packed", layer.packed())));
    return json;
  }

  private static ObjectNode typed(String type) {
    return NODES.objectNode().put("type", type);
  }

  private static ObjectNode pair(String name, String value) {
    return NODES.objectNode().put("name", name).put("value", value);
  }

  private static <T> ArrayNode array(
      List<? extends T> items, Function<T, ? extends JsonNode> node) {
    ArrayNode array = NODES.arrayNode(items.size());
    for (T item : items) {
      array.add(node.apply(item));
    }
    return array;
  }

  private static ArrayNode strings(List<String> texts) {
    ArrayNode array = NODES.arrayNode(texts.size());
    texts.forEach(array::add);
    return array;
  }

  /** What is no finite number becomes null: a gap in a chart. */
  private static ArrayNode numbers(List<Double> values) {
    ArrayNode array = NODES.arrayNode(values.size());
    for (double value : values) {
      if (!Double.isFinite(value)) {
        array.addNull();
      } else if (isWhole(value)) {
        array.add((long) value);
      } else {
        array.add(value);
      }
    }
    return array;
  }

  private static ObjectNode put(ObjectNode json, String name, double value) {
    return isWhole(value) ? json.put(name, (long) value) : json.put(name, value);
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
