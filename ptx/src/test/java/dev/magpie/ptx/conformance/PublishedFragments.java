package dev.magpie.ptx.conformance;

/**
 * Which element of a matrix a lane holds, word for word from the PTX ISA 9.0, Matrix Fragments for
 * {@code mma}: {@code i} counts a lane's elements.
 */
final class PublishedFragments {
  private PublishedFragments() {}

  /** A row and a column. */
  record Place(int row, int column) {}

  static Place a(String shapeAndType, int lane, int i) {
    int groupId = lane >> 2;
    int threadIdInGroup = lane % 4;
    return switch (shapeAndType) {
      case "m16n8k8 f16", "m16n8k8 bf16" ->
          new Place(i < 2 ? groupId : groupId + 8, threadIdInGroup * 2 + (i & 0x1));
      case "m16n8k16 f16", "m16n8k16 bf16" ->
          new Place(
              i < 2 || (4 <= i && i < 6) ? groupId : groupId + 8,
              threadIdInGroup * 2 + (i & 0x1) + (i < 4 ? 0 : 8));
      case "m16n8k4 tf32", "m16n8k4 f64" ->
          new Place(i == 0 ? groupId : groupId + 8, threadIdInGroup);
      case "m16n8k8 tf32", "m16n8k8 f64" ->
          new Place(
              i == 0 || i == 2 ? groupId : groupId + 8,
              i == 0 || i == 1 ? threadIdInGroup : threadIdInGroup + 4);
      case "m8n8k4 f64" -> new Place(lane >> 2, lane % 4);
      case "m16n8k16 f64" ->
          new Place(
              i % 2 == 0 ? groupId : groupId + 8,
              i % 2 == 0 ? i * 2 + threadIdInGroup : i * 2 - 2 + threadIdInGroup);
      case "m8n8k16 8" -> new Place(groupId, threadIdInGroup * 4 + i);
      case "m16n8k16 8" ->
          new Place(i < 4 ? groupId : groupId + 8, threadIdInGroup * 4 + (i & 0x3));
      case "m16n8k32 8" ->
          new Place(
              i < 4 || (8 <= i && i < 12) ? groupId : groupId + 8,
              threadIdInGroup * 4 + (i & 0x3) + (i < 8 ? 0 : 16));
      case "m8n8k32 4" -> new Place(groupId, threadIdInGroup * 8 + i);
      case "m16n8k32 4" ->
          new Place(i < 8 ? groupId : groupId + 8, threadIdInGroup * 8 + (i & 0x7));
      case "m16n8k64 4" ->
          new Place(
              i < 8 || (16 <= i && i < 24) ? groupId : groupId + 8,
              threadIdInGroup * 8 + (i & 0x7) + (i < 16 ? 0 : 32));
      case "m8n8k128 1" -> new Place(groupId, threadIdInGroup * 32 + i);
      case "m16n8k128 1" ->
          new Place(i < 32 ? groupId : groupId + 8, threadIdInGroup * 32 + (i & 0x1F));
      case "m16n8k256 1" ->
          new Place(
              i < 32 || (64 <= i && i < 96) ? groupId : groupId + 8,
              threadIdInGroup * 32 + (i & 0x1F) + (i < 64 ? 0 : 128));
      default -> throw new AssertionError(shapeAndType);
    };
  }

  static Place b(String shapeAndType, int lane, int i) {
    int groupId = lane >> 2;
    int threadIdInGroup = lane % 4;
    int row =
        switch (shapeAndType) {
          case "m16n8k8 f16", "m16n8k8 bf16" -> threadIdInGroup * 2 + i;
          case "m16n8k16 f16", "m16n8k16 bf16" -> threadIdInGroup * 2 + (i & 0x1) + (i < 2 ? 0 : 8);
          case "m16n8k4 tf32", "m16n8k4 f64", "m8n8k4 f64" -> threadIdInGroup;
          case "m16n8k8 tf32", "m16n8k8 f64" -> i == 0 ? threadIdInGroup : threadIdInGroup + 4;
          case "m16n8k16 f64" -> threadIdInGroup + i * 4;
          case "m8n8k16 8", "m16n8k16 8" -> threadIdInGroup * 4 + i;
          case "m16n8k32 8" -> threadIdInGroup * 4 + (i & 0x3) + (i < 4 ? 0 : 16);
          case "m8n8k32 4", "m16n8k32 4" -> threadIdInGroup * 8 + i;
          case "m16n8k64 4" -> threadIdInGroup * 8 + (i & 0x7) + (i < 8 ? 0 : 32);
          case "m8n8k128 1", "m16n8k128 1" -> threadIdInGroup * 32 + i;
          case "m16n8k256 1" -> threadIdInGroup * 32 + (i & 0x1F) + (i < 32 ? 0 : 128);
          default -> throw new AssertionError(shapeAndType);
        };
    return new Place(row, groupId);
  }

  static Place c(int m, int lane, int i) {
    int groupId = lane >> 2;
    int threadIdInGroup = lane % 4;
    return m == 8
        ? new Place(groupId, threadIdInGroup * 2 + i)
        : new Place(i < 2 ? groupId : groupId + 8, threadIdInGroup * 2 + (i & 0x1));
  }
}
