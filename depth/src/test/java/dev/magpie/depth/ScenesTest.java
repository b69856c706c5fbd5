package dev.magpie.depth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenesTest {
  private static final String TOML =
      """
      tessellate = 23
      cull = "back"

      [[mesh]]
      file = "t.obj"

      [[mesh]]
      file = "t.obj"
      scale = 2
      rotate = [0, 90, 0]
      translate = [1, 2, 3.5]

      [[camera]]
      eye = [0, 0, 5]
      at = [0, 0, 0]
      near = 0.5
      far = 20

      [[camera]]
      eye = [4, 0, 5]
      at = [0, 0, 0]
      up = [0, 0, 1]
      fov = 40
      near = 0.5
      far = 20
      """;

  @TempDir private Path folder;

  @Test
  void aSceneFileHasMeshesInOrderACameraPathAndOptions() throws IOException {
    Scene scene = Scenes.open(write("s.toml", TOML));
    assertThat(scene.meshes()).hasSize(2);
    assertThat(scene.meshes().get(0).positions()).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0);
    assertThat(scene.meshes().get(1).positions())
        .containsExactly(new float[] {1, 2, 3.5f, 1, 2, 1.5f, 1, 4, 3.5f}, within(1e-6f));
    assertThat(scene.tessellation()).isEqualTo(23);
    assertThat(scene.faceCulling()).isEqualTo(FaceCulling.BACK);
    assertThat(scene.path()).hasSize(2);
    assertThat(scene.camera(0, 1)).isEqualTo(scene.path().get(0));
    assertThat(scene.camera(2, 3)).isEqualTo(scene.path().get(1));
    assertThat(scene.camera(1, 3).eye()).isEqualTo(new Vector3(2, 0, 5));
    assertThat(scene.camera(1, 3).projection()).isEqualTo(new Projection.Perspective(50));
  }

  @Test
  void jsonSaysTheSame() throws IOException {
    String json =
        """
        {"tessellate": "none", "mesh": [{"file": "t.obj"}],
         "camera": [{"eye": [0,0,5], "at": [0,0,0], "near": 1, "far": 9}]}
        """;
    Scene scene = Scenes.open(write("s.json", json));
    assertThat(scene.triangles()).isEqualTo(1);
    assertThat(scene.tessellation()).isEqualTo(Scene.UNTESSELLATED);
    assertThat(scene.faceCulling()).isEqualTo(FaceCulling.NONE);
    assertThat(scene.path().getFirst().projection()).isEqualTo(new Projection.Perspective(60));
  }

  @Test
  void camerasMayBeThoseOfMeshFiles() throws IOException {
    String arm = Path.of("../docs/scenes/arm.gltf").toAbsolutePath().toString();
    DescribedScene ofFile =
        Scenes.openDescribed(arm, Viewing.USUAL, _ -> {}).withCameraOfFile("orbit");
    String text =
        """
        camera = "gltf:orbit"
        [[mesh]]
        file = '%s'
        [[pass]]
        name = "all"
        [[pass]]
        name = "again"
        camera = "gltf"
        [[pass]]
        name = "from the side"
        camera = [{ eye = [9, 0, 0], at = [0, 0, 0], near = 1, far = 20 }]
        """
            .formatted(arm);
    Path file = Files.writeString(folder.resolve("cameras.toml"), text);
    DescribedScene scene = Scenes.openDescribed(file.toString(), Viewing.USUAL, _ -> {});
    for (int frame = 0; frame < 4; frame++) {
      Camera expected = ofFile.scene().camera(frame, 4);
      assertThat(scene.scene().camera(frame, 4)).isEqualTo(expected);
      assertThat(scene.passes().get(0).scene().camera(frame, 4)).isEqualTo(expected);
      assertThat(scene.passes().get(1).scene().camera(frame, 4)).isEqualTo(expected);
      assertThat(scene.passes().get(2).scene().camera(frame, 4).eye())
          .isEqualTo(new Vector3(9, 0, 0));
    }
    assertThat(scene.scene().camera(0, 4)).isNotEqualTo(scene.scene().camera(2, 4));
    Map<String, String> broken =
        Map.of(
            "gltf:sun", "cameras.toml:1: the scene: has no camera 'sun'; it has 0 'orbit'",
            "orbit", "cameras.toml:1: the scene: camera is a list of tables, as in [[camera]], or");
    broken.forEach((name, message) ->
        assertThatThrownBy(
                () -> {
                  Files.writeString(file, text.replace("gltf:orbit", name));
                  Scenes.openDescribed(file.toString(), Viewing.USUAL, _ -> {});
                })
            .isInstanceOf(SceneException.class)
            .hasMessageContaining(message));
  }

  @Test
  void camerasMayBeOrthographicOrHaveNoFarPlane() throws IOException {
    String usual = "near = 0.5\nfar = 20\n";
    Scene sun =
        Scenes.open(
            write(
                "sun.toml",
                TOML.replace("near = 0.5", "height = 8\nnear = -5").replace("fov = 40\n", "")));
    assertThat(sun.camera(1, 3).projection()).isEqualTo(new Projection.Orthographic(8));
    assertThat(sun.camera(1, 3).near()).isEqualTo(-5);
    Scene endless =
        Scenes.open(write("endless.toml", TOML.replace("far = 20", "far = \"infinity\"")));
    assertThat(endless.camera(1, 3).far()).isInfinite();
    assertThatThrownBy(
            () -> Scenes.open(write("both.toml", TOML.replace(usual, "height = 8\n" + usual))))
        .hasMessageContaining(
            "both.toml:25: camera 2: a camera has a fov, in perspective, or a height");
    Scene mixed =
        Scenes.open(write("mixed.toml", TOML.replaceFirst("near = 0.5", "height = 8\nnear = 0.5")));
    assertThatThrownBy(() -> mixed.camera(1, 3)).hasMessageContaining("no view between");
  }

  @Test
  void aMeshAloneIsSeenAsAWhole() throws IOException {
    write("s.toml", TOML);
    Scene scene = Scenes.open(folder.resolve("t.obj").toString());
    double[] matrix = scene.camera(0, 1).clipMatrix(Viewing.USUAL.aspect());
    float[] positions = scene.meshes().getFirst().positions();
    for (int n = 0; n < positions.length; n += 3) {
      double[] clip = new double[4];
      for (int row = 0; row < 4; row++) {
        clip[row] = matrix[4 * row + 3];
        for (int d = 0; d < 3; d++) {
          clip[row] += matrix[4 * row + d] * positions[n + d];
        }
      }
      assertThat(Math.abs(clip[0])).isLessThan(clip[3]);
      assertThat(Math.abs(clip[1])).isLessThan(clip[3]);
      assertThat(clip[2]).isBetween(0.0, clip[3]);
    }
  }

  @Test
  void whatASceneIsIsKnownByItsNameAndByWhatItHas() throws IOException {
    assertThat(Scenes.isScene("builtin:hall")).isTrue();
    assertThat(Scenes.isScene("real:ship")).isTrue();
    assertThat(Scenes.isScene("x/Bunny.PLY")).isTrue();
    assertThat(Scenes.isScene("nosuch.toml")).isTrue();
    assertThat(Scenes.isScene(write("s.toml", TOML))).isTrue();
    assertThat(Scenes.isScene(write("broken.json", "{"))).isTrue();
    assertThat(Scenes.isScene(write("job.toml", "[[kernel]]\nfile = 'a.ptx'\n"))).isFalse();
    assertThat(Scenes.isScene(write("targets.json", "{\"schema\": \"x\"}"))).isFalse();
    assertThat(Scenes.isScene("model.safetensors")).isFalse();
    assertThat(Scenes.isScene("hall")).isFalse();
  }

  @Test
  void aSceneWithoutMeshesIsValid() throws IOException {
    assertThat(Scenes.open(write("s.toml", "")).triangles()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tessellate = 23 | tessellate = 0.9 | tessellate is \"none\" or a number of pixels, at"
            + " least 1",
        "tessellate = 23 | tesselate = 23 | has no 'tesselate'; it has camera, cull, mesh, name,",
        "cull = \"back\" | cull = 3 | cull is a text in quotes",
        "cull = \"back\" | cull = \"left\" | cull is \"none\", \"back\" or \"front\"",
        "file = \"t.obj\" | file = \"u.obj\" | mesh 1: there is no file 'u.obj'",
        "file = \"t.obj\" | fill = \"u.obj\" | mesh 1: has no 'fill'",
        "scale = 2 | scale = 1e39 | mesh 2: ",
        "scale = 2 | scale = nan | mesh 2: scale is not a number",
        "[0, 90, 0] | [0, 90] | :10: mesh 2: rotate is three numbers",
        "scale = 2 | scale = [nan] | :9: mesh 2: scale is not a number",
        "[0, 90, 0] | [0, 90, nan] | :10: mesh 2: rotate[2] is not a number",
        "file = \"t.obj\" | file = \"s.toml\" | :5: mesh 1: 's.toml' is no mesh: names of meshes",
        "fov = 40 | fov = 400 | :23: camera 2: the field of view is 400.0 degrees",
        "near = 0.5 | near = 50 | :16: camera 1: near 50.0 and far 20.0: near must be above 0",
        "near = 0.5 | fov = 40 | camera 1: has no near",
        "at = [0, 0, 0] | at = [0, 0, 5] | :14: camera 1: a camera at 0,0,5 cannot look at 0,0,5",
        "[[camera]] | [[camera] | :13: not TOML",
        "[[camera]] | [camera] | ",
      })
  void brokenSceneFilesSayWhere(String from, String to, String message) throws IOException {
    assertThat(TOML).contains(from);
    String file = write("s.toml", TOML.replaceFirst(java.util.regex.Pattern.quote(from), to));
    assertThatThrownBy(() -> Scenes.open(file))
        .isInstanceOf(SceneException.class)
        .hasMessageStartingWith(file)
        .hasMessageContaining(message == null ? "" : message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"mesh\":[} | :1: not JSON: Unexpected close marker '}': expected ']'",
        "{\"cull\":\"none\",\"cull\":\"back\"} | :1: not JSON: Duplicate Object property"
            + " \"cull\"",
      })
  void brokenJsonIsSaidInOneLineWithoutTheLibrarysAsides(String text, String message)
      throws IOException {
    String file = write("s.json", text);
    assertThatThrownBy(() -> Scenes.open(file)).hasMessage(file + message);
  }

  @Test
  void whatIsNoRegularFileIsNotWaitedFor() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device), "there is no /dev/null");
    Path link = Files.createSymbolicLink(folder.resolve("null.obj"), device);
    assertThatThrownBy(() -> Scenes.open(link.toString()))
        .hasMessage(link + ": is no regular file");
  }

  @Test
  void namesThatAreNoSceneSayWhatWouldBe() {
    assertThatThrownBy(() -> Scenes.open("")).hasMessage("the name of the scene is empty");
    assertThatThrownBy(() -> Scenes.open("builtin:none"))
        .hasMessageContaining("there is no built-in scene 'none'; there are hall, coral");
    assertThatThrownBy(() -> Scenes.open("hall")).hasMessageContaining("is called builtin:hall");
    assertThatThrownBy(() -> Scenes.open(folder.toString())).hasMessageContaining("directory");
    assertThatThrownBy(() -> Scenes.open(write("x.stl", ""))).hasMessageContaining(".obj, .ply");
  }

  @Test
  void aNameWithoutItsPrefixIsToldWhatItLacks() {
    assertThatThrownBy(() -> Scenes.open("hall")).hasMessageContaining("called builtin:hall");
    assertThatThrownBy(() -> Scenes.open("ship")).hasMessageContaining("called real:ship");
    assertThatThrownBy(() -> Scenes.open("none")).hasMessage("none: there is no such file");
  }

  @Test
  void camerasAreWrittenAsKeysAndValues() {
    Camera otherwise =
        new Camera(new Vector3(0, 0, 5), new Vector3(0, 0, 0), new Vector3(0, 1, 0), 60, 1, 10);
    Camera camera =
        CameraText.parse("eye=1,2.5,-3  at=0,0,1 up=0,0,1 fov=50 near=0.1 far=1e3", otherwise);
    assertThat(camera)
        .isEqualTo(
            new Camera(
                new Vector3(1, 2.5, -3),
                new Vector3(0, 0, 1),
                new Vector3(0, 0, 1),
                50,
                0.1,
                1000));
    assertThat(CameraText.parse("fov=50", otherwise).eye()).isEqualTo(otherwise.eye());
    assertThat(CameraText.parse("far=infinity", otherwise).far()).isInfinite();
    Camera sun = CameraText.parse("height=7 near=-3", otherwise);
    assertThat(sun.projection()).isEqualTo(new Projection.Orthographic(7));
    assertThat(sun.near()).isEqualTo(-3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eye=1,2 | the camera's eye is three numbers",
        "eye=1,2,x | the camera's eye has 'x', which is no number",
        "fov=NaN | which is no number",
        "fov=0 | the field of view is 0.0 degrees",
        "fov=50 fov=40 | the camera's fov is given twice",
        "pos=1,2,3 | none of these",
        "eye | none of these",
        "near=-1 | near -1.0 and far 10.0",
        "fov=50 height=2 | a camera has a fov, in perspective, or a height",
        "height=0 | an orthographic view is 0.0 high",
        "height=2 far=infinity | in an orthographic view not infinite",
        "height=2 near=10 | near 10.0 and far 10.0",
      })
  void wrongCamerasAreRefused(String text, String message) {
    Camera otherwise =
        new Camera(new Vector3(0, 0, 5), new Vector3(0, 0, 0), new Vector3(0, 1, 0), 60, 1, 10);
    assertThatThrownBy(() -> CameraText.parse(text, otherwise))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining(message);
  }

  private String write(String name, String text) throws IOException {
    Files.writeString(folder.resolve("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    return Files.writeString(folder.resolve(name), text).toString();
  }
}
