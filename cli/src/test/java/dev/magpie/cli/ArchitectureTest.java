package dev.magpie.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.magpie.cli.fuzz.Fuzz;
import dev.magpie.codec.CodecSpec;
import dev.magpie.settings.InputFiles;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The modules, what each may use, and the packages that it exports. */
class ArchitectureTest {
  private static final String ROOT = "dev.magpie.";

  /** Which modules a module may use. */
  private static final Map<String, Set<String>> USES =
      Map.ofEntries(
          Map.entry("settings", Set.of()),
          Map.entry("codec", Set.of()),
          Map.entry("snapshot", Set.of("settings")),
          // Files of Java, which it needs no other module for, and which none needs it for.
          Map.entry("storage", Set.of()),
          Map.entry("report", Set.of()),
          Map.entry("analysis", Set.of("codec", "snapshot", "memory")),
          Map.entry("ptx", Set.of("snapshot")),
          Map.entry("job", Set.of("settings", "ptx", "snapshot")),
          Map.entry("cuda", Set.of("settings", "snapshot", "ptx", "gpu")),
          Map.entry("workload", Set.of("settings", "snapshot", "ptx")),
          Map.entry(
              "lab",
              Set.of(
                  "settings",
                  "codec",
                  "snapshot",
                  "analysis",
                  "memory",
                  "buddy",
                  "depth",
                  "gpu",
                  "job",
                  "ptx",
                  "report",
                  "workload")),
          Map.entry("memory", Set.of("codec")),
          Map.entry("gpu", Set.of("settings", "ptx", "snapshot", "memory", "codec")),
          // A library of its own: who wants to read compressed files needs codecs and nothing else.
          Map.entry("container", Set.of("codec")),
          Map.entry("buddy", Set.of("settings", "memory", "analysis", "snapshot", "codec")),
          Map.entry("depth", Set.of("settings", "codec")),
          Map.entry(
              "explore",
              Set.of(
                  "settings",
                  "codec",
                  "snapshot",
                  "analysis",
                  "memory",
                  "buddy",
                  "depth",
                  "ptx",
                  "gpu",
                  "job",
                  "lab",
                  "report")),
          Map.entry(
              "cli",
              Set.of(
                  "settings",
                  "job",
                  "cuda",
                  "codec",
                  "container",
                  "snapshot",
                  "analysis",
                  "memory",
                  "buddy",
                  "depth",
                  "gpu",
                  "report",
                  "ptx",
                  "workload",
                  "lab",
                  "explore")));

  /** Packages that other modules may use, where that is not the module's own package. */
  private static final Map<String, Set<String>> EXPORTED =
      Map.of(
          "analysis",
          Set.of("dev.magpie.analysis", "dev.magpie.analysis.design", "dev.magpie.analysis.page"),
          "cuda",
          Set.of(
              "dev.magpie.cuda",
              "dev.magpie.cuda.binary",
              "dev.magpie.cuda.channel",
              "dev.magpie.cuda.runtime"),
          // Which vectors there are is for all kernels to ask, so that one property rules them.
          "codec",
          Set.of("dev.magpie.codec", "dev.magpie.codec.burst", "dev.magpie.codec.simd"),
          "depth",
          Set.of(
              "dev.magpie.depth",
              "dev.magpie.depth.cache",
              "dev.magpie.depth.codec",
              "dev.magpie.depth.draws",
              "dev.magpie.depth.event",
              "dev.magpie.depth.image",
              "dev.magpie.depth.raster",
              "dev.magpie.depth.scene",
              "dev.magpie.depth.scene.builtin",
              "dev.magpie.depth.scene.real"),
          "explore",
          Set.of("dev.magpie.explore", "dev.magpie.explore.input"),
          "memory",
          Set.of(
              "dev.magpie.memory",
              "dev.magpie.memory.buddy",
              "dev.magpie.memory.cache",
              "dev.magpie.memory.layout",
              "dev.magpie.memory.unified"),
          "ptx",
          Set.of(
              "dev.magpie.ptx",
              "dev.magpie.ptx.check",
              "dev.magpie.ptx.execute",
              "dev.magpie.ptx.ir",
              "dev.magpie.ptx.names",
              "dev.magpie.ptx.texture"),
          "workload",
          Set.of(
              "dev.magpie.workload",
              "dev.magpie.workload.buddy",
              "dev.magpie.workload.cuda",
              "dev.magpie.workload.example",
              "dev.magpie.workload.input",
              "dev.magpie.workload.kernel",
              "dev.magpie.workload.mag",
              "dev.magpie.workload.network",
              "dev.magpie.workload.series",
              "dev.magpie.workload.training",
              "dev.magpie.workload.trace"),
          "gpu",
          Set.of(
              "dev.magpie.gpu",
              "dev.magpie.gpu.accelsim",
              "dev.magpie.gpu.config",
              "dev.magpie.gpu.core",
              "dev.magpie.gpu.dram",
              "dev.magpie.gpu.memory",
              "dev.magpie.gpu.recording",
              "dev.magpie.gpu.silicon",
              "dev.magpie.gpu.stream",
              "dev.magpie.gpu.trace"),
          "lab",
          Set.of(
              "dev.magpie.lab",
              "dev.magpie.lab.advice",
              "dev.magpie.lab.board",
              "dev.magpie.lab.capacity",
              "dev.magpie.lab.hardware",
              "dev.magpie.lab.result",
              "dev.magpie.lab.run",
              "dev.magpie.lab.sweep"));

  /** What comes from outside the JDK, and the modules that may use it. */
  private static final Map<String, Set<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("com.github.luben.zstd.", Set.of("gpu")),
          Map.entry(
              "tools.jackson.",
              Set.of("snapshot", "buddy", "gpu", "report", "lab", "cli", "depth")),
          Map.entry("de.javagl.", Set.of("depth")),
          Map.entry("software.amazon.awssdk.", Set.of("storage")),
          Map.entry("io.jhdf.", Set.of("snapshot")),
          Map.entry("io.airlift.", Set.of("snapshot", "analysis", "cuda")),
          Map.entry("de.siegmar.fastcsv.", Set.of("report")),
          Map.entry("org.duckdb.", Set.of()),
          Map.entry("java.sql.", Set.of("lab")),
          Map.entry("org.tomlj.", Set.of("settings")),
          Map.entry("picocli.", Set.of("cli")),
          Map.entry("jdk.incubator.vector.", Set.of("codec", "depth", "workload")));

  /** What opens a file for reading. */
  private static final Set<String> READING =
      Set.of(
          "lines",
          "newBufferedReader",
          "newByteChannel",
          "newInputStream",
          "readAllBytes",
          "readAllLines",
          "readString");

  /** Who opens files without {@code InputFiles}. */
  private static final Set<String> OPENING =
      Set.of(
          ROOT + "settings.InputFiles",
          // They write.
          ROOT + "settings.DirectoryLock",
          ROOT + "settings.WholeFile",
          ROOT + "settings.WholeDirectory",
          ROOT + "snapshot.Decoded",
          ROOT + "gpu.recording.TemporaryRecording",
          ROOT + "lab.result.ResultDirectory",
          // Its own copy of an object, and a file that was written and is sent.
          ROOT + "storage.FetchedCopy",
          ROOT + "storage.Multipart",
          // Libraries that need nothing of Magpie's; the command says what they will open.
          ROOT + "codec.CodecTableText",
          ROOT + "container.Container",
          // The memory of a program's process, which no command names.
          ROOT + "cuda.channel.ProgramChannel",
          // It reads Magpie itself.
          ROOT + "lab.run.ProgramVersion");

  /** Who parses files, and the fuzz target that gets there. */
  private static final Map<String, String> FUZZED =
      Map.ofEntries(
          Map.entry("buddy.TargetsFile", "targets"),
          Map.entry("depth.SceneFile", "scene-json"),
          Map.entry("depth.draws.DrawStreamReader", "draws"),
          Map.entry("depth.mesh.MeshFiles", "ply"),
          Map.entry("depth.mesh.ObjMesh", "obj"),
          Map.entry("gpu.accelsim.TraceLines", "traceg"),
          Map.entry("gpu.accelsim.TracezStream", "tracez"),
          Map.entry("gpu.recording.ChunkReader", "recording"),
          Map.entry("job.JobModules", "ptx"),
          Map.entry("gpu.trace.RequestStream", "requests"),
          Map.entry("lab.result.RecordedResults", "recorded"),
          Map.entry("lab.result.ResultDirectory", "result"),
          Map.entry("lab.result.ResultFiles", "result"),
          // As results are read, and made again if they cannot be.
          Map.entry("lab.run.Measurements", "result"),
          Map.entry("cli.output.ShardFile", "shard"),
          Map.entry("lab.sweep.PlanFile", "sweep"),
          Map.entry("lab.sweep.PointFile", "sweep"),
          Map.entry("settings.TomlFile", "job"),
          Map.entry("snapshot.FileFormat", "npy"),
          Map.entry("snapshot.Snapshot", "npy"),
          Map.entry("snapshot.ZarrFiles", "zarr"),
          Map.entry("snapshot.ZarrReader", "zarr"),
          Map.entry("workload.graph.GraphFile", "graph"));

  /** Who takes files as the bytes that they are, or only opens them. */
  private static final Set<String> UNPARSED =
      Set.of(
          "cli.container.CompressCommand",
          "cli.container.SmallerCodec",
          "cli.container.TableTraining",
          "cli.exec.CompiledSource",
          "cli.exec.ExecCommand",
          // Some words of a program's head, which it executes anyway.
          "cli.exec.ProgramFile",
          // Sources of kernels, which pages show as text.
          "cli.explore.SortedInputs",
          "cli.option.CodecOption",
          "cli.option.PluginOption",
          // Sources of kernels again, on pages of one file.
          "cli.simulate.SourceTexts",
          // The bytes of programs and of code tables, for the keys of points.
          "lab.sweep.ProgramFiles",
          "lab.sweep.SweepFile",
          // The names of headers, as nvcc has just written them.
          "cuda.CudaCompiler",
          // Points that are whole, copied, and ids of experiments, one a line.
          "lab.run.LaboratoryShards",
          "lab.sweep.SweepMerge",
          "lab.sweep.SweepPoint",
          // The beginning alone, which says what a document is.
          "lab.result.RunDocument");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Where tools/test builds, and tests that other modules share.
          .withImportOption(location -> !location.contains("/quick/test-classes/"))
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.magpie");

  @Test
  void everyModuleIsListed() {
    Set<String> modules =
        CLASSES.stream()
            .map(ArchitectureTest::module)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(USES.keySet()).containsExactlyInAnyOrderElementsOf(modules);
  }

  @Test
  void modulesUseThoseListedAndTheirExportedPackages() {
    USES.forEach((module, uses) ->
        noClasses()
            .that()
            .resideInAPackage(ROOT + module + "..")
            .should()
            .dependOnClassesThat(
                is(
                    "of a module that USES does not list, or in a package that it does not export",
                    other ->
                        other.getPackageName().startsWith(ROOT)
                            && !module(other).equals(module)
                            && !(uses.contains(module(other)) && isExported(other))))
            .because(
                "data flow one way: move what both need into a module that both may use, or add a"
                    + " line to USES or EXPORTED and to docs/architecture.md")
            .check(CLASSES));
  }

  @Test
  void modulesHaveNoCycle() {
    Set<String> done = new TreeSet<>();
    while (done.size() < USES.size()) {
      List<String> next =
          USES.keySet().stream()
              .filter(module -> !done.contains(module) && done.containsAll(USES.get(module)))
              .toList();
      assertThat(next).as("modules that need none but " + done).isNotEmpty();
      done.addAll(next);
    }
  }

  @Test
  void packagesOfAModuleHaveNoCycle() {
    USES.keySet().stream()
        .forEach(module ->
            slices()
                .assignedFrom(PACKAGES)
                .should()
                .beFreeOfCycles()
                .as("Packages of " + module + " use each other one way")
                .because("who reads one must not need all; move what both need below both")
                .check(CLASSES.that(is("of " + module, each -> module(each).equals(module)))));
  }

  @Test
  void noTwoClassesHaveOneName() {
    Map<String, Set<String>> namesakes =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(each -> !each.getSimpleName().contains("-"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    Collectors.mapping(
                        JavaClass::getPackageName, Collectors.toCollection(TreeSet::new))));
    namesakes.values().removeIf(packages -> packages.size() == 1);
    assertThat(namesakes).as("classes of one name, by package; rename one").isEmpty();
  }

  @Test
  void codecNeedsNothingButTheJdk() {
    classes()
        .that()
        .resideInAPackage(ROOT + "codec..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "jdk.incubator.vector..", ROOT + "codec..", "org.jspecify.annotations..")
        .check(CLASSES);
  }

  @Test
  void librariesStayInTheirModules() {
    LIBRARIES.forEach((library, modules) ->
        noClasses()
            .that(is("in other modules", using -> !modules.contains(module(using))))
            .should()
            .dependOnClassesThat(
                is("of " + library, used -> used.getPackageName().concat(".").startsWith(library)))
            .check(CLASSES));
  }

  /** Whoever opened a file elsewhere would read one that an output of the same run replaces. */
  @Test
  void filesAreOpenedForReadingByInputFiles() {
    noClasses()
        .that(is("not listed", each -> !OPENING.contains(each.getName())))
        .should()
        .accessTargetWhere(
            DescribedPredicate.<JavaAccess<?>>describe(
                "opens a file", access -> opens(access.getTarget())))
        .because("what is read must be known: settings.InputFiles opens it")
        .check(CLASSES);
  }

  /** Codecs and formats of arrays and meshes that are registered have one anyway. */
  @Test
  void whoReadsAFileHasAFuzzTarget() {
    assertThat(Fuzz.names()).containsAll(FUZZED.values());
    Set<String> fuzzed = new TreeSet<>(FUZZED.keySet());
    fuzzed.addAll(UNPARSED);
    Set<String> readers =
        CLASSES.stream()
            .filter(each ->
                each.getAccessesFromSelf().stream()
                    .anyMatch(access -> access.getTargetOwner().isEquivalentTo(InputFiles.class)))
            .map(each -> each.getName().substring(ROOT.length()).replaceFirst("\\$.*", ""))
            .filter(each -> !each.equals("settings.InputFiles"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(readers)
        .as("add a target to cli.fuzz.FuzzTargets, and the reader to FUZZED")
        .isEqualTo(fuzzed);
  }

  @Test
  void codecsThatUsersNameAreReadInOnePlace() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "cli..")
        .and()
        .doNotHaveSimpleName("CodecOption")
        .should()
        .callMethod(CodecSpec.class, "parse", String.class)
        .because("a codec may name a table, which is a file that is read")
        .check(CLASSES);
  }

  @Test
  void everyPackageIsNullMarkedAndSaysWhatItIsFor() {
    Set<JavaPackage> packages =
        CLASSES.stream().map(JavaClass::getPackage).collect(Collectors.toSet());
    assertThat(packages)
        .allSatisfy(
            each -> assertThat(each.isAnnotatedWith(NullMarked.class)).as(each.getName()).isTrue());
  }

  /** Each package for itself, that of the module among them. */
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
          return SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  private static String module(JavaClass each) {
    String rest = each.getPackageName().substring(ROOT.length());
    return Stream.of(rest.split("\\.")).findFirst().orElseThrow();
  }

  private static boolean isExported(JavaClass each) {
    return EXPORTED
        .getOrDefault(module(each), Set.of(ROOT + module(each)))
        .contains(each.getPackageName());
  }

  private static boolean opens(AccessTarget target) {
    return (target.getOwner().isEquivalentTo(Files.class) && READING.contains(target.getName()))
        || (target.getOwner().isAssignableTo(FileChannel.class) && target.getName().equals("open"))
        || (target.getName().equals("<init>")
            && Stream.of(
                    FileInputStream.class, FileReader.class, RandomAccessFile.class, Scanner.class)
                .anyMatch(target.getOwner()::isEquivalentTo));
  }

  private static DescribedPredicate<JavaClass> is(
      String description, java.util.function.Predicate<JavaClass> predicate) {
    return DescribedPredicate.describe(description, predicate);
  }
}
