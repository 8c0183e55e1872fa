#!/bin/sh
# Runs after the package's files are gone (deb and rpm): only what after-install.sh added is taken
# away. The records of the people who used Paydesk are in their own folders, and stay.
set -e

# deb says what for; rpm says how many versions are left. An upgrade keeps the link.
case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

link="$DPKG_ROOT/usr/bin/paydesk"
if [ "$(readlink "$link")" = /opt/Paydesk/paydesk ]; then
  unlink "$link"
fi
