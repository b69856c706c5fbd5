package dev.magpie.ptx.names;

import java.util.regex.Pattern;

/**
 * A name as somebody writes it: where spaces stand does not count, nor that kernels return nothing.
 *
 * @param text without these
 * @param plain the same with numbers as they are in templates' declarations, whatever their types
 */
record TypedName(String text, String plain) {
  private static final Pattern BEFORE = Pattern.compile("^\\s*(?:void\\s+)?(?:::)?");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern SUFFIX =
      Pattern.compile("(?<=[<,])(-?\\d{1,40})(?:u|l|ul|ll|ull)(?=[,>])");

  /** Profilers write {@code (unsigned int)512} and {@code (bool)1}. */
  private static final Pattern CAST =
      Pattern.compile("\\((?:unsigned)?(?:signed)?(?:char|short|int|long|longlong)\\)(?=-?\\d)");

  /** {@code unsigned} and {@code const float} are of the source, where compilers have the rest. */
  private static final Pattern UNSIGNED =
      Pattern.compile("\\bunsigned\\b(?!\\s+(?:char|short|int|long|__int128)\\b)");

  private static final Pattern CONST_FIRST =
      Pattern.compile("(?<=[(,<] ?)const\\s+([\\w:]+(?:\\s+[\\w:]+){0,3})(?=\\s*[*&,)>])");

  static TypedName of(String typed) {
    String text = BEFORE.matcher(typed).replaceFirst("");
    text = UNSIGNED.matcher(text).replaceAll("unsigned int");
    text = CONST_FIRST.matcher(text).replaceAll("$1 const");
    text = SPACE.matcher(text).replaceAll("");
    String plain =
        text.indexOf('<') < 0
            ? text
            : CAST.matcher(text.replace("(bool)1", "true").replace("(bool)0", "false"))
                .replaceAll("");
    return new TypedName(text, SUFFIX.matcher(plain).replaceAll("$1"));
  }
}
