package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Specifications to try of every registered codec: each parameter, and the extremes of each two
 * together.
 */
final class CodecCases {
  static final List<Integer> BLOCK_SIZES = List.of(32, 64, 128, 256);

  /**
   * Defaults only, or one setting at a time of codecs that are chosen, of the usual blocks and the
   * largest: when fuzz tests have no time, either.
   */
  private static final boolean HURRIES = "0".equals(System.getProperty("magpie.fuzz.seconds"));

  /** The codecs to try, by their names; all if there are none. */
  private static final List<String> CHOSEN =
      Stream.of(System.getProperty("magpie.codecs", "").split(","))
          .filter(name -> !name.isEmpty())
          .toList();

  private static final Map<Sample, CodecTable> TABLES = new ConcurrentHashMap<>();

  private CodecCases() {}

  /** What decides a table. */
  private record Sample(List<SymbolField> fields, int blockBytes) {}

  static Stream<String> specifications() {
    return Codecs.families().stream()
        .filter(family -> CHOSEN.isEmpty() || CHOSEN.contains(family.name()))
        .flatMap(family -> specifications(family).stream());
  }

  private static Set<String> specifications(CodecFamily family) {
    boolean onlyDefaults = HURRIES && CHOSEN.isEmpty();
    List<Parameter> parameters = onlyDefaults ? List.of() : family.parameters();
    Set<String> specifications = new LinkedHashSet<>();
    specifications.add(family.name());
    for (int first = 0; first < parameters.size(); first++) {
      for (String setting : settings(parameters.get(first))) {
        specifications.add(family.name() + ":" + setting);
      }
      for (String setting : HURRIES ? List.<String>of() : extremes(parameters.get(first))) {
        for (int second = first + 1; second < parameters.size(); second++) {
          for (String other : extremes(parameters.get(second))) {
            specifications.add(family.name() + ":" + setting + "," + other);
          }
        }
      }
    }
    return specifications;
  }

  /** All settings of which there are few; the first and the last of numbers. */
  private static List<String> extremes(Parameter parameter) {
    List<String> all = settings(parameter);
    return parameter instanceof Parameter.Whole ? List.of(all.getFirst(), all.getLast()) : all;
  }

  private static List<String> settings(Parameter parameter) {
    List<String> values = new ArrayList<>();
    switch (parameter) {
      case Parameter.Choice choice -> values.addAll(choice.values());
      case Parameter.Flag _ -> values.add("true");
      case Parameter.File _ -> {
        // The tests train.
      }
      case Parameter.Whole whole ->
          IntStream.of(whole.least(), whole.least() + 1, 16, whole.most())
              .mapToObj(String::valueOf)
              .filter(whole::accepts)
              .forEach(values::add);
      case Parameter.Combination combination -> {
        List<String> members = combination.members();
        values.addAll(members);
        values.add(String.join("+", members));
      }
    }
    return values.stream().distinct().map(value -> parameter.name() + "=" + value).toList();
  }

  /**
   * The codec of a specification, and its lossless twin, at every block size for which it is
   * defined, and at every MAG where that may matter.
   */
  static List<BlockCodec> codecs(String specification) {
    CodecSpec spec = CodecSpec.parse(specification);
    List<BlockCodec> codecs = new ArrayList<>();
    for (int blockBytes : HURRIES ? List.of(128, 256) : BLOCK_SIZES) {
      for (int magBytes = 8; magBytes <= blockBytes; magBytes *= 2) {
        if (magBytes == 32 || mayDependOnMag(spec)) {
          try {
            Granularity granularity = new Granularity(blockBytes, magBytes);
            BlockCodec codec = spec.create(granularity, table(spec, blockBytes));
            codecs.add(codec);
            if (codec.isLossy()) {
              codecs.add(codec.lossless());
            }
          } catch (CodecSpecException _) {
            // Not every setting suits every block size and MAG.
          }
        }
      }
    }
    return codecs;
  }

  /** What a block is decoded to: itself, or its approximation. */
  static byte[] decoded(BlockCodec codec, byte[] block) {
    MemorySegment memory = MemorySegment.ofArray(block);
    if (!(codec instanceof LossyCodec lossy) || !lossy.approximates(memory, 0)) {
      return block;
    }
    byte[] approximation = new byte[block.length];
    BitWriter coded = new BitWriter(block.length);
    int tag = codec.encode(memory, 0, coded);
    codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(approximation), 0);
    return approximation;
  }

  /** A table trained on every third sample, so that there are values that it does not know. */
  static CodecTable table(CodecSpec spec, int blockBytes) {
    Sample sample = new Sample(spec.family().trainedOn().apply(spec), blockBytes);
    return TABLES.computeIfAbsent(sample, _ -> train(spec, blockBytes));
  }

  private static CodecTable train(CodecSpec spec, int blockBytes) {
    CodecTrainer trainer = spec.trainer();
    List<byte[]> samples = SampleBlocks.of(blockBytes);
    for (int sample = 0; sample < samples.size(); sample += 3) {
      trainer.add(MemorySegment.ofArray(samples.get(sample)), 0, blockBytes);
    }
    return trainer.table();
  }

  private static boolean mayDependOnMag(CodecSpec spec) {
    CodecFamily family = spec.family();
    boolean hasOwn =
        family.parameters().stream().anyMatch(parameter -> parameter.name().equals("mag"));
    // Of a trained codec, which takes a while to make, one setting tells.
    return (hasOwn && !family.isTrained())
        ? !spec.isGiven("mag")
        : spec.toString().equals(family.name());
  }
}
