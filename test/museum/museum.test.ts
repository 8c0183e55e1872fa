// Why this program exists, shown: every room's old way fails on the gateway's books as its story
// says, and the same steps on Paydesk leave what was meant, or stop with a reason.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDeskDriver } from './desk-driver.ts'
import { headOf, pageOf } from './page.ts'
import { openPlace, type Sums, toMinor } from './place.ts'
import { type FoundRoom, openMuseum } from './room.ts'

const top = join(import.meta.dirname, '../..')
const rooms = await openMuseum()
const read = (path: string): string => readFileSync(join(top, path), 'utf8')

/** What of the room's claim about the old way follows from its sums. */
const failures = {
  'pays too much': ({ meant, old }: FoundRoom) =>
    some(old.books, (name, left) => left > of(meant, name)),
  loses: ({ meant, old }: FoundRoom) => some(meant, (name, wanted) => of(old.books, name) < wanted),
  guesses: ({ old }: FoundRoom) =>
    some(
      old.books,
      (name, left) => old.reported[name] !== undefined && of(old.reported, name) !== left,
    ),
}
const of = (sums: Sums, name: string): bigint => toMinor(sums[name] ?? '0.00')
const some = (sums: Sums, is: (name: string, amount: bigint) => boolean): boolean =>
  Object.keys(sums).some((name) => is(name, of(sums, name)))

describe('the museum of double refunds', () => {
  it('has at least 25 rooms, each of another thread', () => {
    expect(rooms.length).toBeGreaterThanOrEqual(25)
    expect(new Set(rooms.map(({ link }) => link)).size).toBe(rooms.length)
  })

  it.each(rooms)(
    '$file names its thread, its day, its story and the guard that meets it',
    (room) => {
      expect(room.link).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull)\/\d+$/)
      expect(room.date).toMatch(/^20\d\d-\d\d-\d\d$/)
      const lines = room.story.split('\n')
      expect(lines.length).toBeLessThanOrEqual(10)
      for (const line of lines) expect(line.trim()).toMatch(/^.{10,140}$/)
      expect(existsSync(join(top, room.guard.file))).toBe(true)
    },
  )

  it.each(rooms)('$file: what it claims of the old way follows from its sums', (room) => {
    expect(failures[room.old.fails](room)).toBe(true)
  })

  it.each(rooms)(
    '$file: Paydesk never leaves more than was meant, nor says what is not so',
    (room) => {
      const { meant, paydesk } = room
      for (const name of Object.keys(paydesk.books))
        expect(of(paydesk.books, name)).toBeLessThanOrEqual(of(meant, name))
      for (const [name, amount] of Object.entries(paydesk.reported))
        expect([paydesk.books[name], 'unknown']).toContain(amount)
    },
  )
})

describe.concurrent('the old way', () => {
  it.each(rooms)('$file: $old.fails', async ({ old, gateway }) => {
    const place = await openPlace()
    gateway?.set(place.sandbox)
    try {
      const reported = await old.run(place)
      expect({ reported, books: place.books() }).toEqual({
        reported: old.reported,
        books: old.books,
      })
    } finally {
      await place.close()
    }
  })
})

describe.concurrent('the same steps on Paydesk', () => {
  it.each(rooms)('$file: stops at $paydesk.stops', async ({ paydesk, gateway }) => {
    const place = await openPlace()
    gateway?.set(place.sandbox)
    const driver = await openDeskDriver(place)
    try {
      await paydesk.run(driver)
      const { stops } = driver
      const reported = await driver.reported()
      expect({ reported, stops, books: place.books() }).toEqual({
        reported: paydesk.reported,
        stops: paydesk.stops,
        books: paydesk.books,
      })
    } finally {
      await driver.close()
      await place.close()
    }
  })
})

describe('the guide through the museum', () => {
  it('is what the rooms say', async () => {
    expect(read('docs/museum.md'), 'run npm run museum').toBe(await pageOf(rooms))
  })

  it('begins in README, which leads to the rest of it', async () => {
    expect(read('README.md')).toContain(await headOf(rooms))
    expect(read('README.md')).toContain('(docs/museum.md)')
  })
})
