package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.training.BigLstm.Extent;
import dev.magpie.workload.training.PlainProduct.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Launches the kernels of a step of {@link BigLstm}, over buffers that are called as its arrays.
 */
final class LstmKernels {
  private static final int THREADS = 128;
  private static final List<String> LAYERS = List.of("lstm0", "lstm1");

  private final Host host;
  private final Extent extent;
  private final Map<String, DeviceBuffer> buffers = new LinkedHashMap<>();

  /**
   * Allocates and fills buffers.
   *
   * @param arrays by name
   */
  LstmKernels(Host host, Extent extent, Map<String, Object> arrays) {
    this.host = host;
    this.extent = extent;
    arrays.forEach((name, array) ->
        buffers.put(
            name,
            array instanceof int[] numbers
                ? host.upload(name, Dtype.I32, numbers)
                : host.upload(name, Dtype.F32, (float[]) array)));
    int words = extent.words();
    int candidates = extent.samples() + words;
    allocate("embedding.places", Dtype.I32, words);
    allocate("embedding.touched", Dtype.I32, words);
    allocate("softmax.places", Dtype.I32, candidates);
    allocate("softmax.touched", Dtype.I32, candidates);
    allocate("softmax.expected", Dtype.F32, candidates);
    allocate("softmax.sums", Dtype.F32, extent.samples());
    allocate("squares", Dtype.F32, 1);
    for (String layer : LAYERS) {
      allocate(layer + ".weight.turned", Dtype.F32, 8 * extent.width() * extent.hidden());
      allocate(layer + ".projection.turned", Dtype.F32, extent.width() * extent.hidden());
    }
  }

  private void allocate(String name, Dtype dtype, int count) {
    buffers.put(name, host.allocate(name, dtype, count));
  }

  DeviceBuffer buffer(String name) {
    DeviceBuffer buffer = buffers.get(name);
    if (buffer == null) {
      throw new IllegalArgumentException("there is no buffer " + name);
    }
    return buffer;
  }

  private static int elements(DeviceBuffer buffer) {
    return Math.toIntExact(buffer.memory().byteSize() / Float.BYTES);
  }

  /** A kernel with a thread for each element. */
  private void threads(String kernel, int count, Object... arguments) {
    launch(kernel, Math.ceilDiv(count, THREADS), count, arguments);
  }

  /** A kernel with a thread for four elements. */
  private void fours(String kernel, int count, Object... arguments) {
    launch(kernel, Math.ceilDiv(count, 4 * THREADS), count, arguments);
  }

  private void launch(String kernel, int blocks, int count, Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = count;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    host.launch(kernel, blocks, THREADS, all);
  }

  private void zero(String name) {
    DeviceBuffer buffer = buffer(name);
    fours("set", elements(buffer), 0f, buffer);
  }

  private Matrix matrix(String name, int columns, int firstRow) {
    return Matrix.of(buffer(name), columns).from(firstRow);
  }

  private Matrix matrix(String name, int columns) {
    return matrix(name, columns, 0);
  }

  /**
   * Takes a step.
   *
   * @param batch what it reads
   */
  void step(LstmBatch batch) {
    read(batch);
    for (int t = 0; t < extent.time(); t++) {
      forward("lstm0", t, "embedded", t * extent.texts());
      forward("lstm1", t, "lstm0.output", (t + 1) * extent.texts());
    }
    softmax();
    for (String layer : LAYERS) {
      beginBackward(layer);
    }
    for (int t = extent.time() - 1; t >= 0; t--) {
      backward("lstm1", t);
      int first = t * extent.texts();
      threads(
          "pass_back",
          extent.texts() * extent.width(),
          extent.width(),
          first,
          buffer("lstm1.input.diff"),
          buffer("lstm0.output.diff"));
      backward("lstm0", t);
    }
    LAYERS.forEach(this::differentiate);
    clip();
    update(batch);
  }

  private void read(LstmBatch batch) {
    host.write(buffer("words"), batch.words());
    host.write(buffer("right"), batch.right());
    host.write(buffer("softmax.candidates"), batch.candidates());
    host.write(buffer("softmax.expected"), batch.expected());
    write("embedding", batch.embeddingRows());
    write("softmax", batch.softmaxRows());
    gather("words", extent.words(), "embedding.weight", "embedded");
    gather("softmax.candidates", extent.samples(), "softmax.weight", "softmax.sampled");
    int carried = extent.words() * extent.hidden();
    for (String layer : LAYERS) {
      threads("move", extent.texts() * extent.hidden(), carried, 0, buffer(layer + ".cell"));
      threads(
          "move",
          extent.texts() * extent.width(),
          extent.words() * extent.width(),
          0,
          buffer(layer + ".output"));
    }
  }

  private void write(String table, LstmBatch.Rows rows) {
    host.write(buffer(table + ".places"), rows.places());
    host.write(buffer(table + ".touched"), rows.touched());
  }

  private void gather(String rows, int count, String table, String to) {
    threads(
        "gather", count * extent.width(), extent.width(), buffer(rows), buffer(table), buffer(to));
  }

  private void forward(String layer, int t, String from, int fromRow) {
    int texts = extent.texts();
    int width = extent.width();
    int hidden = extent.hidden();
    int first = t * texts;
    threads(
        "layer_input",
        texts * width,
        width,
        first,
        fromRow * width,
        buffer(from),
        buffer(layer + ".output"),
        buffer(layer + ".input"));
    new PlainProduct(
            texts,
            4 * hidden,
            2 * width,
            matrix(layer + ".input", 2 * width, first),
            matrix(layer + ".weight", 4 * hidden),
            matrix(layer + ".gates", 4 * hidden, first))
        .store(host);
    threads(
        "activate",
        texts * hidden,
        hidden,
        first,
        texts,
        buffer(layer + ".bias.weight"),
        buffer(layer + ".gates"),
        buffer(layer + ".cell"),
        buffer(layer + ".state"));
    new PlainProduct(
            texts,
            width,
            hidden,
            matrix(layer + ".state", hidden, first),
            matrix(layer + ".projection.weight", width),
            matrix(layer + ".output", width, first + texts))
        .store(host);
  }

  private void softmax() {
    int words = extent.words();
    int samples = extent.samples();
    int width = extent.width();
    Matrix outputs = matrix("lstm1.output", width, extent.texts());
    Matrix sampled = matrix("softmax.sampled", width);
    Matrix gradient = matrix("softmax.scores.diff", samples);
    new PlainProduct(
            words, samples, width, outputs, sampled.transposed(), matrix("softmax.scores", samples))
        .store(host);
    zero("softmax.rows");
    host.launch(
        "sampled_softmax",
        words,
        THREADS,
        samples,
        width,
        outputs.at(),
        BigLstm.SCALE,
        buffer("softmax.candidates"),
        buffer("softmax.places"),
        buffer("softmax.expected"),
        buffer("softmax.weight"),
        buffer("softmax.bias.weight"),
        outputs.buffer(),
        buffer("softmax.scores"),
        buffer("softmax.scores.diff"),
        buffer("lstm1.output.diff"),
        buffer("softmax.rows"));
    new PlainProduct(words, width, samples, gradient, sampled, matrix("lstm1.output.diff", width))
        .add(host);
    new PlainProduct(
            samples,
            width,
            words,
            gradient.transposed(),
            outputs,
            matrix("softmax.sampled.diff", width))
        .store(host);
    threads("sum_columns", samples, words, buffer("softmax.scores.diff"), buffer("softmax.sums"));
    scatter("softmax", samples * width, width, width, 0, buffer("softmax.sampled.diff"), 1);
    scatter("softmax", samples, 1, 1, width, buffer("softmax.sums"), 1);
  }

  /** Adds rows of which only the first elements count. */
  private void scatter(
      String table, int count, int width, int whole, int at, DeviceBuffer from, float times) {
    int rowWidth = table.equals("softmax") ? extent.width() + 1 : extent.width();
    threads(
        "scatter_add",
        count,
        width,
        whole,
        rowWidth,
        at,
        times,
        buffer(table + ".places"),
        from,
        buffer(table + ".rows"));
  }

  private void beginBackward(String layer) {
    zero(layer + ".cell.diff");
    turn(layer + ".weight", 2 * extent.width(), 4 * extent.hidden());
    turn(layer + ".projection", extent.hidden(), extent.width());
  }

  private void turn(String name, int rows, int columns) {
    String weight = name.endsWith(".weight") ? name : name + ".weight";
    Dim3 grid = new Dim3(Math.ceilDiv(columns, 32), Math.ceilDiv(rows, 32), 1);
    host.launch(
        "transpose",
        grid,
        new Dim3(32, 4, 1),
        0,
        rows,
        columns,
        buffer(weight),
        buffer(name + ".turned"));
  }

  private void backward(String layer, int t) {
    int texts = extent.texts();
    int width = extent.width();
    int hidden = extent.hidden();
    int first = t * texts;
    DeviceBuffer inputDiff = buffer(layer + ".input.diff");
    DeviceBuffer outputDiff = buffer(layer + ".output.diff");
    if (t < extent.time() - 1) {
      threads("add_later", texts * width, width, first, texts, inputDiff, outputDiff);
    }
    new PlainProduct(
            texts,
            hidden,
            width,
            matrix(layer + ".output.diff", width, first),
            matrix(layer + ".projection.turned", hidden),
            matrix(layer + ".state.diff", hidden))
        .store(host);
    threads(
        "deactivate",
        texts * hidden,
        hidden,
        first,
        texts,
        buffer(layer + ".gates"),
        buffer(layer + ".cell"),
        buffer(layer + ".state.diff"),
        buffer(layer + ".cell.diff"),
        buffer(layer + ".gates.diff"));
    new PlainProduct(
            texts,
            2 * width,
            4 * hidden,
            matrix(layer + ".gates.diff", 4 * hidden, first),
            matrix(layer + ".weight.turned", 2 * width),
            matrix(layer + ".input.diff", 2 * width, first))
        .store(host);
  }

  /** Gradients of weights over all steps of time. */
  private void differentiate(String layer) {
    int words = extent.words();
    int width = extent.width();
    int hidden = extent.hidden();
    new PlainProduct(
            2 * width,
            4 * hidden,
            words,
            matrix(layer + ".input", 2 * width).transposed(),
            matrix(layer + ".gates.diff", 4 * hidden),
            matrix(layer + ".weight.diff", 4 * hidden))
        .store(host);
    threads(
        "sum_columns",
        4 * hidden,
        words,
        buffer(layer + ".gates.diff"),
        buffer(layer + ".bias.diff"));
    new PlainProduct(
            hidden,
            width,
            words,
            matrix(layer + ".state", hidden).transposed(),
            matrix(layer + ".output.diff", width),
            matrix(layer + ".projection.diff", width))
        .store(host);
  }

  private void clip() {
    zero("squares");
    List<DeviceBuffer> gradients =
        LAYERS.stream()
            .flatMap(layer ->
                List.of(".weight.diff", ".bias.diff", ".projection.diff").stream()
                    .map(of -> buffer(layer + of)))
            .toList();
    gradients.forEach(each -> fours("add_squares", elements(each), each, buffer("squares")));
    gradients.forEach(
        each -> fours("clip", elements(each), (float) BigLstm.LONGEST, buffer("squares"), each));
  }

  private void update(LstmBatch batch) {
    int width = extent.width();
    zero("embedding.rows");
    scatter(
        "embedding",
        extent.words() * width,
        width,
        2 * width,
        0,
        buffer("lstm0.input.diff"),
        BigLstm.REAL_TEXTS);
    for (String layer : LAYERS) {
      adagrad(layer, layer + ".weight.diff");
      adagrad(layer + ".bias", layer + ".bias.diff");
      adagrad(layer + ".projection", layer + ".projection.diff");
    }
    int touched = batch.softmaxRows().count();
    rows("softmax", "softmax", touched, width, width + 1, 0);
    rows("softmax.bias", "softmax", touched, 1, width + 1, width);
    rows("embedding", "embedding", batch.embeddingRows().count(), width, width, 0);
  }

  private void adagrad(String weights, String gradient) {
    DeviceBuffer weight = buffer(weights + ".weight");
    fours("adagrad", elements(weight), buffer(gradient), buffer(weights + ".accumulator"), weight);
  }

  private void rows(String weights, String table, int count, int width, int rowWidth, int at) {
    threads(
        "adagrad_rows",
        count * width,
        width,
        rowWidth,
        at,
        buffer(table + ".touched"),
        buffer(table + ".rows"),
        buffer(weights + ".accumulator"),
        buffer(weights + ".weight"));
  }
}
