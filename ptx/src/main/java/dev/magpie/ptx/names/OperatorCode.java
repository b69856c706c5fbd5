package dev.magpie.ptx.names;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An operator (Itanium C++ ABI, section 5.1.3.3).
 *
 * @param symbol as written
 * @param operands how many it has in an expression; 0 if it is only a name there
 */
record OperatorCode(String symbol, int operands) {
  private static final Map<String, OperatorCode> BY_CODE = new TreeMap<>();

  static {
    add(1, "ps +", "ng -", "ad &", "de *", "co ~", "nt !", "pp ++", "mm --");
    add(2, "pl +", "mi -", "ml *", "dv /", "rm %", "an &", "or |", "eo ^", "aS =");
    add(2, "pL +=", "mI -=", "mL *=", "dV /=", "rM %=", "aN &=", "oR |=", "eO ^=");
    add(2, "ls <<", "rs >>", "lS <<=", "rS >>=", "eq ==", "ne !=", "lt <", "gt >");
    add(2, "le <=", "ge >=", "ss <=>", "aa &&", "oo ||", "cm ,", "pm ->*", "ds .*");
    add(0, "nw  new", "na  new[]", "dl  delete", "da  delete[]", "pt ->", "cl ()", "ix []");
    add(0, "qu ?", "aw  co_await");
  }

  private static void add(int operands, String... codes) {
    for (String each : codes) {
      BY_CODE.put(each.substring(0, 2), new OperatorCode(each.substring(3), operands));
    }
  }

  static @Nullable OperatorCode of(String code) {
    return BY_CODE.get(code);
  }

  /** An expression as an argument of a template, whose list a bare {@code >} would end. */
  static Node asArgument(Node expression) {
    return expression instanceof Node.Operation(List<Node> parts)
            && parts.stream()
                .anyMatch(each -> each instanceof Node.Text(String text) && text.contains(">"))
        ? parenthesized(expression)
        : expression;
  }

  static Node parenthesized(Node node) {
    return Node.Joined.of(new Node.Text("("), node, new Node.Text(")"));
  }
}
