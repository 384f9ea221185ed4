package org.plegma.measure.campaign;

import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.plegma.array.DataFiles;
import org.plegma.array.Hdf5;
import org.plegma.measure.Provenance;

/**
 * The HDF5 layout of a {@link Campaign}.
 *
 * <pre>
 * /                attributes format = "plegma campaign", format_version = 1
 * /title           text
 * /settings/NAME   a scalar each; a boolean is a byte
 * /provenance      JSON text; absent if none was given
 * /measurements    a table (see {@link HdfTables}), and in its group samples the raw times one after another
 * /tables/NAME     a table each
 * /arrays/NAME     a dataset each, with attributes
 * /sources/NAME    text each
 * </pre>
 *
 * <p>A NAME is escaped as column names are; {@code _names} beside them has the names as given, in order.
 */
final class CampaignFile {

    private static final String FORMAT = "plegma campaign";
    private static final int VERSION = 1;
    private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    private static final String NAMES = "_names";

    private CampaignFile() {}

    static void write(Campaign campaign, Path target) {
        Hdf5.write(target, Map.of("format", FORMAT, "format_version", VERSION), (file, grids) -> {
            putScalar(file, "title", campaign.title());
            putAll(file, "settings", campaign.settings(), (group, e) -> putScalar(group, e.name(), e.value()));
            campaign.provenance().ifPresent(p -> putScalar(file, "provenance", p.json()));
            WritableGroup measurements = file.putGroup("measurements");
            MeasurementTables.write(measurements, campaign.measurements());
            putAll(
                    file,
                    "tables",
                    campaign.tables(),
                    (group, e) -> HdfTables.write(group.putGroup(e.name()), e.value()));
            putAll(file, "arrays", campaign.arrays(), (group, e) -> grids.put(group, e.name(), e.value()));
            putAll(file, "sources", campaign.sources(), (group, e) -> putScalar(group, e.name(), e.value()));
        });
    }

    static Campaign read(Path path) {
        checkWhole(path);
        DataFiles.reading(path);
        try (HdfFile file = new HdfFile(path)) {
            checkFormat(path, file);
            Campaign campaign = new Campaign((String) data(file, "title"));
            getAll(file, "settings", CampaignFile::setting, campaign::setting);
            if (file.getChild("provenance") != null) {
                campaign.provenance(Provenance.parse((String) data(file, "provenance")));
            }
            campaign.measurements(MeasurementTables.read((Group) file.getChild("measurements")));
            getAll(file, "tables", node -> HdfTables.read((Group) node), campaign::table);
            getAll(file, "arrays", node -> Hdf5.read((Dataset) node), campaign::array);
            getAll(file, "sources", node -> (String) ((Dataset) node).getData(), campaign::source);
            return campaign;
        } catch (CampaignException e) {
            throw e;
        } catch (RuntimeException e) {
            // jhdf reports damage by whatever went wrong first: its own exception, a buffer's, an index's, a cast's.
            throw new CampaignException(path, "it is damaged (" + e + ").", e);
        }
    }

    static boolean isCampaign(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (HdfFile file = new HdfFile(path)) {
            Attribute format = file.getAttribute("format");
            return format != null && FORMAT.equals(format.getData());
        } catch (RuntimeException notReadable) {
            return false;
        }
    }

    /** An HDF5 file states its length; one that is shorter was cut off. */
    private static void checkWhole(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new CampaignException(path, "there is no such file.", null);
        }
        ByteBuffer head = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
        long size;
        try (FileChannel channel = FileChannel.open(path)) {
            size = channel.size();
            while (head.hasRemaining() && channel.read(head) >= 0) {
                // a channel may give less than asked for
            }
        } catch (IOException e) {
            throw new CampaignException(path, e.toString(), e);
        }
        for (int i = 0; i < SIGNATURE.length; i++) {
            if (head.get(i) != SIGNATURE[i]) {
                throw new CampaignException(
                        path, size == 0 ? "it is empty." : "it is not an HDF5 file (it has no HDF5 signature).", null);
            }
        }
        // Superblock versions 2 and 3, which campaigns have, keep the end of file at byte 28.
        if (head.get(8) >= 2 && head.getLong(28) > size) {
            throw new CampaignException(path, "it is cut short: " + size + " of " + head.getLong(28) + " bytes.", null);
        }
    }

    private static void checkFormat(Path path, HdfFile file) {
        Attribute format = file.getAttribute("format");
        if (format == null || !FORMAT.equals(format.getData())) {
            throw new CampaignException(
                    path,
                    "it is an HDF5 file, but not a campaign (expected the attribute format = '" + FORMAT + "', found "
                            + (format == null ? "none" : "'" + format.getData() + "'") + ").",
                    null);
        }
        int version = (Integer) file.getAttribute("format_version").getData();
        if (version > VERSION) {
            throw new CampaignException(
                    path,
                    "it has format version " + version + ", and this Plegma reads up to " + VERSION
                            + ". Read it with a newer Plegma.",
                    null);
        }
    }

    private record Entry<T>(String name, T value) {}

    private static <T> void putAll(
            WritableGroup parent, String name, Map<String, T> values, BiConsumer<WritableGroup, Entry<T>> put) {
        // No group without members: jhdf 0.13 cannot read the empty ones that it writes.
        if (!values.isEmpty()) {
            WritableGroup group = parent.putGroup(name);
            HdfTables.putText(group, NAMES, values.keySet().stream().toList());
            values.forEach((key, value) -> put.accept(group, new Entry<>(HdfTables.escape(key), value)));
        }
    }

    private static <T> void getAll(
            Group parent, String name, Function<io.jhdf.api.Node, T> get, BiConsumer<String, T> put) {
        Group group = (Group) parent.getChild(name);
        if (group != null) {
            for (String key : (String[]) data(group, NAMES)) {
                put.accept(key, get.apply(group.getChild(HdfTables.escape(key))));
            }
        }
    }

    private static void putScalar(WritableGroup group, String name, Object value) {
        if (value instanceof Boolean b) {
            group.putDataset(name, (byte) (b ? 1 : 0));
        } else if (value instanceof String text) {
            group.putDataset(name, HdfTables.checkedText(name, text));
        } else {
            group.putDataset(name, value);
        }
    }

    private static Object setting(io.jhdf.api.Node node) {
        Object value = ((Dataset) node).getData();
        return value instanceof Byte b ? (Object) (b != 0) : value;
    }

    private static Object data(Group group, String name) {
        return ((Dataset) group.getChild(name)).getData();
    }
}
