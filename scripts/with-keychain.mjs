// Runs a command beside a keychain of its own: a private D-Bus session with an unlocked
// gnome-keyring, in a folder of its own, so that the real keychain path works on a machine without
// a desktop and nobody's own keys are touched. Where the tools are absent the command runs as it
// is. Usage: node scripts/with-keychain.mjs <command> [argument …]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOnPath, localNode } from './setup/step.mjs'

/**
 * Inside the session: the keyring daemon stays in this process group and ends with the command. Its
 * password protects nothing but a run's throw-away keys and needs no secrecy.
 */
const daemon = 'gnome-keyring-daemon --foreground --components=secrets'
const inside = (isLocked) => `
exec 2>&3 3>&-
${isLocked ? daemon : `printf %s paydesk | ${daemon} --unlock`} >/dev/null 2>&1 &
round=0
while [ ! -S "$XDG_RUNTIME_DIR/keyring/control" ] && [ $round -lt 100 ]; do
  sleep 0.05
  round=$((round + 1))
done
"$@"
code=$?
kill -9 $! 2>/dev/null
wait $! 2>/dev/null
exit $code
`
/**
 * A signal for all is for the command alone (Node resets what it inherits): shells and bus go on
 * until it has ended in order. The bus daemon's remarks go nowhere; the command's own error output
 * is kept.
 */
const session =
  'trap "" TERM INT HUP; exec 3>&2 2>/dev/null; exec dbus-run-session -- sh -c "$0" sh "$@"'

export const hasKeychainTools = () =>
  process.platform === 'linux' && ['dbus-run-session', 'gnome-keyring-daemon'].every(isOnPath)

/**
 * The command and environment that give `command` a keychain kept in `folder`; unchanged where that
 * is not possible. `isLocked`: the keychain is there and stays locked, as on a desktop nobody has
 * unlocked it on.
 */
export function besideKeychain(command, args, env, folder, isLocked = false) {
  if (!hasKeychainTools()) return { command, args, env }
  const runtime = join(folder, 'run')
  mkdirSync(runtime, { recursive: true, mode: 0o700 })
  return {
    command: 'sh',
    args: ['-c', session, inside(isLocked), command, ...args],
    env: { ...env, XDG_DATA_HOME: join(folder, 'share'), XDG_RUNTIME_DIR: runtime },
  }
}

function main() {
  const [command, ...args] = process.argv.slice(2)
  if (command === undefined)
    throw new Error('Usage: node scripts/with-keychain.mjs <command> [argument …]')
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-keychain-'))
  const env = { ...process.env, PATH: dirname(localNode) + delimiter + (process.env.PATH ?? '') }
  const beside = besideKeychain(command, args, env, folder)
  const child = spawn(beside.command, beside.args, {
    env: beside.env,
    stdio: 'inherit',
    detached: true,
  })
  const pass = (signal) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  child.on('error', (error) => {
    process.stderr.write(`${command} could not be started: ${error.message}\n`)
    process.exitCode = 127
  })
  child.on('close', (code, signal) => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    process.exitCode = signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
