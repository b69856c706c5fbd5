package dev.magpie.workload.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BlastMeshTest {
  /** What LULESH 2.0 prints, built from LLNL's source: {@code lulesh2.0 -s 10 -i 229 -p}. */
  @Test
  void theBlastIsThatOfThePublicCode() {
    BlastMesh mesh = new BlastMesh(10);
    for (int i = 0; i < 229; i++) {
      mesh.step();
    }
    assertThat(mesh.e[0]).isCloseTo(2.732455e4, within(0.005e1));
    assertThat(mesh.dt()).isCloseTo(7.565509e-5, within(0.5e-11));
  }

  @Test
  void aCubeRootIsOne() {
    for (double x : new double[] {1e-9, 0.001, 1, 2, 1234.5, 1e12}) {
      double root = BlastElement.cubeRoot(x);
      assertThat(root * root * root).isCloseTo(x, within(4 * Math.ulp(x)));
    }
  }
}
