#!/bin/sh
# bundle-oclgrind.sh FOLDER: puts Oclgrind's command oclgrind-kernel into FOLDER, with all that it needs beyond glibc and the
# C++ library, so that it runs on an x86-64 Linux machine that has none of it. FOLDER/oclgrind-kernel starts it; some 200 MB.
# Called by bundle.sh, and by itself where one archive would be too large. POSIX sh.
set -eu
program=$(command -v oclgrind-kernel) || {
    echo "plegma: Oclgrind is not installed here; apt-get install oclgrind" >&2
    exit 1
}
mkdir -p "$1/lib"
cp "$program" "$1/lib/oclgrind-kernel"
ldd "$program" | sed -n 's|^.*=> \(/.*\) (0x.*|\1|p' | while IFS= read -r library; do
    case $(basename "$library") in
    libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libstdc++.so.* | libgcc_s.so.* | ld-linux*) continue ;;
    liboclgrind-*)
        # Beside the library are the headers that it compiles kernels with.
        cp -r "$(dirname "$(readlink -f "$library")")/oclgrind/." "$1/headers"
        find "$1/headers" -name '*-32.pch' -exec rm {} +
        ;;
    esac
    cp -L "$library" "$1/lib/"
done
cat >"$1/oclgrind-kernel" <<'END'
#!/bin/sh
# Runs Oclgrind from this folder. Made by "plegma bundle".
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
for headers in "$here"/headers/*; do
    LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$here/lib/oclgrind-kernel" --pch-dir "$headers" "$@"
done
END
chmod +x "$1/oclgrind-kernel"
