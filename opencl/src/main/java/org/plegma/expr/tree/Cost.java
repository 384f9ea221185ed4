package org.plegma.expr.tree;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plegma.expr.tree.Expr.Access;

/**
 * What one cell and step cost.
 *
 * @param points field reads, each cell and level once
 * @param additions additions and subtractions
 * @param multiplications multiplications, and those of whole powers; a change of sign is free
 * @param divisions divisions
 * @param functions square roots, exponentials and other functions, and powers that are not whole
 * @param comparisons comparisons and choices
 * @param levelsRead fields and time levels that are read: each comes from memory once if neighbours are reused
 * @param fieldsWritten fields that are written
 */
public record Cost(
        int points,
        int additions,
        int multiplications,
        int divisions,
        int functions,
        int comparisons,
        int levelsRead,
        int fieldsWritten) {

    /** The cost of computing trees as they stand; subtrees that occur twice are computed once. */
    public static Cost of(List<Expr> results) {
        Set<Expr> seen = new HashSet<>();
        int[] count = new int[5];
        results.forEach(result -> count(result, seen, count));
        Set<Access> accesses = new HashSet<>();
        results.forEach(result -> accesses.addAll(Exprs.accesses(result)));
        int levels = (int) accesses.stream()
                .map(access -> access.field() + " " + access.level())
                .distinct()
                .count();
        return new Cost(accesses.size(), count[0], count[1], count[2], count[3], count[4], levels, results.size());
    }

    /** Additions, multiplications and divisions: the number that a rate in FLOP/s counts. */
    public int flops() {
        return additions + multiplications + divisions;
    }

    /** The least traffic with memory for a cell and step, in bytes, if every neighbour is found on chip. */
    public long bytes(int elementBytes) {
        return (long) (levelsRead + fieldsWritten) * elementBytes;
    }

    private static void count(Expr e, Set<Expr> seen, int[] count) {
        // What depends on parameters alone is computed once a launch, not once a cell.
        if (Exprs.isUniform(e) || !seen.add(e)) {
            return;
        }
        e.children().forEach(child -> count(child, seen, count));
        if (e instanceof Expr.Sum sum) {
            count[0] += perCell(sum.terms()) - 1;
        } else if (e instanceof Expr.Product product) {
            count[1] += perCell(product.factors()) - 1;
            if (product.factors().stream().filter(Exprs::isUniform).toList().equals(List.of(Exprs.MINUS_ONE))) {
                count[1]--;
            }
        } else if (e instanceof Expr.Quotient) {
            count[2]++;
        } else if (e instanceof Expr.Power power) {
            countPower(power, count);
        } else if (e instanceof Expr.Call) {
            count[3]++;
        } else if (e instanceof Expr.Compare || e instanceof Expr.Select) {
            count[4]++;
        }
    }

    /** The operands that remain when those that are the same in every cell are put together beforehand. */
    private static int perCell(List<Expr> operands) {
        int uniform = (int) operands.stream().filter(Exprs::isUniform).count();
        return operands.size() - Math.max(0, uniform - 1);
    }

    private static void countPower(Expr.Power power, int[] count) {
        int exponent = power.exponent() instanceof Expr.Num number
                ? Exact.asInt(number.value()).map(Math::abs).orElse(0)
                : 0;
        if (exponent == 0) {
            count[3]++;
        } else {
            // Square and multiply.
            count[1] += 31 - Integer.numberOfLeadingZeros(exponent) + Integer.bitCount(exponent) - 1;
        }
    }
}
