package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the Python package's own tests where there is a Python with NumPy and pandas: {@code
 * python3}, or what the variable MAGPIE_PYTHON names.
 */
class PythonPackageTest {
  private static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();

  @TempDir private Path directory;

  @BeforeEach
  void needsPandas() throws Exception {
    assumeTrue(
        run("-c", "import numpy, pandas, torch") == 0,
        "no python3 with NumPy, pandas and PyTorch: the Python package was not tested");
  }

  @Test
  void itsOwnTestsPass() throws Exception {
    assertThat(run("-m", "unittest", "discover", "-s", PACKAGE.resolve("tests").toString()))
        .as(Files.readString(directory.resolve("output")))
        .isZero();
  }

  /** Built from a copy, as setuptools writes into the folder that it builds. */
  @Test
  void aWheelIsBuiltAndHoldsThePackage() throws Exception {
    assumeTrue(
        run("-c", "import setuptools, wheel") == 0, "no setuptools: the wheel was not built");
    Path copy = directory.resolve("python");
    assertThat(run("-c", "import shutil; shutil.copytree('%s', '%s')".formatted(PACKAGE, copy)))
        .isZero();
    String build =
        """
        import os, zipfile
        os.chdir(%s)
        from setuptools import build_meta
        names = zipfile.ZipFile(build_meta.build_wheel('.')).namelist()
        assert 'magpie/__init__.py' in names and 'magpie/_calls.py' in names, names
        assert not [each for each in names if 'test' in each], names
        """
            .formatted("'%s'".formatted(copy));
    assertThat(run("-c", build)).as(Files.readString(directory.resolve("output"))).isZero();
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    String python = System.getenv("MAGPIE_PYTHON");
    List<String> command = new ArrayList<>(List.of(python == null ? "python3" : python));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PYTHONPATH", PACKAGE.toString());
    builder.environment().put("MAGPIE", launcher().toString());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("output").toFile());
    try {
      Process process = builder.start();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return -1;
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    }
  }

  /** Runs the classes of this build. */
  private Path launcher() throws IOException {
    Path launcher = directory.resolve("magpie");
    if (!Files.exists(launcher)) {
      Path arguments =
          Files.writeString(
              directory.resolve("arguments"),
              """
              -XX:TieredStopAtLevel=1
              -XX:+UseSerialGC
              --add-modules jdk.incubator.vector
              --enable-native-access=ALL-UNNAMED
              --sun-misc-unsafe-memory-access=allow
              -Xmx512m
              -cp "%s"
              dev.magpie.cli.Magpie
              """
                  .formatted(System.getProperty("java.class.path")));
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      Files.writeString(launcher, "#!/bin/sh\nexec '%s' '@%s' \"$@\"\n".formatted(java, arguments));
      assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }
    return launcher;
  }
}
