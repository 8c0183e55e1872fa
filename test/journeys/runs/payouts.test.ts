// Payouts out of a list, over the bridge's methods: at once, and checked first. Each is one payment
// in the sandbox's books, whatever ends meanwhile.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FileView } from '#shared/files/file-methods.ts'
import type { RunView } from '#shared/runs/run-methods.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { rigAt } from '../carry-out.ts'
import { eachWorld } from '../world.ts'
import { must, type OpenDesk } from '../story.ts'
import { confirm, outcomesOf, review, rowsOf, until } from './run-story.ts'

const world = eachWorld(20)
const head = 'Supplier,IBAN,Amount,Currency,Description'
const ibans = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
]
const linesOf = (amounts: readonly string[]): string[] => [
  head,
  ...amounts.map(
    (amount, at) => `Supplier ${at + 1},${ibans[at]!},${amount},EUR,invoice ${at + 1}`,
  ),
]
const paste = async (
  { desk }: OpenDesk,
  lines: readonly string[],
  operation: 'payout' | 'payout-check' = 'payout',
): Promise<FileView> =>
  must(await desk['file:paste']({ connectionId: 'sandbox', operation, text: lines.join('\n') }))!
const make = (
  { desk }: OpenDesk,
  { id, stamp, meaning, wrongLines }: FileView,
  more: Partial<Parameters<OpenDesk['desk']['run:from-file']>[0]> = {},
) =>
  desk['run:from-file']({
    ...{ readingId: id, stamp, meaning, leftOut: wrongLines, leftOutReason: '', reason: '' },
    ...{ againReason: '', depth: 'gateway', ipaddress: '203.0.113.7', ...more },
  })
async function checkedList(
  open: OpenDesk,
  lines: readonly string[],
  operation: 'payout' | 'payout-check' = 'payout',
  more: Parameters<typeof make>[2] = {},
): Promise<RunView> {
  const run = must(await make(open, await paste(open, lines, operation), more))
  return until(open, run.id, 'CHECKED')
}
async function sent(open: OpenDesk, runId: string, reason = ''): Promise<void> {
  must(await confirm(open, await review(open, runId, reason)))
  await until(open, runId, 'DONE')
}
const paid = (): string[] =>
  world.sandbox
    .effects()
    .filter(({ operation }) => operation === 'payout' || operation === 'payout-pay')
    .map(({ amountMinor, currency }) => `${amountMinor} ${currency}`)

describe('a list of payouts', () => {
  it('pays each row once, under an ID that was made at its check', async () => {
    const open = await world.start({ undoMs: 0 })
    const view = await paste(open, linesOf(['10.00', '20.00', '30.00']))
    expect(view).toMatchObject({ isUsable: true, goodCount: 3, wrongLines: 0, needsIp: true })
    const run = must(await make(open, view))
    await until(open, run.id, 'CHECKED')
    const before = await rowsOf(open, run.id)
    expect(before.map(({ payTo }) => payTo?.account)).toEqual(ibans.slice(0, 3))
    expect(paid()).toEqual([])
    await sent(open, run.id)
    await expect
      .poll(() => outcomesOf(open, run.id), { timeout: 15_000 })
      .toEqual(['done', 'done', 'done'])
    expect(paid().sort()).toEqual(['1000 EUR', '2000 EUR', '3000 EUR'])
    const after = await rowsOf(open, run.id)
    expect(after.map(({ orderid }) => orderid).sort()).toEqual(
      world.sandbox
        .effects()
        .filter(({ operation }) => operation === 'payout')
        .map(({ orderid }) => orderid)
        .sort(),
    )
    const { file } = must(await open.desk['run:save']({ runId: run.id, as: 'csv' }))!
    const [names, first] = readFileSync(file, 'utf8').split('\r\n')
    expect(names).toContain('"pays_to","recipient"')
    expect(first).toContain(`"${ibans[0]}","Supplier 1","10.00"`)
    expect(after.map(({ clientOrderid }) => clientOrderid)).toEqual(
      before.map(({ clientOrderid }) => clientOrderid),
    )
  }, 180_000)

  it('lists what is wrong with an account, to be mended where it stands', async () => {
    const open = await world.start()
    const lines = [
      head,
      'A,DE89370400440532013001,10.00,EUR,one',
      'B,DE8937040044053201300,10.00,EUR,two',
      'C,,10.00,EUR,three',
      'D,see contract,10.00,EUR,four',
      'E,4111111111111111,10.00,EUR,five',
    ]
    const view = await paste(open, lines.slice(0, 5))
    expect([view.goodCount, view.wrongLines]).toEqual([0, 4])
    const wrong = must(await open.desk['file:wrong']({ readingId: view.id, after: -1, limit: 50 }))
    expect(
      wrong.lines.map(({ messages, column }) => [formatMessage(messages[0]!), column]),
    ).toEqual([
      ['Line 2: a character of the IBAN “DE89370400440532013001” is wrong.', 1],
      ['Line 3: an IBAN of DE has 22 characters, this one has 21.', 1],
      ['Line 4: the account to pay is missing.', 1],
      ['Line 5: “see contract” is not an account number.', 1],
    ])
    const withCard = await paste(open, lines)
    expect(withCard).toMatchObject({ isUsable: false, open: [{ kind: 'card-number' }] })
  })

  it('asks about a line that pays the same once more, and about what was paid before', async () => {
    const open = await world.start({ undoMs: 0 })
    const one = await checkedList(open, linesOf(['10.00']))
    await sent(open, one.id)
    await expect.poll(() => outcomesOf(open, one.id), { timeout: 15_000 }).toEqual(['done'])
    const again = linesOf(['10.00', '20.00'])
    // The same account, written in groups.
    again.push('Supplier 2,GB29 NWBK 6016 1331 9268 19,20.00,EUR,invoice 3')
    const asked = { connectionId: 'sandbox', operation: 'payout' } as const
    const text = again.join('\n')
    const read = must(await open.desk['file:paste']({ ...asked, text }))!
    expect(read.wrongLines).toBe(1)
    const choices = { keepEqual: true }
    const kept = must(
      await open.desk['file:again']({
        ...{ connectionId: 'sandbox', operation: 'payout', readingId: read.id, choices },
      }),
    )!
    const two = must(await make(open, kept))
    await until(open, two.id, 'CHECKED')
    const rows = await rowsOf(open, two.id)
    expect(rows.map(({ group, isIn }) => [group, isIn])).toEqual([
      ...[
        ['look', false],
        ['ready', true],
        ['look', false],
      ],
    ])
    must(await open.desk['run:choose']({ runId: two.id, rows: [0, 2], isIn: true }))
    const short = await review(open, two.id)
    expect(short).toMatchObject({ rows: 3, repeats: 1, sentSince: 0 })
    expect((await confirm(open, short)).ok).toBe(false)
    await sent(open, two.id, 'a second delivery came')
    await expect
      .poll(() => outcomesOf(open, two.id), { timeout: 20_000 })
      .toEqual(['done', 'done', 'done'])
    expect(paid().sort()).toEqual(['1000 EUR', '1000 EUR', '2000 EUR', '2000 EUR'])
  }, 180_000)

  it('skips what was paid by another run after both were checked', async () => {
    const open = await world.start({ undoMs: 0 })
    const one = await checkedList(open, linesOf(['10.00']))
    const two = await checkedList(open, linesOf(['10.00', '20.00']))
    await sent(open, one.id)
    await expect.poll(() => outcomesOf(open, one.id), { timeout: 15_000 }).toEqual(['done'])
    expect(await review(open, two.id)).toMatchObject({ rows: 2, repeats: 0, sentSince: 1 })
    await sent(open, two.id)
    await expect
      .poll(() => outcomesOf(open, two.id), { timeout: 15_000 })
      .toEqual(['skipped', 'done'])
    expect(paid().sort()).toEqual(['1000 EUR', '2000 EUR'])
  }, 180_000)

  it('waits with the twin of an unknown outcome, and with nothing else', async () => {
    const open = await world.start({ undoMs: 0 })
    const toOne = (amount: string) => `Supplier 1,${ibans[0]},${amount},EUR,once more`
    const lines = [...linesOf(['10.14', '20.00']), toOne('10.14'), toOne('30.00')]
    const read = await paste(open, lines)
    const choices = { keepEqual: true }
    const asked = {
      connectionId: 'sandbox',
      operation: 'payout',
      readingId: read.id,
      choices,
    } as const
    const run = must(await make(open, must(await open.desk['file:again'](asked))!))
    await until(open, run.id, 'CHECKED')
    must(await open.desk['run:choose']({ runId: run.id, rows: [2], isIn: true }))
    must(await confirm(open, await review(open, run.id)))
    await until(open, run.id, 'DONE')
    const outcomes = await outcomesOf(open, run.id)
    expect(outcomes[0]).toBe('unknown')
    expect(outcomes[2]).toBe('skipped')
    await expect.poll(async () => (await outcomesOf(open, run.id))[1]).toBe('done')
    // Another amount to the same account is another payment, behind a row that waits.
    await expect.poll(async () => (await outcomesOf(open, run.id))[3]).toBe('done')
    expect(paid().sort()).toEqual(['2000 EUR', '3000 EUR'])
  }, 180_000)

  it('does not send a row whose ID the gateway knows, whoever sent it', async () => {
    const open = await world.start({ undoMs: 0 })
    const run = await checkedList(open, linesOf(['10.00', '20.00']))
    const [row] = await rowsOf(open, run.id)
    // As from a copy of this ledger: the very request of the row.
    const copy = await rigAt(world.sandbox)
    await copy.perform('payout', {
      ...{ client_orderid: row!.clientOrderid, account_number: ibans[0]!, order_desc: 'invoice 1' },
      ...{ amount: '10.00', currency: 'EUR', ipaddress: '203.0.113.7' },
    })
    expect(paid()).toEqual(['1000 EUR'])
    await sent(open, run.id)
    await expect
      .poll(() => outcomesOf(open, run.id), { timeout: 15_000 })
      .toEqual(['skipped', 'done'])
    expect(paid().sort()).toEqual(['1000 EUR', '2000 EUR'])
    // A new run of what was not sent makes another ID: a person has to look at it.
    const again = must(await open.desk['run:again']({ runId: run.id }))
    await until(open, again.id, 'CHECKED')
    expect(await rowsOf(open, again.id)).toMatchObject([{ group: 'look', isIn: false }])
  }, 180_000)

  it('sends nothing after a start before a person resumes it', async () => {
    const first = await world.start({ undoMs: 0 })
    const run = await checkedList(first, linesOf(['10.00', '20.00', '30.00', '40.00']))
    must(await confirm(first, await review(first, run.id)))
    await until(first, run.id, 'RUNNING')
    must(await first.desk['run:pause']({ runId: run.id }))
    await first.close()
    const sentBefore = paid().length
    const open = await world.start({ undoMs: 0 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(paid()).toHaveLength(sentBefore)
    must(await open.desk['run:resume']({ runId: run.id }))
    await until(open, run.id, 'DONE')
    expect(paid().sort()).toEqual(['1000 EUR', '2000 EUR', '3000 EUR', '4000 EUR'])
  }, 180_000)
})

describe('the dialog of the system before a run of payouts', () => {
  it('names the accounts that main keeps, whatever the page shows', async () => {
    const asked: string[] = []
    const open = await world.start({
      undoMs: 30_000,
      ask: async ({ detail }) => {
        asked.push(detail)
        return true
      },
    })
    const money = { undoMs: 30_000, confirmOutside: true }
    must(await open.desk['connection:set-money']({ connectionId: 'sandbox', money }))
    asked.length = 0
    const run = await checkedList(open, linesOf(['10.00', '20.00', '30.00']))
    must(await open.desk['run:choose']({ runId: run.id, rows: [1], isIn: false }))
    must(await confirm(open, await review(open, run.id)))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('40.00\u00a0EUR (2 rows)')
    expect(asked[0]).toContain(`Pay to: “${ibans[0]}”, “${ibans[2]}”`)
    expect(asked[0]).not.toContain(ibans[1])
  }, 180_000)

  it('names some of many, and says how many more there are', async () => {
    const asked: string[] = []
    const open = await world.start({
      undoMs: 30_000,
      ask: async ({ detail }) => {
        asked.push(detail)
        return true
      },
    })
    const money = { undoMs: 30_000, confirmOutside: true }
    must(await open.desk['connection:set-money']({ connectionId: 'sandbox', money }))
    asked.length = 0
    const lines = Array.from({ length: 9 }, (_, at) => `S ${at},4000000${at},1.00,EUR,part`)
    // Paid twice: named once.
    lines.push('S 0,40000000,2.00,EUR,part')
    const run = await checkedList(open, [head, ...lines])
    must(await confirm(open, await review(open, run.id)))
    expect(asked[0]).toContain('“40000005”')
    expect(asked[0]).not.toContain('“40000006”')
    expect(asked[0]).toContain('and 3 more')
  }, 180_000)
})

describe('a list of payouts that are checked first', () => {
  it('is known again when it is to be paid at once, and the other way round', async () => {
    const open = await world.start()
    const lines = linesOf(['10.00'])
    const checks = await checkedList(open, lines, 'payout-check')
    await sent(open, checks.id)
    expect((await paste(open, lines, 'payout')).known).toMatchObject({ runId: checks.id })
  })

  it('moves nothing at the check, and pays each checked one once', async () => {
    const open = await world.start({ undoMs: 0 })
    const lines = linesOf(['10.00', '20.00', '30.00'])
    // The gateway takes no payouts to it.
    lines[2] = 'Supplier 2,77000000,20.00,EUR,invoice 2'
    const check = await checkedList(open, lines, 'payout-check')
    await sent(open, check.id)
    const terms = { timeout: 15_000 }
    await expect.poll(() => outcomesOf(open, check.id), terms).toEqual(['done', 'declined', 'done'])
    expect(paid()).toEqual([])
    expect(must(await open.desk['run:show']({ runId: check.id }))).toMatchObject({ mayPay: 2 })
    const pay = must(await open.desk['run:pay']({ runId: check.id }))
    await until(open, pay.id, 'CHECKED')
    expect((await rowsOf(open, pay.id)).map(({ group, line }) => [group, line])).toEqual([
      ...[
        ['ready', 2],
        ['ready', 4],
      ],
    ])
    await sent(open, pay.id)
    await expect.poll(() => outcomesOf(open, pay.id), terms).toEqual(['done', 'done'])
    expect(paid().sort()).toEqual(['1000 EUR', '3000 EUR'])
    const twice = must(await open.desk['run:pay']({ runId: check.id }))
    await until(open, twice.id, 'CHECKED')
    expect((await rowsOf(open, twice.id)).map(({ group }) => group)).toEqual([
      ...['impossible', 'impossible'],
    ])
  }, 180_000)
})

describe('a saved recipient', () => {
  it('is named by the account, and asks for a look under another one', async () => {
    const open = await world.start()
    const fields = { account_number: ibans[0]!, account_name: 'Lamps Ltd' }
    const saved = { connectionId: 'sandbox', name: 'Lamps Ltd', way: 'account', fields } as const
    must(await open.desk['recipient:save'](saved))
    const lines = [head, `Lamps,${ibans[0]},1.00,EUR,x`, `LAMPS LTD.,${ibans[1]},2.00,EUR,y`]
    const run = await checkedList(open, lines)
    const rows = await rowsOf(open, run.id)
    expect(rows.map(({ group, finding }) => [group, formatMessage(finding ?? '')])).toEqual([
      ['ready', 'Saved recipient: Lamps Ltd'],
      ['look', 'The recipient Lamps Ltd is saved with another account.'],
    ])
  })

  it('that only runs have paid is said to have changed since', async () => {
    const open = await world.start()
    const mine = { connectionId: 'sandbox', name: 'Lamps Ltd', way: 'account' } as const
    const before = { account_number: ibans[0]!, account_name: 'Lamps Ltd', bank_name: 'Bank' }
    const saved = must(await open.desk['recipient:save']({ ...mine, fields: before }))
    const run = await checkedList(open, [head, `LAMPS LTD.,${ibans[0]},1.00,EUR,x`])
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id), { timeout: 20_000 }).toEqual(['done'])
    const fields = { ...before, account_number: ibans[1]! }
    must(await open.desk['recipient:save']({ ...mine, recipientId: saved.id, fields }))
    const list = must(await open.desk['recipient:list']({ connectionId: 'sandbox' }))
    expect(list[0]?.changes.map(({ name }) => name)).toEqual(['account_number'])
    const next = await checkedList(open, [head, `Lamps Ltd,${ibans[1]},2.00,EUR,y`])
    const [row] = await rowsOf(open, next.id)
    expect([row?.group, formatMessage(row?.finding ?? '')]).toEqual([
      'look',
      expect.stringContaining('Lamps Ltd'),
    ])
  })
})
