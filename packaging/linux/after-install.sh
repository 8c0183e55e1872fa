#!/bin/sh
# Runs after the package's files are in place (deb and rpm). DPKG_ROOT is empty but where a package
# is installed into a folder.
set -e
place="$DPKG_ROOT/opt/Paydesk"

# Electron's sandbox helper has to belong to root and run as root. Without it a system that allows
# no user namespaces would have no sandbox around the page, and Paydesk would not start.
if [ -e "$place/chrome-sandbox" ]; then
  if [ "$(id -u)" = 0 ]; then chown root:root "$place/chrome-sandbox"; fi
  chmod 4755 "$place/chrome-sandbox"
fi

# The name may belong to another program of this computer: then it keeps it.
link="$DPKG_ROOT/usr/bin/paydesk"
if [ -L "$link" ] && [ "$(readlink "$link")" = /opt/Paydesk/paydesk ]; then
  :
elif [ -e "$link" ] || [ -L "$link" ]; then
  echo "paydesk: $link belongs to something else and stays. Start /opt/Paydesk/paydesk." >&2
else
  ln -s /opt/Paydesk/paydesk "$link"
fi
