#!/bin/sh
# bundle.sh DIR|FILE.tar.gz|FILE.tar.xz: makes a folder that runs Plegma on an offline x86-64 Linux machine with neither
# Java nor registered OpenCL drivers: a Java runtime with what the jar needs, the jar, fonts, the libraries that such a
# machine may lack, and a run script; or an archive of it. What is in a .tar.xz is not compressed by itself, because xz
# makes it half as large as zip does.
# Called by the launcher, which sets PLEGMA_ROOT, PLEGMA_JAR, JAVA_HOME and, if libraries to compare with or tests are to come along,
# their folders PLEGMA_PEERS and PLEGMA_TESTS, and PLEGMA_OCLGRIND if Oclgrind is. POSIX sh.
set -eu

[ "$(uname -sm)" = "Linux x86_64" ] || {
    echo "plegma: a bundle is made on x86-64 Linux, for the same; this is $(uname -sm)." >&2
    exit 1
}
compress=2
case $1 in
*.tar.gz | *.tgz | *.tar.xz)
    [ "${1%.xz}" = "$1" ] || compress=0
    temporary=$(mktemp -d)
    trap 'rm -rf "$temporary"' EXIT
    folder=$temporary/plegma
    mkdir -p "$(dirname "$1")"
    ;;
*) folder=$1 ;;
esac
if [ -e "$folder" ] && [ ! -e "$folder/plegma.jar" ] && [ -n "$(ls -A "$folder")" ]; then
    echo "plegma: $folder is not empty and not a bundle; name another folder." >&2
    exit 1
fi
mkdir -p "$folder"
rm -rf "${folder:?}/runtime" "${folder:?}/lib" "${folder:?}/tests" "${folder:?}/peers" "${folder:?}/oclgrind" "$folder/plegma.jar" "$folder/plegma"

# Modules beyond those that jdeps finds: jdk.jshell and jdk.compiler run cells, jdk.zipfs and jdk.crypto.ec serve %maven.
# ct.sym is needed only for javac --release, which no cell uses.
"$JAVA_HOME/bin/jlink" --output "$folder/runtime" --compress=$compress --strip-java-debug-attributes --no-header-files \
    --no-man-pages --exclude-files='**/ct.sym,**/libawt_xawt.so,**/libsplashscreen.so,**/libjsound.so' --add-modules \
    "java.desktop,java.management,java.naming,java.security.jgss,java.sql,jdk.compiler,jdk.crypto.ec,jdk.jshell,\
jdk.management,jdk.unsupported,jdk.zipfs"
if command -v strip >/dev/null; then
    find "$folder/runtime" -name '*.so' -exec strip --strip-unneeded {} +
fi
if [ $compress = 0 ]; then
    mkdir "$temporary/jar"
    (cd "$temporary/jar" && "$JAVA_HOME/bin/jar" --extract --file "$PLEGMA_JAR")
    "$JAVA_HOME/bin/jar" --create --no-compress --file "$folder/plegma.jar" \
        --manifest "$temporary/jar/META-INF/MANIFEST.MF" -C "$temporary/jar" .
    rm -r "$temporary/jar"
else
    cp "$PLEGMA_JAR" "$folder/plegma.jar"
fi
[ -z "${PLEGMA_PEERS:-}" ] || cp -r "$PLEGMA_PEERS" "$folder/peers"
[ -z "${PLEGMA_TESTS:-}" ] || cp -r "$PLEGMA_TESTS" "$folder/tests"
[ -z "${PLEGMA_OCLGRIND:-}" ] || sh "$PLEGMA_ROOT/kernel/src/main/sh/bundle-oclgrind.sh" "$folder/oclgrind"

# Each library that the runtime and JOCL link to, but glibc, in a folder of its own: the run script adds only those
# that the machine lacks, so that its own, which its drivers were built with, come first.
loader=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p | sed -n 's|^.*libOpenCL\.so\.1 .*x86-64.*=> ||p' | head -n 1)
{
    find "$folder/runtime" -name '*.so' -exec ldd {} + | sed -n 's|^.*=> \(/.*\) (0x.*|\1|p' | grep -v "/runtime/"
    [ -z "$loader" ] || echo "$loader"
} | sort -u | while IFS= read -r library; do
    name=$(basename "$library")
    case $name in
    libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | ld-linux*) continue ;;
    esac
    mkdir -p "$folder/lib/$name"
    cp -L "$library" "$folder/lib/$name/$name"
done

# Java finds its logical fonts through fontconfig, or without it through this file.
mkdir -p "$folder/runtime/lib/fonts"
for font in DejaVuSans.ttf DejaVuSans-Bold.ttf DejaVuSansMono.ttf; do
    file=$(find /usr/share/fonts "${CONDA_PREFIX:-/nonexistent}" -name "$font" 2>/dev/null | head -n 1)
    [ -n "$file" ] || {
        echo "plegma: the font $font was not found; install fonts-dejavu-core." >&2
        exit 1
    }
    cp "$file" "$folder/runtime/lib/fonts/"
done
{
    echo "version=1"
    echo "sequence.allfonts=default"
    for family in dialog sansserif serif monospaced dialoginput; do
        for style in plain bold italic bolditalic; do
            case $family-$style in
            monospaced-* | dialoginput-*) font="DejaVu Sans Mono" ;;
            *-bold*) font="DejaVu Sans Bold" ;;
            *) font="DejaVu Sans" ;;
            esac
            echo "$family.$style.default=$font"
        done
    done
    # shellcheck disable=SC2016 # $JRE_LIB_FONTS is Java's, not the shell's
    printf 'filename.%s=$JRE_LIB_FONTS/%s\n' DejaVu_Sans DejaVuSans.ttf DejaVu_Sans_Bold DejaVuSans-Bold.ttf \
        DejaVu_Sans_Mono DejaVuSansMono.ttf
} >"$folder/runtime/lib/fontconfig.properties"

{
    cat <<'END'
#!/bin/sh
# Runs Plegma from this folder. Made by "plegma bundle".
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
END
    grep -hv '^#' "$PLEGMA_ROOT/kernel/src/main/sh/locale.sh" "$PLEGMA_ROOT/kernel/src/main/sh/opencl-vendors.sh"
    cat <<'END'
vendors=$(mktemp -d)
trap 'rm -rf "$vendors"' EXIT
register_vendors "$vendors" >&2
present=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
for folder in "$here"/lib/*; do
    case $present in
    *"${folder##*/} "*) ;;
    *) LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder ;;
    esac
done
[ -z "${LD_LIBRARY_PATH:-}" ] || export LD_LIBRARY_PATH
[ ! -d "$here/oclgrind" ] || PATH=$PATH:$here/oclgrind
POCL_AFFINITY=${POCL_AFFINITY:-$(grep -Ec '^Cpus_allowed_list:[[:space:]]*0(-[0-9]+)?$' /proc/self/status 2>/dev/null || true)}
GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}
export POCL_AFFINITY GLIBC_TUNABLES
END
    # For records: which sources these are.
    if commit=$(git -C "$PLEGMA_ROOT" rev-parse HEAD 2>/dev/null); then
        changes=$(git -C "$PLEGMA_ROOT" status --porcelain --untracked-files=no)
        changed=$([ -z "$changes" ] && echo false || echo true)
        echo "repository='-Dplegma.git.commit=$commit -Dplegma.git.changed=$changed'"
    else
        echo "repository="
    fi
    cat <<'END'
main=org.plegma.cli.Plegma
if [ "${1:-}" = test ] && [ -d "$here/tests" ]; then
    shift
    main=org.plegma.testing.TestRun
fi
# Signal chaining, which PoCL's compiler needs beside Java. A path with blanks would be several to LD_PRELOAD.
ln -s "$here/runtime/lib/libjsig.so" "$vendors/"
LD_PRELOAD=$vendors/libjsig.so${LD_PRELOAD:+:$LD_PRELOAD} "$here/runtime/bin/java" -Djava.awt.headless=true -Dfile.encoding=UTF-8 $repository ${PLEGMA_JAVA_OPTIONS:-} \
    -cp "$here/plegma.jar:$here/peers/*:$here/tests/classes:$here/tests/lib/*" "$main" "$@"
END
} >"$folder/plegma"
chmod +x "$folder/plegma"
if [ "$folder" = "$1" ]; then
    echo "plegma: $folder holds $(du -sm "$folder" | cut -f 1) MB; copy it and run its ./plegma devices" >&2
else
    case $1 in
    *.xz) tar cf - -C "$temporary" plegma | xz -T0 >"$1" ;;
    *) tar czf "$1" -C "$temporary" plegma ;;
    esac
    echo "plegma: $1 holds $(du -m "$1" | cut -f 1) MB; unpack it by tar xf and run plegma/plegma devices" >&2
fi
