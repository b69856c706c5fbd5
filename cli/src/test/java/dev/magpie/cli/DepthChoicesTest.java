package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What can be chosen for {@code magpie depth} changes what is moved, and is told. */
class DepthChoicesTest {
  @ParameterizedTest
  @CsvSource({
    "--samples 2, scene.samples, 2",
    "--samples 4, scene.samples, 4",
    "--samples 8, scene.samples, 8",
    "--culling off, scene.culling, off",
    "--depth-test lequal, scene.depthTest, lequal",
    "--depth-test always, scene.depthTest, always",
    "--depth-range reversed --depth-test gequal, scene.depthRange, reversed",
    "--prepass on, scene.prepass, on",
    "--depth-writes off, scene.depthWrites, off",
    "'--depth-bias 9,1.5', scene.depthBiasSlope, 1.5",
    "--camera height=20, scene.depthTest, less",
    "--camera far=infinity, scene.depthTest, less",
    "--cull back, scene.cull, back",
    "--cull front, scene.cull, front",
    "--lines strips, scene.lines, 8x2",
    "--tessellate 9, scene.tessellate, 9",
    "--plane-slots kept, run.planeSlots, kept",
    "--partial-writes masked, run.partialWrites, masked",
    "--reference-bits 24, run.referenceBits, 24",
    "--ways 4, run.ways, 4",
    "--ways 8 --index modulo, run.index, modulo",
  })
  void everyChoiceChangesWhatIsMovedAndIsTold(String options, String where, String what) {
    String usual = "depth builtin:forest --size 320x180 --cache 4KiB --format json";
    JsonNode as = Ran.magpie((Object[]) usual.split(" ", -1)).json();
    Ran ran = Ran.magpie((Object[]) (usual + " " + options).split(" ", -1));
    assertThat(ran.status()).as(ran.err()).isZero();
    JsonNode json = ran.json();
    String name = where.substring(where.indexOf('.') + 1);
    for (JsonNode run : json.path("runs")) {
      JsonNode told = where.startsWith("scene") ? json.path("scene") : run;
      assertThat(told.path(name).asString()).isIn(what, what + ".0");
    }
    assertThat(moved(json)).isNotEqualTo(moved(as));
  }

  private static List<Long> moved(JsonNode json) {
    List<Long> moved = new ArrayList<>();
    json.path("runs").forEach(run -> moved.add(run.path("bytes").asLong()));
    return moved;
  }

  @ParameterizedTest
  @CsvSource({
    "depth --opportunistic SCENE --codec do, opportunistic",
    "depth SCENE --codec do --opportunistic, opportunistic",
    "depth --opportunistic refined SCENE --codec do, refined",
    "depth --opportunistic=plain SCENE --codec do, opportunistic",
  })
  void theSceneMayStandBehindOpportunistic(String line, String references) {
    String small = line.replace("SCENE", "builtin:bust") + " --size 80x45 --format json";
    Ran ran = Ran.magpie((Object[]) small.split(" ", -1));
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.json().path("runs").get(0).path("references").asString()).isEqualTo(references);
  }

  @Test
  void otherTilesAndLines() {
    for (String tile : List.of("4x4", "8x4", "16x4")) {
      Ran ran =
          Ran.magpie(
              "depth",
              "builtin:hall",
              "--size",
              "200x100",
              "--tile",
              tile,
              "--line",
              "32",
              "--lines",
              "strips",
              "--plane-format",
              "floating",
              "--format",
              "json");
      assertThat(ran.status()).as(ran.err()).isZero();
      JsonNode scene = ran.json().path("scene");
      assertThat(scene.path("tile").asString()).isEqualTo(tile);
      assertThat(scene.path("planeFormat").asString()).isEqualTo("floating");
    }
  }

  @Test
  void helpTellsValuesAsTheyAreTyped() {
    String help = Ran.magpie("depth", "--help").out().replaceAll("\\s+", " ");
    assertThat(help)
        .contains(
            "hierarchical, coarse, off",
            "never, less, equal, lequal, greater, notequal, gequal, always",
            "normal, reversed",
            "fixed, floating",
            "d16, d24, d32f",
            "quadrants, strips",
            "hashed, modulo",
            "pre, post",
            "plain, refined",
            "reclaimed, kept",
            "read, masked")
        .doesNotContain("HIERARCHICAL", "PLAIN", "HASHED", "RECLAIMED", "MASKED", "LEQUAL");
  }
}
