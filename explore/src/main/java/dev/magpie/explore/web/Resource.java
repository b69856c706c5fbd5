package dev.magpie.explore.web;

/** What is found under one name: it answers each request for it, from any thread. */
@FunctionalInterface
public interface Resource {
  /**
   * Answers.
   *
   * @throws RefusedException if it is asked for what is not there
   */
  Reply answer(PageRequest request);
}
