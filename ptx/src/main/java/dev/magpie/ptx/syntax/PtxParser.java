package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Linkage;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a PTX module. */
public final class PtxParser {
  private static final Map<String, Linkage> LINKAGE =
      Map.of(
          ".extern",
          Linkage.EXTERN,
          ".visible",
          Linkage.VISIBLE,
          ".weak",
          Linkage.WEAK,
          ".common",
          Linkage.COMMON);

  /** What a function may say of itself before its body, with numbers. */
  private static final Set<String> LIMITS =
      Set.of(
          ".maxntid",
          ".reqntid",
          ".minnctapersm",
          ".maxnctapersm",
          ".maxnreg",
          ".maxclusterrank",
          ".reqnctapercluster",
          ".explicitcluster",
          ".blocksareclusters",
          ".noreturn",
          ".abi_preserve",
          ".abi_preserve_control");

  /** What a name stands for, and the line that says so. */
  private record Alias(String function, int line) {}

  private final String label;
  private final Tokens tokens;
  private final DeclarationParser declarations;

  /** What it was compiled from, which stands behind the functions that refer to it. */
  private final Map<Long, String> files;

  private final List<Variable> variables = new ArrayList<>();
  private final Map<String, Variable> variableNames = new HashMap<>();
  private final Map<String, Function> functions = new LinkedHashMap<>();
  private final Map<String, Alias> aliases = new LinkedHashMap<>();
  private String version = "";
  private String target = "";

  private PtxParser(String label, String text) {
    this.label = label;
    this.tokens = new Tokens(label, text);
    this.files = tokens.files();
    this.declarations = new DeclarationParser(tokens);
  }

  /**
   * Reads PTX text.
   *
   * @param label what messages call it, usually the file's name
   * @throws PtxException if it is not PTX
   */
  public static PtxModule parse(String label, String text) {
    return new PtxParser(label, text).module();
  }

  private PtxModule module() {
    if (!tokens.peek().isDirective(".version")) {
      throw tokens.error(
          "this is not PTX: it begins with .version, not " + tokens.peek().described());
    }
    while (!tokens.isAtEnd()) {
      directive();
    }
    if (target.isEmpty()) {
      throw tokens.error("the module has no .target");
    }
    resolveAliases();
    return new PtxModule(label, version, target, variables, functions, Map.of());
  }

  private void directive() {
    Token token = tokens.peek();
    if (token.kind() != Token.Kind.DIRECTIVE) {
      if (tokens.take(";")) {
        return;
      }
      throw tokens.error("a directive is expected, not " + token.described());
    }
    switch (token.text()) {
      case ".version" -> version();
      case ".target" -> target();
      case ".address_size" -> addressSize();
      case ".file", ".loc" -> tokens.skipLine(token.line());
      case ".section" -> {
        tokens.next();
        tokens.next();
        tokens.skipBraces();
      }
      case ".alias" -> alias();
      case ".pragma" -> skipStatement();
      default -> declaration();
    }
  }

  private void skipStatement() {
    Token start = tokens.next();
    tokens.skipTo(";", start.line(), "%s does not end".formatted(start.text()));
  }

  /** Another name for a function; the function may be defined later. */
  private void alias() {
    int line = tokens.next().line();
    String name = tokens.identifier("the name of a function");
    tokens.expect(",", "after an alias");
    aliases.put(name, new Alias(tokens.identifier("the name of a function"), line));
    tokens.expect(";", "after .alias");
  }

  private void resolveAliases() {
    aliases.forEach((name, alias) -> {
      Function function = functions.get(alias.function());
      Function declared = functions.get(name);
      if (function == null || !function.isDefined() || function.isEntry()) {
        throw tokens.error(
            alias.line(), "'%s' is not a function that is defined".formatted(alias.function()));
      }
      if (declared != null && declared.isDefined()) {
        throw tokens.error(alias.line(), "'%s' is defined already".formatted(name));
      }
      functions.put(name, function);
    });
  }

  private void version() {
    tokens.next();
    Token number = tokens.next();
    version = number.text();
    int major = (int) Double.longBitsToDouble(number.bits());
    if (number.kind() != Token.Kind.REAL || major < 1 || major > 9) {
      throw tokens.error(
          number.line(),
          "PTX version %s is not supported: versions 1 to 9 are".formatted(number.described()));
    }
  }

  private void target() {
    tokens.next();
    target = tokens.identifier("a target such as sm_75");
    while (tokens.take(",")) {
      String option = tokens.identifier("an option of the target");
      if (option.equals("texmode_independent") || option.equals("texmode_unified")) {
        continue;
      }
      if (!option.equals("debug") && !option.equals("map_f64_to_f32")) {
        target += ", " + option;
      }
    }
  }

  private void addressSize() {
    tokens.next();
    Token size = tokens.next();
    if (size.kind() != Token.Kind.INTEGER || size.bits() != 64) {
      throw tokens.error(
          size.line(),
          "addresses of %s bits are not supported, only of 64".formatted(size.described()));
    }
  }

  private void declaration() {
    Linkage linkage = Linkage.LOCAL;
    for (Linkage next; (next = LINKAGE.get(tokens.peek().text())) != null; ) {
      tokens.next();
      linkage = next;
    }
    Token token = tokens.peek();
    if (token.isDirective(".func") || token.isDirective(".entry")) {
      function(linkage);
    } else if (DeclarationParser.spaceOf(token) != null) {
      for (Variable variable : declarations.variables(linkage)) {
        declare(variable);
      }
    } else {
      throw tokens.error("directive %s is not supported here".formatted(token.described()));
    }
  }

  private void declare(Variable variable) {
    Variable earlier = variableNames.get(variable.name());
    if (earlier != null && !earlier.isExtern() && !variable.isExtern()) {
      throw tokens.error(
          variable.line(),
          "'%s' is declared twice; first in line %d".formatted(variable.name(), earlier.line()));
    }
    if (earlier != null && variable.isExtern()) {
      return;
    }
    variableNames.put(variable.name(), variable);
    variables.add(variable);
  }

  private void function(Linkage linkage) {
    boolean entry = tokens.next().isDirective(".entry");
    int line = tokens.line();
    List<Register> registers = new ArrayList<>();
    Scope scope = new Scope(null, registers);
    List<Function.Parameter> returns =
        !entry && tokens.isAt("(") ? declarations.parameters(scope) : List.of();
    String name = tokens.identifier("the name of a function");
    List<Function.Parameter> parameters =
        tokens.isAt("(") ? declarations.parameters(scope) : List.of();
    Map<String, List<Integer>> limits = limits();
    BodyParser body = new BodyParser(tokens, files, variableNames, variables, registers);
    boolean defined = !tokens.take(";");
    if (defined) {
      body.block(new Scope(scope, registers), 0);
    }
    Function earlier = functions.get(name);
    if (earlier != null && earlier.isDefined() && defined) {
      throw tokens.error(
          line, "'%s' is defined twice; first in line %d".formatted(name, earlier.line()));
    }
    if (earlier != null && earlier.isDefined()) {
      return;
    }
    functions.put(
        name,
        new Function(
            name,
            label,
            entry,
            defined,
            linkage,
            line,
            returns,
            parameters,
            registers,
            body.variables,
            body.instructions,
            body.labels,
            body.branchTables,
            body.notUnrolled,
            limits));
  }

  private Map<String, List<Integer>> limits() {
    Map<String, List<Integer>> limits = new HashMap<>();
    while (tokens.peek().kind() == Token.Kind.DIRECTIVE) {
      Token token = tokens.next();
      if (token.isDirective(".pragma")) {
        tokens.next();
        tokens.expect(";", "after .pragma");
        continue;
      }
      if (!LIMITS.contains(token.text())) {
        throw tokens.error(
            token.line(), "directive %s is not supported here".formatted(token.text()));
      }
      List<Integer> numbers = new ArrayList<>();
      while (tokens.peek().kind() == Token.Kind.INTEGER) {
        numbers.add((int) Math.min(Integer.MAX_VALUE, tokens.next().bits() & Long.MAX_VALUE));
        if (!tokens.take(",")) {
          break;
        }
      }
      limits.put(token.text().substring(1), List.copyOf(numbers));
    }
    return limits;
  }
}
