package dev.magpie.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.settings.WholeDirectory;
import dev.magpie.settings.WholeFile;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.snapshot.SnapshotSeries;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** Objects of a real S3 server, S3Proxy, which checks signatures. */
class S3StorageTest {
  private static final List<String> SETTINGS =
      List.of("aws.endpointUrlS3", "aws.accessKeyId", "aws.secretAccessKey", "aws.region");

  @TempDir private static Path served;

  @SuppressWarnings("NullAway.Init")
  private static S3Proxy server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.start(served, AuthenticationType.AWS_V4);
    System.setProperty("aws.endpointUrlS3", "http://127.0.0.1:" + server.getPort());
    System.setProperty("aws.region", "us-east-1");
    Files.createDirectory(served.resolve("runs"));
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
    SETTINGS.forEach(System::clearProperty);
  }

  @BeforeEach
  void signIn() {
    System.setProperty("aws.accessKeyId", S3Server.KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET);
  }

  @AfterEach
  void removeAll() throws IOException {
    try (Stream<Path> all = Files.walk(served.resolve("runs"))) {
      for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!each.equals(served.resolve("runs"))) {
          Files.delete(each);
        }
      }
    }
  }

  private static Path s3(String key) {
    return Path.of(URI.create("s3://runs/" + key));
  }

  private static Path put(Path file, String key) throws IOException {
    Path object = s3(key);
    object.getFileSystem().provider().copy(file, object);
    return object;
  }

  @Test
  void resultsAreThoseOfTheDisk() throws IOException {
    Path local = Scanned.model(directory, 1);
    assertThat(Scanned.of(put(local, "models/model.safetensors"))).isEqualTo(Scanned.of(local));
  }

  @Test
  void anAddressIsSignedForManyRanges() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(3).nextBytes(bytes);
    ObjectPath object =
        (ObjectPath) put(Files.write(directory.resolve("a.bin"), bytes), "a%20b.bin");
    try (S3Client client = S3Client.builder().forcePathStyle(true).build()) {
      SignedReads reads = new SignedReads(client, true);
      for (int offset : new int[] {0, 70_000, 99_999}) {
        assertThat(signedRead(reads, object, offset, bytes)).isTrue();
      }
      System.setProperty("aws.secretAccessKey", "another");
      // One that is signed stays so.
      assertThat(signedRead(reads, object, 7, bytes)).isTrue();
    }
    try (S3Client client = S3Client.builder().forcePathStyle(true).build()) {
      assertThat(signedRead(new SignedReads(client, true), object, 7, bytes)).isFalse();
    }
  }

  private static boolean signedRead(
      SignedReads reads, ObjectPath object, int offset, byte[] expected) throws IOException {
    ByteBuffer to = ByteBuffer.allocate(Math.min(5_000, expected.length - offset));
    boolean read =
        reads.read(object, object.found(), offset, to, each -> each.bucket("runs").key("a b.bin"));
    assertThat(Arrays.copyOf(to.array(), to.position()))
        .isEqualTo(Arrays.copyOfRange(expected, offset, offset + (read ? to.capacity() : 0)));
    return read;
  }

  @Test
  void aPrefixIsADirectory() throws IOException {
    Path one = Files.createDirectories(directory.resolve("series/0"));
    Path two = Files.createDirectories(directory.resolve("series/1/inner"));
    Files.write(one.resolve("a.bin"), new byte[300]);
    Files.write(two.resolve("b.bin"), new byte[400]);
    Files.write(two.resolve("note.txt"), new byte[10]);
    Files.copy(
        Path.of("../snapshot/src/test/resources/dev/magpie/snapshot/deflated.npz"),
        two.resolve("deflated.npz"));
    try (Stream<Path> all = Files.walk(directory.resolve("series"))) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        put(each, directory.relativize(each).toString());
      }
    }
    assertThat(Scanned.of(s3("series"))).isEqualTo(Scanned.of(directory.resolve("series")));
    try (Snapshot snapshot = Snapshot.open(List.of(s3("series")))) {
      assertThat(snapshot.skippedFiles()).isOne();
      assertThat(snapshot.allocations())
          .extracting(each -> each.source().toString())
          .startsWith("s3://runs/series/0/a.bin", "s3://runs/series/1/inner/b.bin");
    }
    SnapshotSeries series = SnapshotSeries.of(s3("series"), Dtype.U8);
    assertThat(series.directories()).hasToString("[s3://runs/series/0, s3://runs/series/1]");
    try (Snapshot last = series.open(1)) {
      assertThat(last.allocations())
          .extracting(Allocation::key)
          .contains(new Allocation.Key("inner/b.bin", "b"));
    }
  }

  /** Many are opened at once; their order and what is wrong with one are as of the disk. */
  @Test
  void veryManyFilesAreReadAsFromTheDisk() throws IOException {
    Path many = Files.createDirectories(directory.resolve("many"));
    Path objects = Files.createDirectories(served.resolve("runs/many"));
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[i % 7 * 100 + 1];
      Arrays.fill(bytes, (byte) i);
      Path file = many.resolve("%03d.npy".formatted(i));
      NpyWriter.write(
          file, new Tensor(Dtype.U8, List.of((long) bytes.length), MemorySegment.ofArray(bytes)));
      Files.copy(file, objects.resolve(file.getFileName()));
    }
    assertThat(Scanned.of(s3("many"))).isEqualTo(Scanned.of(many));
    Files.write(objects.resolve("250.npy"), new byte[40]);
    assertThatThrownBy(() -> Snapshot.open(List.of(s3("many"))))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("s3://runs/many/250.npy");
    try (Snapshot sound = Snapshot.openSound(List.of(s3("many")), Optional.empty())) {
      assertThat(sound.allocations()).hasSize(499);
      assertThat(sound.remarks()).singleElement().asString().contains("250.npy");
    }
  }

  @Test
  void everyFormatIsReadAsFromTheDisk() throws IOException {
    Path fixtures = Path.of("../snapshot/src/test/resources/dev/magpie/snapshot");
    List<Path> files;
    try (Stream<Path> all = Files.list(fixtures)) {
      files = all.filter(each -> !each.toString().endsWith(".py")).sorted().toList();
    }
    int read = 0;
    for (Path file : files) {
      put(file, "formats/" + file.getFileName());
    }
    for (Path file : files) {
      String local = contents(file);
      assertThat(contents(s3("formats/" + file.getFileName())))
          .as(file.toString())
          .isEqualTo(local);
      read += local.startsWith("[") ? 1 : 0;
    }
    assertThat(read).isGreaterThan(25);
  }

  /** Names, types and bytes, or the complaint without the file's name. */
  private static String contents(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      return snapshot.allocations().stream()
          .map(each ->
              "%s %s %s %d"
                  .formatted(
                      each.key(),
                      each.type(),
                      each.shape(),
                      each.memory().asByteBuffer().hashCode()))
          .toList()
          .toString();
    } catch (SnapshotException e) {
      return String.valueOf(e.getMessage()).replace(file.toString(), "");
    }
  }

  @Test
  void anObjectThatChangesIsNoticed() throws IOException {
    Path local = Scanned.model(directory, 1);
    Path object = put(local, "models/model.safetensors");
    try (Snapshot snapshot = Snapshot.open(List.of(object))) {
      put(Scanned.model(directory, 2), "models/model.safetensors");
      assertThatThrownBy(() -> snapshot.allocations().getLast().memory())
          .hasMessageContaining("it changed while it was read; run the command again");
    }
  }

  /** As a server has objects that it did not make itself. */
  @Test
  void anObjectWithoutATagIsKnownByItsTime() throws IOException {
    Path local = Scanned.model(directory, 1);
    Path made = Files.createDirectories(served.resolve("runs/models")).resolve("model.safetensors");
    Files.copy(local, made);
    Path object = s3("models/model.safetensors");
    assertThat(Files.getAttribute(object, "version")).isEqualTo("");
    assertThat(Scanned.of(object)).isEqualTo(Scanned.of(local));
    try (Snapshot snapshot = Snapshot.open(List.of(s3("models/model.safetensors")))) {
      Files.setLastModifiedTime(made, FileTime.from(Instant.now().plusSeconds(60)));
      assertThatThrownBy(() -> snapshot.allocations().getLast().memory())
          .hasMessageContaining("it changed while it was read; run the command again");
    }
  }

  @Test
  void wrongCredentialsAreALine() throws IOException {
    put(Files.write(directory.resolve("a.bin"), new byte[100]), "a.bin");
    System.setProperty("aws.secretAccessKey", "guessed");
    assertThatThrownBy(() -> Snapshot.open(List.of(s3("a.bin"))))
        .isInstanceOf(SnapshotException.class)
        .hasMessage(
            "s3://runs/a.bin: cannot be read: the store refuses it (403); check AWS_ACCESS_KEY_ID,"
                + " AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or AWS_PROFILE, and whether they have expired");
    signIn();
    assertThatThrownBy(() -> Snapshot.open(List.of(s3("b.bin"))))
        .hasMessage("s3://runs/b.bin: no such file or directory");
    assertThatThrownBy(() -> Snapshot.open(List.of(Path.of(URI.create("s3://walks/b.bin")))))
        .hasMessage("s3://walks/b.bin: cannot be read: there is no such bucket");
    System.setProperty("aws.secretAccessKey", "another");
    // Who took it for an absence would write anew what is there.
    Path unknown = s3("b.bin");
    assertThatThrownBy(() -> Files.exists(unknown)).hasMessageContaining("refuses it");
    assertThatThrownBy(() -> Files.isDirectory(unknown)).hasMessageContaining("refuses it");
    signIn();
    assertThat(Files.exists(unknown)).isFalse();
  }

  @Test
  void aKeyMayHaveSlashesSideBySide() {
    assertThat(s3("/a//b.bin").getNameCount()).isEqualTo(4);
    assertThat(s3("/a//b.bin")).hasToString("s3://runs//a//b.bin");
    assertThat(s3("a/b/").resolve("c.bin")).isEqualTo(s3("a/b/c.bin"));
    assertThat(s3("").getNameCount()).isZero();
  }

  @Test
  void anOutputIsThereWholeOrNotAtAll() throws IOException {
    Path object = s3("results/a.json");
    try (WholeFile begun = WholeFile.begin(object)) {
      begun.channel().write(ByteBuffer.wrap("half".getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(Files.exists(s3("results/a.json"))).isFalse();
    WholeFile.write(object, "whole".getBytes(StandardCharsets.UTF_8));
    assertThat(served.resolve("runs/results/a.json")).hasContent("whole");
    WholeFile.write(object, "another".getBytes(StandardCharsets.UTF_8));
    assertThat(served.resolve("runs/results/a.json")).hasContent("another");
    assertThatThrownBy(() -> WholeFile.begin(Path.of(URI.create("s3://walks/a.json"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s3://walks/");
  }

  @Test
  void aLargeFileIsSentInParts() throws IOException {
    byte[] bytes = new byte[(5 << 20) * 2 + 12345];
    new Random(1).nextBytes(bytes);
    Path file = Files.write(directory.resolve("large.bin"), bytes);
    S3Store store = new S3Store("runs", 5 << 20);
    // As for whoever copies a file there: a machine with much to do may be slow to answer.
    ObjectPath object = (ObjectPath) s3("large.bin");
    Attempts.of(
        object,
        () -> {
          store.put(object, file);
          return object;
        });
    assertThat(served.resolve("runs/large.bin")).hasBinaryContent(bytes);
    System.setProperty("aws.secretAccessKey", "guessed");
    assertThatThrownBy(() -> new S3Store("runs", 5 << 20).put((ObjectPath) s3("refused.bin"), file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("the store refuses it (403, ");
    signIn();
    assertThat(Files.exists(s3("refused.bin"))).isFalse();
  }

  @Test
  void aDirectoryOfResultsIsThereWholeOrNotAtAll() throws IOException {
    Path place = s3("results/step");
    try (WholeDirectory half = WholeDirectory.begin(place)) {
      write(half, "a.csv", "half");
    }
    assertThat(Files.exists(place)).isFalse();
    try (WholeDirectory whole = WholeDirectory.begin(place)) {
      write(whole, "a.csv", "1");
      write(whole, "codec=bpc/b.csv", "2");
      whole.commit();
    }
    assertThat(served.resolve("runs/results/step/a.csv")).hasContent("1");
    assertThat(served.resolve("runs/results/step/codec=bpc/b.csv")).hasContent("2");
    assertThatThrownBy(() -> WholeDirectory.begin(place))
        .isInstanceOf(DirectoryNotEmptyException.class);
    try (WholeDirectory refused = WholeDirectory.begin(s3("results/other"))) {
      write(refused, "a.csv", "1");
      write(refused, "b/c.csv", "2");
      // A file where a directory is wanted: the second cannot be.
      Files.createDirectories(served.resolve("runs/results/other/b/c.csv/d"));
      assertThatThrownBy(refused::commit).isInstanceOf(IOException.class);
    }
    assertThat(served.resolve("runs/results/other/a.csv")).doesNotExist();
  }

  private static void write(WholeDirectory to, String name, String text) throws IOException {
    try (WritableByteChannel file = to.begin(name)) {
      file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void aMappingIsOfACopy() throws IOException {
    byte[] bytes = new byte[(8 << 20) + 77];
    new Random(2).nextBytes(bytes);
    Path object = put(Files.write(directory.resolve("mapped.bin"), bytes), "mapped.bin");
    try (FileChannel channel = FileChannel.open(object);
        Arena arena = Arena.ofConfined()) {
      MemorySegment all = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      assertThat(all.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
      assertThat(channel.map(MapMode.READ_ONLY, 100, 1000))
          .isEqualTo(ByteBuffer.wrap(bytes, 100, 1000));
      assertThat(channel.map(MapMode.READ_ONLY, 5, 0, arena).byteSize()).isZero();
      assertThatThrownBy(() -> channel.map(MapMode.READ_WRITE, 0, 1))
          .isInstanceOf(NonWritableChannelException.class);
    }
  }
}
