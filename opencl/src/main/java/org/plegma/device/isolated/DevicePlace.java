package org.plegma.device.isolated;

import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/** Where a device stands in the lists of the OpenCL loader, by which another process with the same drivers finds it. */
public record DevicePlace(int platform, int device) {
    /**
     * The place of a device.
     *
     * @throws IllegalArgumentException if the loader does not list it
     */
    public static DevicePlace of(cl_platform_id platform, cl_device_id device) {
        cl_platform_id[] platforms = platforms();
        for (int i = 0; i < platforms.length; i++) {
            cl_device_id[] devices = platforms[i].equals(platform) ? devices(platforms[i]) : new cl_device_id[0];
            for (int k = 0; k < devices.length; k++) {
                if (devices[k].equals(device)) {
                    return new DevicePlace(i, k);
                }
            }
        }
        throw new IllegalArgumentException("The OpenCL loader does not list the device " + device + ".");
    }

    cl_platform_id platformId() {
        return platforms()[platform];
    }

    cl_device_id deviceId() {
        return devices(platformId())[device];
    }

    private static cl_platform_id[] platforms() {
        int[] count = new int[1];
        CL.clGetPlatformIDs(0, null, count);
        cl_platform_id[] platforms = new cl_platform_id[count[0]];
        CL.clGetPlatformIDs(platforms.length, platforms, null);
        return platforms;
    }

    private static cl_device_id[] devices(cl_platform_id platform) {
        int[] count = new int[1];
        CL.clGetDeviceIDs(platform, CL.CL_DEVICE_TYPE_ALL, 0, null, count);
        cl_device_id[] devices = new cl_device_id[count[0]];
        CL.clGetDeviceIDs(platform, CL.CL_DEVICE_TYPE_ALL, devices.length, devices, null);
        return devices;
    }
}
