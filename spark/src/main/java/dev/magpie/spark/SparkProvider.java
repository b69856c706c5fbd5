package dev.magpie.spark;

import dev.magpie.analysis.Cluster;

/** Finds Spark clusters. */
public final class SparkProvider implements Cluster.Provider {
  private static final String LOG_CONFIGURATION = "log4j2.configurationFile";

  @Override
  public Cluster open(String address) {
    Master master = Master.parse(address);
    if (System.getProperty(LOG_CONFIGURATION) == null) {
      // Read when the first class of Spark is loaded.
      System.setProperty(LOG_CONFIGURATION, "classpath:dev/magpie/spark/log4j2.properties");
    }
    master.requireReachable();
    return SparkCluster.open(master);
  }
}
