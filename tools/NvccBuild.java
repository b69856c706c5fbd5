import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds programs with one command of nvcc each.
 *
 * @param work where libraries that they share are
 * @param isStatic with nvcc's default, the static runtime
 */
record NvccBuild(String compiler, Path work, boolean isStatic) {
  /**
   * Compiles a program, unless its last build was of the same commit and by the same commands, and
   * gives what went wrong.
   */
  Optional<String> build(ListedProgram program, Path checkout, String commit, Path folder)
      throws IOException, InterruptedException {
    Path directory = checkout.resolve(program.directory());
    if (!Files.isDirectory(directory)) {
      return Optional.of("there is no directory " + directory);
    }
    Path headers = Files.createDirectories(folder.resolve("headers"));
    for (Map.Entry<String, String> each : program.values().entrySet()) {
      if (each.getKey().startsWith("header ")) {
        Files.writeString(
            headers.resolve(each.getKey().substring(7)),
            each.getValue().replace("\\n", "\n") + "\n");
      }
    }
    List<List<String>> commands = new ArrayList<>();
    commands.add(compilation(program, folder, checkout, headers));
    List<String> module = program.words("module");
    if (!module.isEmpty()) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  compiler, module.get(0).endsWith(".ptx") ? "-ptx" : "-fatbin", "-I" + headers));
      command.addAll(flags(program, checkout));
      command.addAll(List.of(module.get(1), "-o", "" + folder.resolve(module.get(0))));
      commands.add(command);
    }
    Path stamp = folder.resolve("built");
    String how = commit + program.values() + commands;
    if (Files.exists(stamp) && Files.readString(stamp).equals(how)) {
      return Optional.empty();
    }
    Files.deleteIfExists(stamp);
    Path log = folder.resolve("build.log");
    for (List<String> command : commands) {
      if (!compile(directory, log, command)) {
        return Optional.of(Acceptance.firstError(Acceptance.text(log)));
      }
    }
    Files.writeString(stamp, how);
    return Optional.empty();
  }

  private List<String> compilation(ListedProgram program, Path folder, Path checkout, Path headers)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(compiler, "-w", "-I" + headers));
    if (!isStatic) {
      command.addAll(List.of("-cudart", "shared"));
    }
    command.addAll(flags(program, checkout));
    command.addAll(words(program, checkout, "sources"));
    command.addAll(program.words("libraries"));
    if (program.words("libraries").contains("-lcuda")) {
      command.add("-L" + driver());
    }
    command.addAll(List.of("-o", "" + folder.resolve("program")));
    return command;
  }

  /** A folder with a library to link to as the driver's, which comes with a GPU's driver alone. */
  private synchronized Path driver() throws IOException, InterruptedException {
    Path folder = Files.createDirectories(work.resolve("driver"));
    Path library = folder.resolve("libcuda.so");
    if (!Files.exists(library)) {
      Path header = Files.writeString(folder.resolve("header.cu"), "#include <cuda.h>\n");
      Path declarations = folder.resolve("declarations.txt");
      Path source = folder.resolve("driver.c");
      compile(folder, declarations, List.of(compiler, "-E", "" + header));
      Files.write(
          source,
          Pattern.compile("\\bcu[A-Z]\\w*(?=\\s*\\()")
              .matcher(Acceptance.text(declarations))
              .results()
              .map(found -> "int " + found.group() + "(void) { return 999; }")
              .distinct()
              .toList());
      List<String> flags = List.of("-shared", "-Xlinker", "-soname,libcuda.so.1");
      List<String> command = new ArrayList<>(List.of(compiler, "-o", "" + library, "" + source));
      command.addAll(flags);
      compile(folder, folder.resolve("build.log"), command);
    }
    return folder;
  }

  private static boolean compile(Path directory, Path log, List<String> command)
      throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor()
        == 0;
  }

  private static List<String> flags(ListedProgram program, Path checkout) {
    return Stream.of("common", "flags")
        .flatMap(key -> words(program, checkout, key).stream())
        .toList();
  }

  private static List<String> words(ListedProgram program, Path checkout, String key) {
    return program.words(key).stream()
        .map(word -> word.replace("{checkout}", "" + checkout))
        .toList();
  }
}
