// Draws triangles in clip space with OpenGL, in software (Mesa's OSMesa), for OpenGlTest.
// Standard input, in the machine's order of bytes: width, height, reversed, samples of a pixel, bits of
// a depth (16, 24, or 32 for floats; others than 24 have no stencil, and one sample a pixel; int32
// each), then draws:
// the test's number, writes, triangles (int32), bias units, bias slope (float), of stencil for front
// and back faces each the test's number, reference, read mask, operations by number where the test
// fails, where depths fail and where both pass, and write mask (int32), and for each triangle
// x, y, z and w of three vertices (float), with 0 <= z <= w between the near and the far plane.
// Standard output: for each draw how many samples passed (uint32), then the depths of the frame, the
// lowest row first (uint32 of so many bits), and likewise its stencil values (uint32 of 8 bits). Of several samples a pixel, a frame for each of them, and
// behind them where in the pixel they are, from its upper left corner (two floats each). Without so
// many samples a pixel the exit status is 3.
#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/glext.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*ClipControl)(GLenum origin, GLenum depth);

static void fail(const char *what) {
  fprintf(stderr, "opengl_depths: %s\n", what);
  exit(1);
}

static void need(void *to, size_t bytes) {
  if (fread(to, 1, bytes, stdin) != bytes) fail("the input ends too early");
}

static const char *VERTEX = "#version 150 compatibility\nvoid main() { gl_Position = gl_Vertex; }";

static const char *FRAGMENT =
    "#version 150 compatibility\n"
    "uniform sampler2DMS depths;\n"
    "uniform int number;\n"
    "out vec4 depth;\n"
    "void main() { depth = texelFetch(depths, ivec2(gl_FragCoord.xy), number); }";

static void attach(GLuint program, GLenum stage, const char *source) {
  GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  glAttachShader(program, shader);
}

static void complete(void) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("no such target");
}

// Makes a depth buffer of several samples a pixel and draws to it from now on.
static GLuint begin_multisampled(int width, int height, int samples) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_DEPTH_TEXTURE_SAMPLES, &most);
  if (most < samples) exit(3);
  GLuint target, texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
  glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, GL_DEPTH24_STENCIL8, width, height, GL_TRUE);
  GLint got = 0;
  glGetTexLevelParameteriv(GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES, &got);
  if (got != samples) exit(3);
  glGenFramebuffers(1, &target);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D_MULTISAMPLE, texture, 0);
  glDrawBuffer(GL_NONE);
  complete();
  glEnable(GL_MULTISAMPLE);
  return texture;
}

// Makes a depth buffer of 16 bits or of floats and draws to it from now on.
static void begin_format(int width, int height, int bits) {
  GLuint target, texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, bits == 16 ? GL_DEPTH_COMPONENT16 : GL_DEPTH_COMPONENT32F, width, height, 0,
               GL_DEPTH_COMPONENT, GL_FLOAT, NULL);
  glGenFramebuffers(1, &target);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  complete();
}

// Writes the depths of each sample, and where samples are.
static void end_multisampled(int width, int height, int samples, GLuint texture) {
  float positions[16];
  for (int s = 0; s < samples; s++) glGetMultisamplefv(GL_SAMPLE_POSITION, s, positions + 2 * s);
  GLuint program = glCreateProgram();
  attach(program, GL_VERTEX_SHADER, VERTEX);
  attach(program, GL_FRAGMENT_SHADER, FRAGMENT);
  glLinkProgram(program);
  glUseProgram(program);
  GLuint target, copy;
  glGenTextures(1, &copy);
  glBindTexture(GL_TEXTURE_2D, copy);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, height, 0, GL_RED, GL_FLOAT, NULL);
  glGenFramebuffers(1, &target);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, copy, 0);
  glDrawBuffer(GL_COLOR_ATTACHMENT0);
  complete();
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
  float *values = malloc((size_t)width * height * sizeof *values);
  if (!values) fail("no memory");
  for (int s = 0; s < samples; s++) {
    glUniform1i(glGetUniformLocation(program, "number"), s);
    glRectf(-1, -1, 1, 1);
    glReadPixels(0, 0, width, height, GL_RED, GL_FLOAT, values);
    // Rows of the target run down.
    for (int y = height - 1; y >= 0; y--) {
      for (int x = 0; x < width; x++) {
        const uint32_t depth = (uint32_t)((double)values[(size_t)y * width + x] * 0xffffff + 0.5);
        fwrite(&depth, sizeof depth, 1, stdout);
      }
    }
  }
  fwrite(positions, sizeof *positions, 2 * (size_t)samples, stdout);
}

// The order of StencilOperation.
static const GLenum OPERATIONS[] = {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INCR_WRAP, GL_DECR_WRAP, GL_INVERT};

static void set_stencil(GLenum face) {
  int32_t s[7];
  need(s, sizeof s);
  if (s[0] < 0 || s[0] > 7) fail("no such stencil test");
  for (int n = 3; n < 6; n++)
    if (s[n] < 0 || s[n] > 7) fail("no such stencil operation");
  glStencilFuncSeparate(face, GL_NEVER + s[0], s[1], (GLuint)s[2]);
  glStencilOpSeparate(face, OPERATIONS[s[3]], OPERATIONS[s[4]], OPERATIONS[s[5]]);
  glStencilMaskSeparate(face, (GLuint)s[6]);
}

int main(void) {
  int32_t frame[5];
  need(frame, sizeof frame);
  const int width = frame[0], height = frame[1], reversed = frame[2], samples = frame[3], bits = frame[4];
  if (width < 1 || height < 1 || width > 4096 || height > 4096 || samples < 1 || samples > 8)
    fail("no such frame");
  if (bits != 24 && ((bits != 16 && bits != 32) || samples != 1)) fail("no such depths");
  OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
  uint32_t *pixels = calloc((size_t)width * height, 4);
  if (!context || !pixels || !OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, width, height))
    fail("no OpenGL in software");
  ClipControl clipControl = (ClipControl)OSMesaGetProcAddress("glClipControl");
  if (!clipControl) fail("no glClipControl");
  // So that samples of a pixel are where they are in a frame whose rows run down.
  clipControl(samples == 1 ? GL_LOWER_LEFT : GL_UPPER_LEFT, GL_ZERO_TO_ONE);
  const GLuint texture = samples == 1 ? 0 : begin_multisampled(width, height, samples);
  if (bits != 24) begin_format(width, height, bits);
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_STENCIL_TEST);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glClearDepth(reversed ? 0 : 1);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
  GLuint query;
  glGenQueries(1, &query);

  int32_t state[3];
  size_t got;
  while ((got = fread(state, 1, sizeof state, stdin)) == sizeof state) {
    float bias[2];
    need(bias, sizeof bias);
    set_stencil(GL_FRONT);
    set_stencil(GL_BACK);
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
  if (samples > 1) {
    end_multisampled(width, height, samples, texture);
  } else {
    uint32_t *depths = malloc((size_t)width * height * 4);
    if (!depths) fail("no memory");
    glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, bits == 32 ? GL_FLOAT : GL_UNSIGNED_INT, depths);
    for (int n = 0; n < width * height; n++) depths[n] >>= 32 - bits;
    fwrite(depths, 4, (size_t)width * height, stdout);
    memset(depths, 0, (size_t)width * height * 4);
    if (bits == 24) glReadPixels(0, 0, width, height, GL_STENCIL_INDEX, GL_UNSIGNED_INT, depths);
    fwrite(depths, 4, (size_t)width * height, stdout);
  }
  if (glGetError() != GL_NO_ERROR || fflush(stdout)) fail("drawing failed");
  OSMesaDestroyContext(context);
  return 0;
}
