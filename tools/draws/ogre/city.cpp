// A mesh, cut into blocks of a grid, under a sun with three cascades of shadows, drawn by OGRE.
// Arguments: a mesh as compact_mesh.py writes it.

#include <Ogre.h>
#include <OgreRTShaderSystem.h>
#include <OgreShadowCameraSetupPSSM.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <stdexcept>
#include <vector>

namespace {

constexpr float BLOCK = 50;

// What is farther from the eye is left out, but for the ground.
constexpr float REACH = 270;

const Ogre::Vector3 EYE(20, 75, -40);
const Ogre::Vector3 AT(-40, 10, 160);

struct Mesh {
  std::vector<Ogre::Vector3> vertices;
  std::vector<std::uint32_t> corners;
};

Mesh read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::int32_t counts[2];
  if (!file.read(reinterpret_cast<char*>(counts), sizeof counts)) {
    throw std::runtime_error(std::string("cannot read ") + path);
  }
  Mesh mesh;
  std::vector<float> places(3 * counts[0]);
  mesh.corners.resize(3 * counts[1]);
  file.read(reinterpret_cast<char*>(places.data()), places.size() * sizeof(float));
  if (!file.read(reinterpret_cast<char*>(mesh.corners.data()), mesh.corners.size() * 4)) {
    throw std::runtime_error(std::string("is cut short: ") + path);
  }
  for (std::size_t n = 0; n < places.size(); n += 3) {
    mesh.vertices.emplace_back(places[n], places[n + 1], places[n + 2]);
  }
  return mesh;
}

/** Makes RTSS's shaders for materials that have none. */
struct Resolver : Ogre::MaterialManager::Listener {
  Ogre::Technique* handleSchemeNotFound(
      unsigned short, const Ogre::String& scheme, Ogre::Material* material, unsigned short,
      const Ogre::Renderable*) override {
    auto& generator = Ogre::RTShader::ShaderGenerator::getSingleton();
    if (!generator.createShaderBasedTechnique(
            *material, Ogre::MaterialManager::DEFAULT_SCHEME_NAME, scheme)) {
      return nullptr;
    }
    generator.validateMaterial(scheme, material->getName(), material->getGroup());
    for (auto* technique : material->getTechniques()) {
      if (technique->getSchemeName() == scheme) {
        return technique;
      }
    }
    return nullptr;
  }
};

void addBlocks(Ogre::SceneManager* scene, const Mesh& mesh) {
  std::map<std::pair<int, int>, std::vector<std::uint32_t>> blocks;
  for (std::size_t t = 0; t < mesh.corners.size(); t += 3) {
    const Ogre::Vector3& first = mesh.vertices[mesh.corners[t]];
    bool isGround = first.distance(mesh.vertices[mesh.corners[t + 1]]) > REACH;
    if (first.distance(EYE) > REACH && !isGround) {
      continue;
    }
    auto& block = blocks[{int(std::floor(first.x / BLOCK)), int(std::floor(first.z / BLOCK))}];
    block.insert(block.end(), &mesh.corners[t], &mesh.corners[t] + 3);
  }
  for (const auto& [place, corners] : blocks) {
    Ogre::ManualObject* object = scene->createManualObject();
    object->begin("stone", Ogre::RenderOperation::OT_TRIANGLE_LIST);
    std::map<std::pair<std::uint32_t, int>, std::uint32_t> numbers;
    for (std::size_t t = 0; t < corners.size(); t += 3) {
      const Ogre::Vector3& a = mesh.vertices[corners[t]];
      Ogre::Vector3 normal =
          (mesh.vertices[corners[t + 1]] - a).crossProduct(mesh.vertices[corners[t + 2]] - a);
      normal.normalise();
      // Faces share a vertex where they look the same way.
      int way = int(normal.x * 8) * 10000 + int(normal.y * 8) * 100 + int(normal.z * 8);
      for (int corner = 0; corner < 3; corner++) {
        std::uint32_t vertex = corners[t + corner];
        auto [at, isNew] = numbers.try_emplace({vertex, way}, std::uint32_t(numbers.size()));
        if (isNew) {
          object->position(mesh.vertices[vertex]);
          object->normal(normal);
        }
        object->index(at->second);
      }
    }
    object->end();
    object->setCastShadows(true);
    scene->getRootSceneNode()->attachObject(object);
  }
}

}  // namespace

int main(int, char** arguments) {
  Ogre::Root root("", "", "");
  const std::string plugins = "/usr/lib/x86_64-linux-gnu/OGRE/";
  root.loadPlugin(plugins + "RenderSystem_GL3Plus");
  root.setRenderSystem(root.getAvailableRenderers().front());
  root.initialise(false);
  Ogre::NameValuePairList options{{"vsync", "no"}, {"FSAA", "0"}};
  Ogre::RenderWindow* window = root.createRenderWindow("city", 1280, 720, false, &options);
  Ogre::RTShader::ShaderGenerator::initialize();
  auto& resources = Ogre::ResourceGroupManager::getSingleton();
  for (const char* folder : {"ShadowVolume", "RTShaderLib/materials", "RTShaderLib/GLSL"}) {
    resources.addResourceLocation(
        std::string("/usr/share/OGRE/Media/") + folder, "FileSystem", Ogre::RGN_INTERNAL);
  }
  resources.initialiseAllResourceGroups();

  Ogre::SceneManager* scene = root.createSceneManager();
  auto& generator = Ogre::RTShader::ShaderGenerator::getSingleton();
  generator.addSceneManager(scene);
  Resolver resolver;
  Ogre::MaterialManager::getSingleton().addListener(&resolver);

  Ogre::Camera* camera = scene->createCamera("camera");
  camera->setNearClipDistance(2);
  camera->setFarClipDistance(2000);
  camera->setFOVy(Ogre::Degree(55));
  Ogre::SceneNode* eye = scene->getRootSceneNode()->createChildSceneNode();
  eye->attachObject(camera);
  eye->setFixedYawAxis(true);
  eye->setPosition(EYE);
  eye->lookAt(AT, Ogre::Node::TS_PARENT);
  Ogre::Viewport* view = window->addViewport(camera);
  camera->setAspectRatio(1280.0f / 720);
  view->setMaterialScheme(Ogre::RTShader::ShaderGenerator::DEFAULT_SCHEME_NAME);

  scene->setShadowTechnique(Ogre::SHADOWTYPE_TEXTURE_ADDITIVE_INTEGRATED);
  scene->setShadowFarDistance(400);
  scene->setShadowTextureCountPerLightType(Ogre::Light::LT_DIRECTIONAL, 3);
  scene->setShadowTextureSettings(1024, 3, Ogre::PF_DEPTH16);
  scene->setShadowTextureSelfShadow(true);
  scene->setShadowCasterRenderBackFaces(false);
  auto* cascades = new Ogre::PSSMShadowCameraSetup;
  cascades->calculateSplitPoints(3, 60, 400);
  cascades->setSplitPadding(5);
  scene->setShadowCameraSetup(Ogre::ShadowCameraSetupPtr(cascades));
  auto* state = generator.getRenderState(Ogre::RTShader::ShaderGenerator::DEFAULT_SCHEME_NAME);
  auto* shadows = generator.createSubRenderState("SGX_IntegratedPSSM3");
  state->addTemplateSubRenderState(shadows);
  static_cast<Ogre::RTShader::IntegratedPSSM3*>(shadows)->setSplitPoints(cascades->getSplitPoints());

  Ogre::Light* sun = scene->createLight();
  sun->setType(Ogre::Light::LT_DIRECTIONAL);
  Ogre::SceneNode* above = scene->getRootSceneNode()->createChildSceneNode();
  above->attachObject(sun);
  above->setDirection(Ogre::Vector3(-0.5, -1, -0.35), Ogre::Node::TS_WORLD);
  scene->setAmbientLight(Ogre::ColourValue(0.2, 0.2, 0.25));

  auto stone = Ogre::MaterialManager::getSingleton().create("stone", Ogre::RGN_DEFAULT);
  stone->setDiffuse(0.7, 0.65, 0.6, 1);
  addBlocks(scene, read(arguments[1]));

  while (!window->isClosed()) {
    root.renderOneFrame();
  }
}
