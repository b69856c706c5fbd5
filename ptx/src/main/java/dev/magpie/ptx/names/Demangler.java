package dev.magpie.ptx.names;

import java.util.regex.Pattern;

/** Reads what compilers made of C++ names (Itanium C++ ABI, section 5.1, Mangling). */
final class Demangler {
  /** Names of libraries of templates have some thousands. */
  private static final int LONGEST = 1 << 15;

  private static final Pattern MANGLED = Pattern.compile("_Z[\\w$.]+");

  private Demangler() {}

  /** The name, as it is where it cannot be read: no text is refused. */
  static Signature demangle(String name) {
    if (name.length() > LONGEST || !MANGLED.matcher(name).matches()) {
      return Signature.plain(name);
    }
    try {
      MangledText text = new MangledText(name.substring(2));
      Signature signature = Signature.of(new Grammar(text).names.encoding());
      // What still looks mangled could be another kernel's name.
      return text.isAtEnd() && !signature.name().startsWith("_Z")
          ? signature
          : Signature.plain(name);
    } catch (UnreadableNameException e) {
      return Signature.plain(name);
    }
  }
}
