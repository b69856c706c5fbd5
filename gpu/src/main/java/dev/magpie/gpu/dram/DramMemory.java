package dev.magpie.gpu.dram;

import dev.magpie.settings.SettingsException;
import java.util.ArrayList;
import java.util.List;

/** Channels behind an address map. */
public final class DramMemory {
  private final DramConfig config;
  private final AddressMap map;
  private final List<DramChannel> channels = new ArrayList<>();

  /** Channels that nobody watches. */
  public DramMemory(DramConfig config, int channels) {
    this(config, channels, CompletionSink.NONE);
  }

  /**
   * @param sink is told when requests will be done, by any of the channels
   * @throws SettingsException if the map does not serve so many channels
   */
  public DramMemory(DramConfig config, int channels, CompletionSink sink) {
    this.config = config;
    map = AddressMap.of(config, channels);
    for (int i = 0; i < channels; i++) {
      this.channels.add(new DramChannel(config, sink, (_, _, _, _) -> {}));
    }
  }

  /** What each channel is. */
  public DramConfig config() {
    return config;
  }

  /** How addresses are taken apart. */
  public AddressMap map() {
    return map;
  }

  /** How many there are. */
  public int channels() {
    return channels.size();
  }

  /** One of them. */
  public DramChannel channel(int channel) {
    return channels.get(channel);
  }

  /** Goes on until no read waits anywhere; the result is when the last has its data. */
  public long finishReads() {
    return channels.stream().mapToLong(DramChannel::finishReads).max().orElse(0);
  }

  /** Goes on until nothing waits anywhere; the result is the cycle after the last data. */
  public long drain() {
    return channels.stream().mapToLong(DramChannel::drain).max().orElse(0);
  }

  /** What all channels have done. */
  public ChannelCounters counters() {
    ChannelCounters sum = new ChannelCounters();
    channels.forEach(channel -> sum.add(channel.counters()));
    return sum;
  }

  /** GB/s when all data buses are always busy. */
  public double peakGigabytesPerSecond() {
    return channels.size() * config.peakGigabytesPerSecond();
  }
}
