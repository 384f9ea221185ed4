# Finds OpenCL drivers that are on the machine but not registered, as in containers that get NVIDIA's libraries from
# their host. Sourced by the launcher and part of the bundle's run script. POSIX sh; needs ldconfig for the paths.

# vendor_libraries: prints the path of every known driver library that no registered .icd file names.
vendor_libraries() {
    registered=$(cat /etc/OpenCL/vendors/*.icd 2>/dev/null || true)
    cached=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
    for library in libnvidia-opencl.so.1 libamdocl64.so libigdrcl.so; do
        case $registered in *"$library"*) continue ;; esac
        found=$(printf '%s\n' "$cached" | sed -n "s|^.*$library .*=> ||p" | head -n 1)
        for folder in $(printf '%s' "${LD_LIBRARY_PATH:-}" | tr ' :' '? ') /usr/local/nvidia/lib64 /usr/local/nvidia/lib \
            /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib/wsl/lib /opt/rocm/lib /usr/lib/x86_64-linux-gnu/intel-opencl; do
            [ -n "$found" ] || [ ! -e "$folder/$library" ] || found=$folder/$library
        done
        [ -z "$found" ] || printf '%s\n' "$found"
    done
}

# register_vendors FOLDER: makes FOLDER name every registered driver and every one that vendor_libraries finds, and points
# the OpenCL loader at it. Prints what it added; does nothing if all are registered or the user chose drivers.
register_vendors() {
    [ -z "${OCL_ICD_VENDORS:-}${OPENCL_VENDOR_PATH:-}${OCL_ICD_FILENAMES:-}" ] || return 0
    unregistered=$(vendor_libraries)
    [ -n "$unregistered" ] || return 0
    rm -rf "$1"
    mkdir -p "$1"
    for icd in /etc/OpenCL/vendors/*.icd; do
        [ ! -e "$icd" ] || cp "$icd" "$1/"
    done
    printf '%s\n' "$unregistered" | while IFS= read -r library; do
        printf '%s\n' "$library" >"$1/$(basename "$library").icd"
        echo "OpenCL driver $library is not registered; using it all the same. To register it for all programs, as root:" \
            "echo $library >/etc/OpenCL/vendors/$(basename "${library%%.so*}" | sed 's/^lib//').icd"
    done
    # A driver outside the loader's paths brings its own companions (libcuda.so.1) along.
    for folder in /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib; do
        case $unregistered in *"$folder/"*) LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ;; esac
    done
    [ -z "${LD_LIBRARY_PATH:-}" ] || export LD_LIBRARY_PATH
    OCL_ICD_VENDORS=$1
    export OCL_ICD_VENDORS
}
