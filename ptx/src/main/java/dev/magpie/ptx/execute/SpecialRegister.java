package dev.magpie.ptx.execute;

import org.jspecify.annotations.Nullable;

/** Registers that the machine sets when a warp begins. */
enum SpecialRegister {
  TID_X,
  TID_Y,
  TID_Z,
  NTID_X,
  NTID_Y,
  NTID_Z,
  CTAID_X,
  CTAID_Y,
  CTAID_Z,
  NCTAID_X,
  NCTAID_Y,
  NCTAID_Z,
  LANEID,
  WARPID,
  NWARPID,
  SMID,
  NSMID,
  GRIDID,
  LANEMASK_EQ,
  LANEMASK_LE,
  LANEMASK_LT,
  LANEMASK_GE,
  LANEMASK_GT,
  TOTAL_SMEM_SIZE,
  DYNAMIC_SMEM_SIZE,
  /** The upper half of the grid workspace's address. */
  ENVREG1,
  /** The lower half. */
  ENVREG2,
  ZERO,
  ONE;

  /** The register with a PTX name, or null for those that are not supported. */
  static @Nullable SpecialRegister find(String name) {
    String plain = name.substring(1).replace('.', '_').toUpperCase(java.util.Locale.ROOT);
    return switch (plain) {
      case "CLUSTERID_X" -> CTAID_X;
      case "CLUSTERID_Y" -> CTAID_Y;
      case "CLUSTERID_Z" -> CTAID_Z;
      case "NCLUSTERID_X" -> NCTAID_X;
      case "NCLUSTERID_Y" -> NCTAID_Y;
      case "NCLUSTERID_Z" -> NCTAID_Z;
      case "CLUSTER_CTAID_X",
          "CLUSTER_CTAID_Y",
          "CLUSTER_CTAID_Z",
          "CLUSTER_CTARANK",
          "IS_EXPLICIT_CLUSTER" ->
          ZERO;
      case "CLUSTER_NCTAID_X", "CLUSTER_NCTAID_Y", "CLUSTER_NCTAID_Z", "CLUSTER_NCTARANK" -> ONE;
      case "ZERO", "ONE" -> null;
      case "AGGR_SMEM_SIZE" -> TOTAL_SMEM_SIZE;
      default -> {
        for (SpecialRegister each : values()) {
          if (each.name().equals(plain)) {
            yield each;
          }
        }
        yield null;
      }
    };
  }

  /** Whether all lanes of a warp have the same value. */
  boolean isUniform() {
    return switch (this) {
      case TID_X, TID_Y, TID_Z, LANEID -> false;
      case LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT -> false;
      default -> true;
    };
  }

  /** Writes the value of each lane. */
  void fill(long[] lanes, Warp warp) {
    Block block = warp.block();
    LaunchShape shape = block.shape();
    for (int lane = 0; lane < lanes.length; lane++) {
      int thread = warp.index() * Warp.LANES + lane;
      lanes[lane] =
          switch (this) {
            case TID_X -> thread % shape.block().x();
            case TID_Y -> thread / shape.block().x() % shape.block().y();
            case TID_Z -> thread / shape.block().x() / shape.block().y();
            case NTID_X -> shape.block().x();
            case NTID_Y -> shape.block().y();
            case NTID_Z -> shape.block().z();
            case CTAID_X -> block.x();
            case CTAID_Y -> block.y();
            case CTAID_Z -> block.z();
            case NCTAID_X -> shape.grid().x();
            case NCTAID_Y -> shape.grid().y();
            case NCTAID_Z -> shape.grid().z();
            case LANEID -> lane;
            case WARPID -> warp.index();
            case NWARPID -> shape.warps();
            case SMID -> block.multiprocessor();
            case GRIDID, ZERO -> 0;
            case NSMID -> block.multiprocessors();
            case ONE -> 1;
            case LANEMASK_EQ -> 1 << lane;
            case LANEMASK_LE -> lane == 31 ? -1 : (2 << lane) - 1;
            case LANEMASK_LT -> (1 << lane) - 1;
            case LANEMASK_GE -> -(1 << lane);
            case LANEMASK_GT -> lane == 31 ? 0 : -(2 << lane);
            case TOTAL_SMEM_SIZE -> shape.sharedBytes();
            case DYNAMIC_SMEM_SIZE -> shape.dynamicSharedBytes();
            case ENVREG1 -> block.launch().gridWorkspace() >>> 32;
            case ENVREG2 -> (int) block.launch().gridWorkspace();
          };
    }
  }
}
