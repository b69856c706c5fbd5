package dev.magpie.workload.training;

/** The arithmetic of a layer, on arrays that it was given. */
interface Operator {
  /** Computes the top from the bottom. */
  void forward();

  /** The same of a network that is no longer trained. */
  default void infer() {
    forward();
  }

  /** Computes the gradient of the bottom from that of the top, and adds to those of weights. */
  void backward();
}
