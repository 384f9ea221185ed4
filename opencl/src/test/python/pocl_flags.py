"""Prints options by which PoCL compiles the tests' kernels quickly: POCL_EXTRA_BUILD_FLAGS of docs/decisions/036.

    pocl_flags.py FOLDER

PoCL reads the declarations of OpenCL C anew for each program, which takes longer than all else of a small one. Here Clang reads
them once into FOLDER. Where its release is not PoCL's, or PoCL does not take the file, only the optimizer is left out.
"""

import ctypes
import os
import pathlib
import re
import subprocess
import sys

WITHOUT_OPTIMIZER = "-cl-opt-disable"
HEADERS = ["_builtin_renames.h", "pocl_types.h", "opencl-c-base.h", "_kernel.h"]
KERNEL = b"kernel void k(global float4* x) { x[get_global_id(0)] = native_sin(x[0]); }"
PLATFORM_VERSION, PLATFORM_NAME = 0x0901, 0x0902
LONGEST = 140  # the flags become part of names of files, which may have 255


def build():
    """Compiles a kernel by PoCL, whose flags the environment tells; the platform's version, or None if there is no PoCL."""
    cl = ctypes.CDLL("libOpenCL.so.1")
    for name in ("clCreateContext", "clCreateProgramWithSource"):
        getattr(cl, name).restype = ctypes.c_void_p
    count, platforms = ctypes.c_uint(), (ctypes.c_void_p * 16)()
    cl.clGetPlatformIDs(16, platforms, ctypes.byref(count))
    for platform in platforms[:count.value]:
        text = ctypes.create_string_buffer(1000)
        cl.clGetPlatformInfo(ctypes.c_void_p(platform), PLATFORM_NAME, 1000, text, None)
        if text.value == b"Portable Computing Language":
            device, status = ctypes.c_void_p(), ctypes.c_int()
            cl.clGetDeviceIDs(ctypes.c_void_p(platform), ctypes.c_ulong(0xFFFFFFFF), 1, ctypes.byref(device), None)
            context = cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None)
            source = ctypes.c_char_p(KERNEL)
            program = cl.clCreateProgramWithSource(ctypes.c_void_p(context), 1, ctypes.byref(source), None, ctypes.byref(status))
            if cl.clBuildProgram(ctypes.c_void_p(program), 1, ctypes.byref(device), b"-cl-kernel-arg-info", None, None):
                return None
            cl.clGetPlatformInfo(ctypes.c_void_p(platform), PLATFORM_VERSION, 1000, text, None)
            return text.value.decode()
    return None


def built(flags, folder, **environment):
    """What a process prints that does so without what PoCL has in its cache; empty if it fails."""
    environment.update(POCL_EXTRA_BUILD_FLAGS=flags, POCL_KERNEL_CACHE="0", POCL_CACHE_DIR=str(folder / "cache"))
    ended = subprocess.run([sys.executable, __file__, "--build"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           universal_newlines=True, errors="replace", env={**os.environ, **environment})
    return ended.stdout if ended.returncode == 0 else ""


def flags(folder):
    told = built(WITHOUT_OPTIMIZER, folder, POCL_DEBUG="llvm")
    options = re.search(r"all build options: (.*)", told)
    release = re.search(r"LLVM (\d+)", told)
    include = pathlib.Path("/usr/share/pocl/include")
    file = folder / "opencl.pch"
    if not options or not release or not (include / HEADERS[-1]).is_file() or re.search(r"\s", str(file)):
        return WITHOUT_OPTIMIZER
    headers = folder / "opencl.h"
    headers.write_text("".join(f'#include "{include / name}"\n' for name in HEADERS))
    try:
        subprocess.run([f"clang-{release[1]}", "-cc1", *options[1].split(), f"-I{include}", "-x", "cl-header", "-emit-pch", "-o", file, headers],
                       check=True, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return WITHOUT_OPTIMIZER
    # PoCL takes no other options than those of OpenCL, and divides at blanks; Clang divides at tabs, too.
    quick = f"{WITHOUT_OPTIMIZER} -I{include}\t-include-pch\t{file}\t-fno-validate-pch"
    return quick if len(quick) <= LONGEST and built(quick, folder) else WITHOUT_OPTIMIZER


if __name__ == "__main__":
    if sys.argv[1] == "--build":
        version = build()
        print(version)
        sys.exit(version is None)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(flags(folder))
