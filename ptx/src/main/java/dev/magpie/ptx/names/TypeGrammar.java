package dev.magpie.ptx.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types (Itanium C++ ABI, section 5.1.5). */
final class TypeGrammar {
  private static final Map<Character, String> BUILTIN =
      Map.ofEntries(
          Map.entry('v', "void"),
          Map.entry('w', "wchar_t"),
          Map.entry('b', "bool"),
          Map.entry('c', "char"),
          Map.entry('a', "signed char"),
          Map.entry('h', "unsigned char"),
          Map.entry('s', "short"),
          Map.entry('t', "unsigned short"),
          Map.entry('i', "int"),
          Map.entry('j', "unsigned int"),
          Map.entry('l', "long"),
          Map.entry('m', "unsigned long"),
          Map.entry('x', "long long"),
          Map.entry('y', "unsigned long long"),
          Map.entry('n', "__int128"),
          Map.entry('o', "unsigned __int128"),
          Map.entry('f', "float"),
          Map.entry('d', "double"),
          Map.entry('e', "long double"),
          Map.entry('g', "__float128"),
          Map.entry('z', "..."));

  private static final Map<Character, String> LATER_BUILTIN =
      Map.of(
          'd', "decimal64",
          'e', "decimal128",
          'f', "decimal32",
          'h', "half",
          'i', "char32_t",
          's', "char16_t",
          'u', "char8_t",
          'a', "auto",
          'c', "decltype(auto)",
          'n', "std::nullptr_t");

  private final Grammar grammar;
  private final MangledText text;

  TypeGrammar(Grammar grammar) {
    this.grammar = grammar;
    text = grammar.text;
  }

  Node type() {
    grammar.enter();
    Node type = builtin();
    if (type == null) {
      type = text.next() == 'S' && text.ahead(1) != 't' ? substituted() : compound();
    }
    grammar.leave();
    return type;
  }

  /** The types that nothing refers back to, as their names are short. */
  private @Nullable Node builtin() {
    String name = BUILTIN.get(text.next());
    if (name != null) {
      text.take(1);
      return new Node.Text(name);
    }
    if (text.next() != 'D') {
      return null;
    }
    name = LATER_BUILTIN.get(text.ahead(1));
    if (name != null) {
      text.take(2);
      return new Node.Text(name);
    }
    if (text.take("DF16b")) {
      return new Node.Text("std::bfloat16_t");
    }
    if (text.take("DF")) {
      name = "_Float" + text.number() + (text.take('x') ? "x" : "");
      text.take('_');
      return new Node.Text(name);
    }
    boolean isSigned = text.take("DB");
    if (isSigned || text.take("DU")) {
      int bits = text.number();
      text.expect('_');
      return new Node.Text((isSigned ? "_BitInt(%d)" : "unsigned _BitInt(%d)").formatted(bits));
    }
    return null;
  }

  private Node substituted() {
    text.expect('S');
    Node type = grammar.substitution();
    return text.next() == 'I' ? remembered(arguments(type)) : type;
  }

  private Node.Templated arguments(Node template) {
    return new Node.Templated(template, grammar.names.templateArguments());
  }

  private Node remembered(Node type) {
    grammar.addSubstitution(type);
    return type;
  }

  private Node compound() {
    return switch (text.next()) {
      case 'r', 'V', 'K' -> remembered(constrained());
      case 'F' -> remembered(function());
      case 'P' -> remembered(new Node.Pointer(after(1)));
      case 'R' -> remembered(new Node.Reference(after(1), false));
      case 'O' -> remembered(new Node.Reference(after(1), true));
      case 'C' -> remembered(Node.Joined.of(after(1), new Node.Text(" _Complex")));
      case 'G' -> remembered(Node.Joined.of(after(1), new Node.Text(" _Imaginary")));
      case 'A' -> remembered(array());
      case 'M' -> {
        Node owner = after(1);
        yield remembered(new Node.MemberPointer(owner, type()));
      }
      case 'T' -> parameter();
      case 'D' -> remembered(later());
      case 'u' -> remembered(vendorType());
      case 'U' -> text.ahead(1) == 'l' || text.ahead(1) == 't' ? named() : remembered(qualified());
      default -> named();
    };
  }

  private Node after(int characters) {
    text.take(characters);
    return type();
  }

  private Node named() {
    return remembered(grammar.names.name());
  }

  private Node parameter() {
    text.expect('T');
    // struct, union or enum, and its name.
    if (text.take('s') || text.take('u') || text.take('e')) {
      return named();
    }
    Node parameter = remembered(grammar.templateParameter());
    return text.next() == 'I' ? remembered(arguments(parameter)) : parameter;
  }

  private Node constrained() {
    int qualifiers = 0;
    while ("rVK".indexOf(text.ahead(qualifiers)) >= 0) {
      qualifiers++;
    }
    char next = text.ahead(qualifiers);
    if (next == 'F' || (next == 'D' && "oOwx".indexOf(text.ahead(qualifiers + 1)) >= 0)) {
      return function();
    }
    List<String> names = qualifiers();
    return new Node.Constrained(type(), names);
  }

  private List<String> qualifiers() {
    List<String> names = new ArrayList<>();
    if (text.take('r')) {
      names.add("restrict");
    }
    if (text.take('V')) {
      names.addFirst("volatile");
    }
    if (text.take('K')) {
      names.addFirst("const");
    }
    return names;
  }

  /** What stands behind a member function's parameters, or nothing. */
  String functionQualifiers() {
    String names = String.join(" ", qualifiers());
    names = names.isEmpty() ? "" : " " + names;
    return names + (text.take('R') ? " &" : text.take('O') ? " &&" : "");
  }

  private Node function() {
    String qualifiers = String.join(" ", qualifiers());
    qualifiers = qualifiers.isEmpty() ? "" : " " + qualifiers;
    if (text.take("Do")) {
      qualifiers += " noexcept";
    } else if (text.take("DO")) {
      grammar.expressions.expression();
      text.expect('E');
      qualifiers += " noexcept";
    }
    text.expect('F');
    text.take('Y');
    Node result = type();
    List<Node> parameters = new ArrayList<>();
    while (!text.take('E')) {
      if (text.take("RE")) {
        return new Node.FunctionType(result, parameters, qualifiers + " &");
      }
      if (text.take("OE")) {
        return new Node.FunctionType(result, parameters, qualifiers + " &&");
      }
      if (!text.take('v')) {
        parameters.add(type());
      }
    }
    return new Node.FunctionType(result, parameters, qualifiers);
  }

  private Node array() {
    text.expect('A');
    Node size;
    if (text.nextIsDigit()) {
      size = new Node.Text(text.digits());
    } else {
      size = text.next() == '_' ? new Node.Text("") : grammar.expressions.expression();
    }
    text.expect('_');
    return new Node.Array(type(), size);
  }

  /** Types whose code begins with a {@code D}. */
  private Node later() {
    return switch (text.ahead(1)) {
      case 't', 'T' -> decltype();
      case 'o', 'O' -> function();
      case 'p' -> new Node.Expansion(after(2));
      case 'v' -> vector();
      default -> throw text.bad();
    };
  }

  Node decltype() {
    text.expect('D');
    text.take(1);
    Node expression = grammar.expressions.expression();
    text.expect('E');
    return Node.Joined.of(new Node.Text("decltype("), expression, new Node.Text(")"));
  }

  private Node vector() {
    text.take(2);
    Node length;
    if (text.nextIsDigit()) {
      length = new Node.Text(text.digits());
    } else {
      text.expect('_');
      length = grammar.expressions.expression();
    }
    text.expect('_');
    return Node.Joined.of(type(), new Node.Text(" __vector("), length, new Node.Text(")"));
  }

  private Node vendorType() {
    text.expect('u');
    Node name = grammar.names.sourceName();
    return text.next() == 'I' ? arguments(name) : name;
  }

  /** With a vendor's qualifier, such as an address space. */
  private Node qualified() {
    text.expect('U');
    Node qualifier = grammar.names.sourceName();
    qualifier = text.next() == 'I' ? arguments(qualifier) : qualifier;
    return Node.Joined.of(type(), new Node.Text(" "), qualifier);
  }
}
