package dev.magpie.cuda.channel;

/** Answers what a program asks, a call at a time. */
public interface CallHandler {
  void handle(Request request, Answer answer);

  /** The program has ended, or has no more to ask. */
  void end();
}
