package dev.magpie.report;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** A page with every kind of element, and with names that try to break out of it. */
final class SamplePage {
  static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u2028`\"&\u202egnp\u0007";

  /** Charts and maps in {@link #create()}. */
  static final int DRAWINGS = 16;

  private static final List<String> CODECS = List.of("bdi", "mag-bdi", "fpc", "c-pack", "bpc");

  static final Provenance PROVENANCE =
      new Provenance(
          "magpie analyze a.npy " + HOSTILE,
          List.of("a.npy", HOSTILE),
          "1.2.3",
          "2026-11-28 08:45");

  private SamplePage() {}

  static Page create() {
    return new Page(
        "How far does memory compress?",
        "Every codec of the three papers over four snapshots, in blocks of 128 B and bursts of"
            + " 32 B. Sizes are measured on the coded bits.",
        List.of(
            new Page.Fact("numbers within 10 %", "9 of 12"),
            new Page.Fact("blocks", "1,048,576"),
            new Page.Fact("best effective ratio", "1.84"),
            new Page.Fact("data", "4 snapshots, 128 MiB")),
        List.of(
            new Section("scoreboard", "Scoreboard", scoreboard()),
            new Section(
                "ratios",
                "Raw and effective ratio",
                new Prose(
                    "A codec's raw ratio counts every bit; its effective ratio counts whole"
                        + " bursts. The gap between them is what `mag-bdi` closes.",
                    "Ratios are uncompressed over compressed, so larger is better."),
                ratios(),
                ratioTable()),
            new Section("sizes", "Size distribution", sizes(), allocations()),
            new Section(
                "spatial", "Where the bytes are", areaMap(), blockMap(), choice(), matrix()),
            new Section("pictures", "Pictures", Pictures.of("Dots", picture(), picture())),
            new Section("sweeps", "Sweeps", cacheSweep(), blockSweep(), scatter()),
            new Section("time", "Time", spans(), steps()),
            new Section("multiples", "By application", multiples()),
            new Section(
                "method",
                "Method and " + HOSTILE,
                new Prose("Each block is coded, decoded and compared. " + HOSTILE),
                new Detail(
                    "Parameters and deviations",
                    new Prose("Tails shorter than a block are padded with zeros."),
                    BarChart.of(
                        "Metadata bits per block",
                        CODECS,
                        Axis.log2("bits"),
                        List.of(Series.of("tag", 4, 2, 1, 8, 4)))))));
  }

  static Table scoreboard() {
    return Table.titled("Claims")
        .text("claim")
        .text("source")
        .number("paper", 2)
        .number("ours", 2)
        .column(Column.verdict("verdict"))
        .row(
            "Raw ratio of BDI over all benchmarks",
            new Cell.Link("MAG, Fig. 13", "ratios"),
            1.49,
            1.47,
            Verdict.WITHIN_5_PERCENT)
        .row(
            "Effective ratio of MAG-aware BDI",
            new Cell.Link("MAG, Fig. 13", "ratios"),
            1.38,
            1.41,
            Verdict.WITHIN_5_PERCENT)
        .row(
            "Blocks with 6 or more leading zeros",
            new Cell.Link("MAG, Fig. 6", "sizes"),
            88,
            71.25,
            Verdict.CONTRADICTS)
        .row(
            "Compression ratio of DL training",
            new Cell.Link("Buddy, Fig. 5", "spatial"),
            1.9,
            1.52,
            Verdict.SAME_DIRECTION)
        .row(
            "Buddy accesses at threshold 30 %",
            new Cell.Link("Buddy, Fig. 10", "sweeps"), 0.08, null, Verdict.ERROR)
        .note("A verdict comes from the measured number alone.")
        .build();
  }

  private static BarChart ratios() {
    return BarChart.of(
            "Compression ratio by codec",
            CODECS,
            Axis.linear("compression ratio"),
            List.of(
                Series.of("raw", 1.47, 1.44, 1.39, 1.52, 1.71),
                Series.claimed("raw (paper)", 1.49, 1.43, 1.42, 1.55, 1.69),
                Series.of("effective", 1.22, 1.41, 1.15, 1.24, 1.38),
                Series.claimed("effective (paper)", 1.2, 1.38, 1.17, 1.23, Double.NaN)))
        .withCaption("Mean over all snapshots. Hollow bars are the paper's values.")
        .withReference("paper's mean", 1.35);
  }

  static Table ratioTable() {
    return Table.titled("The same in numbers")
        .text("codec")
        .number("raw ratio", 2)
        .number("effective ratio", 2)
        .number("coded size", 0, "bytes")
        .number("bulk sizing", 1, "GB/s")
        .row("bdi", 1.4712, 1.2199, 91_241_472, 9.62)
        .row("mag-bdi", 1.4401, 1.4098, 93_204_480, 10.57)
        .row("fpc", 1.39, 1.15, 96_563_200, 5.15)
        .row("c-pack", 1.52, 1.24, 88_301_568, null)
        .row("bpc", 1.71, 1.38, 78_489_600, 4.0)
        .total("mean", 1.506, 1.279, 89_560_064, null)
        .build();
  }

  private static StackedBarChart sizes() {
    return StackedBarChart.ordered(
            "Blocks by effective size",
            CODECS,
            List.of(
                Series.of("32 B", 310, 352, 240, 280, 402),
                Series.of("64 B", 152, 260, 160, 201, 225),
                Series.of("96 B", 60, 98, 200, 142, 102),
                Series.of("128 B", 478, 290, 400, 377, 271)))
        .withCaption("Share of all blocks that move in 1, 2, 3 or 4 bursts.");
  }

  private static BarChart allocations() {
    List<String> names =
        List.of(
            "model.layers.0.self_attn.q_proj.weight",
            "model.layers.0.mlp.down_proj.weight",
            "graph/row_offsets",
            "graph/column_indices",
            "hydro/density",
            HOSTILE);
    return BarChart.of(
        "Effective ratio by allocation",
        names,
        Axis.linear("effective ratio"),
        List.of(
            Series.of("mag-bdi", 1.02, 1.01, 3.2, 1.61, 1.33, 1),
            Series.of("bpc", 1.05, 1.04, 3.9, 1.8, 1.51, 1.12)));
  }

  private static LineChart cacheSweep() {
    double[] sizes = {4, 8, 16, 32, 64, 128};
    return LineChart.of(
            "Bandwidth of the depth cache",
            Axis.log2("cache size (KiB)"),
            Axis.linear("traffic (% of uncompressed)"),
            List.of(
                Points.of("post-cache codec", sizes, new double[] {64, 60, 57, 54, 52, 51}),
                Points.of("paper, post-cache", sizes, new double[] {66, 61, 56, 53, 51, 50})
                    .claimed(),
                Points.of("pre-cache codec", sizes, new double[] {58, 51, 46, 43, 42, 41.5}),
                Points.of("paper, pre-cache", sizes, new double[] {57, 51, 47, 43, 41, 40})
                    .claimed()))
        .withReference("RAW-T", 72);
  }

  private static LineChart blockSweep() {
    return LineChart.of(
        "Raw ratio by block size",
        Axis.labels("block size", List.of("32 B", "64 B", "128 B", "256 B")),
        Axis.fitted("raw ratio"),
        List.of(
            Points.overLabels("bdi", 1.61, 1.55, 1.47, 1.36),
            Points.overLabels("fpc", 1.36, 1.38, 1.39, 1.4),
            Points.overLabels("bpc", 1.4, 1.58, 1.71, 1.78)));
  }

  private static ScatterChart scatter() {
    Random random = new Random(1);
    List<Points.Point> ours = new ArrayList<>();
    List<Points.Point> others = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      double paper = 1 + 2 * random.nextDouble();
      ours.add(new Points.Point(paper, paper + 0.1 * random.nextGaussian(), "benchmark " + i));
      others.add(new Points.Point(paper, paper * (1.1 + 0.1 * random.nextGaussian())));
    }
    return ScatterChart.of(
            "Ours against the paper's",
            Axis.fitted("paper's ratio"),
            Axis.fitted("our ratio"),
            List.of(Points.of("HPC", ours), Points.of("deep learning", others)))
        .withCaption("On the dashed line both agree.")
        .withDiagonal();
  }

  private static Multiples multiples() {
    List<Chart> charts = new ArrayList<>();
    for (String name : List.of("lbm", "stream cluster", "bfs", "cnn training")) {
      double scale = 0.4 + name.length() / 12.0;
      charts.add(
          LineChart.of(
              name,
              Axis.labels("", List.of("0", "1", "2", "3", "4", "5")),
              Axis.linear("ratio"),
              List.of(
                  Points.overLabels("mag-bdi", 1, 1.2 * scale, 1.4, 1.5 * scale, 1.4, 1.2),
                  Points.overLabels("bpc", 1.3, 1.5, 1.6 * scale, 1.9, 1.8 * scale, 1.5))));
    }
    return new Multiples("Ratio over time", charts);
  }

  private static SpanChart spans() {
    return SpanChart.of(
        "Launches",
        Axis.linear("\u00b5s"),
        List.of("none", HOSTILE),
        List.of(
            new SpanChart.Span(0, 0, 2.5, "bfs", "launch 0"),
            new SpanChart.Span(0, 2.5, 4, HOSTILE, HOSTILE),
            new SpanChart.Span(1, 0, 2, "bfs", "launch 0")));
  }

  private static LineChart steps() {
    return LineChart.of(
            "Instructions a cycle",
            Axis.linear("cycle"),
            Axis.linear("IPC"),
            List.of(Points.of("IPC", new double[] {0, 1000, 2000}, new double[] {1.5, 0.25, 0.25})))
        .inSteps();
  }

  private static AreaMap areaMap() {
    return AreaMap.of(
        "Allocations by size",
        "saved",
        List.of(
            new AreaMap.Area(List.of("blk.", "0.", "weight"), 4096, 0.5, "4 KiB, bpc"),
            new AreaMap.Area(List.of("blk.", "1.", "weight"), 8192, 0, "8 KiB, bpc"),
            new AreaMap.Area(List.of(HOSTILE), 2048, 1, HOSTILE)));
  }

  private static BlockMap blockMap() {
    List<BlockMap.Layer> layers = new ArrayList<>();
    for (String allocation : List.of("hydro/density", "graph/column_indices", HOSTILE)) {
      for (int codec = 0; codec < 3; codec++) {
        layers.add(
            BlockMap.Layer.of(
                allocation,
                List.of("mag-bdi", "fpc", "bpc").get(codec),
                field(64 * 90 - 17, codec, allocation.length()),
                codec == 0 ? 37 : 1));
      }
    }
    return BlockMap.of(
            "Compressed size of each block",
            new BlockMap.Fields("block", 128),
            List.of("0 B", "32 B", "64 B", "96 B", "128 B"),
            "allocation",
            "codec",
            layers)
        .withCaption(
            "64 blocks a row, in address order. Dark blocks are small, bright ones did not"
                + " compress.");
  }

  private static MapChoice choice() {
    int across = 240;
    byte[] levels = new byte[across * 135];
    byte[] kinds = new byte[levels.length];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = (byte) (i % across * 21 / across);
      kinds[i] = (byte) (i / across / 12 % 3);
    }
    List<String> steps = IntStream.rangeClosed(-10, 10).mapToObj(String::valueOf).toList();
    return new MapChoice(
        "One figure at a time",
        "Tiles where they are in a frame.",
        1,
        List.of(
            figure("difference", MapChoice.Colours.DIFFERENCE, 17, steps, across, levels),
            figure("bits", MapChoice.Colours.HEAT, 20, steps, across, levels),
            figure(
                "mode", MapChoice.Colours.KINDS, 2, List.of("raw", "do", HOSTILE), across, kinds)));
  }

  private static MapChoice.Figure figure(
      String title,
      MapChoice.Colours colours,
      int last,
      List<String> names,
      int across,
      byte[] levels) {
    return new MapChoice.Figure(
        new BlockMap(
            title,
            "Of each tile: " + title,
            new BlockMap.Fields("tile", 0),
            across,
            names,
            "scene",
            "back-end",
            List.of(
                BlockMap.Layer.of("hall", "pre", levels),
                BlockMap.Layer.of("hall", HOSTILE, levels))),
        colours,
        last,
        List.of("from 1 to 2", HOSTILE));
  }

  /** Three dots across and two down. */
  static Pictures.Picture picture() {
    BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_BYTE_GRAY);
    image.getRaster().setPixels(0, 0, 3, 2, new int[] {255, 0, 128, 0, 255, 64});
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Pictures.Picture.of("grey", "Six dots " + HOSTILE, "dots.png", png.toByteArray())
        .withNote("White is near. " + HOSTILE);
  }

  private static byte[] field(int blocks, int codec, int seed) {
    Random random = new Random(seed);
    byte[] levels = new byte[blocks];
    for (int i = 0; i < blocks; i++) {
      double x = (i % 64) / 64.0;
      int row = i / 64;
      double y = row / 90.0;
      double wave = Math.sin(9 * x + seed) * Math.cos(7 * y + 3 * x) + 0.25 * random.nextGaussian();
      levels[i] = (byte) Math.clamp(Math.round(2.2 + 1.8 * wave - 0.4 * codec), 0, 4);
    }
    return levels;
  }

  private static Matrix matrix() {
    return new Matrix(
        "Effective ratio by snapshot and codec",
        "Brighter is better.",
        "snapshot",
        List.of("hydro", "graph", "cnn weights", "cnn activations"),
        CODECS,
        List.of(
            List.of(1.21, 1.4, 1.12, 1.2, 1.5),
            List.of(2.1, 2.6, 1.9, 1.7, 2.8),
            List.of(1.0, 1.01, 1.0, 1.02, Double.NaN),
            List.of(1.6, 1.7, 1.9, 1.5, 1.8)),
        2);
  }
}
