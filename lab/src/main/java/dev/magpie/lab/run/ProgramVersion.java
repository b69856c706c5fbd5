package dev.magpie.lab.run;

import dev.magpie.analysis.BlockScan;
import dev.magpie.buddy.SizeSet;
import dev.magpie.codec.Codecs;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.lab.data.Sha256;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.ptx.Device;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.workload.example.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Which program measured: a rebuilt one must not pass off another's results as its own. */
public final class ProgramVersion {
  /** One class of each module that decides what is measured. */
  private static final List<Class<?>> MODULES =
      List.of(
          Laboratory.class,
          BlockScan.class,
          Codecs.class,
          Device.class,
          EntryCodec.class,
          Examples.class,
          SceneTraffic.class,
          TimedGpu.class,
          SizeSet.class,
          Snapshot.class);

  /** Of a module's package: dev.magpie.gpu. */
  private static final int MODULE_NAMES = 3;

  private ProgramVersion() {}

  /** The first digits of a digest over the code of those modules. */
  static String codeDigest() {
    Sha256 digest = new Sha256();
    MODULES.forEach(module -> addCode(digest, module));
    return firstDigits(digest);
  }

  /**
   * The first digits of a digest over the code of some modules and of one package.
   *
   * @param modules a class of each
   * @param inPackage a class of that package
   */
  public static String digest(List<Class<?>> modules, Class<?> inPackage) {
    Sha256 digest = new Sha256();
    modules.forEach(module -> addCode(digest, module));
    addPackage(digest, inPackage);
    return firstDigits(digest);
  }

  private static String firstDigits(Sha256 digest) {
    return digest.hex().substring(0, 16);
  }

  /** All packages of a module, whichever jar they are in: several modules may share one. */
  private static void addCode(Sha256 digest, Class<?> module) {
    String[] names = module.getPackageName().split("\\.", -1);
    addBelow(digest, module, String.join("/", Arrays.copyOf(names, MODULE_NAMES)));
  }

  private static void addPackage(Sha256 digest, Class<?> inPackage) {
    addBelow(digest, inPackage, inPackage.getPackageName().replace('.', '/'));
  }

  private static void addBelow(Sha256 digest, Class<?> from, String directory) {
    read(
        from,
        code -> {
          if (Files.isDirectory(code)) {
            addFiles(digest, code, code.resolve(directory));
          } else {
            try (FileSystem jar = FileSystems.newFileSystem(code)) {
              addFiles(digest, jar.getPath("/"), jar.getPath("/", directory));
            }
          }
        });
  }

  private interface Reading {
    void read(Path code) throws IOException;
  }

  /** Where a class is from: a jar, or the directory that a build writes classes to. */
  private static void read(Class<?> from, Reading reading) {
    CodeSource source = from.getProtectionDomain().getCodeSource();
    try {
      reading.read(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no place of code: " + source.getLocation(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addFiles(Sha256 digest, Path root, Path below) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(below)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      digest.add(root.relativize(file)).add(Files.readAllBytes(file));
    }
  }
}
