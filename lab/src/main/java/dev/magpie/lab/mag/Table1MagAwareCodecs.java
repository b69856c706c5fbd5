package dev.magpie.lab.mag;

import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTrainer;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Blocks;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Table I: which codecs' sizes are known before the data, so that they can be adapted to a MAG. */
final class Table1MagAwareCodecs {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> ANSWERS = List.of("no", "partial", "yes");

  /** Taken of each allocation: the distinct words of a large one would fill the heap. */
  private static final long TRAINING_BYTES = 1 << 20;

  private static final int NO = 0;
  private static final int PARTIAL = 1;
  private static final int YES = 2;

  /** A row of the paper's table. */
  private record Technique(String name, String codec, int possibility) {}

  private static final List<Technique> TABLE =
      List.of(
          new Technique("FPC", "fpc", NO),
          new Technique("C-PACK", "c-pack", NO),
          new Technique("E2MC", "e2mc", NO),
          new Technique("SC2", "sc2", NO),
          new Technique("HyComp", "hycomp", PARTIAL),
          new Technique("BPC", "bpc", NO),
          new Technique("BDI", "bdi", YES));

  static Experiment<?> experiment() {
    return Description.of(
            "mag/table1",
            "Which codecs can be made MAG-aware",
            MagPaper.source("section IV-A, Table I"))
        .method(
            "A codec is adaptable if its own list of coded sizes does not depend on data, in"
                + " part if a part of it is BDI. Then all data are coded, to see whether any"
                + " block has a size off that list, and how many sizes occur otherwise. Codecs that"
                + " need a table are trained on the same data.")
        .parameter("block", 128)
        .parameter("training", "the first %d bytes of each allocation".formatted(TRAINING_BYTES))
        .parameter("codecs", TABLE.stream().map(Technique::codec).toList())
        .ofData()
        .measure(Table1MagAwareCodecs::measure)
        .claims(IntStream.range(0, TABLE.size()).mapToObj(Table1MagAwareCodecs::possible))
        .claims(
            Claim.consistency("offList", "A static codec's blocks have no other sizes")
                .never(
                    "blocks",
                    rows ->
                        rows.stream().filter(row -> row.known > 0).mapToLong(Row::offList).sum()),
            Claim.consistency(
                    "dynamic", "Blocks of dynamic codecs have more sizes than those of BDI")
                .nowhere("codecs", Table1MagAwareCodecs::fewSizes))
        .draw(Table1MagAwareCodecs::draw);
  }

  private static List<Row> measure(RunContext context) {
    List<BlockCodec> codecs = TABLE.stream().map(technique -> codec(technique, context)).toList();
    Survey survey = context.surveyOf(GRANULARITY, codecs);
    List<Row> rows = new ArrayList<>();
    for (int c = 0; c < TABLE.size(); c++) {
      BlockCodec codec = codecs.get(c);
      int codecIndex = c;
      SizeHistogram sizes =
          survey.rows().stream()
              .map(row -> row.byCodec().get(codecIndex))
              .reduce(SizeHistogram.empty(GRANULARITY.blockBytes()), SizeHistogram::merge);
      Set<Integer> known = new HashSet<>(codec.staticSizes());
      long seen = 0;
      long off = 0;
      for (int bits = 0; bits < GRANULARITY.blockBits(); bits++) {
        long blocks = sizes.blocksOfSize(bits);
        seen += blocks == 0 ? 0 : 1;
        off += known.contains(bits) ? 0 : blocks;
      }
      int possible = possibility(codec, Codecs.family(TABLE.get(c).codec));
      rows.add(new Row(TABLE.get(c), possible, known.size(), seen, off));
    }
    return rows;
  }

  private static Figures draw(List<Row> rows) {
    Columns<Row> columns =
        new Columns<Row>()
            .text("technique", row -> row.technique.name)
            .text(
                "compressed size",
                row -> List.of("dynamic", "mixed", "static").get(row.possibility))
            .text("MAG-aware possibility", row -> ANSWERS.get(row.possibility))
            .number("sizes known", 0, row -> row.known == 0 ? null : row.known)
            .number("sizes seen", 0, Row::seen)
            .number("blocks off the list", 0, row -> row.known == 0 ? null : row.offList);
    Table table =
        columns
            .builder("Sizes known beforehand, and sizes seen", rows)
            .note("Sizes seen do not count blocks stored raw.")
            .build();
    return Figures.none().with("techniques", table);
  }

  /**
   * A technique, probed.
   *
   * @param known how many sizes are known beforehand
   * @param seen how many sizes blocks have, raw ones not counted
   * @param offList blocks of other sizes than those known
   */
  private record Row(Technique technique, int possibility, int known, long seen, long offList) {}

  /** A codec that needs a table is trained on the data that it then codes. */
  private static BlockCodec codec(Technique technique, RunContext context) {
    CodecSpec spec = CodecSpec.parse(technique.codec);
    CodecTrainer trainer = spec.trainer();
    if (spec.needsTraining()) {
      int block = GRANULARITY.blockBytes();
      for (DataSet data : context.readable()) {
        Blocks.visit(
            data.beginnings(TRAINING_BYTES),
            block,
            (memory, offset) -> trainer.add(memory, offset, block));
      }
    }
    return spec.create(GRANULARITY, trainer.table());
  }

  private static int possibility(BlockCodec codec, CodecFamily family) {
    if (!codec.staticSizes().isEmpty()) {
      return YES;
    }
    return family.parameters().stream().anyMatch(parameter -> parameter.name().equals("bdi"))
        ? PARTIAL
        : NO;
  }

  private static Claim<List<Row>> possible(int row) {
    Technique technique = TABLE.get(row);
    return Claim.consistency(
            "possible." + technique.codec,
            "MAG-aware possibility of %s is \"%s\""
                .formatted(technique.name, ANSWERS.get(technique.possibility)))
        .holds(rows -> rows.get(row).possibility == technique.possibility);
  }

  /** Dynamic techniques whose blocks have no more sizes than the static one's. */
  private static List<String> fewSizes(List<Row> rows) {
    long fixed =
        rows.stream().filter(row -> row.technique.possibility == YES).mapToLong(Row::seen).sum();
    return rows.stream()
        .filter(row -> row.technique.possibility == NO && row.seen <= fixed)
        .map(row -> row.technique.name)
        .toList();
  }
}
