package org.plegma.gemm.product;

/**
 * A sum of products in twice the precision of double: algorithm Dot2 of Ogita, Rump and Oishi, "Accurate sum and dot
 * product", SIAM J. Sci. Comput. 26 (2005).
 */
public final class CompensatedSum {
    private double sum;
    private double lost;
    private double magnitude;

    /** Adds {@code x*y}. */
    public void add(double x, double y) {
        double product = x * y;
        double total = sum + product;
        double part = total - sum;
        lost += ((sum - (total - part)) + (product - part)) + Math.fma(x, y, -product);
        sum = total;
        magnitude += Math.abs(product);
    }

    /** The sum; if it is not finite, as plain addition gives it. */
    public double value() {
        return Double.isFinite(sum) ? sum + lost : sum;
    }

    /** The sum of the products' magnitudes. */
    public double magnitude() {
        return magnitude;
    }
}
