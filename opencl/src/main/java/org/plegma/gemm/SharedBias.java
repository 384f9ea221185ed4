package org.plegma.gemm;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.SharedArray;
import org.plegma.gemm.product.Epilogue;

/** The part of the bias that each device's products need, if there is one. */
final class SharedBias implements AutoCloseable {
    /** By device and panel. */
    private final List<List<Gemm>> with = new ArrayList<>();

    private final List<DeviceArray> owned = new ArrayList<>();

    /**
     * @param gemms of each device
     * @param ends where the rows of each device end, or the products of a batch
     * @param panels where panels of columns end
     */
    SharedBias(List<Gemm> gemms, Epilogue epilogue, int[] ends, boolean batch, int... panels) {
        boolean rows = epilogue.along() == Epilogue.Along.ROWS;
        Grid values = epilogue.bias() == null ? null : epilogue.bias().download();
        if (values != null && !(rows && batch)) {
            int needed = rows ? ends[ends.length - 1] : panels[panels.length - 1];
            if (values.length() != needed) {
                throw new IllegalArgumentException("The bias needs " + needed + " values, one a "
                        + (rows ? "row" : "column") + ": got " + values.length() + ".");
            }
        }
        for (int i = 0; i < gemms.size(); i++) {
            int first = i == 0 ? 0 : ends[i - 1];
            List<Gemm> each = new ArrayList<>();
            for (int panel = 0; panel < panels.length; panel++) {
                int from = panel == 0 ? 0 : panels[panel - 1];
                if (values == null || ends[i] == first) {
                    each.add(gemms.get(i));
                } else if (rows) {
                    Grid part = batch ? values : SharedArray.along(values, 0, first, ends[i] - first);
                    each.add(gemms.get(i).rowBias(upload(gemms.get(i), part)));
                } else {
                    Grid part = SharedArray.along(values, 0, from, panels[panel] - from);
                    each.add(gemms.get(i).columnBias(upload(gemms.get(i), part)));
                }
            }
            with.add(each);
        }
    }

    private DeviceArray upload(Gemm gemm, Grid part) {
        DeviceArray array = gemm.workshop().session().upload(part);
        owned.add(array);
        return array;
    }

    /** The product with its part of the bias. */
    Gemm on(int device, int panel) {
        return with.get(device).get(panel);
    }

    @Override
    public void close() {
        owned.forEach(DeviceArray::close);
    }
}
