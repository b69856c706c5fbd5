# A sun with two cascades of shadows, a ship on a sea, crates and glass on the water around it.
extends Spatial

func _ready():
	add_camera()
	add_sun()
	add_ship(OS.get_environment("MAGPIE_SHIP"))
	add_sea()
	add_crates()
	add_glass()

func add_camera():
	var camera = Camera.new()
	camera.fov = 60
	camera.near = 0.25
	camera.far = 100
	add_child(camera)
	camera.look_at_from_position(Vector3(9, 6, 10), Vector3(1, 6, 0), Vector3.UP)
	camera.make_current()

func add_sun():
	var sun = DirectionalLight.new()
	add_child(sun)
	sun.look_at_from_position(Vector3(8, 14, 6), Vector3.ZERO, Vector3.UP)
	sun.shadow_enabled = true
	sun.directional_shadow_mode = DirectionalLight.SHADOW_PARALLEL_2_SPLITS
	sun.directional_shadow_max_distance = 60

func add_ship(path):
	var file = File.new()
	if file.open(path, File.READ) != OK:
		push_error("no mesh at MAGPIE_SHIP: " + path)
		get_tree().quit(1)
		return
	var count = file.get_32()
	var triangles = file.get_32()
	var vertices = PoolVector3Array()
	vertices.resize(count)
	for v in count:
		var x = file.get_float()
		var y = file.get_float()
		vertices[v] = Vector3(x, y, file.get_float())
	var indices = PoolIntArray()
	indices.resize(3 * triangles)
	# Godot has fronts run clockwise.
	for t in triangles:
		indices[3 * t] = file.get_32()
		indices[3 * t + 2] = file.get_32()
		indices[3 * t + 1] = file.get_32()
	var arrays = []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = vertices
	arrays[Mesh.ARRAY_NORMAL] = normals(vertices, indices)
	arrays[Mesh.ARRAY_INDEX] = indices
	var mesh = ArrayMesh.new()
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [], 0)
	add("ship", mesh, Color(0.6, 0.45, 0.3), Transform.IDENTITY)

func normals(vertices, indices):
	var sums = PoolVector3Array()
	sums.resize(vertices.size())
	for t in range(0, indices.size(), 3):
		var a = vertices[indices[t]]
		var normal = (vertices[indices[t + 2]] - a).cross(vertices[indices[t + 1]] - a)
		for corner in 3:
			sums[indices[t + corner]] += normal
	for v in sums.size():
		sums[v] = sums[v].normalized()
	return sums

func add_sea():
	var sea = PlaneMesh.new()
	sea.size = Vector2(120, 120)
	sea.subdivide_width = 30
	sea.subdivide_depth = 30
	add("sea", sea, Color(0.1, 0.3, 0.4), Transform(Basis.IDENTITY, Vector3(0, -0.5, 0)))

func add_crates():
	for n in 24:
		var crate = CubeMesh.new()
		var size = 0.5 + 0.35 * (n % 3)
		crate.size = Vector3(size, size, size)
		var angle = 2.4 * n
		var place = Vector3(sin(angle), 0, cos(angle)) * (6 + 0.55 * n)
		add("crate", crate, Color(0.5, 0.4, 0.2), Transform(Basis(Vector3.UP, angle), place))

func add_glass():
	for n in 6:
		var ball = SphereMesh.new()
		ball.radius = 0.7
		ball.height = 1.4
		var instance = add("glass", ball, Color(0.4, 0.6, 0.8, 0.4),
				Transform(Basis.IDENTITY, Vector3(3.0 * n - 6, 0.6, 5.5)))
		instance.material_override.flags_transparent = true

func add(name, mesh, color, transform):
	var instance = MeshInstance.new()
	var material = SpatialMaterial.new()
	material.albedo_color = color
	instance.name = name
	instance.mesh = mesh
	instance.material_override = material
	instance.transform = transform
	add_child(instance)
	return instance
