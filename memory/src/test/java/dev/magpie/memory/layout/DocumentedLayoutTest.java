package dev.magpie.memory.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layout of docs/add-a-layout.md compiles, and does what every layout does. */
class DocumentedLayoutTest {
  @Test
  void theListingIsALayoutLikeOthers(@TempDir Path classes)
      throws IOException, ReflectiveOperationException {
    Matcher block =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/add-a-layout.md"), UTF_8));
    assertThat(block.find()).isTrue();
    String text = block.group(1);
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///HalfMemory.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    List<String> options =
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    assertThat(compiler.getTask(problems, null, null, options, null, List.of(source)).call())
        .as(problems.toString())
        .isTrue();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Field family = loader.loadClass("dev.magpie.memory.layout.HalfMemory").getField("FAMILY");
      LayoutFamily half = (LayoutFamily) family.get(null);
      assertThat(half.name()).isEqualTo("half");
      new LayoutContractTest().whatIsReadIsWhatWasWritten_andCostsAreToldWithTheirPlaces(half);
      new LayoutContractTest().accessesAtNoCostChangeNoCost(half);
    }
  }
}
