package org.plegma.display;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.plegma.device.Device;
import org.plegma.display.grid.ValueText;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Renderer;
import org.plegma.display.page.Sheet;
import org.plegma.display.results.DeviceViews;
import org.plegma.display.results.LaneView;
import org.plegma.display.results.MeasureViews;
import org.plegma.measure.Measurement;
import org.plegma.rewrite.simulator.LanePicture;

/** Collections: of a type with a view of its own for several, of one record type as a table, else as text. */
final class CollectionView {
    private static final int ROWS = 20;
    private static final Map<Class<?>, Renderer<List<Object>>> TOGETHER = new ConcurrentHashMap<>();

    static {
        register(Device.class, devices -> DeviceViews.devices(devices).bundle());
        register(LanePicture.class, LaneView::render);
        register(Measurement.class, list -> MeasureViews.measurements(list).bundle());
    }

    private CollectionView() {}

    /** Sets how several values of a type are shown at once. */
    static <T> void register(Class<T> element, Renderer<List<T>> renderer) {
        TOGETHER.put(element, list -> {
            @SuppressWarnings("unchecked") // render() has looked at every element
            List<T> typed = (List<T>) list;
            return renderer.render(typed);
        });
    }

    static MimeBundle render(Collection<?> collection) throws Exception {
        if (!collection.isEmpty()) {
            for (Map.Entry<Class<?>, Renderer<List<Object>>> entry : TOGETHER.entrySet()) {
                if (collection.stream().allMatch(entry.getKey()::isInstance)) {
                    return entry.getValue().render(new ArrayList<>(collection));
                }
            }
            Object first = collection.iterator().next();
            if (first instanceof Record record
                    && collection.stream().allMatch(e -> e != null && e.getClass() == record.getClass())) {
                return records(record.getClass(), collection);
            }
        }
        return MimeBundle.text(ValueText.collection(collection));
    }

    /** A table with a column for each component of the record. */
    private static MimeBundle records(Class<?> type, Collection<?> records) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Sheet sheet = new Sheet(null);
        for (RecordComponent component : components) {
            boolean number = component.getType().isPrimitive()
                    ? component.getType() != boolean.class && component.getType() != char.class
                    : Number.class.isAssignableFrom(component.getType());
            if (number) {
                sheet.number(component.getName());
            } else {
                sheet.text(component.getName());
            }
        }
        for (Object record : records.stream().limit(ROWS).toList()) {
            Object[] row = new Object[components.length];
            for (int i = 0; i < row.length; i++) {
                Method accessor = components[i].getAccessor();
                accessor.setAccessible(true); // records of a notebook's cells need not be public
                Object value = accessor.invoke(record);
                row[i] = value == null
                        ? null
                        : value instanceof Double || value instanceof Float
                                ? Numbers.significant(((Number) value).doubleValue(), 6)
                                : ValueText.of(value);
            }
            sheet.row(row);
        }
        return sheet.note(Numbers.counted(records.size(), "row")
                        .transform(all -> records.size() > ROWS ? ROWS + " of " + all : all))
                .bundle();
    }
}
