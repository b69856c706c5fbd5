package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.scene.DrawOrder;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What the order of triangles does to the gains of Figure 4. */
final class DrawingOrder {
  private static final List<PaperBackEnd> SHOWN = List.of(RAW_T, POST_DO, PRE_DO, POST_C, PRE_C);

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/order", "Gains by the order of drawing", "section 4, Figure 4")
        .method(
            "The same scenes, their triangles drawn in other orders: meshes front to back; in each"
                + " mesh fans around vertices, for a vertex cache of 16 (Tipsify); in each mesh"
                + " clusters of 126 neighbours, as patches of a tessellator or meshlets; and all at"
                + " random. As made, curved surfaces are drawn row by row.")
        .method(
            "In the paper's table gains shrink from 16 to 32 kB: by the means of its percentages"
                + " from 12.6 to 9.8 % for depth offset and from 17.7 to 13.6 % for the"
                + " combination.")
        .parameter("sizes", "16 and 32 KiB")
        .parameter("seed of the random order", 1)
        .measure(DrawingOrder::measure)
        .values(
            Stream.of(DrawOrder.values())
                .flatMap(order ->
                    Arrays.stream(PaperTable.SIZES)
                        .boxed()
                        .flatMap(size ->
                            Stream.of(
                                gain("do", order, PRE_DO, POST_DO, size),
                                gain("c", order, PRE_C, POST_C, size)))))
        .draw(DrawingOrder::draw);
  }

  private static Value<Orders> gain(
      String name, DrawOrder order, PaperBackEnd pre, PaperBackEnd post, int size) {
    return new Value<>(
        "gain.%s.%s.%d".formatted(order, name, size), all -> all.of(order).gain(pre, post, size));
  }

  /** The built-in scenes in each order. */
  record Orders(Map<DrawOrder, Suite> suites) {
    Suite of(DrawOrder order) {
      return Objects.requireNonNull(suites.get(order));
    }
  }

  private static Orders measure(RunContext context) {
    List<Configuration> configurations = Suite.all(SHOWN, PaperTable.SIZES);
    Map<DrawOrder, Suite> suites = new EnumMap<>(DrawOrder.class);
    for (DrawOrder order : DrawOrder.values()) {
      suites.put(
          order, Suite.replay(context, Suite.Drawing.USUAL.ofScene(order::of), configurations));
    }
    return new Orders(suites);
  }

  private static Figures draw(Orders orders) {
    return Figures.none()
        .with(
            "orders",
            columns(orders, "DO", PRE_DO, POST_DO)
                .table("Gain of depth offset", List.of(DrawOrder.values())))
        .with(
            "orders-c",
            columns(orders, "C", PRE_C, POST_C)
                .table("Gain of the combination", List.of(DrawOrder.values())));
  }

  private static Columns<DrawOrder> columns(
      Orders orders, String codec, PaperBackEnd pre, PaperBackEnd post) {
    Columns<DrawOrder> columns = new Columns<DrawOrder>().text("order", DrawOrder::toString);
    for (int size : PaperTable.SIZES) {
      columns
          .number(
              "RAW, %d kB".formatted(size),
              1,
              "MB",
              order -> orders.of(order).meanBytes(RAW_T.with(size)) / 1e6)
          .number(
              "gain %s, %d kB".formatted(codec, size),
              1,
              "%",
              order -> orders.of(order).gain(pre, post, size));
      for (Suite.Drawn scene : orders.of(DrawOrder.AS_MADE).scenes()) {
        columns.number(
            "%s, %d kB".formatted(scene.name(), size),
            1,
            "%",
            order -> orders.of(order).only(scene.name()).gain(pre, post, size));
      }
    }
    return columns;
  }
}
