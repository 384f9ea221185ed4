# Where the locale knows ASCII only, as in containers, or where ssh brought one along that this machine lacks, Java finds no file
# with an umlaut in its name. Sourced by the launcher and part of the bundle's run script. POSIX sh.
if [ "$(locale charmap 2>/dev/null)" = ANSI_X3.4-1968 ] && [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then
    LC_ALL=C.UTF-8
    export LC_ALL
fi
