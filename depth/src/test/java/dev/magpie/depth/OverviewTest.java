package dev.magpie.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What meshes look like that come without a camera. */
class OverviewTest {
  @TempDir private Path folder;

  /** A box as wide, high and deep as is said, which stands on a plate twice as large. */
  private static String standing(double x, double y, double z, boolean up) {
    StringBuilder text = new StringBuilder();
    List<double[]> boxes = List.of(new double[] {x, y, z, 0}, new double[] {2 * x, 0.01, 2 * z, 0});
    int vertex = 1;
    for (double[] box : boxes) {
      for (int corner = 0; corner < 8; corner++) {
        double a = ((corner & 1) - 0.5) * box[0];
        double b = (corner >> 1 & 1) * box[1];
        double c = ((corner >> 2) - 0.5) * box[2];
        text.append(up ? "v %s %s %s\n".formatted(a, c, b) : "v %s %s %s\n".formatted(a, b, c));
      }
      for (int[] face :
          new int[][] {
            {0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}
          }) {
        text.append("f");
        for (int corner : face) {
          text.append(' ').append(vertex + corner);
        }
        text.append('\n');
      }
      vertex += 8;
    }
    return text.toString();
  }

  private Scene open(String text, UpAxis up, List<String> remarks) throws IOException {
    Path file = Files.writeString(folder.resolve("mesh.obj"), text);
    return Scenes.open(file.toString(), new Viewing(up, 16.0 / 9), remarks::add);
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "5,1,1", "1,5,1", "1,1,5", "1000,20,30", "0.001,0.002,0.001"})
  void aMeshFillsTheFrame(double x, double y, double z) throws IOException {
    for (int[] size : new int[][] {{640, 360}, {360, 640}, {400, 400}}) {
      Path file = Files.writeString(folder.resolve("box.obj"), standing(x, y, z, false));
      Scene scene =
          Scenes.open(file.toString(), new Viewing(UpAxis.Y, (double) size[0] / size[1]), _ -> {});
      FrameShape shape = new FrameShape(size[0], size[1], TileShape.DEFAULT);
      Frame frame =
          new FrontEnd(shape, RasterOptions.of(scene)).draw(scene.meshes(), scene.camera(0, 1));
      int left = size[0];
      int right = -1;
      int top = size[1];
      int bottom = -1;
      for (int row = 0; row < size[1]; row++) {
        for (int column = 0; column < size[0]; column++) {
          if (frame.events().depths().at(column, row) < (1 << 24) - 1) {
            left = Math.min(left, column);
            right = Math.max(right, column);
            top = Math.min(top, row);
            bottom = Math.max(bottom, row);
          }
        }
      }
      double filled = Math.max((right - left + 1.0) / size[0], (bottom - top + 1.0) / size[1]);
      assertThat(filled).isBetween(0.92, 0.96);
      // In the middle.
      assertThat(left - (size[0] - 1 - right)).isBetween(-2, 2);
      assertThat(top - (size[1] - 1 - bottom)).isBetween(-2, 2);
      assertThat(List.of(left, top)).allMatch(each -> each > 0);
      assertThat(right).isLessThan(size[0] - 1);
      assertThat(bottom).isLessThan(size[1] - 1);
    }
  }

  @Test
  void zIsUpWhereTheMeshStandsOnIt() throws IOException {
    List<String> remarks = new ArrayList<>();
    Scene scene = open(standing(1, 2, 1, true), UpAxis.GUESSED, remarks);

    assertThat(scene.path().getFirst().up()).isEqualTo(new Vector3(0, 0, 1));
    assertThat(scene.path().getFirst().eye().z()).isGreaterThan(1);
    assertThat(remarks)
        .containsExactly(
            "%s: z is taken for up, since the mesh stands on its lowest z"
                .formatted(folder.resolve("mesh.obj")));
  }

  @Test
  void zIsUpWhereTheMeshIsFlatAlongIt() throws IOException {
    List<String> remarks = new ArrayList<>();
    Scene scene = open(standing(3, 0.2, 3, true), UpAxis.GUESSED, remarks);

    assertThat(scene.path().getFirst().up()).isEqualTo(new Vector3(0, 0, 1));
    assertThat(remarks).singleElement().asString().endsWith("the mesh is flat along z");
  }

  @Test
  void otherwiseYIsAndNothingIsSaid() throws IOException {
    List<String> remarks = new ArrayList<>();
    assertThat(open(standing(1, 2, 1, false), UpAxis.GUESSED, remarks).path().getFirst().up())
        .isEqualTo(Vector3.UP);
    assertThat(open(standing(3, 0.2, 3, false), UpAxis.GUESSED, remarks).path().getFirst().up())
        .isEqualTo(Vector3.UP);
    assertThat(open(standing(1, 2, 1, true), UpAxis.Y, remarks).path().getFirst().up())
        .isEqualTo(Vector3.UP);
    assertThat(open(standing(1, 2, 1, false), UpAxis.Z, remarks).path().getFirst().up())
        .isEqualTo(new Vector3(0, 0, 1));
    assertThat(remarks).isEmpty();
  }

  @Test
  void aPointAndNothingAreSeenToo() {
    for (Mesh mesh :
        List.of(
            new Mesh("nothing", new float[0], new int[0]),
            new Mesh("point", new float[] {1e6f, 1e6f, 1e6f}, new int[0]),
            new Mesh("huge", new float[] {-3e38f, 0, 0, 3e38f, 3e38f, 3e38f}, new int[0]))) {
      Camera camera = Overview.of(List.of(mesh), Vector3.UP, 1);
      assertThat(camera.near()).isPositive();
    }
  }
}
