// How long somebody stays signed in without a key pressed, and how long ten wrong tries keep a
// person out: by time that only goes forward.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok, type Result } from '#shared/fault.ts'
import { usualIdle } from '#shared/people/people-methods.ts'
import { createSession } from '../../../../src/main/desk/people/session.ts'
import type { Person, Roll } from '#shared/people/roll.ts'

const minuteMs = 60_000
const ada: Person = {
  ...{ id: 'p-1', name: 'Ada', roles: ['administrator'], key: 'k' },
  ...{ isRemoved: false, since: 0, signedBy: 'Ada' },
}
const noted: string[] = []
let [mono, failures, isRight, dropped] = [0, 0, false, 0]
const pass = (ms: number): void => {
  mono += ms
  vi.advanceTimersByTime(ms)
}
const roll: Roll = {
  ...{ people: new Map([[ada.id, ada]]), idleMinutes: usualIdle, recovery: null },
  ...{ size: 1, brokenAt: null, limits: [], ownRoles: [], removedRoles: new Set() },
}
const noteDown = ({ kind, outcome }: { kind: string; outcome: string }): void =>
  void noted.push(`${kind} ${outcome}`)
const open = (note = noteDown) =>
  createSession({
    roll: { read: () => roll },
    store: {
      failures: () => failures,
      noteFailures: (_draft, _person, count) => {
        failures = count
      },
    },
    keys: {
      sign: () =>
        Promise.resolve(isRight ? ok(Buffer.from('signed')) : ('wrong-passphrase' as const)),
    },
    note,
    monotonic: () => mono,
    report: () => undefined,
    onChange: () => undefined,
    onLocked: () => {
      dropped += 1
    },
  })
const typed = { passphrase: 'x', text: Buffer.from('t') }

beforeEach(() => {
  vi.useFakeTimers()
  noted.length = 0
  ;[mono, failures, isRight, dropped] = [0, 0, false, 0]
})
afterEach(() => vi.useRealTimers())

describe('a person who is signed in', () => {
  it('is locked by fewer minutes as soon as they are set', () => {
    const session = open()
    session.begin(ada)
    pass(minuteMs)
    roll.idleMinutes = 2
    session.active()
    pass(2 * minuteMs)
    expect(session.me()).toBeNull()
    roll.idleMinutes = usualIdle
  })

  it('has an entry that says so, or is not signed in', () => {
    const session = open(() => {
      throw new Error('disk full')
    })
    expect(() => session.begin(ada)).toThrow('disk full')
    expect(session.me()).toBeNull()
  })

  it('stays so while they are at the window, and not a moment longer than five minutes', () => {
    const session = open()
    session.begin(ada)
    pass(4 * minuteMs)
    session.active()
    pass(4 * minuteMs)
    expect(session.me()?.name).toBe('Ada')
    pass(minuteMs)
    expect(session.me()).toBeNull()
    expect(noted).toEqual(['person:signed-in ok', 'person:signed-out idle'])
    expect(dropped).toBe(1)
  })

  it('is another sign-in each time', () => {
    const session = open()
    session.begin(ada)
    const before = session.number()
    session.lock('suspend')
    session.begin(ada)
    expect(session.number()).not.toBe(before)
  })
})

describe('ten wrong passphrases', () => {
  const tries = async (session: ReturnType<typeof open>, count: number): Promise<void> => {
    for (let one = 0; one < count; one += 1) await session.sign(ada, 'passphrase', typed)
  }
  const sign = (session: ReturnType<typeof open>): Promise<Result<Buffer>> =>
    session.sign(ada, 'passphrase', typed)

  it('keep the person out for thirty minutes of time that goes forward', async () => {
    const session = open()
    await tries(session, 10)
    isRight = true
    expect((await sign(session)).ok).toBe(false)
    pass(30 * minuteMs - 1)
    expect((await sign(session)).ok).toBe(false)
    pass(1)
    expect((await sign(session)).ok).toBe(true)
    expect(failures).toBe(0)
  })

  it('keep them out for thirty more after a restart', async () => {
    await tries(open(), 10)
    pass(29 * minuteMs)
    const again = open()
    isRight = true
    pass(29 * minuteMs)
    expect((await sign(again)).ok).toBe(false)
    pass(minuteMs)
    expect((await sign(again)).ok).toBe(true)
  })
})
