// Starts Paydesk: builds what changed, says which program shows the window and why, and stays until
// it ends. Without a display the tour is played instead, without a window. Ctrl-C ends everything
// that was started.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { build } from './build.mjs'
import { electronBinary } from './setup/electron.mjs'
import { isAtTerminal, isRoot, rootStart } from './setup/root.mjs'
import { launchEnvironment, withoutCoreDumps } from './setup/launch-env.mjs'
import { localNode, runStep, top } from './setup/step.mjs'

const say = (message) => process.stdout.write(`${message}\n`)

/** Electron's binary when it runs here, or why not. */
async function findElectron() {
  const binary = electronBinary()
  if (process.env.PAYDESK_HOST === 'chromium-host') return { why: 'PAYDESK_HOST asks for it' }
  if (binary === undefined) return { why: "Electron's binary is not on this machine" }
  const exit = await runStep(binary, ['--version'], { timeoutMs: 10_000, isQuiet: true })
  return exit === 0 ? { binary } : { why: "Electron's binary does not run on this machine" }
}

/** What opens a window. */
async function windowCommand() {
  const { binary, why } = await findElectron()
  if (binary !== undefined) {
    say('Opening Paydesk in Electron.')
    // Electron's sandbox refuses to run for root.
    return { command: binary, args: [...(isRoot() ? ['--no-sandbox'] : []), top] }
  }
  say(`Opening Paydesk in the system's Chromium, because ${why}.`)
  return { command: localNode, args: [join(top, 'hosts/chromium/run.ts')], isHost: true }
}

function tourCommand() {
  say('No display here (DISPLAY and WAYLAND_DISPLAY are empty): playing the tour without a window.')
  const tour = join(top, 'test/tour/run.ts')
  return { command: localNode, args: [join(top, 'scripts/with-keychain.mjs'), localNode, tour] }
}

/** Runs it in a process group of its own and ends with its exit code. */
function stayWith(start, more) {
  const { command, args } = withoutCoreDumps(start)
  const path = dirname(localNode) + delimiter + (process.env.PATH ?? '')
  // The host ends when its input does: a start script that was killed leaves no window behind.
  const input = start.isHost === true ? { PAYDESK_HOST_INPUT: 'parent' } : {}
  const env = { ...launchEnvironment(process.env), ...more, ...input, PATH: path }
  const stdio = [start.isHost === true ? 'pipe' : 'inherit', 'inherit', 'inherit']
  const isWindows = process.platform === 'win32'
  const child = spawn(command, args, { cwd: top, env, stdio, detached: !isWindows })
  let isAsked = false
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return
    // The second Ctrl-C doesn't wait.
    const signal = isAsked ? 'SIGKILL' : 'SIGTERM'
    isAsked = true
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  child.on('error', (error) => {
    process.stderr.write(`${start.command} could not be started: ${error.message}\n`)
    process.exitCode = 127
  })
  child.on('close', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)
  })
}

async function start() {
  const hasDisplay =
    process.platform !== 'linux' ||
    [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some(
      (name) => name !== undefined && name !== '',
    )
  const { env } = process
  const asRoot = rootStart({
    isRoot: isRoot(),
    isTerminal: isAtTerminal(),
    isWindow: hasDisplay,
    env,
  })
  if (asRoot.message !== null) process.stderr.write(`${asRoot.message}\n`)
  if (asRoot.isRefused) return 1
  const exit = await build({ isForced: false, say })
  if (exit !== 0) return exit
  if (!hasDisplay && !existsSync(join(top, 'test/tour/run.ts')))
    throw new Error('The tour is missing from this copy of Paydesk.')
  stayWith(hasDisplay ? await windowCommand() : tourCommand(), asRoot.env)
  return 0
}

process.exitCode = await start()
