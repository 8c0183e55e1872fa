// Broken files and lists in many forms, a few of each; the full run is the same command with more
// of them. A process of its own, as the other campaigns are.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MessageCode } from '#messages/catalogue.ts'
import { wrongKindList } from '#shared/files/file-row.ts'
import { makeRandom } from './faults/random.ts'
import { brokenFile, brokenKinds } from './files/broken.ts'
import { whatIsOff } from './files/refusals.ts'
import { played } from './runner/programs.ts'

/**
 * What can be wrong with a list, with the codes of its sentences. Two more are told by the check of
 * the run, which knows the orders: their currency, and what is left of them
 * (journeys/runs/run-from-list).
 */
const sentences: [string, ...MessageCode[]][] = [
  ['no rows', 'files.no-rows'],
  ['no head line', 'files.no-head-line'],
  ['encoding unknown', 'files.encoding-unknown'],
  ['half a character', 'files.half-a-character'],
  ['quote not closed', 'files.quote-not-closed'],
  ['text after a quote', 'files.text-after-quote'],
  ['too few or too many cells', 'files.cell-count'],
  ['line too long', 'files.line-too-long'],
  ['a character that nobody sees', 'files.unseen-character'],
  ['column needed', 'files.no-id-column'],
  ['two columns, one role', 'files.two-columns-one-role'],
  ['head twice', 'files.head-twice'],
  ['amount unclear in the column', 'files.amount-unclear'],
  ['marks contradict', 'files.marks-contradict'],
  ['too many decimals', 'files.too-many-decimals', 'files.no-decimals'],
  ['negative', 'files.negative'],
  ['zero, too large', 'files.zero', 'files.too-large'],
  ['currency missing, unknown', 'files.currency-missing', 'files.no-currency-code'],
  ['id rounded', 'files.id-rounded'],
  ['id in scientific form', 'files.id-scientific'],
  ['date read by a spreadsheet', 'files.id-a-date'],
  ['formula', 'files.formula'],
  ['error cell', 'files.error-cell'],
  ['hidden rows', 'files.hidden-rows'],
  ['several sheets', 'files.several-sheets'],
  ['duplicate in the file', 'files.same-twice', 'files.named-twice'],
  ['card number', 'files.card-number'],
  ['packed too small', 'files.bomb'],
  ['password', 'files.password'],
  ['macros', 'files.macros'],
  ['old workbook', 'files.old-workbook'],
  ['no table', 'files.no-table'],
  ['mixed connections', 'files.other-account'],
  ['reason too long or missing', 'files.reason-too-long', 'files.reason-missing'],
  ['kind unknown', 'files.kind-unknown'],
  ['foot does not fit', 'files.foot-differs'],
  ['file changed meanwhile', 'files.changed'],
  ['fees that do not add up', 'files.fees-differ', 'files.rate-differs'],
  ['a rate that is no number', 'files.no-rate'],
  ['a net of the other sign', 'files.net-other-side'],
  ['a statement that is hostile', 'files.statement-doctype', 'files.statement-no-xml'],
  ['a statement out of measure', 'files.statement-deep', 'files.statement-long'],
  ['a line of too many parts', 'files.statement-many'],
  ['a statement that was cut', 'files.statement-cut', 'files.statement-count'],
  ['no statement of a day', 'files.statement-none', 'files.statement-interim'],
  ['a statement of nothing', 'files.statement-no-lines', 'files.statement-no-balance'],
  ['a statement that does not add up', 'files.statement-balance', 'files.statement-sum'],
  ['statements that do not follow each other', 'files.statement-gap'],
  ['a page that is missing', 'files.statement-first-page', 'files.statement-next-page'],
  ['another page', 'files.statement-page'],
  ['an amount or a side of no bank', 'files.statement-amount', 'files.statement-side'],
  ['a line of no form', 'files.statement-tag', 'files.statement-state', 'files.no-day'],
  ['two accounts or currencies', 'files.statement-two-accounts', 'files.statement-currency'],
  ['no account', 'files.statement-no-account'],
]

describe('files as others write them', () => {
  it('are refused in their own sentence, or read as they are meant', async () => {
    const { said, summary } = await played<Record<string, number>>(
      'files',
      ...['--count', '133', '--good', '60', '--disguises', '40', '--rows', '5000', '--seed', '7'],
    )
    expect(summary, said.join('\n')).toMatchObject({
      ...{ broken: 133, otherwise: 0, kinds: 133, good: 60, misread: 0 },
      ...{ disguises: 40, notKnown: 0, halves: 4, halvesNotKnown: 0, takenForSame: 0 },
    })
  }, 600_000)

  it('are broken in every way that a file alone can be', async () => {
    const kinds = await Promise.all(
      brokenKinds.map(async (name) => (await brokenFile(name, makeRandom(1))).kind),
    )
    expect([...new Set(kinds)].toSorted()).toEqual(wrongKindList.toSorted())
  })

  it.each(sentences)('are told by the sentence “%s” alone', async (_what, ...codes) => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-sentences-'))
    const random = makeRandom(3)
    try {
      for (const code of codes) {
        const names = []
        for (const name of brokenKinds)
          if ((await brokenFile(name, makeRandom(1))).code === code) names.push(name)
        expect(names, code).not.toEqual([])
        for (const name of names) expect(await whatIsOff(name, random, folder)).toBeNull()
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
