package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.magpie.report.DocumentType;
import dev.magpie.report.JsonSchemas;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code docs/schema} has the JSON Schema of every document that a command writes, and what
 * commands wrote for {@link GoldenResultsTest} is by it. A record that has more writes its schema
 * anew with {@code -Dschema.renew=true}; one that has less, or something else, is a new version of
 * its document.
 */
class JsonSchemaTest {
  private static final Path SCHEMAS = Path.of("../docs/schema");
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final boolean RENEWS = Boolean.getBoolean("schema.renew");

  /** All there are, by what they call themselves. */
  private static final Map<String, DocumentType<?>> TYPES = types();

  private static Map<String, DocumentType<?>> types() {
    Map<String, DocumentType<?>> types = new TreeMap<>();
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.magpie.cli")
            .stream()
            .flatMap(type -> type.getFields().stream())
            .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
            .filter(field -> field.getRawType().isEquivalentTo(DocumentType.class))
            .map(JsonSchemaTest::read)
            .forEach(type -> assertThat(types.put(type.schema(), type)).isNull());
    return types;
  }

  private static DocumentType<?> read(JavaField constant) {
    try {
      Field field = constant.reflect();
      field.setAccessible(true);
      return (DocumentType<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** Such as {@code codecs-1.schema.json}. */
  private static Path file(String schema) {
    return SCHEMAS.resolve(schema.replace("magpie.", "").replace('/', '-') + ".schema.json");
  }

  @TestFactory
  Stream<DynamicTest> everySchemaIsPublishedAndOnlyAddedTo() {
    return TYPES.values().stream()
        .map(type -> DynamicTest.dynamicTest(type.schema(), () -> published(type)));
  }

  private static void published(DocumentType<?> type) throws IOException {
    Path file = file(type.schema());
    String made = JsonSchemas.text(type);
    JsonMapper json = JsonMapper.shared();
    if (Files.exists(file)) {
      assertThat(JsonSchemas.breaks(json.readTree(Files.readString(file)), json.readTree(made)))
          .as("%s is only ever added to; this needs a new version", type.schema())
          .isEmpty();
    }
    if (RENEWS) {
      Files.writeString(file, made);
    }
    assertThat(file).as("-Dschema.renew=true writes it").exists();
    assertThat(made)
        .as("%s (to renew it: -Dschema.renew=true)", file)
        .isEqualTo(Files.readString(file));
  }

  @Test
  void nothingElseIsPublished() throws IOException {
    try (Stream<Path> files = Files.list(SCHEMAS)) {
      assertThat(files.filter(file -> file.toString().endsWith(".json")))
          .isSubsetOf(TYPES.keySet().stream().map(JsonSchemaTest::file).toList());
    }
  }

  @TestFactory
  Stream<DynamicTest> documentsAreByTheirSchema() {
    return TYPES.keySet().stream()
        .map(schema ->
            DynamicTest.dynamicTest(
                schema,
                () -> {
                  List<Path> documents = golden(schema);
                  assertThat(documents).as("golden documents of %s", schema).isNotEmpty();
                  for (Path document : documents) {
                    assertThat(
                            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                .getSchema(Files.readString(file(schema)))
                                .validate(timed(Files.readString(document)), InputFormat.JSON))
                        .as("%s", document)
                        .isEmpty();
                  }
                }));
  }

  /** What the host's clock says is left out of golden documents; here it took no time. */
  private static String timed(String golden) {
    return golden.replaceAll("(Seconds?\" : )\"\"", "$10");
  }

  private static List<Path> golden(String schema) throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .filter(file -> {
            try {
              return Files.readString(file).contains("\"schema\" : \"%s\"".formatted(schema));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          })
          .toList();
    }
  }
}
