import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds every Java file below a directory to google-java-format.
 *
 * <p>{@code Format check DIR} lists the files that differ and fails; {@code Format apply DIR}
 * rewrites them. The build runs the first; {@code mvn -pl tools validate -Dformat=apply} the
 * second.
 */
final class Format {
  private Format() {}

  public static void main(String[] arguments) throws IOException, FormatterException {
    boolean apply = arguments[0].equals("apply");
    List<Path> unformatted = new ArrayList<>();
    for (Path file : javaFiles(Path.of(arguments[1]).normalize())) {
      String source = Files.readString(file);
      if (source.equals(format(source))) {
        continue;
      }
      unformatted.add(file);
      if (apply) {
        Files.writeString(file, format(source));
      }
    }
    unformatted.forEach(
        file -> System.err.println((apply ? "formatted " : "not formatted: ") + file));
    if (!unformatted.isEmpty() && !apply) {
      System.err.println("To format them: mvn -pl tools validate -Dformat=apply");
      System.exit(1);
    }
  }

  private static String format(String source) throws FormatterException {
    JavaFormatterOptions.Style style = JavaFormatterOptions.Style.GOOGLE;
    String ordered = ImportOrderer.reorderImports(source, style);
    return new Formatter().formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = directory.getFileName().toString();
            boolean skipped = name.equals("target") || (name.startsWith(".") && name.length() > 1);
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
