// From a file or pasted lines to a run, over the bridge's methods: what was shown is what is taken,
// once, and a list that was taken before needs a reason. The sandbox's books have the last word.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileView } from '#shared/files/file-methods.ts'
import { say } from '#shared/message.ts'
import type { ListOperation } from '#shared/runs/run-state.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { eachWorld } from '../world.ts'
import { effectsOf, faultOf, must, type OpenDesk } from '../story.ts'
import { confirm, outcomesOf, paidOrders, review, rowsOf, until } from './run-story.ts'

const world = eachWorld(20)
const head = 'Order ID,Amount,Currency,Reason'
const forSandbox = (operation: ListOperation = 'return') => ({ connectionId: 'sandbox', operation })
const paste = async ({ desk }: OpenDesk, lines: readonly string[], operation?: ListOperation) =>
  must(await desk['file:paste']({ ...forSandbox(operation), text: lines.join('\n') }))!
const make = (
  { desk }: OpenDesk,
  { id, stamp, meaning, wrongLines }: FileView,
  more: Partial<Parameters<OpenDesk['desk']['run:from-file']>[0]> = {},
) =>
  desk['run:from-file']({
    ...{ readingId: id, stamp, meaning, leftOut: wrongLines, leftOutReason: '', reason: '' },
    ...{ againReason: '', depth: 'gateway', ...more },
  })
const linesOf = (orderids: readonly string[], amount = '20.00'): string[] => [
  head,
  ...orderids.map((id) => `${id},${amount},EUR,damaged`),
]

describe('a pasted list', () => {
  it('becomes a run of its good rows, which is checked, confirmed and sent as any other', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 3)
    const view = await paste(open, linesOf(orderids))
    expect(view).toMatchObject({
      ...{ isUsable: true, goodCount: 3, wrongLines: 0, withoutReason: 0, known: null, open: [] },
      sums: [{ sum: { amount: '60.00', currency: 'EUR' }, rows: 3 }],
    })
    const run = must(await make(open, view))
    await until(open, run.id, 'CHECKED')
    expect(orderids.map((id) => effectsOf(world.sandbox, id, 'return'))).toEqual([0, 0, 0])
    must(await confirm(open, await review(open, run.id)))
    await until(open, run.id, 'DONE')
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(['done', 'done', 'done'])
    expect(orderids.map((id) => effectsOf(world.sandbox, id, 'return'))).toEqual([1, 1, 1])
    expect((await rowsOf(open, run.id)).map(({ line }) => line)).toEqual([2, 3, 4])
  })

  it('names every wrong line with its cells, and is mended and left out with a reason', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const lines = [...linesOf(orderids), 'no id,20.00,EUR,damaged', `${orderids[0]},2O.00,EUR,x`]
    const view = await paste(open, lines)
    expect([view.goodCount, view.wrongLines]).toEqual([2, 2])
    const wrong = must(await open.desk['file:wrong']({ readingId: view.id, after: -1, limit: 50 }))
    expect(wrong.lines.map(({ line, messages, column }) => [line, messages[0], column])).toEqual([
      [4, 'Line 4: “no id” is not an order ID.', 0],
      [5, 'Line 5: “2O.00” is not an amount.', 1],
    ])
    expect(wrong.lines[1]!.cells[1]).toEqual({ column: 1, text: '2O.00' })
    const mended = must(
      await open.desk['file:again']({
        ...{ ...forSandbox(), readingId: view.id },
        choices: { mended: [{ line: 5, column: 1, text: '10.00' }] },
      }),
    )!
    expect([mended.id, mended.goodCount, mended.wrongLines]).toEqual([view.id, 3, 1])
    expect(faultOf(await make(open, mended))).toMatchObject({ field: 'leftOutReason' })
    const run = must(await make(open, mended, { leftOutReason: 'not an order' }))
    expect(run).toMatchObject({ rows: 3, leftOut: { count: 1, reason: 'not an order' } })
    const log = must(await open.desk['audit:list']({ filter: { kind: 'run:read' }, limit: 1 }))
    expect(log.rows[0]!.details['source']).toMatchObject({
      ...{ mended: 1, leftOut: { count: 1, lines: [4], reason: 'not an order' } },
    })
  })

  it('tells of the line that it took for a sum, on the way and in the log', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const view = await paste(open, [...linesOf(orderids), ',40.00,,'])
    expect(view).toMatchObject({ goodCount: 2, wrongLines: 0, sumLine: 4 })
    expect(must(await make(open, view))).toMatchObject({ rows: 2, leftOut: null, sumLine: 4 })
    const log = must(await open.desk['audit:list']({ filter: { kind: 'run:read' }, limit: 1 }))
    expect(log.rows[0]!.details['source']).toMatchObject({ sumLine: 4 })
  })

  it('asks for a reason where rows have none, and gives it to them alone', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const view = await paste(open, [head, `${orderids[0]},5,EUR,own`, `${orderids[1]},5,EUR,`])
    expect(view.withoutReason).toBe(1)
    expect(faultOf(await make(open, view))).toMatchObject({ field: 'reason' })
    const long = faultOf(await make(open, view, { reason: 'x'.repeat(51) }))
    expect(long).toMatchObject({ field: 'reason' })
    const run = must(await make(open, view, { reason: 'for all' }))
    await until(open, run.id, 'CHECKED')
    expect((await rowsOf(open, run.id)).map(({ reason }) => reason)).toEqual(['own', 'for all'])
  })

  it('is captured or voided where that is asked for', async () => {
    const open = await world.start()
    const [hold] = paidOrders(world.sandbox, 1, /hold of 300\.00 EUR/)
    const view = await paste(open, ['Order ID,Amount', `${hold},100 EUR`], 'capture')
    expect(view.roles).toEqual([
      ...['orderId', 'merchantOrderId', 'amount', 'currency', 'account', 'kind', 'beside'],
    ])
    const run = must(await make(open, view))
    const checked = await until(open, run.id, 'CHECKED')
    expect(checked.groups).toMatchObject([{ group: 'ready', way: 'capture', rows: 1 }])
  })

  it('is held beside its orders: another currency, and more than is left, name their lines', async () => {
    const open = await world.start()
    const [one = '', other = ''] = paidOrders(world.sandbox, 2)
    const rows = [`${one},70,EUR,x`, `${other},5,USD,x`, `${other},5,EUR,x`, `${one},60,EUR,x`]
    const run = must(await make(open, await paste(open, [head, ...rows])))
    await until(open, run.id, 'CHECKED')
    const found = await rowsOf(open, run.id)
    expect(found.map(({ line, group, finding }) => [line, group, finding])).toEqual([
      [2, 'ready', null],
      [3, 'impossible', 'Line 3: the order is in EUR, the file says USD.'],
      [4, 'ready', null],
      [
        ...[5, 'impossible'],
        'Lines 2 and 5 refund 130.00\u00a0EUR; 120.00\u00a0EUR of this order can be refunded.',
      ],
    ])
    // Orders that a person selected have no lines.
    const selected = { connectionId: 'sandbox', operation: 'return', depth: 'gateway' } as const
    const amount = { amount: '5', currency: 'USD' }
    const made = { ...selected, rows: [{ orderid: other, amount }], reason: 'x' }
    const bare = must(await open.desk['run:create'](made))
    await until(open, bare.id, 'CHECKED')
    expect((await rowsOf(open, bare.id))[0]?.finding).toMatch(/^This order is in EUR/)
  })

  it('says of how many lines a sum is that is too high, where not all of them are named', async () => {
    const open = await world.start()
    const [one = ''] = paidOrders(world.sandbox, 1)
    const amounts = Array.from({ length: 9 }, (_, at) => `${one},${13 + at / 100},EUR,x`)
    const made = must(await make(open, await paste(open, [head, ...amounts, `${one},9,EUR,x`])))
    await until(open, made.id, 'CHECKED')
    expect((await rowsOf(open, made.id)).at(-1)!.finding).toBe(
      '10 lines up to line 11 refund 126.36\u00a0EUR; 120.00\u00a0EUR of this order can be refunded.',
    )
  })

  it('asks about a row that other rows made possible, and never leaves it out in silence', async () => {
    const open = await world.start()
    const [one = ''] = paidOrders(world.sandbox, 1)
    const amounts = ['10', '10', '105', '8']
    const rows = amounts.map((amount) => `${one},${amount},EUR,x`)
    const view = await paste(open, [head, ...rows])
    const again = { ...forSandbox(), readingId: view.id, choices: { keepEqual: true } }
    const run = must(await make(open, must(await open.desk['file:again'](again))!))
    await until(open, run.id, 'CHECKED')
    const told = async () =>
      (await rowsOf(open, run.id)).map(({ group, isIn, finding }) => [group, isIn, finding])
    const keep = async (at: number, isIn = true) =>
      must(await open.desk['run:choose']({ runId: run.id, rows: [at], isIn }))
    expect((await told()).map(([group, isIn]) => [group, isIn])).toEqual([
      ['ready', true],
      ['look', false],
      ['ready', true],
      ['impossible', false],
    ])
    await keep(1)
    const [, , large, small] = await told()
    expect(large?.slice(0, 2)).toEqual(['impossible', false])
    expect(small).toEqual(['look', false, formatMessage(say('runs.possible-now'))])
    // A second choice forgets neither it nor what the first line held back.
    await keep(0, false)
    const asked = ['look', false, formatMessage(say('runs.possible-now'))]
    expect(await told()).toEqual([['ready', false, null], ['ready', true, null], asked, asked])
    await keep(3)
    expect((await told())[3]).toEqual(['ready', true, null])
  })

  it.each([
    ['100.00', 'impossible', /whole hold/],
    ['300.00', 'ready', null],
  ] as const)(
    'is a void of a hold of 300.00 EUR that names %s EUR: %s',
    async (amount, group, why) => {
      const open = await world.start()
      const [hold] = paidOrders(world.sandbox, 1, /hold of 300\.00 EUR/)
      const view = await paste(open, ['Order ID,Amount,Currency', `${hold},${amount},EUR`], 'void')
      const run = must(await make(open, view))
      const checked = await until(open, run.id, 'CHECKED')
      expect(checked.groups).toMatchObject([{ group, rows: 1 }])
      const [row] = await rowsOf(open, run.id)
      if (why === null) expect(row?.finding).toBeNull()
      else expect(formatMessage(row?.finding ?? '')).toMatch(why)
    },
  )

  it('is read for the operation and the connection of last', async () => {
    const open = await world.start()
    const [hold] = paidOrders(world.sandbox, 1, /hold of 300\.00 EUR/)
    const asked = await paste(open, ['Order ID', hold!], 'capture')
    const view = must(
      await open.desk['file:again']({
        ...{ ...forSandbox('capture'), readingId: asked.id, choices: { allLeft: true } },
      }),
    )!
    const again = must(
      await open.desk['file:again']({ ...forSandbox('void'), readingId: view.id, choices: {} }),
    )!
    expect(again.operation).toBe('void')
    // MONEY: what was shown for the other operation is not taken for this one.
    expect(faultOf(await make(open, view)).message).toContain('read again with other choices')
    const run = must(await make(open, again))
    expect(run.operation).toBe('void')
  })
})

describe('a list whose amounts no column was found for', () => {
  it('asks for nothing until a person says that all that is left is meant', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const view = await paste(open, ['Order ID,Owed', ...orderids.map((id) => `${id},20`)])
    expect([view.isUsable, view.open.map(({ kind }) => kind)]).toEqual([false, ['no-amounts']])
    const made = await make(open, view, { reason: 'damaged', meaning: 'a'.repeat(64) })
    expect(faultOf(made).message).toContain('read again with other choices')
    const choices = { allLeft: true } as const
    const again = { ...forSandbox(), readingId: view.id, choices }
    const said = must(await open.desk['file:again'](again))!
    expect([said.isUsable, said.withoutAmount]).toEqual([true, 2])
    const run = must(await make(open, said, { reason: 'damaged' }))
    await until(open, run.id, 'CHECKED')
  })

  it('of whole amounts beside their currency is those amounts', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const lines = orderids.map((id) => `${id}\t20\tEUR`)
    const run = must(await make(open, await paste(open, lines), { reason: 'damaged' }))
    await until(open, run.id, 'CHECKED')
    const amounts = (await rowsOf(open, run.id)).map(({ moves }) => moves?.amount)
    expect(amounts).toEqual(['20.00', '20.00'])
  })

  it('is never the saved result of a run', async () => {
    const open = await world.start({ undoMs: 0 })
    const run = must(await make(open, await paste(open, linesOf(paidOrders(world.sandbox, 2)))))
    await until(open, run.id, 'CHECKED')
    must(await confirm(open, await review(open, run.id)))
    await until(open, run.id, 'DONE')
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(['done', 'done'])
    const { file } = must(await open.desk['run:save']({ runId: run.id, as: 'csv' }))!
    const result = await paste(open, [readFileSync(file, 'utf8')])
    expect([result.isUsable, result.open.map(({ kind }) => kind)]).toEqual([
      ...[false, ['own-result']],
    ])
  })
})

describe('columns that are kept', () => {
  const roles = ['orderId', 'beside', 'amount', 'beside'] as const
  const lines = (orderids: readonly string[]): string[] => [
    'Order ID,Customer,Amount,Ticket',
    ...orderids.map((id, at) => `${id},Customer ${at + 1},20.00 EUR,=T-${at + 1}`),
  ]
  const kept = async (open: OpenDesk, orderids: readonly string[]) => {
    const view = await paste(open, lines(orderids))
    const choices = { roles: [...roles] }
    const chosen = must(
      await open.desk['file:again']({ ...forSandbox(), readingId: view.id, choices }),
    )!
    return { view, chosen }
  }

  it('stand beside the result, in the order of the list, and mean nothing for money', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const { view, chosen } = await kept(open, orderids)
    // Customers are no reason: nobody's name goes to the gateway because it has letters.
    expect(view.columns.map(({ role }) => role)).toEqual(['orderId', 'none', 'amount', 'none'])
    expect(chosen.meaning).toBe(view.meaning)
    const run = must(await make(open, chosen, { reason: 'damaged' }))
    await until(open, run.id, 'CHECKED')
    for (const as of ['csv', 'xlsx'] as const) {
      const saved = must(await open.desk['run:save']({ runId: run.id, as }))!
      expect(saved.rows).toBe(2)
      if (as === 'xlsx') continue
      const written = readFileSync(saved.file, 'utf8').trim().split('\r\n')
      expect(written[0]).toMatch(/"list_1_Customer","list_2_Ticket"$/)
      // A spreadsheet takes neither for a formula.
      expect(written[1]).toMatch(/"Customer 1","'=T-1"$/)
    }
  })

  it('go along to a new run, and none is kept that nobody chose', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const { view, chosen } = await kept(open, orderids)
    const run = must(await make(open, chosen, { reason: 'damaged' }))
    await until(open, run.id, 'CHECKED')
    const again = must(await open.desk['run:again']({ runId: run.id }))
    await until(open, again.id, 'CHECKED')
    const saved = must(await open.desk['run:save']({ runId: again.id, as: 'csv' }))!
    expect(readFileSync(saved.file, 'utf8')).toContain('Customer 2')
    const plain = await paste(open, lines(orderids))
    expect(plain.columns.map(({ role }) => role)).toEqual(view.columns.map(({ role }) => role))
    const other = must(
      await make(open, plain, { reason: 'damaged', againReason: 'without its columns' }),
    )
    await until(open, other.id, 'CHECKED')
    const bare = must(await open.desk['run:save']({ runId: other.id, as: 'csv' }))!
    expect(readFileSync(bare.file, 'utf8')).not.toContain('Customer')
  })
})

describe('a file', () => {
  it('is asked for by main, read in a thread, and taken as it was read', async () => {
    const file = join(world.folder, 'june.csv')
    const open = await world.start({ fileToOpen: () => file, threads: true })
    const orderids = paidOrders(world.sandbox, 2)
    writeFileSync(file, linesOf(orderids).join('\r\n'))
    const view = must(await open.desk['file:choose'](forSandbox()))!
    expect([view.name, view.goodCount]).toEqual(['june.csv', 2])
    // Somebody writes other amounts into it before the run is made: the run has what was shown.
    writeFileSync(file, linesOf(orderids, '99.00').join('\r\n'))
    const again = { ...forSandbox(), readingId: view.id, choices: {} }
    const changed = must(await open.desk['file:again'](again))!
    expect(changed).toMatchObject({ isUsable: false, goodCount: 0, open: [{ kind: 'changed' }] })
    expect(faultOf(await make(open, view)).message).toContain('read again with other choices')
    const reread = must(await open.desk['file:again'](again))!
    const run = must(await make(open, reread))
    expect((await rowsOf(open, run.id)).map(({ asked }) => asked?.amount)).toEqual([
      ...['99.00', '99.00'],
    ])
  })

  it('is null where the person names none', async () => {
    const open = await world.start()
    expect(must(await open.desk['file:choose'](forSandbox()))).toBeNull()
  })

  it('that was dropped is read once a person said so outside the page, and under its name', async () => {
    const file = join(world.folder, 'june.csv')
    const questions: unknown[] = []
    let says = true
    const open = await world.start({
      fileToOpen: () => file,
      ask: (question) => {
        questions.push(question)
        return Promise.resolve(says)
      },
    })
    questions.length = 0
    writeFileSync(file, linesOf(paidOrders(world.sandbox, 2)).join('\n'))
    const read = (dropped: string) => open.desk['file:read-dropped']({ ...forSandbox(), dropped })
    expect(faultOf(await read('guessed'))).toMatchObject({ kind: 'input', field: 'file' })
    expect(questions).toEqual([])
    says = false
    expect(must(await read('dropped'))).toBeNull()
    expect(questions).toEqual([
      expect.objectContaining({
        message: 'Read “june.csv”?',
        detail: [
          `Its folder is “${world.folder}”.`,
          'Paydesk reads its rows for a run (refund) at Sandbox.',
          'Reading the file sends nothing.',
        ].join('\n'),
      }),
    ])
    says = true
    const view = must(await read('dropped'))!
    expect([view.name, view.goodCount]).toEqual(['june.csv', 2])
  })

  it('is ended by the person, and nothing is kept', async () => {
    const file = join(world.folder, 'large.csv')
    const open = await world.start({ fileToOpen: () => file, threads: true })
    writeFileSync(file, linesOf(Array.from({ length: 200_000 }, (_, at) => `${at + 1}`)).join('\n'))
    const reading = open.desk['file:choose'](forSandbox())
    const progress = (): boolean =>
      open.changes.some(({ work }) => work?.name === 'file' && work.done > 0)
    await expect.poll(progress, { timeout: 20_000 }).toBe(true)
    must(await open.desk['work:cancel']({ name: 'file' }))
    expect(must(await reading)).toBeNull()
  })
})

describe('a list that was taken into a run before', () => {
  const taken = async (open: OpenDesk, orderids: readonly string[]) => {
    const run = must(await make(open, await paste(open, linesOf(orderids))))
    return until(open, run.id, 'CHECKED')
  }

  it('is known again in another form, also after a start, and needs a reason that is kept', async () => {
    const first = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const before = await taken(first, orderids)
    await first.close()
    const open = await world.start()
    const others = [...orderids].reverse().map((id) => `EUR;${id};20,00;damaged`)
    const view = await paste(open, ['Währung;Bestellung;Betrag;Grund', ...others])
    expect(view.known).toMatchObject({ runId: before.id, rows: 2, isSameFile: false })
    expect(faultOf(await make(open, view, { againReason: 'too short' }))).toMatchObject({
      field: 'againReason',
    })
    const againReason = 'the first one was never sent'
    const run = must(await make(open, view, { againReason }))
    expect(run.again).toEqual({ runId: before.id, reason: againReason })
    const log = must(await open.desk['audit:list']({ filter: { kind: 'run:read' }, limit: 1 }))
    expect(log.rows[0]!.details['source']).toMatchObject({ again: { reason: againReason } })
  })

  it('is known by its bytes while it is read otherwise', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const before = await taken(open, orderids)
    const view = await paste(open, linesOf(orderids))
    expect(view.known).toMatchObject({ runId: before.id, isSameFile: true })
  })

  it('is not one whose run was discarded, and not another operation', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 2)
    const before = await taken(open, orderids)
    expect((await paste(open, linesOf(orderids), 'capture')).known).toBeNull()
    must(await open.desk['run:discard']({ runId: before.id }))
    expect((await paste(open, linesOf(orderids))).known).toBeNull()
  })
})
