package org.plegma.coursework.inspection;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.check.OclgrindCheck;
import org.plegma.device.errors.KernelFaultException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.rewrite.optimise.Computation;
import org.plegma.rewrite.simulator.HostCode;
import org.plegma.rewrite.simulator.Launch;

/** Values that kernels use before they are set: the simulator of rewriting takes them for 0, and a device for anything. */
public final class UnsetValues {
    private static final int SECONDS = 20;

    private UnsetValues() {}

    /** Where one is used, in a sentence; empty if there is none, or no Oclgrind to look for it. */
    public static Optional<String> find(Session session, Computation computation) {
        Optional<OclgrindCheck> check = OclgrindCheck.ifInstalled(SECONDS);
        if (check.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> values = computation.values(
                computation.sizes().get(Math.min(1, computation.sizes().size() - 1)), 3);
        try (Program program = session.compile(computation.kernels())) {
            for (Launch launch : HostCode.launches(computation.unit(), values)) {
                Kernel kernel = program.kernel(launch.kernel())
                        .global(longs(launch.global()))
                        .local(longs(launch.local()));
                List<Object> arguments = launch.arguments().stream()
                        .map(argument -> argument instanceof String name ? values.get(name) : argument)
                        .toList();
                check.get().check(kernel, arguments);
            }
        } catch (KernelFaultException e) {
            return Optional.of(SimulatorFaults.told(e));
        } catch (LaunchLimitException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static long[] longs(List<Long> sizes) {
        return sizes.stream().mapToLong(Long::longValue).toArray();
    }
}
