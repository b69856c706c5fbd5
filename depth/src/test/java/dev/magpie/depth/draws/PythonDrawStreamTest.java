package dev.magpie.depth.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tools/draws/draw_stream.py} writes is what the same stream in Java is. */
class PythonDrawStreamTest {
  private static final Path TOOLS = Path.of("..", "tools", "draws").toAbsolutePath().normalize();

  private static final String SCRIPT =
      """
      import sys
      from array import array
      from draw_stream import Draw, Pass, StencilFace, Stream, Target

      sun = Target("sun", 64, 32, "d16")
      frame = Target("frame", 80, 60, "d32f", 4, "reversed")
      whole = (0, 0, 64, 32, 0, 1)
      triangle = array("f", [-1, -1, 0.5, 1, 1, -1, 0.25, 1, 0, 1, 0.75, 1])
      # One vertex that no triangle names.
      fine = array("f", [-1, -1, 0.25, 1, 9, 9, 9, 9, 1, -1, 0.25, 1, 0, 1, 0.25, 1, 0, 0.5, 0.125, 1])
      shadow = Pass("shadow", sun, True, [
          Draw("one", triangle, [0, 1, 2], viewport=whole),
          Draw("two", fine, [0, 2, 3, 3, 2, 4], "gequal", True, (2, 1.5), "front", (1.5, 2, 30, 20, 1, 0.25),
              (3, 4, 10, 11), "stencil Equal 1 Keep")])
      opaque = Pass("opaque", frame, True, [
          Draw("again", triangle, [0, 1, 2], "equal", False, viewport=whole)])
      Stream("small", "by hand", [sun, frame], [[shadow, opaque, Pass("over", frame, False, [])], [shadow]],
          "-1 to 1").write(sys.argv[1])
      front = StencilFace("notequal", 0x0F, "zero", "decr-wrap", "replace", 7, 3)
      marked = Pass("marked", sun, False, [
          Draw("with", triangle, [0, 1, 2], viewport=whole, stencil=(front, StencilFace())),
          Draw("without", triangle, [0, 1, 2], viewport=whole)], 200)
      Stream("small", "by hand", [sun, frame], [[shadow, marked]]).write(sys.argv[2])
      """;

  @TempDir private Path directory;

  @Test
  void whatPythonWritesIsReadAsItWasMeant() throws IOException, InterruptedException {
    String named = System.getenv("MAGPIE_PYTHON");
    String python = named == null || named.isEmpty() ? "python3" : named;
    assumeTrue(run(python, "-c", "") == 0, "no python3: draw_stream.py was not run");
    Path script = Files.writeString(directory.resolve("small.py"), SCRIPT);
    Path stream = directory.resolve("small.draws");
    Path withStencil = directory.resolve("stencil.draws");
    assertThat(run(python, script.toString(), stream.toString(), withStencil.toString()))
        .as(Files.readString(directory.resolve("output")))
        .isZero();
    assertThat(DrawStreamReader.read(stream)).isEqualTo(SmallStream.stream());
    assertThat(DrawStreamReader.read(withStencil)).isEqualTo(SmallStream.withStencil());
  }

  private int run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile());
    builder.environment().put("PYTHONPATH", TOOLS.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    try {
      Process process = builder.start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (IOException _) {
      return -1;
    }
  }
}
