// PostgreSQL as Debian has it, started by a test in a folder of its own: without rights, on a port
// of its own, over TLS with a CA of its own. It ends with the test, by its id, and leaves nothing.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openSession, type Session } from '../../../src/main/team/database/session.ts'
import { makeCertificates } from './certificates.ts'

const run = promisify(execFile)
const lib = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL of this machine. */
function programs(): string {
  const [newest] = (existsSync(lib) ? readdirSync(lib) : [])
    .filter((version) => existsSync(join(lib, version, 'bin/postgres')))
    .sort((one, other) => Number(other) - Number(one))
  if (newest === undefined)
    throw new Error('PostgreSQL is not on this machine: apt-get install postgresql, or npm start.')
  return join(lib, newest, 'bin')
}

const isRoot = process.getuid?.() === 0

function idsOf(user: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`))
  const [, , uid, gid] = (line ?? '').split(':')
  if (uid === undefined) throw new Error(`There is no user ${user} here.`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** It refuses to run as root; it ends with whoever started it. */
function unprivileged(command: string, args: readonly string[]): [string, string[]] {
  const { uid, gid } = isRoot ? idsOf('postgres') : { uid: 0, gid: 0 }
  const as = isRoot ? [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []
  return ['setpriv', [...as, '--pdeathsig=QUIT', command, ...args]]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export const owner = { user: 'owner', password: 'only-in-tests' } as const

/** Of a test's own sessions: on a busy machine one may be opened in more than five seconds. */
export const patient = { connectMs: 30_000, statementMs: 20_000, answerMs: 25_000 }

export interface Postgres {
  port: number
  /** PEM. */
  ca: string
  /** As its owner, who may do everything. */
  session(database?: string): Promise<Session>
  /** `isAlone`: a standby that no longer hears of the server it followed. */
  start(how?: { isAlone: boolean }): Promise<void>
  /** SIGINT ends all sessions in order; SIGQUIT and SIGKILL don't. */
  stop(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Another server that follows this one, started. */
  standby(): Promise<Postgres>
  /** Makes a standby a server of its own. */
  promote(): Promise<void>
  remove(): Promise<void>
}

/** Of root alone is the folder of a test run, and root does not run the server. */
const anyones = isRoot ? '/tmp' : tmpdir()

export async function startPostgres(names = 'DNS:localhost,IP:127.0.0.1'): Promise<Postgres> {
  const folder = mkdtempSync(join(anyones, 'paydesk-postgres-'))
  if (isRoot) chownSync(folder, idsOf('postgres').uid, idsOf('postgres').gid)
  const { ca, certificate, key } = makeCertificates(folder, names)
  writeFileSync(join(folder, 'password'), owner.password)
  if (isRoot) chownSync(join(folder, 'password'), idsOf('postgres').uid, 0)
  const [initdb, args] = unprivileged(join(programs(), 'initdb'), [
    ...['-D', join(folder, 'main'), '-U', owner.user, '--pwfile', join(folder, 'password')],
    ...['-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
  ])
  await run(initdb, args, { timeout: 60_000, cwd: folder })
  const server = await serverIn({ folder, name: 'main', ca, port: await freePort() })
  const { put, settings } = inFolder(folder, 'main')
  put('server.pem', certificate)
  put('server.key', key)
  put(
    'pg_hba.conf',
    `hostssl all all 127.0.0.1/32 scram-sha-256\nhostssl replication ${owner.user} 127.0.0.1/32 scram-sha-256\n`,
  )
  settings([
    "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''",
    "ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'",
    'shared_buffers = 16MB\nmax_connections = 100\nwal_keep_size = 64MB',
    // Else a server that is killed leaves what it shared in the memory of the machine.
    'dynamic_shared_memory_type = mmap',
    'log_min_messages = fatal\nmax_wal_size = 128MB\ndeadlock_timeout = 500ms',
  ])
  await server.start()
  return server
}

function inFolder(folder: string, name: string) {
  const path = join(folder, name)
  return {
    put: (file: string, text: string): void => {
      writeFileSync(join(path, file), text, { mode: 0o600 })
      if (isRoot) chownSync(join(path, file), idsOf('postgres').uid, idsOf('postgres').gid)
    },
    settings: (lines: readonly string[]): void =>
      appendFileSync(join(path, 'postgresql.conf'), `${lines.join('\n')}\n`),
  }
}

async function serverIn(place: {
  folder: string
  name: string
  ca: string
  port: number
}): Promise<Postgres> {
  const { folder, name, ca, port } = place
  const data = join(folder, name)
  let child: ChildProcess | null = null
  let complaints = ''
  const session = async (database = 'postgres'): Promise<Session> => {
    const to = { host: '127.0.0.1', port, database, ca, limits: patient }
    const opened = await openSession({ ...to, ...owner })
    if ('unreached' in opened) throw new Error(`The server is not there: ${opened.unreached}`)
    return opened
  }
  const isUp = async (): Promise<boolean> => {
    const opened = await openSession({
      host: '127.0.0.1',
      port,
      database: 'postgres',
      ca,
      ...owner,
    })
    if ('unreached' in opened) return false
    await opened.close()
    return true
  }
  const start: Postgres['start'] = async (how) => {
    const [command, args] = unprivileged(join(programs(), 'postgres'), [
      ...['-D', data, '-p', `${port}`],
      ...(how?.isAlone === true ? ['-c', 'primary_conninfo='] : []),
    ])
    const started = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    started.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    for (let tries = 0; tries < 300; tries += 1) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${complaints}`)
      if (await isUp()) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`PostgreSQL does not answer: ${complaints}`)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const closed = once(running, 'close')
    running.kill(signal)
    await closed
  }
  return {
    port,
    ca,
    session,
    start,
    stop,
    standby: async () => {
      const next = `${name}-standby`
      const [backup, args] = unprivileged(join(programs(), 'pg_basebackup'), [
        ...['-D', join(folder, next), '-h', '127.0.0.1', '-p', `${port}`, '-U', owner.user],
        ...['-X', 'stream', '-c', 'fast', '-R', '--no-sync'],
      ])
      mkdirSync(join(folder, 'home'), { recursive: true })
      const env = { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home') }
      await run(backup, args, {
        ...{ cwd: folder, timeout: 60_000 },
        env: { ...env, PGPASSWORD: owner.password, PGSSLMODE: 'require' },
      })
      const standby = await serverIn({ folder, name: next, ca, port: await freePort() })
      await standby.start()
      return standby
    },
    promote: async () => {
      const opened = await session()
      await opened.ask('SELECT pg_promote(true, 30)')
      await opened.close()
    },
    remove: async () => {
      await stop('SIGQUIT')
      // A standby lies in the same folder; whoever started it stops it first.
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
