package org.plegma.stencil.method.partialsums;

import java.util.List;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.DirectTile;

/**
 * Brings each plane to local memory through registers: while one is computed, the vectors of the next wait in registers, and
 * go to the other half of local memory at their turn. One barrier a plane.
 */
final class RegisterFeed extends PlaneFeed {
    RegisterFeed(StencilInstance instance, DirectTile tile, List<String> levels) {
        super(instance, tile, levels);
    }

    @Override
    int planes() {
        return 2;
    }

    @Override
    String functions() {
        return "";
    }

    private int rounds() {
        return (count() + items() - 1) / items();
    }

    @Override
    String start() {
        StringBuilder out = new StringBuilder();
        out.append("    const int plane = %s;\n"
                .formatted(fold(0, "first - " + instance.spec().footprint().low(0))));
        out.append(
                "    // Which vectors of a plane, neighbours of the group included, this work-item brings to local memory.\n");
        for (int round = 0; round < rounds(); round++) {
            String at = "at" + round;
            out.append("    const int %s = ty*%s + tx%s;\n"
                    .formatted(at, tile.groupX(), round == 0 ? "" : " + " + round * items()));
            out.append("    const int gx%s = %s;\n".formatted(round, column(at)));
            out.append("    const int row%s = %s;\n".formatted(round, row(at)));
            out.append(
                    vector == 1
                            ? "    const int column%s = %s;\n".formatted(round, fold(2, "gx" + round))
                            : "    const int in%s = gx%1$s >= 0 && gx%1$s < n2;\n".formatted(round));
            for (String level : levels) {
                out.append("    %s next%s_%s = %s;\n".formatted(cells, round, level, load(level, round, "plane")));
            }
        }
        return out.toString();
    }

    private String load(String level, int round, String plane) {
        return load(level, plane, "row" + round, (vector == 1 ? "column" : "gx") + round, "in" + round);
    }

    @Override
    String arrive() {
        StringBuilder out = new StringBuilder();
        for (int round = 0; round < rounds(); round++) {
            for (String level : levels) {
                boolean partly = (round + 1) * items() > count();
                out.append("        %splane_%s[now][at%s] = next%3$s_%2$s;\n"
                        .formatted(partly ? "if (at%s < %s) ".formatted(round, count()) : "", level, round));
            }
        }
        out.append(
                "        barrier(CLK_LOCAL_MEM_FENCE);\n        if (z + 1 < end + %s) {\n            const int next = %s;\n"
                        .formatted(instance.spec().footprint().high(0), fold(0, "z + 1")));
        for (int round = 0; round < rounds(); round++) {
            for (String level : levels) {
                out.append("            next%s_%s = %s;\n".formatted(round, level, load(level, round, "next")));
            }
        }
        return out.append("        }\n").toString();
    }

    @Override
    String advance() {
        return "        now ^= 1;\n";
    }
}
