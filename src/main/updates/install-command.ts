// The one command that installs a checked deb, for a person to run. The file belongs to the account
// that loaded it, so another program of that account could change it between a check and root's
// look at it. Therefore root copies first, into a folder of its own, then compares the copy with
// the digest that was signed, and installs the copy. Pure.

/** For a POSIX shell: within these quotes nothing is anything but itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Holds no single quote, and nothing of a path or a digest: they are its $1 and $2. */
const steps = [
  'set -e',
  'd=$(mktemp -d /var/cache/paydesk.XXXXXXXXXX)',
  'trap "rm -r $d" EXIT',
  'cp -- "$1" $d/paydesk.deb',
  // An asterisk and one blank: of two blanks a screen shows one.
  'echo "$2 *$d/paydesk.deb" | sha512sum -c',
  // Only now: what was copied may be what a link led to, a file that root alone may read.
  'chmod 755 $d',
  'chmod 644 $d/paydesk.deb',
  'apt-get install $d/paydesk.deb',
].join('; ')

/**
 * Null for a path or a digest that could be read in two ways: one that is not absolute, or that
 * moves the cursor of a terminal.
 */
export function installCommand(path: string, sha512: string): string | null {
  const isPlain = path.startsWith('/') && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path)
  if (!isPlain || !/^[0-9a-f]{128}$/.test(sha512)) return null
  return `sudo sh -c '${steps}' sh ${quoted(path)} ${sha512}`
}
