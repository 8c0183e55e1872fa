// Starts the built Paydesk for a test or the tour and hands out its page: in Electron where its
// binary is there, else in the system's Chromium. The program runs in a process group of its own,
// so that it can be killed at any moment and leaves nothing behind.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { _electron, chromium, type Page } from 'playwright-core'
import { electronBinary } from './setup/electron.mjs'
import { launchEnvironment, withoutCoreDumps } from './setup/launch-env.mjs'
import { besideKeychain } from './with-keychain.mjs'

export interface LaunchOptions {
  /** The user data folder; keep it for a second start on the same records. */
  userData: string
  /** Added to this process's environment; undefined removes a name. */
  env?: Record<string, string | undefined>
  /** True (the default) shows no window even under a display. */
  headless?: boolean
  viewport?: { width: number; height: number }
  /** Undefined: what the system and the program itself choose. */
  colorScheme?: 'light' | 'dark' | 'no-preference' | undefined
  /**
   * With `colorScheme` nothing moves in the page unless this is true: the processor draws each
   * picture of a movement.
   */
  hasMotion?: boolean
  args?: string[]
  /**
   * A folder in which a private keychain is kept over several starts; without it the environment's
   * keychain is used.
   */
  keychainDir?: string
  /** The private keychain is there and stays locked. */
  isKeychainLocked?: boolean
  /** 'electron' or 'chromium-host'; by default Electron where its binary is there. */
  host?: 'electron' | 'chromium-host'
  /** Another main bundle than the built one (for the host's own tests). */
  main?: string
  /**
   * An installed Paydesk, with a stand-in for Electron, instead of this checkout's. Its records are
   * where a person's are: `userData` has to be `paydesk` in a folder for settings.
   */
  program?: string
  timeoutMs?: number
}

export interface Launched {
  /** After a crash of the page the one that took its place, once it is there. */
  readonly page: Page
  host: 'electron' | 'chromium-host'
  mainPid: number
  /**
   * When the process began and when it was asked to load main, by the clock; only the Chromium host
   * says so.
   */
  began?: { process: number; main: number }
  /** Kills main, as a crash would; resolves when everything it started is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Asks it to end in order; resolves to its exit code. */
  close(): Promise<number | null>
  /** What it wrote to stdout and stderr so far. */
  output(): string
}

const top = resolve(import.meta.dirname, '..')
const isAlive = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null

const chosenHost = (): 'electron' | 'chromium-host' => {
  const asked = process.env['PAYDESK_HOST']
  if (asked === 'electron' || asked === 'chromium-host') return asked
  return electronBinary() === undefined ? 'chromium-host' : 'electron'
}

/** Rejects with the program's own words when it ends before its window shows. */
export function launchPaydesk(options: LaunchOptions): Promise<Launched> {
  return (options.host ?? chosenHost()) === 'electron'
    ? launchElectron(options)
    : launchHost(options)
}

const environment = (options: LaunchOptions): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = {
    ...launchEnvironment(process.env),
    // Tests and the tour run as whoever started them; the tool that did said so in one line.
    PAYDESK_ALLOW_ROOT: '1',
    PAYDESK_USER_DATA: options.userData,
    ...options.env,
  }
  for (const name of Object.keys(env)) if (env[name] === undefined) delete env[name]
  // Set by vitest; the product must not see that it is tested.
  for (const name of ['NODE_ENV', 'VITEST']) delete env[name]
  return env
}

/**
 * A start is over before code that other threads compile and clear up for it pays: without them it
 * takes the processor less.
 */
const briefly = ['--single-threaded']

function hostCommand({ program, main, args = [] }: LaunchOptions) {
  if (program !== undefined) return { command: program, args }
  const run = join(top, 'hosts/chromium/run.ts')
  const bundle = resolve(main ?? join(top, 'out/app/main/index.js'))
  return { command: process.execPath, args: [...briefly, run, bundle, ...args] }
}

async function launchHost(options: LaunchOptions): Promise<Launched> {
  const scratch = mkdtempSync(join(tmpdir(), 'paydesk-launch-'))
  const readyFile = join(scratch, 'ready.json')
  const { viewport, colorScheme } = options
  const env = environment(options)
  Object.assign(env, {
    PAYDESK_HOST_CDP: '1',
    PAYDESK_HOST_READY_FILE: readyFile,
    PAYDESK_HOST_INPUT: 'parent',
    // Nobody sits before a test: the system's questions are answered with their action unless the
    // test says otherwise.
    PAYDESK_HOST_ANSWER: env['PAYDESK_HOST_ANSWER'] ?? 'first',
    PAYDESK_HOST_PROFILE_DIR: env['PAYDESK_HOST_PROFILE_DIR'] ?? join(scratch, 'profile'),
    PAYDESK_HOST_HEADLESS: options.headless === false ? '0' : '1',
    ...(viewport && { PAYDESK_HOST_VIEWPORT: `${viewport.width}x${viewport.height}` }),
    ...(colorScheme && { PAYDESK_HOST_COLOR_SCHEME: colorScheme }),
  })
  // The stand-in's own files, and the libraries below it, are compiled once for all starts.
  const compiled = process.env['NODE_COMPILE_CACHE']
  if (options.program === undefined && compiled !== undefined)
    env['NODE_COMPILE_CACHE'] ??= compiled
  if (options.program !== undefined)
    Object.assign(env, { PAYDESK_STAND_IN: top, XDG_CONFIG_HOME: dirname(options.userData) })
  const plain = withoutCoreDumps(hostCommand(options))
  const started =
    options.keychainDir === undefined
      ? { ...plain, env }
      : besideKeychain(
          plain.command,
          plain.args,
          env,
          options.keychainDir,
          options.isKeychainLocked,
        )
  mkdirSync(options.userData, { recursive: true })
  // The input is never written to: its end tells the program that this process is gone.
  const stdio = ['pipe', 'pipe', 'pipe'] as const
  const child = spawn(started.command, started.args, {
    env: started.env,
    detached: true,
    stdio: [...stdio],
  })
  let message = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (message += chunk.toString()))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  )

  const killAll = async (): Promise<void> => {
    if (child.pid !== undefined && isAlive(child)) process.kill(-child.pid, 'SIGKILL')
    await ended
    rmSync(scratch, { recursive: true, force: true })
  }
  const limit = Date.now() + (options.timeoutMs ?? 60_000)
  while (!existsSync(readyFile)) {
    if (!isAlive(child) || Date.now() > limit) {
      const why = isAlive(child) ? 'showed no window in time' : `ended with ${child.exitCode}`
      await killAll()
      throw new Error(`Paydesk ${why}.\n${message}`)
    }
    await sleep(25)
  }
  const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as {
    pid: number
    debugUrl: string
    began: { process: number; main: number }
  }
  // Without a scheme that is asked for here, the program's own choice is what is shown.
  const noDefaults = colorScheme === undefined
  const reducedMotion = options.hasMotion === true ? null : 'reduce'
  const browser = await chromium.connectOverCDP(ready.debugUrl, { noDefaults })
  const found = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((candidate) => candidate.url().includes('.localhost'))
  if (found === undefined) {
    await killAll()
    throw new Error(`Paydesk shows no page of its own.\n${message}`)
  }
  // A second client brings defaults of its own for these: they are set again through it.
  const dress = async (page: Page): Promise<void> => {
    if (viewport !== undefined) await page.setViewportSize(viewport)
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme, reducedMotion })
  }
  await dress(found)
  const shown = followCrashes(found, dress)
  const end = async (): Promise<void> => {
    await Promise.race([ended, sleep(15_000, undefined, { ref: false })])
    await waitGone(ready.debugUrl)
    await killAll()
  }
  return {
    get page() {
      return shown()
    },
    host: 'chromium-host',
    mainPid: ready.pid,
    began: ready.began,
    output: () => message,
    kill: async (signal = 'SIGKILL') => {
      process.kill(ready.pid, signal)
      await end()
    },
    close: async () => {
      await browser.close()
      if (isAlive(child)) process.kill(ready.pid, 'SIGTERM')
      await end()
      return ended
    },
  }
}

/** The page, or what took its place when it had crashed. */
function followCrashes(first: Page, dress: (page: Page) => Promise<void>): () => Page {
  let shown = first
  let hasCrashed = false
  const watch = (page: Page): void => void page.once('crash', () => (hasCrashed = true))
  first.context().on('page', (next) => {
    if (!hasCrashed) return
    hasCrashed = false
    shown = next
    watch(next)
    dress(next).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  })
  watch(first)
  return () => shown
}

/** Chromium ends by itself once the program that opened it is gone; that takes a moment. */
async function waitGone(debugUrl: string): Promise<void> {
  const limit = Date.now() + 5_000
  while (Date.now() < limit) {
    const isThere = await fetch(debugUrl).then(
      () => true,
      () => false,
    )
    if (!isThere) return
    await sleep(50)
  }
}

async function launchElectron(options: LaunchOptions): Promise<Launched> {
  const executablePath = electronBinary()
  if (executablePath === undefined) throw new Error('Electron is not on this machine.')
  const env = environment(options) as Record<string, string>
  const main = options.main ?? top
  const isRoot = process.getuid?.() === 0
  const application = await _electron.launch({
    executablePath,
    args: [...(isRoot ? ['--no-sandbox'] : []), main, ...(options.args ?? [])],
    env,
    ...(options.colorScheme === undefined ? {} : { colorScheme: options.colorScheme }),
    timeout: options.timeoutMs ?? 60_000,
  })
  const child = application.process()
  let message = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (message += chunk.toString()))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => resolve(code)),
  )
  const page = await application.firstWindow()
  if (options.viewport !== undefined) await page.setViewportSize(options.viewport)
  return {
    page,
    host: 'electron',
    mainPid: child.pid ?? 0,
    output: () => message,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await ended
    },
    close: async () => {
      await application.close()
      return ended
    },
  }
}
