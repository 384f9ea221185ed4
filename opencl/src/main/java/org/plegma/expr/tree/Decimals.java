package org.plegma.expr.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.commons.math3.fraction.BigFraction;

/** Writes exact rationals so that they are read back exactly. */
public final class Decimals {
    private static final int MAX_SIGNIFICANT = 20;
    private static final int MAX_DECIMALS = 400;
    private static final BigInteger FIVE = BigInteger.valueOf(5);

    private Decimals() {}

    /** A short decimal where there is one, else a fraction {@code n/d}; {@code value} is not negative. */
    public static String text(BigFraction value) {
        BigInteger denominator = value.getDenominator();
        int decimals = decimals(denominator);
        if (decimals <= MAX_DECIMALS) {
            BigInteger unscaled =
                    value.getNumerator().multiply(BigInteger.TEN.pow(decimals)).divide(denominator);
            BigDecimal decimal = new BigDecimal(unscaled, decimals).stripTrailingZeros();
            if (decimal.precision() <= MAX_SIGNIFICANT) {
                boolean plain = decimal.scale() <= 0 && decimal.precision() - decimal.scale() <= MAX_SIGNIFICANT;
                return plain ? decimal.toPlainString() : decimal.toString().replace("E", "e");
            }
        }
        return denominator.equals(BigInteger.ONE)
                ? value.getNumerator().toString()
                : value.getNumerator() + "/" + denominator;
    }

    /** The number of decimals of 1/denominator, or a large number if they do not end. */
    private static int decimals(BigInteger denominator) {
        int twos = denominator.getLowestSetBit();
        BigInteger rest = denominator.shiftRight(twos);
        int fives = 0;
        while (fives <= MAX_DECIMALS && rest.mod(FIVE).signum() == 0) {
            rest = rest.divide(FIVE);
            fives++;
        }
        return rest.equals(BigInteger.ONE) ? Math.max(twos, fives) : Integer.MAX_VALUE;
    }
}
