package org.plegma.rewrite.optimise.rules;

import java.util.List;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.rule.Match;
import org.plegma.rewrite.rule.Rule;
import org.plegma.rewrite.rule.Strategy;
import org.plegma.rewrite.term.Term;

/**
 * The loop of a matrix product goes through tiles: a group loads a square of each factor into local memory, from which each
 * element is used as often as the tile is wide. The products are added in the same order.
 */
public final class TileProduct {
    private TileProduct() {}

    /** The optimisation. */
    public static Optimisation optimisation() {
        Rule rule = Rule.named("tile-product")
                .because("each element is loaded once a tile instead of once a product")
                .match("if ($i < $m && $j < $n) { $T $s = $z; for (int $k = 0; $k < $l; $k++) {"
                        + " $s += $a[$i * $la:Name + $k] * $b[$k * $lb:Name + $j]; } $c[$i * $lc:Name + $j] = $s; }")
                .when(
                        "$j is always get_global_id(0) and $i get_global_id(1)",
                        match -> Kernels.isAlways(Kernels.function(match), match.term("j"), "get_global_id(0)")
                                && Kernels.isAlways(Kernels.function(match), match.term("i"), "get_global_id(1)"))
                .when("constant($z)")
                .when("the lengths of rows are no variables of the loops", match -> List.of("la", "lb", "lc").stream()
                        .noneMatch(length -> List.of("i", "j", "k", "s").stream()
                                .anyMatch(variable -> match.term(variable).equals(match.term(length)))))
                .when("text($a) != text($c) && text($b) != text($c)")
                .when("the groups are squares of a fixed size", match -> side(match) > 0)
                .then(
                        "the side of a tile",
                        match -> match.bind("q", org.plegma.rewrite.analysis.Terms.number(side(match))))
                .then(
                        "$u = fresh(\"tileA\"), $v = fresh(\"tileB\"), $x = fresh(\"column\"), $y = fresh(\"row\"), $k0 = fresh(\"start\")")
                .then("tiles in local memory", TileProduct::declare)
                .to("$ta; $tb; int $x = get_local_id(0); int $y = get_local_id(1); $T $s = $z;"
                        + " for (int $k0 = 0; $k0 < $l; $k0 += $q) {"
                        + " $u[$y][$x] = $i < $m && $k0 + $x < $l ? $a[$i * $la + $k0 + $x] : $z;"
                        + " $v[$y][$x] = $k0 + $y < $l && $j < $n ? $b[($k0 + $y) * $lb + $j] : $z;"
                        + " barrier(CLK_LOCAL_MEM_FENCE);"
                        + " for (int $k = 0; $k < $q; $k++) { $s += $u[$y][$k] * $v[$k][$x]; }"
                        + " barrier(CLK_LOCAL_MEM_FENCE); }"
                        + " if ($i < $m && $j < $n) { $c[$i * $lc + $j] = $s; }");
        return new Optimisation(
                "tile-product",
                "The inner loop of a matrix product goes through tiles in local memory, each element of which a group loads once"
                        + " and uses many times.",
                "c[i * n + j] sums a[i * l + k] * b[k * n + j] behind a test for the edges, in square groups; rows may be longer.",
                true,
                "NVIDIA, CUDA C++ Programming Guide, Shared memory; Doroshenko, Zhereb 2009",
                Examples.PRODUCT,
                RuleSet.of(Strategy.topDown(rule)));
    }

    private static long side(Match match) {
        return Kernels.launch(
                        match.root().children(),
                        Kernels.function(match).child(1).text())
                .map(call -> call.child(3))
                .filter(local -> local.toString().matches("grid\\((\\d+), \\1\\)"))
                .map(local -> Kernels.number(local.child(1)))
                .orElse(-1L);
    }

    private static void declare(Match match) {
        long side = side(match);
        String type = match.term("T").toString();
        match.bind("ta", tile(type, match.term("u"), side));
        match.bind("tb", tile(type, match.term("v"), side));
    }

    private static Term tile(String type, Term name, long side) {
        return Kernels.statement("local " + type + " " + name + "[" + side + "][" + side + "];");
    }
}
