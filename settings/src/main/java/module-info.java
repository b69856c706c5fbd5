/** Settings files whose errors name the line; files that appear whole or not at all. */
module dev.magpie.settings {
  requires static org.jspecify;
  requires org.tomlj;

  exports dev.magpie.settings;
}
