package dev.magpie.snapshot;

import io.jhdf.FractalHeap;
import io.jhdf.GroupSymbolTableNode;
import io.jhdf.LocalHeap;
import io.jhdf.ObjectHeader;
import io.jhdf.SymbolTableEntry;
import io.jhdf.Utils;
import io.jhdf.btree.BTreeV1;
import io.jhdf.btree.BTreeV2;
import io.jhdf.btree.record.LinkNameForIndexedGroupRecord;
import io.jhdf.object.message.LinkInfoMessage;
import io.jhdf.object.message.LinkMessage;
import io.jhdf.object.message.SymbolTableMessage;
import io.jhdf.storage.HdfBackingStorage;
import java.nio.ByteBuffer;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hard links in an HDF5 group. Soft and external links are left out: they only lead to what has
 * another place.
 */
final class Hdf5Group {
  private static final long UNDEFINED_ADDRESS = -1;

  /** Marks a soft link in a symbol table. */
  private static final int SOFT_LINK = 2;

  private Hdf5Group() {}

  /** The addresses of the group's members by their names, in name order. */
  static SortedMap<String, Long> links(HdfBackingStorage storage, ObjectHeader header) {
    SortedMap<String, Long> links = new TreeMap<>();
    if (header.hasMessageOfType(SymbolTableMessage.class)) {
      addSymbols(storage, header.getMessageOfType(SymbolTableMessage.class), links);
    } else if (header.hasMessageOfType(LinkInfoMessage.class)) {
      LinkInfoMessage info = header.getMessageOfType(LinkInfoMessage.class);
      if (info.getBTreeNameIndexAddress() == UNDEFINED_ADDRESS) {
        header.getMessagesOfType(LinkMessage.class).forEach(link -> add(link, links));
      } else {
        addIndexed(storage, info, links);
      }
    }
    return links;
  }

  /** Groups as HDF5 has kept them from its beginning: a B-tree of symbol tables. */
  private static void addSymbols(
      HdfBackingStorage storage, SymbolTableMessage table, SortedMap<String, Long> links) {
    ByteBuffer names = new LocalHeap(storage, table.getLocalHeapAddress()).getDataBuffer();
    for (long node :
        BTreeV1.createGroupBTree(storage, table.getBTreeAddress()).getChildAddresses()) {
      for (SymbolTableEntry entry :
          new GroupSymbolTableNode(storage, node).getSymbolTableEntries()) {
        if (entry.getCacheType() != SOFT_LINK) {
          names.position(entry.getLinkNameOffset());
          links.put(Utils.readUntilNull(names), entry.getObjectHeaderAddress());
        }
      }
    }
  }

  /** Large groups of HDF5 1.8 and later: link messages in a heap. */
  private static void addIndexed(
      HdfBackingStorage storage, LinkInfoMessage info, SortedMap<String, Long> links) {
    FractalHeap heap = new FractalHeap(storage, info.getFractalHeapAddress());
    BTreeV2<LinkNameForIndexedGroupRecord> index =
        new BTreeV2<>(storage, info.getBTreeNameIndexAddress());
    for (LinkNameForIndexedGroupRecord entry : index.getRecords()) {
      add(LinkMessage.fromBuffer(heap.getId(entry.getId()), storage.getSuperblock()), links);
    }
  }

  private static void add(LinkMessage link, SortedMap<String, Long> links) {
    if (link.getLinkType() == LinkMessage.LinkType.HARD) {
      links.put(link.getLinkName(), link.getHardLinkAddress());
    }
  }
}
