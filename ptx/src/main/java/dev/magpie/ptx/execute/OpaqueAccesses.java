package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.texture.TexelGrid;
import dev.magpie.ptx.texture.TextureGeometry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Reads of textures, accesses to surfaces, and queries of both. */
final class OpaqueAccesses {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final int[] NONE = {};

  static {
    DECODERS.put("tex", OpaqueAccesses::fetch);
    DECODERS.put("tld4", OpaqueAccesses::gather);
    DECODERS.put("suld", at -> surface(at, false));
    DECODERS.put("sust", at -> surface(at, true));
    DECODERS.put("txq", OpaqueAccesses::textureQuery);
    DECODERS.put("suq", OpaqueAccesses::surfaceQuery);
  }

  private OpaqueAccesses() {}

  private static Operation fetch(Decoding at) {
    String level = at.takeOneOf("base", "level", "grad");
    boolean names = "level".equals(level);
    boolean changes = "grad".equals(level);
    TextureGeometry geometry = takeGeometry(at);
    ScalarType type = takeResultType(at);
    ScalarType coordinates = at.takeType();
    boolean integers = coordinates == ScalarType.S32;
    if ((!integers && coordinates != ScalarType.F32)
        || (integers && (geometry.isCube() || names || changes))) {
      throw at.bad("coordinates of type ." + coordinates + " are not supported here");
    }
    // More of them are offsets and what depths are compared with.
    at.expectOperands(names ? 3 : changes ? 4 : 2);
    int count = spatial(geometry);
    return new TextureFetch(
        place(at, 1, geometry, spatial(geometry), coordinates),
        integers,
        new TextureFetch.Level(
            names ? at.source(2, ScalarType.F32) : -1,
            changes ? sources(at, elements(at.operand(2)), 0, count, ScalarType.F32) : NONE,
            changes ? sources(at, elements(at.operand(3)), 0, count, ScalarType.F32) : NONE),
        -1,
        results(at, type),
        at.secondPredicate());
  }

  private static Operation gather(Decoding at) {
    int channel = "rgba".indexOf(at.takeRequired("r", "g", "b", "a"));
    TextureGeometry geometry = takeGeometry(at);
    if (geometry.dimensions() != 2) {
      throw at.bad("modifier ." + geometry + " is not supported here");
    }
    ScalarType type = takeResultType(at);
    if (at.takeType() != ScalarType.F32) {
      throw at.bad("coordinates must be .f32");
    }
    at.expectOperands(2);
    return new TextureFetch(
        place(at, 1, geometry, spatial(geometry), ScalarType.F32),
        false,
        new TextureFetch.Level(-1, NONE, NONE),
        channel,
        results(at, type),
        at.secondPredicate());
  }

  private static Operation surface(Decoding at, boolean stores) {
    if (!at.take("b")) {
      throw at.bad("only unformatted accesses (.b) are supported");
    }
    MemoryAccesses.dropHints(at);
    TextureGeometry geometry = takeGeometry(at);
    if (geometry.isCube()) {
      throw at.bad("modifier ." + geometry + " is not supported here");
    }
    String vector = at.takeOneOf("v2", "v4");
    int count = vector == null ? 1 : vector.charAt(1) - '0';
    ScalarType type = at.takeType();
    String beyond = at.takeOneOf("trap", "clamp", "zero");
    at.expectOperands(2);
    List<Operand> values = elements(at.operand(stores ? 1 : 0));
    if (type.kind() != ScalarType.Kind.BITS || type.bits() > 64 || type.bytes() * count > 16) {
      throw at.bad("type ." + type + " is not supported here");
    }
    if (values.size() != count) {
      throw at.bad("%d elements are expected, not %d".formatted(count, values.size()));
    }
    return new SurfaceAccess(
        place(at, stores ? 0 : 1, geometry, geometry.dimensions(), ScalarType.S32),
        beyond == null
            ? SurfaceAccess.Boundary.TRAP
            : switch (beyond) {
              case "clamp" -> SurfaceAccess.Boundary.CLAMP;
              case "zero" -> SurfaceAccess.Boundary.ZERO;
              default -> SurfaceAccess.Boundary.TRAP;
            },
        stores,
        type.bytes(),
        stores ? sources(at, values, 0, count, type) : destinations(at, values, type));
  }

  private static Operation textureQuery(Decoding at) {
    boolean ofLevel = at.take("level");
    String name = at.takeFirst();
    if (ofLevel) {
      ToIntFunction<TexelGrid> query = known(at, name, OpaqueQuery.ofLevel(name));
      takeQueryType(at, 3);
      int level = at.source(2, ScalarType.U32);
      return query(
          at,
          (warp, operation, lane, handle) -> {
            TextureObject texture = OpaqueObjects.texture(warp, operation, lane, handle);
            int number = (int) warp.r[level][lane];
            return Integer.compareUnsigned(number, texture.levels()) < 0
                ? query.applyAsInt(texture.level(number))
                : 0;
          });
    }
    ToIntFunction<TextureObject> query = known(at, name, OpaqueQuery.ofTexture(name));
    takeQueryType(at, 2);
    return query(
        at,
        (warp, operation, lane, handle) ->
            query.applyAsInt(OpaqueObjects.texture(warp, operation, lane, handle)));
  }

  private static Operation surfaceQuery(Decoding at) {
    String name = at.takeFirst();
    ToIntFunction<TexelGrid> query = known(at, name, OpaqueQuery.ofSurface(name));
    takeQueryType(at, 2);
    return query(
        at,
        (warp, operation, lane, handle) ->
            query.applyAsInt(OpaqueObjects.surface(warp, operation, lane, handle)));
  }

  private static <T> T known(Decoding at, String name, @Nullable T query) {
    if (query == null) {
      throw at.bad("query ." + name + " is not supported");
    }
    return query;
  }

  private static void takeQueryType(Decoding at, int operands) {
    if (at.takeType().bits() != 32) {
      throw at.bad("gives 32 bits");
    }
    at.expectOperands(operands);
  }

  /** What a lane's handle gives. */
  private interface Query {
    int of(Warp warp, Operation operation, int lane, long handle);
  }

  private static Operation query(Decoding at, Query query) {
    if (!(at.operand(1) instanceof Operand.Memory(Operand base, long offset)) || offset != 0) {
      throw at.bad("%s is no handle".formatted(at.operand(1)));
    }
    int handle = handle(at, base);
    int d = at.destination(0, ScalarType.B32);
    return new Operation(InstructionClass.MOVE) {
      @Override
      void execute(Warp warp, int mask) {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          warp.r[d][lane] = query.of(warp, this, lane, warp.r[handle][lane]);
        }
      }
    };
  }

  private static TextureGeometry takeGeometry(Decoding at) {
    for (TextureGeometry geometry : TextureGeometry.values()) {
      if (at.take(geometry.toString())) {
        return geometry;
      }
    }
    throw at.bad("the geometry is missing or not supported");
  }

  private static ScalarType takeResultType(Decoding at) {
    boolean isVector = at.take("v4");
    ScalarType type = at.takeType();
    boolean is = type == ScalarType.F32 || type == ScalarType.S32 || type == ScalarType.U32;
    if (!isVector || !is) {
      throw at.bad("only results .v4 of type .f32, .s32 or .u32 are supported");
    }
    return type;
  }

  private static int spatial(TextureGeometry geometry) {
    return geometry.isCube() ? 3 : geometry.dimensions();
  }

  /** A handle and coordinates, in front of which is the layer. */
  private static TexelPlace place(
      Decoding at, int index, TextureGeometry geometry, int count, ScalarType type) {
    if (!(at.operand(index) instanceof Operand.Group(List<Operand> parts))) {
      throw at.bad("%s is not a handle with coordinates".formatted(at.operand(index)));
    }
    if (parts.size() != 2) {
      throw at.bad("samplers of their own are not supported");
    }
    List<Operand> coordinates = elements(parts.get(1));
    boolean isLayered = geometry.isLayered();
    return new TexelPlace(
        geometry,
        handle(at, parts.getFirst()),
        isLayered ? sources(at, coordinates, 0, 1, ScalarType.U32)[0] : -1,
        sources(at, coordinates, isLayered ? 1 : 0, count, type));
  }

  private static int handle(Decoding at, Operand operand) {
    if (!(operand instanceof Operand.Reg(Register _))) {
      throw at.bad("references are not supported, only objects, whose handles are in registers");
    }
    return at.source(operand, ScalarType.B64, false);
  }

  private static List<Operand> elements(Operand operand) {
    return operand instanceof Operand.Vector(List<Operand> many) ? many : List.of(operand);
  }

  /** The slots of some of several operands; more may follow, which only fill up a vector. */
  private static int[] sources(
      Decoding at, List<Operand> from, int first, int count, ScalarType type) {
    if (from.size() < first + count) {
      throw at.bad("%d elements are expected, not %d".formatted(first + count, from.size()));
    }
    int[] slots = new int[count];
    for (int i = 0; i < count; i++) {
      slots[i] = at.source(from.get(first + i), type, false);
    }
    return slots;
  }

  private static int[] results(Decoding at, ScalarType type) {
    List<Operand> to = elements(at.result());
    if (to.size() != 4) {
      throw at.bad("4 results are expected, not %d".formatted(to.size()));
    }
    return destinations(at, to, type);
  }

  private static int[] destinations(Decoding at, List<Operand> to, ScalarType type) {
    return to.stream().mapToInt(each -> at.destination(each, type, false)).toArray();
  }
}
