import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The peers, and for each of their codecs the rule by which it differs from the one here. */
final class Peers {
  /** Sizes that a paper states; there is no code to run. */
  static final String PACT = "PACT 2012, Table 2";

  /**
   * A codec of a peer.
   *
   * @param spec the codec here that it is compared with
   * @param rule sizes as the documented difference has them; {@code null} where there is none
   * @param examples words of small blocks on which the two differ; zeros follow
   */
  record Case(String spec, ToIntFunction<Block> rule, List<int[]> examples) {}

  private Peers() {}

  /** The codecs that a peer has for a block size, in the order in which its driver prints them. */
  static List<Case> cases(String repository, int blockBytes) {
    boolean is128 = blockBytes == 128;
    return switch (repository) {
      case PACT -> List.of(differs("bdi", BdiRules::withoutMask, "00000001"));
      case "scalable-arch/compression" ->
          is128
              ? List.of(
                  agrees("bpc"),
                  agrees("c-pack:variant=gpu"),
                  differs("fpc", WordRules::fpcZeroExtended, "fffffffe"),
                  differs("bdi", BdiRules::zeroExtended, "00000000", "ffffffff 12345678 12345678"))
              : List.of();
      case "scalable-arch/gpgpusim_comp" ->
          is128 ? List.of(agrees("bpc"), agrees("c-pack:variant=gpu")) : List.of();
      case "scalable-arch/CAL_22-MPC" -> {
        List<Integer> dictionary = new ArrayList<>(Collections.nCopies(16, 0));
        yield List.of(
            differs(
                "bpc:deltas=unsigned",
                WordRules::bpcWidthsOf128,
                "00000000",
                "00000000 00000001",
                "00000000 00000005 00000000 00000005"),
            differs(
                "c-pack:variant=gpu",
                block -> WordRules.cpackFirstMatch(block, dictionary, List::removeFirst)),
            differs("fpc", WordRules::fpcEndlessRuns, "00000000"),
            differs("bdi", BdiRules::mixed, "00000000", "000000ff 00000000 00000000 00000001"));
      }
      case "gem5/gem5" ->
          List.of(
              is128
                  ? new Case(
                      "c-pack",
                      WordRules::cpackLargeDictionary,
                      List.of(IntStream.range(0, 18).map(i -> (i % 17 + 1) << 16).toArray()))
                  : agrees("c-pack"),
              differs("fpc", WordRules::fpcPositiveHalves, "0005fffb"),
              differs(
                  "bdi",
                  BdiRules::gem5,
                  "00000000",
                  "ffffff80 ffffffff 12345678 12345678",
                  "00001000 00000000 00001000 00000001",
                  "00001000 00100000 00100000 00001000"));
      case "CMU-SAFARI/BDICompression" ->
          List.of(
              differs(
                  "bdi", BdiRules::magnitude, "00000001", "000000ff 00000000 00000000 00000001"),
              differs("fpc", WordRules::fpcBytes, "00000001"));
      case "benschreiber/cpack" ->
          is128
              ? List.of()
              : List.of(
                  differs(
                      "c-pack:push=miss",
                      block -> WordRules.cpackFirstMatch(block, new ArrayList<>(), List::size),
                      "00000041"));
      case "lukasc-ch/ExtendedBitPlaneCompression" ->
          List.of(agrees("zvc"), differs("bpc", WordRules::bpcFromBelow, "00000000"));
      default -> throw new IllegalArgumentException("no peer is called " + repository);
    };
  }

  private static Case agrees(String spec) {
    return new Case(spec, null, List.of());
  }

  private static Case differs(String spec, ToIntFunction<Block> rule, String... examples) {
    return new Case(spec, rule, Stream.of(examples).map(Peers::words).toList());
  }

  private static int[] words(String example) {
    return Stream.of(example.split(" "))
        .mapToInt(word -> Integer.parseUnsignedInt(word, 16))
        .toArray();
  }
}
