package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DocumentTypeTest {

  private enum Kind {
    WHOLE {
      @Override
      public String toString() {
        return "all of it";
      }
    }
  }

  /** With what looks like properties, and is none. */
  @SuppressWarnings({"EffectivelyPrivate", "UnusedMethod"})
  private record Part(String name, boolean lossy) {
    public boolean isEmpty() {
      return name.isEmpty();
    }

    public String getTitle() {
      return "no component";
    }
  }

  private record Sample(
      Path file,
      Kind kind,
      Part part,
      List<Part> parts,
      List<@Nullable Double> numbers,
      double ratio,
      @Nullable Integer cycles,
      Optional<Integer> left,
      Optional<Part> there,
      Map<String, Long> granules,
      List<List<Object>> rows,
      String default_) {}

  @Test
  void componentsBecomePropertiesInTheirOrder() {
    Map<String, Long> granules = new LinkedHashMap<>();
    granules.put("2", 5L);
    granules.put("1", 7L);
    Sample sample =
        new Sample(
            Path.of("a", "b.npy"),
            Kind.WHOLE,
            new Part("p", true),
            List.of(new Part("q", false), new Part("", false)),
            Arrays.asList(1.0, Double.NaN, null, 1e-9),
            Double.POSITIVE_INFINITY,
            null,
            Optional.empty(),
            Optional.of(new Part("t", true)),
            granules,
            List.of(List.of(1, "two", 3.5)),
            "none");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DocumentType<>("magpie.sample/1", Sample.class).write(sample, out);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {
              "schema" : "magpie.sample/1",
              "file" : "a/b.npy",
              "kind" : "all of it",
              "part" : {
                "name" : "p",
                "lossy" : true
              },
              "parts" : [ {
                "name" : "q",
                "lossy" : false
              }, {
                "name" : "",
                "lossy" : false
              } ],
              "numbers" : [ 1.0, null, null, 1.0E-9 ],
              "ratio" : null,
              "cycles" : null,
              "there" : {
                "name" : "t",
                "lossy" : true
              },
              "granules" : {
                "2" : 5,
                "1" : 7
              },
              "rows" : [ [ 1, "two", 3.5 ] ],
              "default" : "none"
            }
            """);
  }
}
