// One step of the set-up: a child process with a time limit, in its own process group so that
// nothing it started outlives it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const top = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Node 24 as npm installed it: everything but the set-up itself runs on it. */
export const localNode = join(
  top,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)

/** Whether a program is on the PATH, or at an absolute path. */
export const isOnPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, name)))

/** The folder that holds include/node for keytar's compilation, when this machine has one. */
export const nodeHeaders = () =>
  [dirname(dirname(process.execPath)), '/usr', '/usr/local'].find((folder) =>
    existsSync(join(folder, 'include', 'node', 'node_api.h')),
  )

/**
 * The environment without what an outer `npm run` added: npm ci must not run on the node it is
 * about to replace.
 */
export const withoutLocalBin = (env) => {
  const kept = Object.entries(env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|node_execpath|execpath|command)|NODE$|INIT_CWD$)/.test(name),
  )
  const clean = Object.fromEntries(kept)
  clean.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter(
      (folder) =>
        !folder.includes(join('node_modules', '.bin')) && !folder.includes('node-gyp-bin'),
    )
    .join(delimiter)
  return clean
}

/**
 * Runs a command; resolves to its exit code, 127 when it can't be started, 124 when it took too
 * long.
 */
export const runStep = (command, args, { env = process.env, timeoutMs, onText, isQuiet = false }) =>
  new Promise((resolve) => {
    const isWindows = process.platform === 'win32'
    const output = onText === undefined ? (isQuiet ? 'ignore' : 'inherit') : 'pipe'
    const child = spawn(command, args, {
      cwd: top,
      env,
      stdio: ['ignore', output, output],
      detached: !isWindows,
      shell: isWindows,
    })
    const end = (signal) => {
      if (child.pid === undefined) return
      if (isWindows) child.kill(signal)
      else process.kill(-child.pid, signal)
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end('SIGKILL')
    }, timeoutMs)
    // Steps may run beside each other: the end of this process ends them all.
    const onExit = () => end('SIGTERM')
    const interrupt = () => process.exit(130)
    process.once('exit', onExit)
    process.once('SIGINT', interrupt)
    process.once('SIGTERM', interrupt)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => onText(String(chunk)))
    const done = (code) => {
      clearTimeout(timer)
      process.off('exit', onExit)
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
      resolve(code)
    }
    child.on('error', () => done(127))
    child.on('close', (code) => done(isLate ? 124 : (code ?? 1)))
  })
