// The keychain vault against a real gnome-keyring on a private D-Bus, with a private home: open,
// locked, reopened, emptied, absent. Nothing of the person's own keyring is touched. Without the
// tools these tests fail: a keychain nobody tried is not proven.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'

const tools = ['dbus-run-session', 'gnome-keyring-daemon']
const script = join(import.meta.dirname, 'keyring-session.ts')
const homes: string[] = []

beforeAll(() => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))))
  if (missing.length > 0)
    throw new Error(
      `Install ${missing.join(' and ')} (Debian: dbus, gnome-keyring): the keychain is tested against a real one.`,
    )
})

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
})

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-home-'))
  homes.push(home)
  for (const name of ['data', 'config', 'cache']) mkdirSync(join(home, name))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  return home
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const start = {
  open: 'printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null',
}

interface Answer {
  state: string
  kind?: string
  written?: unknown
  read?: unknown
  removed?: unknown
  ran?: number
  failures?: string[]
}

function answerOf(
  program: string,
  list: string[],
  home: string,
  more: NodeJS.ProcessEnv,
): Promise<Answer> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    ...more,
  }
  return new Promise((resolve, reject) => {
    const child = spawn(program, list, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
    let out = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const answer = /^answer (.*)$/m.exec(out)?.[1]
      if (answer === undefined || code !== 0)
        reject(
          new Error(`the session ended with ${String(code ?? signal)}: ${errors.slice(-2000)}`),
        )
      else resolve(JSON.parse(answer) as Answer)
    })
  })
}

/** One session of one computer: the keyring's files in `home` outlive it. */
const session = (
  home: string,
  state: keyof typeof start,
  list: string[],
  env: NodeJS.ProcessEnv = {},
) =>
  answerOf(
    'dbus-run-session',
    [
      '--',
      'sh',
      '-c',
      `${start[state]}; exec ${[process.execPath, script, ...list].map(quoted).join(' ')}`,
    ],
    home,
    env,
  )

const fault = (reason: string) => ({ ok: false, fault: { kind: 'vault', sent: 'no', reason } })

describe('a keychain that is open', () => {
  it('keeps the contract of every vault', async () => {
    expect(await session(newHome(), 'open', ['contract'])).toEqual({ ran: 5, failures: [] })
  })

  it('keeps the contract of a key ring: private keys sealed with a key it holds', async () => {
    expect(await session(newHome(), 'open', ['ring-contract'])).toEqual({ ran: 8, failures: [] })
  })

  it('keeps its secrets to the next session, and tells two profiles apart', async () => {
    const home = newHome()
    await session(home, 'open', ['write'])
    await session(home, 'open', ['write'], { VAULT_PROFILE: 'second' })
    expect(await session(home, 'open', ['read'])).toMatchObject({
      kind: 'keychain',
      state: 'ready',
      read: { ok: true, value: 'of first' },
    })
    expect(await session(home, 'open', ['read'], { VAULT_PROFILE: 'second' })).toMatchObject({
      read: { value: 'of second' },
    })
    expect(await session(home, 'open', ['read'], { VAULT_PROFILE: 'third' })).toMatchObject({
      read: fault('lost'),
    })
  })
})

describe('a keychain that is locked', () => {
  it('is locked in every answer, never lost and never replaced by memory, and gives the secret back once it is open', async () => {
    const home = newHome()
    await session(home, 'open', ['write'])
    for (const env of [{}, { HAS_SECRETS: 'yes' }])
      expect(await session(home, 'locked', ['all'], env)).toMatchObject({
        kind: 'keychain',
        state: 'locked',
        written: fault('locked'),
        read: fault('locked'),
        removed: fault('locked'),
      })
    expect(await session(home, 'open', ['read'])).toMatchObject({ read: { value: 'of first' } })
  })

  it('is locked also when nothing was ever kept in it', async () => {
    expect(await session(newHome(), 'locked', ['read'])).toMatchObject({
      kind: 'keychain',
      read: fault('locked'),
    })
  })
})

describe('a keychain that was emptied', () => {
  it('has lost its secrets, and says so instead of locked', async () => {
    const home = newHome()
    await session(home, 'open', ['write'])
    rmSync(join(home, 'data', 'keyrings'), { recursive: true })
    expect(await session(home, 'open', ['read'], { HAS_SECRETS: 'yes' })).toMatchObject({
      kind: 'keychain',
      state: 'ready',
      read: fault('lost'),
    })
  })
})

describe('a computer without a keychain', () => {
  it('without D-Bus gets a vault in memory; what the ledger knows of is absent, not lost', async () => {
    const home = newHome()
    const all = await answerOf(process.execPath, [script, 'all'], home, {})
    expect(all).toMatchObject({
      kind: 'memory',
      state: 'absent',
      written: { ok: true },
      read: { ok: true, value: 'x' },
      removed: { ok: true },
    })
    expect(
      await answerOf(process.execPath, [script, 'read'], home, { HAS_SECRETS: 'yes' }),
    ).toMatchObject({
      kind: 'memory',
      read: fault('absent'),
    })
  })

  it('with a D-Bus that has nobody to keep secrets gets a vault in memory', async () => {
    const home = newHome()
    const config = join(home, 'bus.conf')
    writeFileSync(
      config,
      `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
       <busconfig><type>session</type><listen>unix:dir=${join(home, 'run')}</listen>
       <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
    )
    const list = [`--config-file=${config}`, '--', process.execPath, script, 'all']
    expect(await answerOf('dbus-run-session', list, home, {})).toMatchObject({
      kind: 'memory',
      state: 'absent',
    })
  })
})
