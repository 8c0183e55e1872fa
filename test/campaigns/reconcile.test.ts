import { describe, expect, it } from 'vitest'
import { makeBook, worlds } from './reconcile/books/book.ts'
import { matchBook } from './reconcile/match-book.ts'
import { isGood, runReconcile } from './reconcile.ts'

describe('books with a known truth', () => {
  it('are matched without a wrong line, and no double refund is matched away', async () => {
    const said: string[] = []
    const summary = await runReconcile({
      ...{ books: worlds.length, rows: 1_000, seed: 41 },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isGood(summary)).toBe(true)
    expect(summary.doubles).toBeGreaterThan(20)
    expect(summary.unknownHappened).toBeGreaterThan(20)
    expect(summary.bankMatched).toBeGreaterThan(100)
    expect(summary.bankBySum).toBeGreaterThan(0)
    // The campaign can tell: plain ways of matching are wrong on the same books.
    expect(summary.wrongByScore).toBeGreaterThan(0)
  })

  it('give the same result in any order of the lines', () => {
    const book = makeBook(worlds[1]!, 500, 5)
    const wordOf = (lines: typeof book.lines): string[] => {
      const { verdicts } = matchBook({ ...book, lines })
      return [...verdicts]
        .map(([line, { pile, rule, events }]) => `${line.line} ${pile} ${rule} ${events.join()}`)
        .toSorted()
    }
    expect(wordOf(book.lines.toReversed())).toEqual(wordOf(book.lines))
  })
})
