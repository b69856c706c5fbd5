package dev.magpie.lab;

import dev.magpie.analysis.BlockScan;
import dev.magpie.buddy.SizeSet;
import dev.magpie.codec.Codecs;
import dev.magpie.memory.EntryCodec;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.workload.example.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;

/** Which program measured: a rebuilt one must not pass off another's results as its own. */
final class ProgramVersion {
  /** One class of each room that decides what is measured. */
  private static final List<Class<?>> ROOMS =
      List.of(
          Laboratory.class,
          BlockScan.class,
          Codecs.class,
          EntryCodec.class,
          Examples.class,
          SizeSet.class,
          Snapshot.class);

  private ProgramVersion() {}

  /** The first digits of a digest over the code of those rooms. */
  static String codeDigest() {
    Sha256 digest = new Sha256();
    for (Class<?> room : ROOMS) {
      CodeSource source = room.getProtectionDomain().getCodeSource();
      try {
        addCode(digest, Path.of(source.getLocation().toURI()));
      } catch (URISyntaxException e) {
        throw new IllegalStateException("no place of code: " + source.getLocation(), e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return digest.hex().substring(0, 16);
  }

  /** A jar, or the directory that a build writes classes to. */
  private static void addCode(Sha256 digest, Path code) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(code)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      digest.add(code.relativize(file)).add(Files.readAllBytes(file));
    }
  }
}
