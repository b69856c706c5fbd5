// Draws triangles in clip space with OpenGL, in software (Mesa's OSMesa), for OpenGlTest.
// Standard input, in the machine's order of bytes: width, height, reversed (int32 each), then draws:
// the test's number, writes, triangles (int32), bias units, bias slope (float), and for each triangle
// x, y, z and w of three vertices (float), with 0 <= z <= w between the near and the far plane.
// Standard output: for each draw how many samples passed (uint32), then the depths of the frame, the
// lowest row first (uint32 of 24 bits).
#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/glext.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*ClipControl)(GLenum origin, GLenum depth);

static void fail(const char *what) {
  fprintf(stderr, "opengl_depths: %s\n", what);
  exit(1);
}

static void need(void *to, size_t bytes) {
  if (fread(to, 1, bytes, stdin) != bytes) fail("the input ends too early");
}

int main(void) {
  int32_t frame[3];
  need(frame, sizeof frame);
  const int width = frame[0], height = frame[1], reversed = frame[2];
  if (width < 1 || height < 1 || width > 4096 || height > 4096) fail("no such frame");
  OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 0, 0, NULL);
  uint32_t *pixels = calloc((size_t)width * height, 4);
  if (!context || !pixels || !OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, width, height))
    fail("no OpenGL in software");
  ClipControl clipControl = (ClipControl)OSMesaGetProcAddress("glClipControl");
  if (!clipControl) fail("no glClipControl");
  clipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glClearDepth(reversed ? 0 : 1);
  glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
  GLuint query;
  glGenQueries(1, &query);

  int32_t state[3];
  size_t got;
  while ((got = fread(state, 1, sizeof state, stdin)) == sizeof state) {
    float bias[2];
    need(bias, sizeof bias);
    if (state[0] < 0 || state[0] > 7) fail("no such test");
    glDepthFunc(GL_NEVER + state[0]);
    glDepthMask(state[1] ? GL_TRUE : GL_FALSE);
    glPolygonOffset(bias[1], bias[0]);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    glBegin(GL_TRIANGLES);
    for (int32_t n = 0; n < 3 * state[2]; n++) {
      float v[4];
      need(v, sizeof v);
      glVertex4f(v[0], v[1], reversed ? v[3] - v[2] : v[2], v[3]);
    }
    glEnd();
    glEndQuery(GL_SAMPLES_PASSED);
    GLuint passed = 0;
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
    const uint32_t samples = passed;
    fwrite(&samples, sizeof samples, 1, stdout);
  }
  if (got) fail("the input ends within a draw");
  uint32_t *depths = malloc((size_t)width * height * 4);
  if (!depths) fail("no memory");
  glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depths);
  for (int n = 0; n < width * height; n++) depths[n] >>= 8;
  fwrite(depths, 4, (size_t)width * height, stdout);
  if (glGetError() != GL_NO_ERROR || fflush(stdout)) fail("drawing failed");
  OSMesaDestroyContext(context);
  return 0;
}
