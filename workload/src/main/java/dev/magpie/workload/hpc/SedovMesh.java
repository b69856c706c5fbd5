package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import java.util.Arrays;

/**
 * The octant of a cube in hexahedra, as an unstructured code keeps it: nodes of elements, elements
 * beside each across each face, corners at each node, nodes on planes of symmetry, and regions.
 */
final class SedovMesh {
  private static final double EDGE = 1.125;
  private static final int REGIONS = 11;

  /** Bits of {@link #elemBC}: a plane of symmetry before or a free surface behind, by direction. */
  static final int[] SYMMETRY = {0x1, 0x40, 0x1000};

  static final int[] FREE = {0x10, 0x400, 0x10000};

  final int size;
  final int elements;
  final int nodes;
  final int[] nodelist;

  /** By direction, the element before and the one behind; at the ends of the mesh itself. */
  final int[][] before;

  final int[][] behind;
  final int[] elemBC;
  final int[][] symmetric;
  final int[] nodeElemStart;
  final int[] nodeElemCornerList;
  final int[] regNumList;
  final int[][] regElemlist = new int[REGIONS][];

  SedovMesh(int size) {
    this.size = size;
    elements = size * size * size;
    int edge = size + 1;
    nodes = edge * edge * edge;
    nodelist = new int[Hexahedron.NODES * elements];
    before = new int[3][elements];
    behind = new int[3][elements];
    elemBC = new int[elements];
    symmetric = new int[3][edge * edge];
    nodeElemStart = new int[nodes + 1];
    nodeElemCornerList = new int[Hexahedron.NODES * elements];
    regNumList = new int[elements];
    connect(edge);
    corners();
    regions(new Lcg(1));
  }

  private void connect(int edge) {
    int[] nodeStride = {1, edge, edge * edge};
    int[] stride = {1, size, size * size};
    for (int element = 0; element < elements; element++) {
      int[] place = {element % size, element / size % size, element / stride[2]};
      int node = place[0] + place[1] * edge + place[2] * nodeStride[2];
      int[] around = {0, 1, edge + 1, edge};
      for (int corner = 0; corner < Hexahedron.NODES; corner++) {
        nodelist[Hexahedron.NODES * element + corner] =
            node + around[corner % 4] + corner / 4 * nodeStride[2];
      }
      for (int d = 0; d < 3; d++) {
        before[d][element] = element < stride[d] ? element : element - stride[d];
        behind[d][element] = element + stride[d] < elements ? element + stride[d] : element;
        elemBC[element] |= place[d] == 0 ? SYMMETRY[d] : 0;
        elemBC[element] |= place[d] == size - 1 ? FREE[d] : 0;
      }
    }
    for (int i = 0; i < edge * edge; i++) {
      symmetric[0][i] = i * edge;
      symmetric[1][i] = i / edge * nodeStride[2] + i % edge;
      symmetric[2][i] = i;
    }
  }

  /** The corners of elements at each node. */
  private void corners() {
    for (int node : nodelist) {
      nodeElemStart[node + 1]++;
    }
    for (int node = 0; node < nodes; node++) {
      nodeElemStart[node + 1] += nodeElemStart[node];
    }
    int[] next = Arrays.copyOf(nodeElemStart, nodes);
    for (int corner = 0; corner < nodelist.length; corner++) {
      nodeElemCornerList[next[nodelist[corner]]++] = corner;
    }
  }

  /** Runs of elements go to regions, to later ones more often; most runs are short. */
  private void regions(Lcg random) {
    int[] count = new int[REGIONS];
    int last = -1;
    for (int next = 0; next < elements; ) {
      int region;
      do {
        int drawn = (int) (random.next() * (REGIONS * (REGIONS + 1) / 2));
        region = 0;
        while (drawn >= (region + 1) * (region + 2) / 2) {
          region++;
        }
      } while (region == last);
      int end = Math.min(elements, next + run(random));
      Arrays.fill(regNumList, next, end, region + 1);
      count[region] += end - next;
      next = end;
      last = region;
    }
    for (int region = 0; region < REGIONS; region++) {
      regElemlist[region] = new int[count[region]];
    }
    Arrays.fill(count, 0);
    for (int element = 0; element < elements; element++) {
      int region = regNumList[element] - 1;
      regElemlist[region][count[region]++] = element;
    }
  }

  /** Of up to 15 elements in 77 % of cases, of up to twice as many each time in fewer. */
  private static int run(Lcg random) {
    int[] most = {773, 937, 970, 974, 978, 981, 1000};
    int[] least = {1, 16, 32, 64, 128, 256, 512};
    int[] spread = {15, 16, 32, 64, 128, 256, 1537};
    int drawn = (int) (random.next() * 1000);
    int bin = 0;
    while (drawn >= most[bin]) {
      bin++;
    }
    return least[bin] + (int) (random.next() * spread[bin]);
  }

  /** Where the nodes are at first. */
  double[][] positions() {
    double[][] positions = new double[3][nodes];
    int edge = size + 1;
    for (int node = 0; node < nodes; node++) {
      int row = node / edge;
      int plane = row / edge;
      positions[0][node] = EDGE * (node % edge) / size;
      positions[1][node] = EDGE * (row % edge) / size;
      positions[2][node] = EDGE * plane / size;
    }
    return positions;
  }

  int largestRegion() {
    return Arrays.stream(regElemlist).mapToInt(list -> list.length).max().orElseThrow();
  }

  void addTo(Memory memory) {
    String[] names = {"xi", "eta", "zeta"};
    String[] axes = {"X", "Y", "Z"};
    memory.i32("nodelist", nodelist);
    for (int d = 0; d < 3; d++) {
      memory.i32("l" + names[d] + "m", before[d]).i32("l" + names[d] + "p", behind[d]);
    }
    for (int d = 0; d < 3; d++) {
      memory.i32("symm" + axes[d], symmetric[d]);
    }
    memory.i32("elemBC", elemBC).i32("nodeElemStart", nodeElemStart);
    memory.i32("nodeElemCornerList", nodeElemCornerList).i32("regNumList", regNumList);
    for (int region = 0; region < REGIONS; region++) {
      memory.i32("regElemlist" + region, regElemlist[region]);
    }
  }
}
