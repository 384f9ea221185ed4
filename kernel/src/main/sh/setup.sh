# What this machine has, and how to get what it lacks: with conda, mamba or micromamba into a private environment, else
# with apt. Sourced by the launcher, which sets root and state and defines say, die and quietly. POSIX sh.
# shellcheck disable=SC2154 # root and state

# ---- What this machine has -------------------------------------------------------------------------------------------

# Sets JAVA_HOME to a JDK of version 17 or later: the user's own choice, the one on PATH, or one that is installed.
has_java() {
    on_path=$(readlink -f "$(command -v javac || echo /nonexistent)" || true)
    for home in "${JAVA_HOME:-}" "${on_path%/bin/javac}" /usr/lib/jvm/*; do
        if [ ! -x "$home/bin/javac" ] || [ ! -x "$home/bin/jshell" ]; then continue; fi
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null)
        if [ "${version:-0}" -ge 17 ]; then
            JAVA_HOME=$home
            export JAVA_HOME
            return 0
        fi
    done
    return 1
}

has_jlink() { has_java && [ -x "$JAVA_HOME/bin/jlink" ] && [ -e "$JAVA_HOME/jmods/java.base.jmod" ]; }

has_maven() { quietly command -v mvn; }

# A loader and at least one driver, registered or not.
has_opencl() {
    [ "$(uname)" != Darwin ] || return 0
    PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | grep -q 'libOpenCL\.so\.1 ' ||
        [ -e "$state/conda/lib/libOpenCL.so.1" ] || [ -e "${CONDA_PREFIX:-/nonexistent}/lib/libOpenCL.so.1" ] || return 1
    for icd in "${OCL_ICD_VENDORS:-${OPENCL_VENDOR_PATH:-/etc/OpenCL/vendors}}"/*.icd "$state"/conda/etc/OpenCL/vendors/*.icd \
        "${CONDA_PREFIX:-/nonexistent}"/etc/OpenCL/vendors/*.icd; do
        [ ! -e "$icd" ] || return 0
    done
    [ -f "${OCL_ICD_VENDORS:-}" ] || [ -n "${OCL_ICD_FILENAMES:-}" ] || [ -n "$(vendor_libraries)" ]
}

# Java draws the text of charts with the system's fonts.
has_fonts() { [ "$(uname)" = Darwin ] || fc-list 2>/dev/null | grep -q .; }

# Sets python to the first Python that has all the modules named: the one on PATH, or the system's own.
find_python() {
    for python in "$state/conda/bin/python3" python3 /usr/bin/python3; do
        quietly "$python" -c 'import sys, importlib.util as u
sys.exit(not all(map(u.find_spec, sys.argv[1:])))' "$@" && return 0
    done
    python=
    return 1
}

has_nbclient() { find_python nbclient nbconvert nbformat jupyter_client; }

has_jupyter() { find_python jupyterlab || find_python notebook; }

has_oracles() { quietly command -v h5dump && find_python nbclient nbconvert jupyter_kernel_test jsonschema yaml h5py scipy; }

has_oclgrind() { quietly command -v oclgrind-kernel; }

has_checkers() { quietly command -v oclgrind && has_clang && has_libclc; }

has_mpi() { quietly command -v mpirun; }

# Both libraries, which lie beside each other under Debian's names.
has_mpis() { quietly command -v mpirun.openmpi && quietly command -v mpirun.mpich; }

has_clang() {
    for name in clang-15 clang clang-16 clang-17 clang-18 clang-19; do
        ! quietly command -v "$name" || return 0
    done
    return 1
}

# The part of libclc for AMD devices, for which kernels are compiled without having one.
has_libclc() {
    for folder in /usr/lib/clc /usr/share/clc "$state/conda/share/clc"; do
        [ ! -e "$folder/amdgcn--amdhsa.bc" ] || return 0
    done
    return 1
}

# ---- Getting what is missing -----------------------------------------------------------------------------------------

debian_packages() {
    case $1 in
    java | jlink) echo openjdk-17-jdk-headless ;;
    maven) echo maven ;;
    opencl) echo ocl-icd-libopencl1 pocl-opencl-icd ;;
    fonts) echo fontconfig fonts-dejavu-core ;;
    nbclient) echo python3-nbclient jupyter-nbconvert ;;
    jupyter) echo jupyter-notebook ;;
    oracles) echo python3-nbclient jupyter-nbconvert python3-jupyter-kernel-test python3-jsonschema python3-yaml python3-h5py python3-scipy hdf5-tools ;;
    oclgrind) echo oclgrind ;;
    checkers) echo oclgrind clang-15 libclc-15 ;;
    mpi) echo openmpi-bin ;;
    mpis) echo openmpi-bin mpich ;;
    esac
}

describe() {
    case $1 in
    java) echo "a Java development kit, version 17 or later" ;;
    jlink) echo "jlink and the jmods folder of a JDK, version 17 or later" ;;
    maven) echo "Maven (mvn)" ;;
    opencl) echo "an OpenCL loader (libOpenCL.so.1) and a driver; PoCL serves any processor" ;;
    fonts) echo "fontconfig and a font, for the text of charts" ;;
    nbclient) echo "Python 3 with nbclient and nbconvert" ;;
    jupyter) echo "JupyterLab or Jupyter Notebook" ;;
    oracles) echo "h5dump, and Python 3 with nbclient, jupyter_kernel_test, jsonschema, yaml, h5py and SciPy" ;;
    oclgrind) echo "Oclgrind, which simulates kernels" ;;
    checkers) echo "Oclgrind and clang with libclc" ;;
    mpi) echo "an MPI library with its mpirun: Open MPI, or MPICH" ;;
    mpis) echo "Open MPI and MPICH, as mpirun.openmpi and mpirun.mpich" ;;
    esac
}

# lacking THING...: sets missing to those that this machine does not have.
lacking() {
    missing=
    for thing in "$@"; do
        "has_$thing" || missing="$missing $thing"
    done
}

# need THING...: makes sure of each, or ends with a list of what is missing.
need() {
    lacking "$@"
    # Conda has no Oclgrind, and MPI under other names: these are no reason to make the environment anew.
    for_conda=$(echo "$missing" | sed 's/ checkers//; s/ mpis*//')
    if [ -n "$for_conda" ] &&
        [ "${PLEGMA_SETUP:-conda}" = conda ] && conda=$(conda_manager); then
        make_conda_environment
        lacking "$@"
    fi
    if [ -n "$missing" ] && [ "${PLEGMA_SETUP:-apt}" = apt ] && quietly command -v apt-get; then
        install_packages
        lacking "$@"
    fi
    [ -n "$missing" ] || return 0
    list=
    for thing in $missing; do
        list="$list
  - $(describe "$thing")"
    done
    die "this machine lacks:$list
Install it, or set PLEGMA_SETUP=conda or PLEGMA_SETUP=apt to let Plegma do so; \"plegma doctor\" checks the rest."
}

# wish THING: gets what a command is better with, if that needs nobody; else says so, and goes on without it. It is tried once.
wish() {
    ! "has_$1" || return 0
    missing=" $1"
    if [ ! -e "$state/without-$1" ] && [ "${PLEGMA_SETUP:-apt}" = apt ] && [ "$(id -u)" = 0 ] && quietly command -v apt-get; then
        (install_packages) || : >"$state/without-$1"
    fi
    "has_$1" ||
        say "$1 is missing, so kernels are not simulated before they run. Get it: apt-get install $(debian_packages "$1")"
}

conda_manager() {
    for manager in micromamba mamba conda; do
        ! command -v "$manager" || return 0
    done
    return 1
}

make_conda_environment() {
    say "creating a private environment with $conda (some minutes, once); log: $state/setup.log"
    packages=$root/environment.yml
    [ "$(uname)" != Linux ] || packages=$root/environment-linux.yml
    case $conda in
    *micromamba) set -- "$conda" create -y -p "$state/conda" -f "$packages" ;;
    *) set -- "$conda" env create -p "$state/conda" -f "$packages" ;;
    esac
    rm -rf "$state/conda"
    "$@" >"$state/setup.log" 2>&1 || {
        tail -n 20 "$state/setup.log" >&2
        die "$conda could not create the environment of $packages."
    }
    use_conda_environment
}

use_conda_environment() {
    if [ ! -x "$state/conda/bin/python3" ]; then
        # The user's own environment, if one with OpenCL is active: its loader knows where its drivers are.
        [ -e "${CONDA_PREFIX:-/nonexistent}/lib/libOpenCL.so.1" ] || return 0
        LD_LIBRARY_PATH=$CONDA_PREFIX/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
        export LD_LIBRARY_PATH
        return 0
    fi
    PATH=$state/conda/bin:$PATH
    [ ! -d "$state/conda/lib/jvm" ] || JAVA_HOME=$state/conda/lib/jvm
    LD_LIBRARY_PATH=$state/conda/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export PATH JAVA_HOME LD_LIBRARY_PATH
}

install_packages() {
    packages=
    for thing in $missing; do
        for package in $(debian_packages "$thing"); do
            case $(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true) in
            ii*) ;;
            *) packages="$packages $package" ;;
            esac
        done
    done
    [ -n "$packages" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then
        if quietly command -v sudo && { [ -t 0 ] || quietly sudo -n true; }; then
            as_root=sudo
        else
            die "these packages are missing and only root may install them:
  apt-get install$packages"
        fi
    fi
    say "installing$packages (once); log: $state/setup.log"
    # shellcheck disable=SC2086 # the packages are words
    set -- $as_root env DEBIAN_FRONTEND=noninteractive apt-get
    # shellcheck disable=SC2086
    "$@" install -y --no-install-recommends $packages >"$state/setup.log" 2>&1 ||
        { "$@" update && "$@" install -y --no-install-recommends $packages; } >>"$state/setup.log" 2>&1 || {
        tail -n 20 "$state/setup.log" >&2
        die "apt-get could not install$packages."
    }
}
