import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Reads the test reports below a directory and fails on a test that was skipped and is not listed.
 *
 * <p>{@code SkippedTests LIST DIR}; a line of the list is {@code class#method reason}. Says which
 * classes took longest, too. Runs on whatever Java runs Maven: 17 or later.
 */
final class SkippedTests {
  private static final int SLOWEST = 12;

  private SkippedTests() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> reasons = reasons(Path.of(arguments[0]));
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    Map<String, String> skipped = new TreeMap<>();
    Map<String, Double> seconds = new TreeMap<>();
    Set<String> run = new TreeSet<>();
    for (Path report : reports(Path.of(arguments[1]))) {
      Document document = parser.parse(report.toFile());
      NodeList cases = document.getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        // A parameterised test's name goes on with its parameters.
        String name =
            test.getAttribute("classname") + "#" + test.getAttribute("name").split("[({ ]")[0];
        run.add(name);
        NodeList skips = test.getElementsByTagName("skipped");
        if (skips.getLength() > 0) {
          skipped.put(name, why((Element) skips.item(0)));
        }
      }
      Element suite = document.getDocumentElement();
      seconds.merge(
          suite.getAttribute("name"),
          Double.parseDouble(suite.getAttribute("time").replace(",", "")),
          Double::sum);
    }
    System.out.printf(
        "%d test methods and %.0f s in %d classes; those that took longest:%n",
        run.size(), seconds.values().stream().mapToDouble(each -> each).sum(), seconds.size());
    seconds.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(SLOWEST)
        .forEach(each -> System.out.printf("%6.1f s  %s%n", each.getValue(), each.getKey()));

    List<String> wrong = new ArrayList<>();
    skipped.forEach((test, why) -> {
      if (reasons.containsKey(test)) {
        System.out.println("skipped: " + test + ": " + reasons.get(test));
      } else {
        wrong.add(test + " was skipped: " + why);
      }
    });
    reasons.keySet().stream()
        .filter(test -> !run.contains(test))
        .forEach(test -> wrong.add(test + " is listed and is no test that ran"));
    if (!wrong.isEmpty()) {
      wrong.forEach(System.err::println);
      System.err.println(
          "Let these tests run (.ci/install), or list them with the reason in " + arguments[0]);
      System.exit(1);
    }
  }

  /** JUnit's message is an attribute for a disabled test, and the first line for an assumption. */
  private static String why(Element skip) {
    String message = skip.getAttribute("message");
    return message.isEmpty() ? skip.getTextContent().lines().findFirst().orElse("") : message;
  }

  private static Map<String, String> reasons(Path list) throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : Files.readAllLines(list)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split("\\s+", 2);
        if (parts.length < 2 || !parts[0].contains("#")) {
          throw new IOException(list + ": not 'class#method  reason': " + line);
        }
        reasons.put(parts[0], parts[1]);
      }
    }
    return reasons;
  }

  private static List<Path> reports(Path directory) throws IOException {
    try (Stream<Path> files =
        Files.find(
            directory,
            4,
            (file, attributes) ->
                file.toString().contains("target/surefire-reports")
                    && file.getFileName().toString().matches("TEST-.*\\.xml"))) {
      return files.sorted().toList();
    }
  }
}
