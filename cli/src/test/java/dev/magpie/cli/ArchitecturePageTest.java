package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/architecture.md: its picture is drawn from the code, and the classes it names exist. */
class ArchitecturePageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path PICTURE = DOCS.resolve("images/modules.svg");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.magpie");

  @Test
  void thePictureShowsWhatTheModulesUse() throws IOException {
    String drawn = ModulePicture.draw(uses());
    if (Boolean.getBoolean("golden.renew")) {
      Files.writeString(PICTURE, drawn);
    }
    assertThat(PICTURE)
        .as("docs/images/modules.svg is drawn again by this test with -Dgolden.renew=true")
        .hasContent(drawn);
  }

  @Test
  void everyClassThatThePageNamesExists() throws IOException {
    Set<String> classes =
        CLASSES.stream()
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> named =
        Pattern.compile("`([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(\\.[a-z]\\w*(\\(\\))?)?`")
            .matcher(Files.readString(DOCS.resolve("architecture.md")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).hasSizeGreaterThan(30);
    assertThat(classes)
        .as("classes that docs/architecture.md names; a renamed class is renamed there, too")
        .containsAll(named);
  }

  /** Which modules each module's classes refer to. */
  private static Map<String, Set<String>> uses() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass each : CLASSES) {
      Set<String> used = uses.computeIfAbsent(module(each), name -> new TreeSet<>());
      each.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith("dev.magpie."))
          .map(ArchitecturePageTest::module)
          .filter(module -> !module.equals(module(each)))
          .forEach(used::add);
    }
    return uses;
  }

  private static String module(JavaClass each) {
    return each.getPackageName().split("\\.", -1)[2];
  }
}
