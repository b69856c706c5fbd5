package dev.magpie.cli.exec;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cuda.CudaCompiler;
import dev.magpie.settings.FilesInUse;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A program that is compiled to be executed once, and is gone then. */
final class CompiledSource implements AutoCloseable {
  private final WholeDirectory directory;
  private final Path program;

  private CompiledSource(WholeDirectory directory, Path program) {
    this.directory = directory;
    this.program = program;
  }

  static boolean isSource(String name) {
    return name.endsWith(".cu");
  }

  /**
   * Compiles one.
   *
   * @param say is told what the compiler says
   * @throws BadUsageException if there is no compiler, or it refuses the source
   */
  static CompiledSource compile(Path source, Consumer<String> say) throws IOException {
    BadUsageException.when(
        !Files.isRegularFile(source),
        source + (Files.exists(source) ? ": is no file" : ": there is no such file"));
    InputFiles.opened(source);
    CudaCompiler compiler =
        CudaCompiler.find(System.getenv())
            .orElseThrow(() ->
                new BadUsageException(
                    "%s: there is no nvcc, which compiles it; install the CUDA toolkit, or compile it elsewhere with 'nvcc -cudart shared -arch=sm_75' and name the program"
                        .formatted(source)));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    WholeDirectory directory =
        WholeDirectory.begin(temporary.resolve("magpie-compiled-" + ProcessHandle.current().pid()));
    String name = source.getFileName().toString();
    Path program = directory.part().resolve(name.substring(0, name.length() - 3));
    try {
      String mistakes = compiler.compile(source, program).orElse("");
      mistakes.lines().forEach(say);
      BadUsageException.when(
          !Files.exists(program),
          source
              + ": nvcc does not compile it; flags that it needs, such as -arch=sm_90 or -rdc=true,"
              + " go into NVCC_APPEND_FLAGS");
      for (Path each : CudaCompiler.sources(program)) {
        FilesInUse.read(each);
      }
      return new CompiledSource(directory, program);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  Path program() {
    return program;
  }

  @Override
  public void close() {
    directory.close();
  }
}
