// In place of Parboil's io.cc, whose reader lacks the return that today's compilers rest on: the matrices of its size
// "medium", of which only the shape matters to time.
#include <string>
#include <vector>

bool readColMajorMatrixFile(const char *name, int &rows, int &columns, std::vector<float> &values) {
  rows = std::string(name).find("matrix1") != std::string::npos ? 1024 : 1056;
  columns = 992;
  values.resize(rows * columns);
  unsigned state = rows;
  for (float &value : values) {
    state = state * 1664525 + 1013904223;
    value = (state >> 8) / 16777216.f;
  }
  return true;
}

bool writeColMajorMatrixFile(const char *, int, int, std::vector<float> &) { return true; }
