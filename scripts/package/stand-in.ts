// Where Electron's binary can't be had: a folder that electron-builder takes in its place, so that
// everything around it is packed, installed and started for real. Its program starts the packed
// archive on this checkout's Node and the Chromium host, and it carries a fuse wire to be set and
// read back like Electron's own. It proves nothing about Electron.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As in Electron's program: a mark, the version of the wire, how many fuses, and the fuses. */
export const fuseWire = (states: string): string =>
  `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001${String.fromCharCode(states.length)}${states}`

const launcher = `#!/bin/sh
# A stand-in for Electron: it starts the packed archive on Node and the system's Chromium.
here=$(dirname "$(readlink -f "$0")")
: "\${PAYDESK_STAND_IN:?This package holds a stand-in for Electron. Set PAYDESK_STAND_IN to a checkout of Paydesk.}"
exec "$PAYDESK_STAND_IN/node_modules/.bin/node" "$PAYDESK_STAND_IN/hosts/chromium/packaged.ts" "$here/resources" "$@"
`

export function makeStandIn(folder: string, version: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const add = (name: string, text: string, mode: number): void => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
  }
  // Electron's own state before a packer: every fuse as it is delivered.
  add('electron', `${launcher}${fuseWire('101100011')}\n`, 0o755)
  add('chrome-sandbox', '#!/bin/sh\nexit 0\n', 0o755)
  add('version', `${version}\n`, 0o644)
  add('LICENSE', 'A stand-in for Electron, which is not in this package.\n', 0o644)
}
