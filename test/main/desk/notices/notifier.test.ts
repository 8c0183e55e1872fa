// Ten thousand lives of a desk by chance: events come, end and come again, a person looks, chooses
// how much is told, and the program ends or is killed at any point. The real notifier writes into
// a real ledger; the system counts what it was told to show.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { noticeLevels, type NoticeLevel } from '#shared/desktop/person-events.ts'
import { decide, type NotifiedBy } from '../../../../src/main/desk/notices/decide.ts'
import { createNotifier, sentence } from '../../../../src/main/desk/notices/notifier.ts'
import { openEvents, type PersonEvent } from '../../../../src/main/desk/notices/open-events.ts'
import type { Notified } from '../../../../src/main/ledger/settings/notified-events.ts'
import { seeded } from '../../../fakes/seeded.ts'

const kinds = ['outcome-unknown', 'contradicted', 'money-stopped', 'look-ups-open'] as const
const eventOf = (n: number): PersonEvent => {
  const kind = kinds[n % kinds.length] ?? 'contradicted'
  const isOfOrder = kind === 'outcome-unknown' || kind === 'contradicted'
  return {
    key: `${kind === 'money-stopped' ? 'stop' : kind}/${n}`,
    kind,
    order: isOfOrder ? `67600${n}` : '',
    amount: isOfOrder ? { amount: `${n}.37`, currency: 'EUR' } : null,
  }
}

/** What the ledger keeps of it; a kill leaves it as it was written last. */
const memory = () => {
  let notified: Notified = {
    by: {},
    level: 'count',
  }
  return {
    read: () => notified,
    write: (next: Notified) => void (notified = structuredClone(next)),
  }
}

class Killed extends Error {}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One desk from its first start to its last, with as many steps as `draw` says. */
async function live(draw: () => number) {
  const notified = memory()
  const open = new Map<string, PersonEvent>()
  const shownFor = new Map<string, number>()
  const inWindow = new Set<string>()
  const bodies: { body: string; level: NoticeLevel }[] = []
  const standing = new Set<string>()
  let level: NoticeLevel = noticeLevels[draw() % 4] ?? 'count'
  const quiet = new Set<string>()
  let killAt = -1
  let steps = 0
  let made = 0
  /** Dies here when it is time to. */
  const point = (): void => {
    if (steps++ === killAt) throw new Killed()
  }
  let lost: string[] = []
  const start = () =>
    createNotifier({
      events: () => {
        point()
        return [...open.values()]
      },
      countNeeds: () => Promise.resolve(open.size),
      level: () => level,
      notified: {
        ...{ happened: () => [], see: () => undefined, resumedAt: () => new Map() },
        read: notified.read,
        write: (next) => {
          point()
          const before = notified.read().by
          notified.write(next)
          for (const key of Object.keys(next.by)) {
            if (before[key] !== undefined) continue
            if (level === 'off') quiet.add(key)
          }
          point()
        },
      },
      system: {
        show: ({ id, body }) => {
          point()
          standing.add(id)
          bodies.push({ body: formatMessage(body), level })
          for (const [key, by] of Object.entries(notified.read().by))
            if (by === id) shownFor.set(key, (shownFor.get(key) ?? 0) + 1)
          point()
        },
        withdraw: (id) => void standing.delete(id),
        badge: (count) => expect(count).toBe(open.size),
      },
      report: (_incident, error) => {
        if (!(error instanceof Killed)) throw error
        isDead = true
      },
    })
  let isDead = false
  let notifier = start()
  const restart = (): void => {
    notifier.stop()
    isDead = false
    killAt = -1
    // The window opens on Today: all that is open stands there.
    for (const key of open.keys()) inWindow.add(key)
    notifier = start()
    notifier.look()
  }
  const rest = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(500)
    if (isDead) {
      restart()
      await vi.advanceTimersByTimeAsync(500)
    }
    lost = [...open.keys()].filter(
      (key) => !shownFor.has(key) && !inWindow.has(key) && !quiet.has(key),
    )
    expect(lost).toEqual([])
    // What stands there is of something that is still open.
    const live = new Set(
      Object.entries(notified.read().by)
        .filter(([key]) => open.has(key))
        .map(([, id]) => id),
    )
    for (const id of standing) expect(live.has(id)).toBe(true)
  }
  for (let turn = 0; turn < 6; turn += 1) {
    const roll = draw() % 10
    for (let n = draw() % 5; roll < 6 && n >= 0; n -= 1) {
      const event = eventOf(made++)
      open.set(event.key, event)
    }
    if (roll === 6 || roll === 7)
      for (const key of open.keys()) if (draw() % 2 === 0) open.delete(key)
    if (roll === 8) level = noticeLevels[draw() % 4] ?? 'count'
    if (draw() % 3 === 0) killAt = steps + (draw() % 8)
    notifier.look()
    await rest()
    if (roll === 9) {
      restart()
      await rest()
    }
  }
  notifier.stop()
  return { shownFor, bodies, made, inWindow }
}

it('tells no event twice and loses none over 10,000 lives with restarts and kills', async () => {
  let [shown, events, leftToWindow] = [0, 0, 0]
  for (let seed = 0; seed < 10_000; seed += 1) {
    const { shownFor, bodies, made, inWindow } = await live(seeded(seed))
    for (const times of shownFor.values()) expect(times).toBe(1)
    for (const { body, level } of bodies) {
      if (level !== 'amount') expect(body).not.toMatch(/EUR|\.37/)
      if (level === 'count' || level === 'off') expect(body).not.toMatch(/67600/)
    }
    shown += shownFor.size
    events += made
    leftToWindow += [...inWindow].filter((key) => !shownFor.has(key)).length
  }
  // The lives are no empty ones: notifications came, and some kills fell just before one.
  expect(events).toBeGreaterThan(50_000)
  expect(shown).toBeGreaterThan(30_000)
  expect(leftToWindow).toBeGreaterThan(500)
}, 60_000)

it('names an order only where a person chose so, and an amount only where they chose that', () => {
  const event = eventOf(0)
  const [counted] = decide([event], {}, 'count').show
  const [named] = decide([event], {}, 'order').show
  const [priced] = decide([event], {}, 'amount').show
  expect([counted, named, priced].map((one) => formatMessage(one ? sentence(one) : ''))).toEqual([
    'A request has an unknown outcome. Don’t repeat the request.',
    '676000: the outcome is unknown. Don’t repeat the request.',
    '0.37\u00a0EUR, 676000: the outcome is unknown. Don’t repeat the request.',
  ])
  expect(decide([event], {}, 'off').show).toEqual([])
})

it('tells many at once as a number, and withdraws that when the last of them is over', () => {
  const four = [0, 4, 8, 12].map(eventOf)
  const first = decide(four, {}, 'amount')
  expect(first.show.map((one) => formatMessage(sentence(one)))).toEqual([
    '4 requests have an unknown outcome. Don’t repeat them.',
  ])
  const later = decide(four.slice(3), first.by, 'amount')
  expect([later.show, later.withdraw]).toEqual([[], []])
  expect(decide([], later.by, 'amount').withdraw).toEqual([first.show[0]?.id])
})

it('does not tell what came while a person wanted nothing told, once they want it again', () => {
  const { by } = decide([eventOf(0)], {}, 'off')
  expect(decide([eventOf(0)], by, 'count').show).toEqual([])
})

it('knows a stop again after a restart that found it late, and a new one after a person went on', () => {
  const stop = (id: string, resumed: number): PersonEvent[] =>
    openEvents({
      ...{ unknown: [], contradicted: [], happened: [], update: null },
      stops: [{ id, message: 'The disk lies.', reach: 'all' }],
      resumedAt: new Map(resumed === 0 ? [] : [['The disk lies.', resumed]]),
      digest: (text) => text,
    })
  const notified: NotifiedBy = decide(stop('run-1', 0), {}, 'count').by
  const started = decide([], notified, 'count').by
  expect(decide(stop('run-7', 0), started, 'count').show).toEqual([])
  expect(decide(stop('run-8', 41), started, 'count').show).toHaveLength(1)
})

it('tells of an update once, also where the next start has to ask the feed for it again', () => {
  const update = (version: string | null): PersonEvent[] =>
    openEvents({
      ...{ unknown: [], contradicted: [], happened: [], stops: [], update: version },
      resumedAt: new Map(),
      digest: (text) => text,
    })
  const first = decide(update('1.3.0'), {}, 'count')
  expect(first.show).toMatchObject([{ kind: 'update-available', count: 1 }])
  const started = decide(update(null), first.by, 'count')
  expect(started.withdraw).toEqual(['update/1.3.0'])
  expect(decide(update('1.3.0'), started.by, 'count').show).toEqual([])
  expect(decide(update('1.4.0'), started.by, 'count').show).toHaveLength(1)
})

it('counts what Today has at most every two seconds, and once more for what came last', async () => {
  let [open, counted] = [0, 0]
  const badges: number[] = []
  const notified = { ...memory(), happened: () => [], see: () => undefined }
  const notifier = createNotifier({
    events: () => [],
    countNeeds: () => {
      counted += 1
      return Promise.resolve(open)
    },
    level: () => 'count',
    notified: { ...notified, resumedAt: () => new Map() },
    system: {
      ...{ show: () => undefined, withdraw: () => undefined },
      badge: (count) => void badges.push(count),
    },
    report: (_incident, error) => {
      throw error
    },
  })
  for (let n = 0; n < 100; n += 1) {
    open = n + 1
    notifier.look()
    await vi.advanceTimersByTimeAsync(100)
  }
  // Ten seconds.
  expect(counted).toBe(5)
  await vi.advanceTimersByTimeAsync(3_000)
  expect([counted, badges.at(-1)]).toEqual([6, 100])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(counted).toBe(6)
  notifier.stop()
})
