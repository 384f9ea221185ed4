package org.plegma.gemm.product;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.device.DeviceArray;

/**
 * What happens to each element of a product before it is stored: a bias is added, then the activation applied.
 *
 * @param bias a value for each column or each row; null if there is none
 */
public record Epilogue(@Nullable DeviceArray bias, Along along, Activation activation) {
    /** The product is stored as it is. */
    public static final Epilogue NONE = new Epilogue(null, Along.COLUMNS, Activation.NONE);

    /** What has a bias value of its own. */
    public enum Along {
        COLUMNS,
        ROWS
    }

    /**
     * The same with a bias.
     *
     * @param newBias a value for each column or for each row of the product
     * @param newAlong for which of them
     * @throws IllegalArgumentException if it has a bias for the other one
     */
    public Epilogue with(DeviceArray newBias, Along newAlong) {
        Objects.requireNonNull(newBias, "The bias is null.");
        if (bias != null && along != newAlong) {
            throw new IllegalArgumentException(
                    "A product has one bias, a value for each column or one for each row, and not both.");
        }
        return new Epilogue(newBias, newAlong, activation);
    }

    /** The same with another function that elements go through last. */
    public Epilogue with(Activation newActivation) {
        return new Epilogue(bias, along, newActivation);
    }

    /** The macro BIAS of the kernels. */
    public int biasCode() {
        return bias == null ? 0 : along == Along.COLUMNS ? 1 : 2;
    }
}
