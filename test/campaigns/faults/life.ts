// One run's desk through its lives: opened, closed in order, dropped as by SIGKILL, opened again on
// what that left behind, and with another copy of its ledger put in the place of the newest. It
// decides nothing.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { openLedgerReader } from '../../../src/main/ledger/db/open.ts'
import { cheap } from '../runner/own-people.ts'
import { type Keychain, makeKeychain } from './keychain.ts'
import { type Fixture, openDeskAt } from './fixture.ts'
import { must } from './must.ts'
import { enterKeys } from './set-up.ts'

export interface Life {
  keychain: Keychain
  /** What is added to the time on this computer's wall. */
  clock: { aheadMs: number }
  folder(): string
  /** One call of a screen. A call that was under way when the program died has no answer. */
  call: <M extends keyof Desk>(
    method: M,
    input: Parameters<Desk[M]>[0],
  ) => Promise<Awaited<ReturnType<Desk[M]>> | Result<never>>
  /** Monotonic time at which the program that runs now was opened. */
  openedAt(): number
  close(): Promise<void>
  /**
   * As SIGKILL does: the files stay as they are in this instant, and nothing more leaves or is
   * heard.
   */
  drop(): Promise<void>
  open(): Promise<void>
  /** A person enters the keys that a keychain has forgotten. */
  enterKeys(): Promise<void>
  /** False when the ledger can't be opened: then nothing runs, and nothing can leave. */
  tryOpen(): Promise<boolean>
  /** Another program on the same files, or on those of another folder, while this one runs. */
  openSecond(folder?: string): Promise<Result<Assembled>>
  reports: { incident: string; error: unknown }[]
  discard(): void
}

export async function startLife(fixture: Fixture): Promise<Life> {
  const { folder: first, slots } = fixture.newFolder()
  const folders = [first]
  const keychain = makeKeychain(fixture.time, slots)
  const clock = { aheadMs: 0 }
  const reports: Life['reports'] = []
  let now: { assembled: Assembled; cut: () => void; openedAt: number; died: Promise<void> } | null =
    null
  let die = (): void => undefined
  const folder = (): string => folders.at(-1) ?? ''

  const openAt = (vault: ReturnType<Keychain['open']>['vault'], at = folder()) =>
    openDeskAt({
      folder: at,
      baseUrl: fixture.neighbour.baseUrl,
      sandbox: fixture.sandbox,
      vault,
      clock: () => fixture.time.wall() + clock.aheadMs,
      backupTiming: { firstAfterMs: 4_000, lookEveryMs: 3_600_000 },
      ...(fixture.beside === null ? {} : { shell: fixture.beside.shell }),
      onReport: (incident, error) => void reports.push({ incident, error }),
      ...cheap,
    })
  const start = async (): Promise<Result<null>> => {
    const { vault, cut } = keychain.open()
    const opened = await openAt(vault)
    if (!opened.ok) {
      cut()
      return opened
    }
    const assembled = opened.value
    const died = new Promise<void>((resolve) => (die = resolve))
    now = { assembled, cut, openedAt: fixture.time.now(), died }
    if (vault.kind === 'memory')
      await enterKeys(assembled.desk, fixture.places, fixture.sandbox.identity)
    return ok(null)
  }
  const open = async (): Promise<void> => void must(await start())
  await open()

  const life: Life = {
    keychain,
    clock,
    folder,
    reports,
    openedAt: () => now?.openedAt ?? 0,
    call: async (method, input) => {
      if (now === null) return dead
      const { assembled, died } = now
      const ask = assembled.desk[method] as (input: unknown) => ReturnType<Desk[typeof method]>
      const answer = ask(input).catch((error: unknown) => {
        if (isClosed(error)) return dead
        throw error
      })
      return Promise.race([answer, died.then(() => dead)]) as never
    },
    close: async () => {
      const ending = now
      now = null
      await ending?.assembled.close()
      die()
    },
    drop: async () => {
      const ending = now
      now = null
      const next = `${first}-${folders.length + 1}`
      copyFolder(folder(), next)
      ending?.cut()
      fixture.wire.cut()
      fixture.neighbour.cut()
      die()
      // What is left of it in this process comes to its end unseen, on files that nobody reads any
      // more.
      await ending?.assembled.close()
      fixture.wire.mend()
      fixture.neighbour.mend()
      folders.push(next)
    },
    open,
    enterKeys: async () => {
      if (now !== null)
        await enterKeys(now.assembled.desk, fixture.places, fixture.sandbox.identity)
    },
    tryOpen: async () => (await start()).ok,
    openSecond: (at) => openAt(keychain.open().vault, at),
    discard: () => {
      for (const one of folders) rmSync(one, { recursive: true, force: true })
    },
  }
  return life
}

const dead: Result<never> = fail({
  kind: 'bug',
  sent: 'maybe',
  message: 'The program died.',
  incident: 'died',
})
const isClosed = (error: unknown): boolean =>
  error instanceof TypeError && error.message.includes('not open')

/** By another process: closing a file here would let go of the locks this one holds on it. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-r', from, to])
  for (const name of readdirSync(to))
    if (name.endsWith('-shm')) rmSync(join(to, name), { force: true })
}

/** How a copy of a ledger comes about. */
export const copyForms = ['file', 'file-without-wal', 'vacuum', 'daily', 'lost-wal'] as const
export type CopyForm = (typeof copyForms)[number]

export interface LedgerCopy {
  form: CopyForm
  /** Files by the name they take in the ledger's place; null: this one is taken away. */
  files: Map<string, string | null>
  /** The last place in the order of what passed when it was taken. */
  place: number
}

let copies = 0

/** Null when there is no such copy now. Nothing of the running desk notices. */
export function takeCopy(fixture: Fixture, life: Life, form: CopyForm): LedgerCopy | null {
  const folder = life.folder()
  const ledger = join(folder, 'ledger.sqlite')
  copies += 1
  const at = `${folder}-copy-${copies}`
  const keep = (name: string): string => {
    execFileSync('cp', [join(folder, name), `${at}${name.slice('ledger'.length)}`])
    return `${at}${name.slice('ledger'.length)}`
  }
  const copy = (files: [string, string | null][]): LedgerCopy => ({
    form,
    files: new Map(files),
    place: fixture.place(),
  })
  switch (form) {
    case 'file':
      return copy([
        ['ledger.sqlite', keep('ledger.sqlite')],
        ['ledger.sqlite-wal', existsSync(`${ledger}-wal`) ? keep('ledger.sqlite-wal') : null],
      ])
    case 'file-without-wal':
      return copy([
        ['ledger.sqlite', keep('ledger.sqlite')],
        ['ledger.sqlite-wal', null],
      ])
    case 'vacuum': {
      const db = must(openLedgerReader(ledger))
      db.pragma('query_only = OFF')
      db.prepare('VACUUM main INTO ?').run(`${at}.sqlite`)
      db.close()
      return copy([
        ['ledger.sqlite', `${at}.sqlite`],
        ['ledger.sqlite-wal', null],
      ])
    }
    case 'daily': {
      const made = existsSync(join(folder, 'backups'))
        ? readdirSync(join(folder, 'backups')).filter((name) => /^ledger-daily.*\.db$/.test(name))
        : []
      const last = made.sort().at(-1)
      return last === undefined
        ? null
        : copy([
            ['ledger.sqlite', join(folder, 'backups', last)],
            ['ledger.sqlite-wal', null],
          ])
    }
    case 'lost-wal':
      return copy([['ledger.sqlite-wal', null]])
  }
}

/** The desk is closed or dropped. What lies beside the ledger (its lock, keys, backups) stays. */
export function putBack(life: Life, copy: LedgerCopy): void {
  const folder = life.folder()
  rmSync(join(folder, 'ledger.sqlite-shm'), { force: true })
  for (const [name, from] of copy.files) {
    if (from === null) rmSync(join(folder, name), { force: true })
    else execFileSync('cp', [from, join(folder, name)])
  }
}
