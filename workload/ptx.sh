#!/bin/sh
# Compiles the CUDA sources of this room to the PTX that stands beside them, and some of them with other
# options for the tests. Needs nvcc of CUDA 13.0 (any other writes other PTX, which works as well but
# differs from what is committed), and no GPU.
set -eu
room=$(cd "$(dirname "$0")" && pwd)
sources=$room/src/main/resources/dev/magpie/workload
variants=$room/src/test/resources/ptx
command -v nvcc > /dev/null || { echo "ptx.sh: there is no nvcc on the PATH; install the CUDA toolkit" >&2; exit 2; }

for source in "$sources"/*/*.cu; do
  nvcc -ptx -arch=sm_75 -o "${source%.cu}.ptx" "$source"
done

# Line numbers and debug sections name the folder of the source, so these are compiled in one that
# everybody has.
scratch=$(mktemp -d /tmp/ptx.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
variant() {
  folder=$variants/$1
  shift
  mkdir -p "$folder"
  for name in scan matrix_multiply divergent recursive histogram; do
    (cd "$scratch" && cp "$sources/kernel/$name.cu" . && touch -d @0 "$name.cu" \
      && nvcc -ptx -arch=sm_75 "$@" -o "$name.ptx" "$name.cu")
    sed "s#$scratch#/source#" "$scratch/$name.ptx" > "$folder/$name.ptx"
  done
}
variant debug -G
variant lineinfo -lineinfo
variant O0 -Xcicc -O0
variant O1 -Xcicc -O1
