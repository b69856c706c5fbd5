package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.scene.DrawOrder;
import dev.magpie.lab.claim.Claim;
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
import java.util.function.Function;
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
        .claims(
            Stream.of(DrawOrder.values())
                .filter(order -> order != DrawOrder.RANDOM)
                .flatMap(order ->
                    Stream.<Claim<Orders>>of(
                        shrinks(
                            order + ".do",
                            PRE_DO,
                            POST_DO,
                            whyNot(order, "Here, "),
                            all -> all.of(order)),
                        shrinks(
                            order + ".c",
                            PRE_C,
                            POST_C,
                            whyNot(order, "As depth offset: "),
                            all -> all.of(order)))))
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

  /** Why gains do not shrink; empty of orders in which they do. */
  private static String whyNot(DrawOrder order, String as) {
    return switch (order) {
      case AS_MADE ->
          as
              + "curved surfaces are drawn row by row, and a cache gains where a row begins to fit,"
              + " which is between 16 and 32 kB in coral.";
      case FRONT_TO_BACK ->
          as + "it is the meshes that are in order; in each, surfaces are drawn row by row.";
      case VERTEX_CACHE, CLUSTERS, RANDOM -> "";
    };
  }

  /**
   * The claim that a pre-cache system gains less with the larger of the paper's caches.
   *
   * @param why it does not; empty where it does
   */
  static <T> Claim<T> shrinks(
      String name, PaperBackEnd pre, PaperBackEnd post, String why, Function<T, Suite> suite) {
    return Claim.of(
            "shrinks." + name,
            "%s gains less over %s at 32 kB than at 16 (%s)"
                .formatted(pre.label(), post.label(), name))
        .because(why)
        .holds(measured ->
            suite.apply(measured).gain(pre, post, 32) < suite.apply(measured).gain(pre, post, 16));
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
