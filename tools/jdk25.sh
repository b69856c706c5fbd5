# Finds a JDK 25 for the scripts that start Java; read by them with ".", and needs bash.

# A JDK's release file says its version without starting it.
is_jdk25() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
  local line
  while IFS= read -r line; do
    case $line in
      'JAVA_VERSION="25"' | 'JAVA_VERSION="25.'* | 'JAVA_VERSION="25-'*) return 0 ;;
    esac
  done <"$1/release"
  return 1
}

home_of_java_on_path() {
  local java link
  java=$(command -v java) || return 1
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=${java%/*}/$link ;;
    esac
  done
  java=${java%/*}
  printf '%s\n' "${java%/bin}"
}

find_jdk25() {
  local home
  if [ -n "${MAGPIE_JAVA_HOME:-}" ]; then
    is_jdk25 "$MAGPIE_JAVA_HOME" ||
      fail "MAGPIE_JAVA_HOME=$MAGPIE_JAVA_HOME is not a JDK 25; set it to one, or unset it"
    jdk=$MAGPIE_JAVA_HOME
    return
  fi
  for home in "${JAVA_HOME:-/nonexistent}" "${JAVA25_HOME:-/nonexistent}"; do
    is_jdk25 "$home" && jdk=$home && return
  done
  home=$(home_of_java_on_path) && is_jdk25 "$home" && jdk=$home && return
  for home in \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* /opt/*/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
    "${HOME:-/nonexistent}"/.jdks/*; do
    is_jdk25 "$home" && jdk=$home && return
  done
  fail "no JDK 25 was found: install one, for example Eclipse Temurin 25 (https://adoptium.net)," \
    "or set MAGPIE_JAVA_HOME to where it is"
}
