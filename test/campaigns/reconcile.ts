// Books with a known truth, matched: npm run -s reconcile -- --books N --rows N --seed S. The same
// books go through two plain ways of matching, for comparison. One JSON line last. Exits 1 when a
// line was matched wrongly, when a double refund or an unknown outcome was matched away, when a
// line is something else where the book stands in two reports, when too little was matched, or when
// a line of a bank was misread or is a batch that it is not.
import { type Book, makeBook, truthOf, worlds } from './reconcile/books/book.ts'
import { byAmount, byScore } from './reconcile/books/plain-ways.ts'
import { type BankScore, noBankScore, scoreBankBook } from './reconcile/bank-book.ts'
import { splitsDiffer } from './reconcile/split-book.ts'
import { emptyScore, matchBook, type Score, scoreBook } from './reconcile/match-book.ts'
import { campaign, type Say } from './runner/campaign.ts'

export interface ReconcileSummary extends Score, BankScore {
  books: number
  /**
   * Of the lines of ours with a number of an order: matched, by one number, or shown as evidence.
   */
  recall: number
  /** Wrong pairs of the two plain ways. */
  wrongByAmount: number
  wrongByScore: number
  /** Lines that are something else where the book stands in two reports. */
  splitsDiffer: number
}

const wrongPairs = (book: Book, way: typeof byAmount): number =>
  [...way(book.events, book.lines)].filter(
    ([line, event]) => book.lines[line.line - 1]!.truth !== truthOf(event),
  ).length

export async function runReconcile(options: {
  books: number
  rows: number
  seed: number
  say: Say
}): Promise<ReconcileSummary> {
  const all = emptyScore()
  const bank = noBankScore()
  let [wrongByAmount, wrongByScore, differ] = [0, 0, 0]
  for (let nth = 0; nth < options.books; nth += 1) {
    const book = makeBook(worlds[nth % worlds.length]!, options.rows, options.seed + nth)
    const matched = matchBook(book)
    const { piles, ...score } = scoreBook(book, matched)
    differ += splitsDiffer(book, matched, options.seed + nth)
    for (const [name, count] of Object.entries(score)) all[name as keyof typeof score] += count
    for (const [name, count] of Object.entries(piles))
      all.piles[name as keyof typeof piles] += count
    // A batch has some fifty lines of a report.
    const ofBank = await scoreBankBook(options.rows / 50, options.seed + nth)
    for (const [name, count] of Object.entries(ofBank)) bank[name as keyof BankScore] += count
    wrongByAmount += wrongPairs(book, byAmount)
    wrongByScore += wrongPairs(book, byScore)
    if (score.wrong + score.doublesHidden + score.unknownMatched > 0)
      options.say(`seed ${options.seed + nth}, ${book.world.name}: ${JSON.stringify(score)}`)
  }
  const recall = (all.matched + all.oneId + all.evidence) / all.withIds
  const wrong = { wrongByAmount, wrongByScore, splitsDiffer: differ }
  return { books: options.books, ...all, ...bank, recall, ...wrong }
}

export const isGood = (summary: ReconcileSummary): boolean =>
  summary.wrong + summary.doublesHidden + summary.unknownMatched + summary.splitsDiffer === 0 &&
  summary.bankWrong + summary.bankMisread + summary.bankMissed === 0 &&
  summary.recall >= 0.98 &&
  summary.suggestedWrong <= 0.001 * (summary.suggested + summary.suggestedWrong) + 1

if (import.meta.main)
  await campaign({ options: { books: 100, rows: 20_000, seed: 1 }, run: runReconcile, isGood })
