// A compromised page asks for runs of lists that it was never shown: ids of readings that are not
// there, other rows than were read, a path of its own, twice the same reading. Nothing comes of it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { methods } from '#shared/contract/bridge.ts'
import { eachWorld } from '../journeys/world.ts'
import { faultOf, must, type OpenDesk } from '../journeys/story.ts'

const world = eachWorld(20)
const place = { connectionId: 'sandbox', operation: 'return' } as const
const text = 'Order ID,Amount,Currency,Reason\n1234567,5.00,EUR,damaged\n1234568,6.00,EUR,damaged'
const said = { leftOut: 0, leftOutReason: '', reason: '', againReason: '', depth: 'known' } as const
const runsOf = async ({ desk }: OpenDesk): Promise<number> =>
  must(await desk['run:list']({})).length
const pasted = async ({ desk }: OpenDesk) => must(await desk['file:paste']({ ...place, text }))!

describe('a page that lies about a list', () => {
  it.each(['', 'nothing', '__proto__', 'constructor', '../ledger.sqlite', '0'])(
    'gets no run of the reading %j',
    async (readingId) => {
      const open = await world.start()
      const { stamp, meaning } = await pasted(open)
      const parsed = methods['run:from-file'].safeParse({ readingId, stamp, meaning, ...said })
      if (parsed.success)
        expect(faultOf(await open.desk['run:from-file'](parsed.data))).toMatchObject({
          ...{ kind: 'denied', reason: 'not-found' },
        })
      expect(await runsOf(open)).toBe(0)
    },
  )

  it('gets no run of other rows than were shown, and none with lines left out unsaid', async () => {
    const open = await world.start()
    const { id: readingId, stamp, meaning } = await pasted(open)
    for (const lie of [
      ...[{ meaning: '0'.repeat(64) }, { stamp: 's' }, { leftOut: 1, leftOutReason: 'because' }],
    ]) {
      const asked = { readingId, stamp, meaning, ...said, ...lie }
      expect(faultOf(await open.desk['run:from-file'](asked)).message).toContain(
        'with other choices',
      )
    }
    expect(await runsOf(open)).toBe(0)
  })

  it('gets no run with other reasons than were shown, though the money is the same', async () => {
    const open = await world.start()
    const table = 'Order ID,Amount,Currency,Reason,Buyer\n1234567,5.00,EUR,damaged,Anna Smith'
    const shown = must(await open.desk['file:paste']({ ...place, text: table }))!
    const { id: readingId, stamp, meaning } = shown
    const roles = [...(['orderId', 'amount', 'currency', 'none', 'reason'] as const)]
    const other = must(await open.desk['file:again']({ ...place, readingId, choices: { roles } }))!
    expect(other.meaning).toBe(meaning)
    const asked = { readingId, stamp, meaning, ...said }
    expect(faultOf(await open.desk['run:from-file'](asked)).message).toContain('with other choices')
    expect(await runsOf(open)).toBe(0)
  })

  it('gets one run of a reading, however often and fast it asks', async () => {
    const open = await world.start()
    const { id: readingId, stamp, meaning } = await pasted(open)
    const asked = { readingId, stamp, meaning, ...said, againReason: 'asked ten times at once' }
    const made = await Promise.all(
      Array.from({ length: 10 }, () => open.desk['run:from-file'](asked)),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await runsOf(open)).toBe(1)
  })

  it('gets no second run of a list without a reason, with a reading of its own for each', async () => {
    const open = await world.start()
    const readings = [await pasted(open), await pasted(open)]
    const made = await Promise.all(
      readings.map(({ id, stamp, meaning }) =>
        open.desk['run:from-file']({ readingId: id, stamp, meaning, ...said }),
      ),
    )
    expect(made.map(({ ok }) => ok)).toEqual([true, false])
  })

  it('names no path: there is no field for one, and a name of a file is just text', async () => {
    const open = await world.start()
    writeFileSync(join(world.folder, 'secret.csv'), text)
    const path = join(world.folder, 'secret.csv')
    for (const more of [{ path }, { file: path }, { source: { path } }, { name: path }])
      for (const method of ['file:choose', 'file:paste', 'file:again', 'run:from-file'] as const) {
        const input = {
          ...place,
          text,
          readingId: 'x',
          choices: {},
          stamp: 's',
          meaning: '',
          ...said,
          ...more,
        }
        expect(methods[method].safeParse(input).success, method).toBe(false)
      }
    const view = must(await open.desk['file:paste']({ ...place, text: path }))!
    expect([view.goodCount, view.isUsable]).toEqual([0, false])
    expect(JSON.stringify(view)).not.toContain('1234567')
    const sheet = { ...place, readingId: view.id, choices: { sheet: path } }
    expect(must(await open.desk['file:again'](sheet))!.goodCount).toBe(0)
  })

  it('keeps nothing of lines with a card number, also of one that is mended in', async () => {
    const open = await world.start()
    const card = '4111 1111 1111 1111'
    const refused = must(await open.desk['file:paste']({ ...place, text: `${text}\n${card},1` }))!
    expect(refused).toMatchObject({ isUsable: false, columns: [], open: [{ kind: 'card-number' }] })
    const view = await pasted(open)
    const again = must(
      await open.desk['file:again']({
        ...{ ...place, readingId: view.id },
        choices: { mended: [{ line: 2, column: 3, text: card }] },
      }),
    )!
    expect([again.isUsable, JSON.stringify(again).includes('4111')]).toEqual([false, false])
    const { stamp, meaning } = view
    const asked = { readingId: view.id, stamp, meaning, ...said }
    expect(faultOf(await open.desk['run:from-file'](asked))).toMatchObject({ reason: 'not-found' })
  })
})
