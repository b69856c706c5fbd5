import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Counts the blocks that Magpie's codecs and other people's bring to the same size: {@code
 * CodecPeers REPOSITORY=DRIVER... -- FILE...}. {@code tools/codec-peers} starts it.
 */
final class CodecPeers {
  private static final int ADVERSARIAL_BLOCKS = 64_000;

  private final Granularity granularity;
  private final List<Block> real;
  private final List<Block> blocks;
  private final Path input = Files.createTempFile("blocks", ".bin");
  private final List<String> examples = new ArrayList<>();
  private final List<String> unexplained = new ArrayList<>();

  private CodecPeers(List<Path> files, int blockBytes) throws IOException {
    granularity = new Granularity(blockBytes, 32);
    real = blocksOf(files, blockBytes);
    blocks = new ArrayList<>(real);
    for (int i = 0; i < ADVERSARIAL_BLOCKS; i++) {
      blocks.add(AdversarialBlocks.block(i, blockBytes));
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    int separator = Arrays.asList(arguments).indexOf("--");
    List<Path> files = Stream.of(arguments).skip(separator + 1L).map(Path::of).toList();
    boolean isExplained = true;
    for (int blockBytes : new int[] {64, 128}) {
      CodecPeers peers = new CodecPeers(files, blockBytes);
      System.out.printf(
          "Blocks of %d bytes: %,d of files, %,d adversarial%n%n",
          blockBytes, peers.real.size(), ADVERSARIAL_BLOCKS);
      System.out.printf(
          "%-42s %-20s %7s %7s %7s %7s  %-15s %-15s%n",
          "peer", "codec", "equal", "differ", "by rule", "others", "raw here/there", "MAG 32");
      peers.compare(Peers.PACT, "");
      for (String argument : Arrays.copyOf(arguments, separator)) {
        int equals = argument.lastIndexOf('=');
        peers.compare(argument.substring(0, equals), argument.substring(equals + 1));
      }
      System.out.printf("%nSmall blocks on which they differ, and bits there and here%n%n");
      peers.examples.forEach(System.out::println);
      System.out.println();
      peers.unexplained.forEach(System.out::println);
      isExplained &= peers.unexplained.isEmpty();
      Files.delete(peers.input);
    }
    System.exit(isExplained ? 0 : 1);
  }

  private static List<Block> blocksOf(List<Path> files, int blockBytes) {
    List<Block> blocks = new ArrayList<>();
    try (Snapshot snapshot = Snapshot.open(files)) {
      for (Allocation allocation : snapshot.allocations()) {
        MemorySegment memory = allocation.memory();
        for (long at = 0; at < memory.byteSize(); at += blockBytes) {
          byte[] block = new byte[blockBytes];
          long length = Math.min(blockBytes, memory.byteSize() - at);
          MemorySegment.copy(memory, at, MemorySegment.ofArray(block), 0, length);
          blocks.add(new Block(MemorySegment.ofArray(block)));
        }
      }
    }
    return blocks;
  }

  private void compare(String repository, String driver) throws IOException, InterruptedException {
    List<Peers.Case> cases = Peers.cases(repository, granularity.blockBytes());
    if (cases.isEmpty()) {
      return;
    }
    List<Block> all = new ArrayList<>(blocks);
    for (Peers.Case each : cases) {
      each.examples().forEach(words -> all.add(padded(words)));
    }
    List<int[]> there =
        driver.isEmpty()
            ? all.stream()
                .map(block -> new int[] {cases.getFirst().rule().applyAsInt(block)})
                .toList()
            : run(driver, all);
    int example = blocks.size();
    for (int i = 0; i < cases.size(); i++) {
      Peers.Case each = cases.get(i);
      int column = i;
      int[] sizes = there.stream().mapToInt(line -> line[column]).toArray();
      BlockCodec codec = Codecs.create(each.spec(), granularity);
      compare(repository, each, codec, sizes);
      for (int end = example + each.examples().size(); example < end; example++) {
        Block block = all.get(example);
        examples.add(
            "%-42s %-20s %5d %5s  %s"
                .formatted(repository, each.spec(), sizes[example], bits(codec, block), block));
      }
    }
  }

  private void compare(String repository, Peers.Case peer, BlockCodec codec, int[] there) {
    int equal = 0;
    int ruled = 0;
    String first = null;
    long[] rawBytes = new long[2];
    long[] granules = new long[2];
    // Peers differ in what they say of a block that does not become smaller.
    int most = granularity.blockBits();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      int here = codec.sizeBits(block.memory(), 0);
      int expected = peer.rule() == null ? here : peer.rule().applyAsInt(block);
      if (i < real.size()) {
        rawBytes[0] += granularity.storedBytes(here);
        rawBytes[1] += granularity.storedBytes(there[i]);
        granules[0] += granularity.granules(here);
        granules[1] += granularity.granules(there[i]);
      }
      int theirs = Math.min(there[i], most);
      if (Math.min(expected, most) != theirs) {
        first =
            first != null
                ? first
                : "%s, %s: %d bits there, %s here, %d by the rule: %s"
                    .formatted(
                        repository, peer.spec(), there[i], bits(codec, block), expected, block);
      } else if (Math.min(here, most) == theirs) {
        equal++;
      } else {
        ruled++;
      }
    }
    int others = blocks.size() - equal - ruled;
    if (others > 0) {
      unexplained.add(first);
    }
    System.out.printf(
        "%-42s %-20s %7d %7d %7d %7d  %-15s %-15s%n",
        repository,
        peer.spec(),
        equal,
        ruled + others,
        ruled,
        others,
        ratios(rawBytes, granularity.blockBytes()),
        ratios(granules, granularity.granulesPerBlock()));
  }

  private String ratios(long[] sums, int perBlock) {
    double whole = (double) perBlock * real.size();
    return "%.3f / %.3f".formatted(whole / sums[0], whole / sums[1]);
  }

  private static String bits(BlockCodec codec, Block block) {
    int bits = codec.sizeBits(block.memory(), 0);
    return bits == BlockCodec.RAW ? "RAW" : String.valueOf(bits);
  }

  private Block padded(int[] words) {
    int[] block = Arrays.copyOf(words, granularity.blockBytes() / 4);
    return new Block(MemorySegment.ofArray(block));
  }

  private List<int[]> run(String driver, List<Block> all) throws IOException, InterruptedException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(input))) {
      for (Block block : all) {
        out.write(block.memory().toArray(ValueLayout.JAVA_BYTE));
      }
    }
    Process process =
        new ProcessBuilder(driver, String.valueOf(granularity.blockBytes()))
            .redirectInput(input.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<int[]> sizes;
    try (Stream<String> lines = process.inputReader().lines()) {
      sizes =
          lines
              .map(line -> Stream.of(line.trim().split(" ")).mapToInt(Integer::parseInt).toArray())
              .toList();
    }
    if (process.waitFor() != 0 || sizes.size() != all.size()) {
      System.err.println("codec-peers: " + driver + " has failed");
      System.exit(2);
    }
    return sizes;
  }
}
