package org.plegma.array.hdf5;

import io.jhdf.AbstractNode;
import io.jhdf.CommittedDatatype;
import io.jhdf.FractalHeap;
import io.jhdf.GroupSymbolTableNode;
import io.jhdf.LocalHeap;
import io.jhdf.ObjectHeader;
import io.jhdf.SymbolTableEntry;
import io.jhdf.Utils;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import io.jhdf.api.NodeType;
import io.jhdf.btree.BTreeV1;
import io.jhdf.btree.BTreeV2;
import io.jhdf.btree.record.LinkNameForIndexedGroupRecord;
import io.jhdf.dataset.DatasetLoader;
import io.jhdf.exceptions.HdfException;
import io.jhdf.exceptions.UnsupportedHdfException;
import io.jhdf.links.ExternalLink;
import io.jhdf.links.SoftLink;
import io.jhdf.object.datatype.OpaqueDataType;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import io.jhdf.object.message.DataSpaceMessage;
import io.jhdf.object.message.DataTypeMessage;
import io.jhdf.object.message.LinkInfoMessage;
import io.jhdf.object.message.LinkMessage;
import io.jhdf.object.message.SymbolTableMessage;
import io.jhdf.storage.HdfBackingStorage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group. The library reads all or none; where one is of a kind that it does not know, such as opaque values,
 * references to regions or virtual datasets, the members are read here one by one, and only that one is left out.
 */
public final class Hdf5Links {
    private static final int SOFT = 2;

    private final Group group;
    private final HdfBackingStorage file;
    private final Map<String, Node> members = new LinkedHashMap<>();
    private final Map<String, String> unknown = new LinkedHashMap<>();

    private Hdf5Links(Group group) {
        this.group = group;
        this.file = group.getHdfFile().getHdfBackingStorage();
    }

    /**
     * The members of a group by their names.
     *
     * @param unknown gets those that are of unknown kinds, and what they are
     */
    public static Map<String, Node> of(Group group, Map<String, String> unknown) {
        if (!(group instanceof MemberGroup)) {
            try {
                return group.getChildren();
            } catch (HdfException e) {
                if (!isUnknownKind(e)) {
                    throw e;
                }
            }
        }
        Hdf5Links links = new Hdf5Links(group);
        links.read();
        unknown.putAll(links.unknown);
        return links.members;
    }

    /** What a link leads to, null if it is not there. The library finds nothing by way of a group that it cannot read. */
    public static @Nullable Node target(Link link) {
        if (!isBroken(link)) {
            return link.getTarget();
        }
        String path = link.getTargetPath();
        Node node = !(link instanceof SoftLink) ? null : path.startsWith("/") ? link.getHdfFile() : link.getParent();
        for (String part : path.split("/")) {
            if (!part.isEmpty()) {
                node = node instanceof Group parent
                        ? of(parent, new LinkedHashMap<>()).get(part)
                        : null;
            }
        }
        return node instanceof Link ? null : node;
    }

    /** What lies at a path, null if nothing does; a link that leads nowhere is there itself. */
    public static @Nullable Node find(Group group, String path) {
        Node node = group;
        for (String part : path.split("/")) {
            if (!part.isEmpty()) {
                node = node instanceof Group parent ? member(parent, part) : null;
                Node target = node instanceof Link link ? target(link) : null;
                node = target == null ? node : target;
            }
        }
        return node;
    }

    private static @Nullable Node member(Group group, String name) {
        Map<String, String> unknown = new LinkedHashMap<>();
        Node node = of(group, unknown).get(name);
        if (unknown.containsKey(name)) {
            throw new UnreadableFileException("'" + name + "' is " + unknown.get(name) + ".", null);
        }
        return node;
    }

    /** The library follows links that lead to each other until its stack is full. */
    private static boolean isBroken(Link link) {
        try {
            return link.isBrokenLink();
        } catch (StackOverflowError circle) {
            return true;
        }
    }

    /** Damage is no unknown kind: who reads a file has to learn of it. */
    private static boolean isUnknownKind(Throwable e) {
        Throwable first = first(e);
        return first instanceof UnsupportedHdfException
                || isFrom(first, OpaqueDataType.class)
                || isChunkNeverWritten(first);
    }

    /** A single packed chunk has a size in the layout, which is all bits until the chunk is written. */
    private static boolean isChunkNeverWritten(Throwable first) {
        return first instanceof ArithmeticException && isFrom(first, ChunkedDataLayoutMessageV4.class);
    }

    private static boolean isFrom(Throwable error, Class<?> type) {
        return Arrays.stream(error.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(type.getName()));
    }

    /** What an error began with. */
    public static Throwable first(Throwable error) {
        Throwable first = error;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first;
    }

    private void read() {
        ObjectHeader header = ObjectHeader.readObjectHeader(file, group.getAddress());
        if (header.hasMessageOfType(SymbolTableMessage.class)) {
            readTable(header.getMessageOfType(SymbolTableMessage.class));
            return;
        }
        LinkInfoMessage info = header.getMessageOfType(LinkInfoMessage.class);
        if (info.getBTreeNameIndexAddress() == Hdf5Bytes.UNDEFINED) {
            header.getMessagesOfType(LinkMessage.class).forEach(this::add);
            return;
        }
        FractalHeap heap = new FractalHeap(file, info.getFractalHeapAddress());
        new BTreeV2<LinkNameForIndexedGroupRecord>(file, info.getBTreeNameIndexAddress())
                .getRecords()
                .forEach(link -> add(LinkMessage.fromBuffer(heap.getId(link.getId()), file.getSuperblock())));
    }

    private void readTable(SymbolTableMessage table) {
        ByteBuffer names = new LocalHeap(file, table.getLocalHeapAddress()).getDataBuffer();
        for (long child :
                BTreeV1.createGroupBTree(file, table.getBTreeAddress()).getChildAddresses()) {
            for (SymbolTableEntry entry : new GroupSymbolTableNode(file, child).getSymbolTableEntries()) {
                String name = text(names, entry.getLinkNameOffset());
                if (entry.getCacheType() == SOFT) {
                    members.put(name, new SoftLink(text(names, entry.getLinkValueOffset()), name, group));
                } else {
                    add(name, entry.getObjectHeaderAddress());
                }
            }
        }
    }

    private static String text(ByteBuffer names, int offset) {
        names.position(offset);
        return Utils.readUntilNull(names);
    }

    private void add(LinkMessage link) {
        String name = link.getLinkName();
        switch (link.getLinkType()) {
            case HARD -> add(name, link.getHardLinkAddress());
            case SOFT -> members.put(name, new SoftLink(link.getSoftLink(), name, group));
            default -> members.put(name, new ExternalLink(link.getExternalFile(), link.getExternalPath(), name, group));
        }
    }

    private Node node(String name, long address) {
        ObjectHeader header = ObjectHeader.readObjectHeader(file, address);
        if (header.hasMessageOfType(DataSpaceMessage.class)) {
            return DatasetLoader.createDataset(file, header, name, group);
        }
        return header.hasMessageOfType(DataTypeMessage.class)
                ? new CommittedDatatype(file, address, name, group)
                : new MemberGroup(file, address, name, group);
    }

    private void add(String name, long address) {
        try {
            members.put(name, node(name, address));
        } catch (HdfException e) {
            if (!isUnknownKind(e)) {
                throw e;
            }
            Throwable first = first(e);
            String kind = first instanceof UnsupportedHdfException
                    ? first.getMessage()
                    : isChunkNeverWritten(first)
                            ? "it is one packed chunk that was never written"
                            : "it has opaque values";
            unknown.put(name, "of a kind that cannot be read (" + kind + ")");
        }
    }

    /** A group in one that the library did not read. */
    private static final class MemberGroup extends AbstractNode implements Group {
        private MemberGroup(HdfBackingStorage file, long address, String name, Group parent) {
            super(file, address, name, parent);
        }

        @Override
        public NodeType getType() {
            return NodeType.GROUP;
        }

        @Override
        public String getPath() {
            return super.getPath() + "/";
        }

        @Override
        public Map<String, Node> getChildren() {
            return of(this, new LinkedHashMap<>());
        }

        @Override
        public @Nullable Node getChild(String child) {
            return getChildren().get(child);
        }

        @Override
        public Node getByPath(String path) {
            throw new UnsupportedOperationException(path);
        }

        @Override
        public Dataset getDatasetByPath(String path) {
            throw new UnsupportedOperationException(path);
        }

        @Override
        public boolean isLinkCreationOrderTracked() {
            return false;
        }

        @Override
        public Iterator<Node> iterator() {
            return getChildren().values().iterator();
        }
    }
}
