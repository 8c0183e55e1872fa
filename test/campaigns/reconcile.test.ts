import { describe, expect, it } from 'vitest'
import { worlds } from './reconcile/books/book.ts'
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
    expect(summary.shuffles).toBe(10 * worlds.length)
    expect(summary.bankMatched).toBeGreaterThan(100)
    expect(summary.bankBySum).toBeGreaterThan(0)
    // The campaign can tell: plain ways of matching are wrong on the same books.
    expect(summary.wrongByScore).toBeGreaterThan(0)
  })
})
