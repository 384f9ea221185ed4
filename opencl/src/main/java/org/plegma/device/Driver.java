package org.plegma.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jspecify.annotations.Nullable;
import org.plegma.device.driver.MissingOpenCl;
import org.plegma.device.driver.NativeLibrary;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.errors.OpenClUnavailableException;
import org.plegma.device.source.Info;

/** Loads the native libraries and enumerates devices, once. */
final class Driver {
    private static @Nullable List<Device> devices;
    private static @Nullable OpenClUnavailableException problem;

    private Driver() {}

    static synchronized List<Device> devices() {
        if (problem != null) {
            throw problem;
        }
        if (devices == null) {
            try {
                devices = enumerate();
            } catch (OpenClUnavailableException e) {
                problem = e;
                throw e;
            }
        }
        return devices;
    }

    private static List<Device> enumerate() {
        List<cl_platform_id> platforms = platforms();
        List<Device> found = new ArrayList<>();
        for (cl_platform_id platform : platforms) {
            for (cl_device_id id : ids(platform)) {
                found.add(new Device(0, platform, id));
            }
        }
        if (found.isEmpty()) {
            throw new OpenClUnavailableException(MissingOpenCl.noDevice(names(platforms)), null);
        }
        found.sort(Comparator.comparingInt(device -> switch (device.kind()) {
            case GPU -> 0;
            case ACCELERATOR -> 1;
            case CPU -> 2;
        }));
        List<Device> numbered = new ArrayList<>();
        for (Device device : found) {
            numbered.add(new Device(numbered.size(), device.platformId(), device.id()));
        }
        return List.copyOf(numbered);
    }

    private static List<cl_platform_id> platforms() {
        try {
            System.getenv(); // Java copies it now, for child processes; the loader may change the original.
            NativeLibrary.load();
            int[] count = new int[1];
            int status = CL.clGetPlatformIDs(0, null, count);
            if (status != CL.CL_SUCCESS || count[0] == 0) {
                throw new OpenClUnavailableException(MissingOpenCl.noDevice(List.of()), null);
            }
            cl_platform_id[] platforms = new cl_platform_id[count[0]];
            OpenClStatus.check(CL.clGetPlatformIDs(platforms.length, platforms, null), "clGetPlatformIDs");
            return List.of(platforms);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError | UnsupportedOperationException e) {
            throw new OpenClUnavailableException(MissingOpenCl.noLoader(e), e);
        }
    }

    private static List<String> names(List<cl_platform_id> platforms) {
        return platforms.stream()
                .map(p -> new Info((name, size, value, out) -> CL.clGetPlatformInfo(p, name, size, value, out))
                        .string(CL.CL_PLATFORM_NAME))
                .toList();
    }

    private static cl_device_id[] ids(cl_platform_id platform) {
        int[] count = new int[1];
        if (CL.clGetDeviceIDs(platform, CL.CL_DEVICE_TYPE_ALL, 0, null, count) != CL.CL_SUCCESS) {
            return new cl_device_id[0];
        }
        cl_device_id[] ids = new cl_device_id[count[0]];
        if (count[0] > 0) {
            OpenClStatus.check(
                    CL.clGetDeviceIDs(platform, CL.CL_DEVICE_TYPE_ALL, ids.length, ids, null), "clGetDeviceIDs");
        }
        return ids;
    }
}
