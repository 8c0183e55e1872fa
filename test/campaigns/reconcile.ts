// Books with a known truth, matched: npm run -s reconcile -- --books N --rows N --seed S. The same
// books go through two plain ways of matching, for comparison; not the largest, where these take
// hours. One JSON line last. Exits 1 when a line was matched wrongly, when a double refund or an
// unknown outcome was matched away, when a line is something else where the book stands in two
// reports or in another order, when too little was matched, or when a line of a bank was misread or
// is a batch that it is not.
import { type Book, makeBook, truthOf, worlds } from './reconcile/books/book.ts'
import { byAmount, byScore } from './reconcile/books/plain-ways.ts'
import { type BankScore, noBankScore, scoreBankBook } from './reconcile/bank-book.ts'
import { shufflesDiffer, splitsDiffer } from './reconcile/split-book.ts'
import { emptyScore, matchBook, type Score, scoreBook } from './reconcile/match-book.ts'
import { campaign, type Say } from './runner/campaign.ts'

export interface ReconcileSummary extends Score, BankScore {
  books: number
  /**
   * Of the lines of ours with a number of an order: matched, by one number, or shown as evidence.
   */
  recall: number
  /** Wrong pairs of the two plain ways, where they were tried. */
  wrongByAmount?: number
  wrongByScore?: number
  /** Lines that are something else where the book stands in two reports. */
  splitsDiffer: number
  shuffles: number
  /** Orders of the lines in which one of them is something else. */
  shufflesDiffer: number
}

/** They compare each line with each movement of its amount. */
const mostRowsOfPlainWays = 50_000
const shufflesOfBook = 10

const wrongPairs = (book: Book, way: typeof byAmount): number =>
  [...way(book.events, book.lines)].filter(
    ([line, event]) => book.lines[line.line - 1]!.truth !== truthOf(event),
  ).length

export async function runReconcile(options: {
  /** 0: a hundred, or one where books are large. */
  books: number
  rows: number
  seed: number
  say: Say
}): Promise<ReconcileSummary> {
  const all = emptyScore()
  const bank = noBankScore()
  let [wrongByAmount, wrongByScore, differ, shuffled] = [0, 0, 0, 0]
  const hasPlainWays = options.rows <= mostRowsOfPlainWays
  const books = options.books || (hasPlainWays ? 100 : 1)
  for (let nth = 0; nth < books; nth += 1) {
    // By the seed: slices of a few books have all worlds in turn.
    const seed = options.seed + nth
    const world = worlds[(seed - 1) % worlds.length]!
    const book = makeBook(world, options.rows, seed)
    const matched = matchBook(book)
    const { piles, ...score } = scoreBook(book, matched)
    differ += splitsDiffer(book, matched, seed)
    const few = makeBook(world, shuffledRows(options.rows), seed)
    shuffled += shufflesDiffer(few, shufflesOfBook, seed)
    for (const [name, count] of Object.entries(score)) all[name as keyof typeof score] += count
    for (const [name, count] of Object.entries(piles))
      all.piles[name as keyof typeof piles] += count
    // A batch has some fifty lines of a report.
    const ofBank = await scoreBankBook(options.rows / 50, seed)
    for (const [name, count] of Object.entries(ofBank)) bank[name as keyof BankScore] += count
    if (hasPlainWays) {
      wrongByAmount += wrongPairs(book, byAmount)
      wrongByScore += wrongPairs(book, byScore)
    }
    if (score.wrong + score.doublesHidden + score.unknownMatched > 0)
      options.say(`seed ${seed}, ${world.name}: ${JSON.stringify(score)}`)
  }
  const recall = (all.matched + all.oneId + all.evidence) / all.withIds
  return {
    ...{ books, ...all, ...bank, recall, splitsDiffer: differ },
    ...{ shuffles: books * shufflesOfBook, shufflesDiffer: shuffled },
    ...(hasPlainWays ? { wrongByAmount, wrongByScore } : {}),
  }
}

/** Few: a book is matched once for each order of its lines. */
const shuffledRows = (rows: number): number => Math.min(2_000, rows)

export const isGood = (summary: ReconcileSummary): boolean =>
  summary.wrong + summary.doublesHidden + summary.unknownMatched === 0 &&
  summary.splitsDiffer + summary.shufflesDiffer === 0 &&
  summary.bankWrong + summary.bankMisread + summary.bankMissed === 0 &&
  summary.recall >= 0.98 &&
  summary.suggestedWrong <= 0.001 * (summary.suggested + summary.suggestedWrong) + 1

if (import.meta.main)
  await campaign({ options: { books: 0, rows: 20_000, seed: 1 }, run: runReconcile, isGood })
