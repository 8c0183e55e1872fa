// Charges of saved cards out of a list, over the bridge's methods. Each is one charge in the
// sandbox's books, whatever ends meanwhile.
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
const connectionId = 'sandbox'
const operation = 'make-rebill'
const head = 'Customer,Card reference,Amount,Currency,Description'
const terms = { timeout: 15_000 }
const customer = { ipaddress: '203.0.113.7', order_desc: 'March' }

/** References of the cards that paid so many orders. */
async function cards(count: number): Promise<string[]> {
  const rig = await rigAt(world.sandbox)
  const made: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const { orderid, clientOrderid } = world.sandbox
      .renewTraining()
      .find(({ about }) => /paid sale of 120\.00 EUR/.test(about))!
    const ids = { client_orderid: clientOrderid, orderid }
    made.push((await rig.perform('create-card-ref', ids)).answer['card-ref-id']!)
  }
  return made
}
const linesOf = (refs: readonly string[], amounts: readonly string[]): string[] => [
  head,
  ...refs.map((ref, at) => `Customer ${at + 1},${ref},${amounts[at]!},EUR,March`),
]
const paste = async ({ desk }: OpenDesk, lines: readonly string[]): Promise<FileView> =>
  must(await desk['file:paste']({ connectionId, operation, text: lines.join('\n') }))!
async function checkedList(open: OpenDesk, view: FileView, againReason = ''): Promise<RunView> {
  const { id: readingId, stamp, meaning, wrongLines: leftOut } = view
  const made = await open.desk['run:from-file']({
    ...{ readingId, stamp, meaning, leftOut, leftOutReason: '', reason: '', againReason },
    ...{ depth: 'gateway', ipaddress: customer.ipaddress },
  })
  return until(open, must(made).id, 'CHECKED')
}
async function sent(open: OpenDesk, runId: string, reason = ''): Promise<void> {
  must(await confirm(open, await review(open, runId, reason)))
  await until(open, runId, 'DONE')
}
const charged = (): string[] =>
  world.sandbox
    .effects()
    .filter(({ operation: made }) => made === operation)
    .map(({ amountMinor, currency }) => `${amountMinor} ${currency}`)
    .sort()

describe('a list of rebills', () => {
  it('charges each card once, under an ID that was made at its check', async () => {
    const open = await world.start({ undoMs: 0 })
    const refs = await cards(3)
    const view = await paste(open, linesOf(refs, ['10.00', '20.00', '30.00']))
    expect(view).toMatchObject({ isUsable: true, goodCount: 3, wrongLines: 0, needsIp: true })
    const run = await checkedList(open, view)
    const before = await rowsOf(open, run.id)
    expect(before.map(({ cardRef, group }) => [cardRef, group])).toEqual(
      refs.map((ref) => [ref, 'ready']),
    )
    expect(new Set(before.map(({ clientOrderid }) => clientOrderid)).size).toBe(3)
    expect(charged()).toEqual([])
    expect(await review(open, run.id)).toMatchObject({
      sums: [{ sum: { amount: '60.00', currency: 'EUR' }, rows: 3 }],
    })
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id), terms).toEqual(['done', 'done', 'done'])
    expect(charged()).toEqual(['1000 EUR', '2000 EUR', '3000 EUR'])
    const after = await rowsOf(open, run.id)
    expect(after.map(({ clientOrderid }) => clientOrderid)).toEqual(
      before.map(({ clientOrderid }) => clientOrderid),
    )
    const { file } = must(await open.desk['run:save']({ runId: run.id, as: 'csv' }))!
    const [names, first] = readFileSync(file, 'utf8').split('\r\n')
    expect(names).toContain('"card_reference","pays_to"')
    expect(first).toContain(`"${refs[0]}","","","10.00"`)
  }, 180_000)

  it('lists what is wrong with a reference, and refuses a card number with the list', async () => {
    const open = await world.start()
    const lines = [head, 'A,,10.00,EUR,one', 'B,see file,10.00,EUR,two', 'C,77,10.00,EUR,']
    const view = await paste(open, lines)
    const wrong = must(await open.desk['file:wrong']({ readingId: view.id, after: -1, limit: 50 }))
    expect(
      wrong.lines.map(({ messages, column }) => [formatMessage(messages[0]!), column]),
    ).toEqual([
      ['Line 2: the card reference is missing.', 1],
      ['Line 3: “see file” is not a card reference.', 1],
    ])
    expect(view).toMatchObject({ goodCount: 1, withoutReason: 1 })
    const withCard = await paste(open, [...lines, 'D,4111111111111111,10.00,EUR,x'])
    expect(withCard).toMatchObject({ isUsable: false, open: [{ kind: 'card-number' }] })
  })

  it('asks about what was charged lately, and about a line that charges the same twice', async () => {
    const open = await world.start({ undoMs: 0 })
    const refs = await cards(2)
    const one = await checkedList(open, await paste(open, linesOf(refs.slice(0, 1), ['10.00'])))
    await sent(open, one.id)
    await expect.poll(() => outcomesOf(open, one.id), terms).toEqual(['done'])
    const again = [...linesOf(refs, ['10.00', '20.00']), `X,${refs[1]},20.00,EUR,once more`]
    const read = await paste(open, again)
    expect(read.wrongLines).toBe(1)
    const choices = { keepEqual: true }
    const asked = { connectionId, operation, readingId: read.id, choices } as const
    const two = await checkedList(open, must(await open.desk['file:again'](asked))!)
    const rows = await rowsOf(open, two.id)
    expect(rows.map(({ group, isIn }) => [group, isIn])).toEqual([
      ...[
        ['look', false],
        ['ready', true],
        ['look', false],
      ],
    ])
    expect(formatMessage(rows[2]!.finding!)).toBe(
      'Line 3 charges the same amount to the same card.',
    )
    must(await open.desk['run:choose']({ runId: two.id, rows: [0, 2], isIn: true }))
    expect((await confirm(open, await review(open, two.id))).ok).toBe(false)
    await sent(open, two.id, 'a second delivery came')
    await expect.poll(() => outcomesOf(open, two.id), terms).toEqual(['done', 'done', 'done'])
    expect(charged()).toEqual(['1000 EUR', '1000 EUR', '2000 EUR', '2000 EUR'])
  }, 180_000)

  it('takes the charges of the next month without a look, and says when the last ones were', async () => {
    const day = 24 * 3_600_000
    let later = 0
    const clock = (): number => Date.now() + later
    const open = await world.start({ undoMs: 0, clock })
    const lines = linesOf(await cards(1), ['10.00'])
    const march = await checkedList(open, await paste(open, lines))
    await sent(open, march.id)
    await expect.poll(() => outcomesOf(open, march.id), terms).toEqual(['done'])
    later = 26 * day
    const early = await checkedList(open, await paste(open, lines), 'the charges of April')
    expect(await rowsOf(open, early.id)).toMatchObject([{ group: 'look', isIn: false }])
    later = 28 * day
    const april = await checkedList(open, await paste(open, lines), 'the charges of April')
    const [row] = await rowsOf(open, april.id)
    expect(row).toMatchObject({ group: 'ready', isIn: true })
    expect(formatMessage(row!.finding!)).toMatch(/^The same amount was charged to this card before/)
  }, 180_000)

  it('skips what was charged by hand after the check', async () => {
    const open = await world.start({ undoMs: 0 })
    const refs = await cards(2)
    const run = await checkedList(open, await paste(open, linesOf(refs, ['10.00', '20.00'])))
    const request = { ...customer, cardrefid: refs[0]!, amount: '10.00', currency: 'EUR' }
    const reviewed = must(await open.desk['attempt:review']({ connectionId, operation, request }))
    const { attemptId, token } = reviewed
    must(await open.desk['attempt:confirm']({ attemptId, token, twinsSeen: [] }))
    await expect.poll(charged, terms).toEqual(['1000 EUR'])
    expect(await review(open, run.id)).toMatchObject({ rows: 2, sentSince: 1 })
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id), terms).toEqual(['skipped', 'done'])
    expect(charged()).toEqual(['1000 EUR', '2000 EUR'])
  }, 180_000)

  it('does not send a row whose ID the gateway knows, whoever sent it', async () => {
    const open = await world.start({ undoMs: 0 })
    const refs = await cards(2)
    const run = await checkedList(open, await paste(open, linesOf(refs, ['10.00', '20.00'])))
    const [row] = await rowsOf(open, run.id)
    // As from a copy of this ledger: the very request of the row.
    const copy = await rigAt(world.sandbox)
    const request = { ...customer, cardrefid: refs[0]!, amount: '10.00', currency: 'EUR' }
    await copy.perform(operation, { ...request, client_orderid: row!.clientOrderid })
    expect(charged()).toEqual(['1000 EUR'])
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id), terms).toEqual(['skipped', 'done'])
    expect(charged()).toEqual(['1000 EUR', '2000 EUR'])
    const again = must(await open.desk['run:again']({ runId: run.id }))
    await until(open, again.id, 'CHECKED')
    expect(await rowsOf(open, again.id)).toMatchObject([{ group: 'look', isIn: false }])
  }, 180_000)

  it('tells a reference that the gateway does not know, and charges the others', async () => {
    const open = await world.start({ undoMs: 0 })
    const [ref] = await cards(1)
    const run = await checkedList(open, await paste(open, linesOf(['9', ref!], ['10.00', '20.00'])))
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id), terms).toEqual(['declined', 'done'])
    expect(charged()).toEqual(['2000 EUR'])
  }, 180_000)

  it('sends nothing after a start before a person resumes it', async () => {
    const first = await world.start({ undoMs: 0 })
    const refs = await cards(4)
    const amounts = ['10.00', '20.00', '30.00', '40.00']
    const run = await checkedList(first, await paste(first, linesOf(refs, amounts)))
    must(await confirm(first, await review(first, run.id)))
    await until(first, run.id, 'RUNNING')
    must(await first.desk['run:pause']({ runId: run.id }))
    await first.close()
    const sentBefore = charged().length
    const open = await world.start({ undoMs: 0 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(charged()).toHaveLength(sentBefore)
    must(await open.desk['run:resume']({ runId: run.id }))
    await until(open, run.id, 'DONE')
    expect(charged()).toEqual(['1000 EUR', '2000 EUR', '3000 EUR', '4000 EUR'])
  }, 180_000)
})
