package dev.magpie.workload.network;

import java.util.List;

/**
 * A layer of a network: what it reads and writes, by the names of blobs. One whose bottom is its
 * top works in place, and has no blob of its own.
 */
public sealed interface Layer {
  String name();

  List<String> bottoms();

  List<String> tops();

  /** A layer of one bottom and one top. */
  sealed interface Unary extends Layer {
    String bottom();

    String top();

    @Override
    default List<String> bottoms() {
      return List.of(bottom());
    }

    @Override
    default List<String> tops() {
      return List.of(top());
    }
  }

  /** A layer that changes a blob in place. */
  sealed interface InPlace extends Unary {
    String blob();

    @Override
    default String bottom() {
      return blob();
    }

    @Override
    default String top() {
      return blob();
    }
  }

  /**
   * Square filters, zeros around.
   *
   * @param filters channels of the top
   * @param groups that channels and filters are divided into
   * @param bias whether a bias is added
   */
  record Convolution(
      String name,
      String bottom,
      String top,
      int filters,
      int kernel,
      int stride,
      int pad,
      int groups,
      boolean bias)
      implements Unary {}

  /** The largest or the mean of square windows; one that begins in the image may end outside. */
  record Pooling(
      String name, String bottom, String top, Method method, int kernel, int stride, int pad)
      implements Unary {
    /** What becomes of a window. */
    public enum Method {
      MAX,
      AVERAGE
    }
  }

  /** Every output from all of an image. */
  record InnerProduct(String name, String bottom, String top, int outputs) implements Unary {}

  /**
   * Local response normalisation across channels.
   *
   * @param size channels that are summed over
   */
  record Lrn(String name, String bottom, String top, int size, float alpha) implements Unary {}

  /** Rectifies. */
  record Relu(String name, String blob) implements InPlace {}

  /**
   * Zeroes values by chance.
   *
   * @param ratio of those that it zeroes
   */
  record Dropout(String name, String blob, double ratio) implements InPlace {}

  /** Each channel to mean 0 and variance 1 over a batch. */
  record BatchNorm(String name, String blob) implements InPlace {}

  /** Each channel times a factor and plus a bias. */
  record Scale(String name, String blob) implements InPlace {}

  /** Channels of several blobs, one after another. */
  record Concat(String name, List<String> bottoms, String top) implements Layer {
    public Concat {
      bottoms = List.copyOf(bottoms);
    }

    @Override
    public List<String> tops() {
      return List.of(top);
    }
  }

  /** The sum of several blobs. */
  record Eltwise(String name, List<String> bottoms, String top) implements Layer {
    public Eltwise {
      bottoms = List.copyOf(bottoms);
    }

    @Override
    public List<String> tops() {
      return List.of(top);
    }
  }

  /** A blob for several readers: they share the data, and each has a gradient of its own. */
  record Split(String name, String bottom, List<String> tops) implements Layer {
    public Split {
      tops = List.copyOf(tops);
    }

    @Override
    public List<String> bottoms() {
      return List.of(bottom);
    }
  }

  /** The negative logarithm of what softmax gives the right class, as a mean. */
  record SoftmaxLoss(String name, String bottom) implements Layer {
    @Override
    public List<String> bottoms() {
      return List.of(bottom);
    }

    @Override
    public List<String> tops() {
      return List.of();
    }
  }
}
