// Blurs the rows of an image: structures by value, one in another.

#include <cstddef>

struct Image {
    const float *pixels;
    int width;
    int height;
};

struct Filter {
    char wraps; // whether rows go on at their other ends
    Image source;
    float weights[3];
    double bias;
    short scale;
};

static_assert(sizeof(Image) == 16, "a pointer and two integers");
static_assert(offsetof(Filter, source) == 8 && offsetof(Filter, weights) == 24, "padding");
static_assert(offsetof(Filter, bias) == 40 && sizeof(Filter) == 56, "padding");

extern "C" __global__ void blur(Filter filter, float *result) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    const Image &image = filter.source;
    if (x >= image.width || y >= image.height) {
        return;
    }
    float sum = 0;
    for (int i = -1; i <= 1; i++) {
        int at = x + i;
        if (filter.wraps) {
            at = (at + image.width) % image.width;
        }
        if (at >= 0 && at < image.width) {
            sum += filter.weights[i + 1] * image.pixels[y * image.width + at];
        }
    }
    result[y * image.width + x] = filter.scale * sum + (float)filter.bias;
}
