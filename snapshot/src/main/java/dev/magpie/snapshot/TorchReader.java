package dev.magpie.snapshot;

import dev.magpie.snapshot.PickleReader.Kept;
import dev.magpie.snapshot.PickleReader.Made;
import dev.magpie.snapshot.PickleReader.Name;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code torch.save} writes since PyTorch 1.6: a ZIP archive with a pickle that says
 * which tensors there are, and their storages. Nothing of the pickle is run.
 *
 * <p>A tensor is called by the keys on its way from the pickle's root, with dots between. It is an
 * array in the order of its memory; of one that leaves out elements of its storage, the storage.
 * Tensors in memory that another one has are not arrays again.
 */
final class TorchReader {
  private static final String ZIP = "PK\u0003\u0004";
  private static final String PICKLE = "data.pkl";

  /** What PyTorch wrote before: a pickle of a magic number first. */
  private static final String BEFORE = "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019.";

  /** Pickles of large models have some hundred KiB. */
  private static final long MAX_PICKLE_BYTES = 64 << 20;

  private static final int MAX_DEPTH = 100;
  private static final int NAMED_CALLS = 3;

  /** What layouts call the tensors of a sparse one. */
  private static final Map<String, List<String>> PARTS_OF_SPARSE =
      Map.of(
          "torch.sparse_coo", List.of("indices", "values"),
          "torch.sparse_csr", List.of("crow_indices", "col_indices", "values"),
          "torch.sparse_bsr", List.of("crow_indices", "col_indices", "values"),
          "torch.sparse_csc", List.of("ccol_indices", "row_indices", "values"),
          "torch.sparse_bsc", List.of("ccol_indices", "row_indices", "values"));

  /** Fields of a module between it and its tensors. */
  private static final Set<String> UNNAMED = Set.of("_parameters", "_buffers", "_modules");

  private record Range(long begin, long end) {
    boolean contains(Range other) {
      return begin <= other.begin && other.end <= end;
    }
  }

  private final Bytes file;
  private final FileArrays arrays;
  private final Map<String, ZipDirectory.Entry> entries = new HashMap<>();
  private final Map<String, List<Range>> taken = new HashMap<>();
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> names = new HashSet<>();
  private final Set<String> calls = new TreeSet<>();
  private String root = "";
  private int shared;

  private TorchReader(Bytes file, FileArrays arrays) {
    this.file = file;
    this.arrays = arrays;
  }

  /** Whether a file begins so, in Latin-1. */
  static boolean isStartOfFile(String start) {
    return (start.startsWith(ZIP) && start.contains(PICKLE)) || start.startsWith(BEFORE);
  }

  static void read(Bytes file, FileArrays arrays) {
    if (file.has(0, BEFORE)) {
      throw file.at(0, "is of PyTorch before 1.6; load it there and save it again with torch.save");
    }
    if (!file.has(0, ZIP)) {
      throw file.fail(
          "start",
          file.size() == 0
              ? "is empty"
              : "is not what torch.save writes since PyTorch 1.6, a ZIP archive; load it and save it"
                  + " again with that");
    }
    new TorchReader(file, arrays).read();
  }

  private void read() {
    for (ZipDirectory.Entry entry : ZipDirectory.read(file)) {
      entries.put(entry.name(), entry);
    }
    ZipDirectory.Entry pickle =
        entries.values().stream()
            .filter(each -> each.name().equals(PICKLE) || each.name().endsWith("/" + PICKLE))
            .min((a, b) -> Integer.compare(a.name().length(), b.name().length()))
            .orElseThrow(() -> file.fail(PICKLE, "is not in the archive; torch.save wrote none"));
    root = pickle.name().substring(0, pickle.name().length() - PICKLE.length());
    refuseBigEndian();
    if (pickle.data().byteSize() > MAX_PICKLE_BYTES) {
      throw file.fail(
          pickle.name(), "has more than %d MiB; it is no pickle".formatted(MAX_PICKLE_BYTES >> 20));
    }
    Bytes bytes = new Bytes(file.label() + ": " + pickle.name(), stored(pickle));
    walk("", PickleReader.read(bytes), 0);
    sayWhatWasNotDone();
  }

  private void refuseBigEndian() {
    ZipDirectory.Entry order = entries.get(root + "byteorder");
    if (order != null && new Bytes("", stored(order)).has(0, "big")) {
      throw file.fail(order.name(), "big-endian, which is not read");
    }
  }

  private MemorySegment stored(ZipDirectory.Entry entry) {
    if (entry.method() != ZipDirectory.STORED || entry.encrypted()) {
      throw file.fail(
          entry.name(), "is compressed, which torch.save does not do; save it again with that");
    }
    return entry.data();
  }

  private void sayWhatWasNotDone() {
    if (!calls.isEmpty()) {
      arrays.remark(
          "Python would call %s%s to load it; nothing was called"
              .formatted(
                  String.join(", ", calls.stream().limit(NAMED_CALLS).toList()),
                  calls.size() > NAMED_CALLS
                      ? " and %d more".formatted(calls.size() - NAMED_CALLS)
                      : ""));
    }
    if (shared > 0) {
      arrays.remark(
          "%s in memory that is another's, and not listed again"
              .formatted(shared == 1 ? "one tensor is" : shared + " tensors are"));
    }
  }

  private void walk(String name, Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw file.fail(name, "objects within objects, %d deep".formatted(depth));
    }
    if (value instanceof Map<?, ?> map) {
      if (visited.add(map)) {
        map.forEach((key, each) -> walk(within(name, key), each, depth + 1));
      }
    } else if (value instanceof List<?> list) {
      if (!list.isEmpty() && visited.add(list)) {
        for (int i = 0; i < list.size(); i++) {
          walk(within(name, (long) i), list.get(i), depth + 1);
        }
      }
    } else if (value instanceof Made made) {
      if (visited.add(made)) {
        walkMade(name, made, depth);
      } else if (isTensor(made)) {
        shared++;
      }
    } else if (value instanceof Kept kept && visited.add(kept)) {
      arrays.skip(name, "a storage of no tensor");
    }
  }

  private static boolean isTensor(Made made) {
    return String.valueOf(made.callable).startsWith("torch._utils._rebuild_");
  }

  private static String within(String name, Object key) {
    if (key instanceof String text && UNNAMED.contains(text)) {
      return name;
    }
    String last = key instanceof String || key instanceof Long ? String.valueOf(key) : "?";
    return name.isEmpty() ? last : name + "." + last;
  }

  private void walkMade(String name, Made made, int depth) {
    String call = String.valueOf(made.callable);
    switch (call) {
      case "torch._utils._rebuild_tensor",
          "torch._utils._rebuild_tensor_v2",
          "torch._utils._rebuild_tensor_v3" ->
          addTensor(name, made.arguments);
      case "torch._utils._rebuild_parameter", "torch._utils._rebuild_parameter_with_state" -> {
        if (!made.arguments.isEmpty()) {
          walk(name, made.arguments.getFirst(), depth + 1);
        }
      }
      case "torch._utils._rebuild_sparse_tensor", "torch._utils._rebuild_sparse_csr_tensor" ->
          walkSparse(name, made.arguments, depth);
      case "numpy.core.multiarray._reconstruct", "numpy._core.multiarray._reconstruct" ->
          arrays.skip(name, "an array of NumPy");
      default -> {
        if (isTensor(made)) {
          arrays.skip(name, "quantised, nested or without data");
          return;
        }
        if (!call.equals("torch.Size") && !call.equals("torch.device")) {
          calls.add(made.callable instanceof Name ? call : "an object");
        }
        walk(name, made.arguments, depth + 1);
        walk(name, made.items, depth + 1);
        walk(name, made.state, depth + 1);
      }
    }
  }

  /** By the arguments: layout, and a list of its tensors and its size. */
  private void walkSparse(String name, List<Object> arguments, int depth) {
    List<String> names =
        !arguments.isEmpty()
                && arguments.getFirst() instanceof Made layout
                && !layout.arguments.isEmpty()
            ? PARTS_OF_SPARSE.get(String.valueOf(layout.arguments.getFirst()))
            : null;
    if (names == null
        || arguments.size() < 2
        || !(arguments.get(1) instanceof List<?> parts)
        || parts.size() < names.size()) {
      arrays.skip(name, "sparse, of an unknown layout");
      return;
    }
    for (int i = 0; i < names.size(); i++) {
      walk(within(name, names.get(i)), parts.get(i), depth + 1);
    }
  }

  /** By the arguments: storage, offset, size, stride, and of the third version a type. */
  private void addTensor(String path, List<Object> arguments) {
    String name = path.isEmpty() ? arrays.baseName() : path;
    String place = "tensor '" + name + "'";
    if (arguments.size() < 4 || !(arguments.getFirst() instanceof Kept kept)) {
      throw file.fail(place, "has no storage; the file is damaged");
    }
    List<?> id = kept.id() instanceof List<?> list ? list : List.of();
    if (id.size() < 5 || !(id.get(1) instanceof Name storageType)) {
      throw file.fail(place, "has a storage without type and key; the file is damaged");
    }
    Name typeName =
        arguments.size() > 6 && arguments.get(6) instanceof Name dtype ? dtype : storageType;
    TorchType type =
        TorchType.of(typeName)
            .orElseThrow(
                () -> file.fail(place, "has elements of unknown type %s".formatted(typeName)));
    String key = String.valueOf(id.get(2));
    ZipDirectory.Entry entry = entries.get(root + "data/" + key);
    if (entry == null) {
      throw file.fail(place, "its storage %sdata/%s is not in the archive".formatted(root, key));
    }
    TorchStrides strides =
        TorchStrides.of(
            file,
            place,
            whole(place, arguments.get(1)),
            numbers(place, arguments.get(2)),
            numbers(place, arguments.get(3)));
    add(unique(name), place, type, key, stored(entry), strides);
  }

  private void add(
      String name,
      String place,
      TorchType type,
      String key,
      MemorySegment storage,
      TorchStrides strides) {
    long elements = storage.byteSize() / type.bytes();
    if (strides.end() > elements) {
      throw file.fail(
          place,
          "ends at element %d of its storage, which has %d; the file is damaged"
              .formatted(strides.end(), elements));
    }
    @Nullable List<Long> dense = strides.inOrderOfMemory();
    Range range =
        dense == null ? new Range(0, elements) : new Range(strides.begin(), strides.end());
    List<Range> ofStorage = taken.computeIfAbsent(key, _ -> new ArrayList<>());
    if (!strides.isEmpty() && ofStorage.stream().anyMatch(each -> each.contains(range))) {
      shared++;
      return;
    }
    ofStorage.add(range);
    List<Long> shape = dense == null ? List.of(elements) : dense;
    MemorySegment memory =
        storage.asSlice(range.begin() * type.bytes(), (range.end() - range.begin()) * type.bytes());
    if (type.element().isPresent()) {
      arrays.add(name, type.element().get(), shape, memory);
    } else {
      arrays.add(name, type.name(), shape, memory);
    }
  }

  private String unique(String name) {
    String made = name;
    for (int i = 2; !names.add(made); i++) {
      made = name + "#" + i;
    }
    return made;
  }

  private long whole(String place, Object value) {
    if (value instanceof Long number && number >= 0) {
      return number;
    }
    throw file.fail(place, "has sizes that are no numbers; the file is damaged");
  }

  private List<Long> numbers(String place, Object value) {
    Object list =
        value instanceof Made made && !made.arguments.isEmpty() ? made.arguments.getFirst() : value;
    if (!(list instanceof List<?> all) || all.size() > FileArrays.MAX_DIMENSIONS) {
      throw file.fail(place, "has no sizes; the file is damaged");
    }
    return all.stream().map(each -> whole(place, each)).toList();
  }
}
