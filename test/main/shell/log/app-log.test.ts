// The application's log on a disk: what it holds, what it never holds, and that it stays small.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { methods } from '#shared/contract/bridge.ts'
import { fail, type Fault, inputFault, ok } from '#shared/fault.ts'
import { answerCall } from '../../../../src/main/shell/ipc.ts'
import { factsOf, openAppLog } from '../../../../src/main/shell/log/app-log.ts'
import { contentsOf, eventOf, ourFrame } from '../../../fakes/shell/call-event.ts'
import { fakeDesk } from '../../../fakes/shell/fake-desk.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-log-'))
  file = join(folder, 'paydesk.log')
})
const text = (): string => readFileSync(file, 'utf8')
/** All that lies in the folder, without what separates the digits of a number. */
const onDisk = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/[\s.-]/g, '')

const card = '4111111111111111'
const spelled = [
  card,
  '4111 1111 1111 1111',
  '4111-1111-1111-1111 12/30',
  'card:41111111111111111230',
]

describe('a line of the log', () => {
  it('has the time, the event and its details, and ends there', () => {
    openAppLog(folder, () => 0).note('refused', { method: 'order:list', kind: 'input' })
    expect(text()).toBe('1970-01-01T00:00:00.000Z refused method="order:list" kind="input"\n')
  })

  it('has the reference and the error of an incident', () => {
    openAppLog(folder, () => 0).report('ABCD2345', new Error('first\nsecond'))
    expect(text()).toContain('1970-01-01T00:00:00.000Z ABCD2345 Error: first | second')
  })

  it.each(spelled)('never holds the card number typed as %s', (typed) => {
    const log = openAppLog(folder, () => 0)
    log.note('refused', { detail: typed, nested: { comment: `for ${typed}` } })
    log.report('ABCD2345', new Error(typed))
    expect(text()).toContain('refused')
    expect(onDisk()).not.toContain(card)
  })

  it('can be read by its owner alone', () => {
    openAppLog(folder, () => 0).note('started')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('that can not be written stops nothing', () => {
    expect(() => openAppLog('/nowhere/at/all', () => 0).note('started')).not.toThrow()
  })
})

describe('a refusal', () => {
  it.each(spelled)(
    'of a line with the card number %s brings none of it to the disk',
    async (typed) => {
      const frame = ourFrame()
      const contents = contentsOf(frame)
      const log = openAppLog(folder, () => 0)
      const refusal: Fault = {
        kind: 'unreached',
        sent: 'no',
        message: `No answer for ${typed}.`,
        detail: typed,
      }
      const ports = {
        ...{
          ourContents: () => contents,
          keepDropped: () => '',
          newIncident: () => 'X',
          report: log.report,
          note: log.note,
        },
        desk: Promise.resolve(ok(fakeDesk([], { 'app:state': () => fail(refusal) }))),
      }
      await answerCall(ports, eventOf(contents, frame), 'app:state', {})
      await answerCall(ports, eventOf(contents, frame), 'order:look-up', {
        value: typed,
        [typed]: 1,
      })
      expect(text().match(/ refused method=/g)).toHaveLength(2)
      expect(text()).toContain('method="app:state" kind="unreached" sent="no"')
      expect(onDisk()).not.toContain(card)
    },
  )

  it('is told by its kind and never by its message', () => {
    const facts = factsOf(inputFault('comment', 'Your comment “my words” is too long.'))
    expect(facts).toEqual({ kind: 'input', sent: 'no', field: 'comment' })
  })
})

describe('a page that asks what it likes', () => {
  /** The channel with the log on the disk; the clock stands. */
  function channel(clock = (): number => 0) {
    const frame = ourFrame()
    const contents = contentsOf(frame)
    const log = openAppLog(folder, clock)
    const desk = fakeDesk([], {
      'attempt:confirm': (input) =>
        fail({
          kind: 'denied',
          sent: 'no',
          reason: 'not-found',
          message: 'x',
          ...(input as object),
        }),
    })
    const ports = {
      ...{ ourContents: () => contents, newIncident: () => 'X', keepDropped: () => '' },
      ...{ report: log.report, note: log.note, desk: Promise.resolve(ok(desk)) },
    }
    return {
      log,
      ask: (...call: unknown[]) => answerCall(ports, eventOf(contents, frame), ...call),
    }
  }

  it('brings no name of a field and no ID of its own into the log', async () => {
    const { ask } = channel()
    await ask('app:state', { 'my secret words': 1 })
    await ask('preference:set', {
      name: 'drafts',
      value: [{ form: 'x', at: 1, fields: { mySecret: 2 } }],
    })
    await ask('connection:save', { settings: { paths: { mySecret: 5 } } })
    await ask('attempt:confirm', { attemptId: 'my secret words', token: 'x' })
    expect(text().match(/ refused /g)).toHaveLength(4)
    expect(text()).toContain('attemptId="not an ID"')
    expect(text()).not.toMatch(/my ?secret/i)
  })

  it('is told with the fields and the attempts that there are', async () => {
    const { ask } = channel()
    const attemptId = '01KAVF3ZQ8ABCDEFGHJKMNPQRS'
    await ask('attempt:confirm', { attemptId, token: 'x' })
    await ask('order:list', { filter: { actor: 5 } })
    expect(text()).toContain(`attemptId="${attemptId}"`)
    expect(text()).toContain('field="filter.actor"')
    const own = { amount: 'comment', connectionId: 'settings.fields.0.value' }
    for (const field of [...Object.keys(own), ...Object.values(own)])
      expect(factsOf(inputFault(field, 'x'))).toMatchObject({ field })
  })

  it('is counted, and forty thousand refused calls leave the rest of the log as it was', async () => {
    let now = 0
    const { ask, log } = channel(() => now)
    log.note('started')
    for (let call = 0; call < 40_000; call += 1)
      await ask('app:state', { [`a${call % 3}`]: 1, ...(call % 2 ? { b: 1 } : {}) })
    for (const method of Object.keys(methods)) await ask(method, 5)
    now = 61_000
    await ask('app:state', 5)
    log.note('closed')
    const lines = text().trimEnd().split('\n')
    expect(readdirSync(folder)).toEqual(['paydesk.log'])
    expect(lines.length).toBeLessThan(40)
    expect(lines[0]).toContain('started')
    expect(lines.at(-1)).toContain('closed')
    const more = lines.map((line) => Number(/ refused more=(\d+)$/.exec(line)?.[1] ?? 0))
    const told = lines.filter((line) => line.includes(' refused method='))
    const all = 40_000 + Object.keys(methods).length + 1
    expect(more.reduce((sum, count) => sum + count, told.length)).toBe(all)
  })
})

describe('a full file', () => {
  it('makes room for the next one, and the oldest of four is given up', () => {
    const log = openAppLog(folder, () => 0)
    for (const round of [1, 2, 3, 4, 5]) {
      writeFileSync(file, `${round}`.padEnd(1_000_001, 'x'))
      log.note('started')
    }
    expect(text()).toBe('1970-01-01T00:00:00.000Z started\n')
    const first = (name: string): string => readFileSync(`${file}.${name}`, 'utf8').slice(0, 1)
    expect(['1', '2', '3'].map(first)).toEqual(['5', '4', '3'])
    expect(existsSync(`${file}.4`)).toBe(false)
  })
})

it('goes on where nobody reads stderr any more', async () => {
  const program = join(import.meta.dirname, 'unread-stderr-process.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(text()).toMatch(/FIRST222 Error: one[^]*OTHER222 Error: two/)
  expect(text()).not.toContain('ENDED222')
})
