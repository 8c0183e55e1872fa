// What the sandbox's books should say, thought out a second time: an order as a few purses that
// money is moved between, instead of sums over transactions. No product code; the property test
// runs it beside the real books.

type Word = 'processing' | 'unknown' | 'approved' | 'declined' | 'filtered' | 'error'

/** What the last two digits of an amount bring about, as docs/sandbox.md says. */
interface Turn {
  isBooked: boolean
  first: Word
  final: Word
  afterMs: number
}
const plain: Turn = { isBooked: true, first: 'processing', final: 'approved', afterMs: 0 }
const turns: Record<number, Turn> = {
  1: { ...plain, final: 'declined' },
  2: { ...plain, final: 'filtered' },
  3: { ...plain, final: 'error' },
  4: { ...plain, afterMs: 600_000 },
  5: { ...plain, first: 'unknown', afterMs: 30_000 },
  12: { ...plain, isBooked: false },
  14: { ...plain, isBooked: false },
  16: { ...plain, isBooked: false },
  20: { ...plain, isBooked: false },
}
const turnOf = (minor: number): Turn => turns[minor % 100] ?? plain

interface Entry {
  type: string
  minor: number
  word: Word
  /** Until then it is on its way. */
  dueAt: number
  final: Word
}

type Purse = 'free' | 'capturing' | 'captured' | 'returning' | 'returned' | 'releasing' | 'released'

export interface Account {
  kind: 'sale' | 'preauth'
  minor: number
  currency: string
  purses: Record<Purse, number>
  entries: Entry[]
}

export interface Asked {
  minor: number | null
  currency: string | null
}

/** A refusal's name, or what happens. */
export type Expected =
  { refusal: string } | { entry: Entry | null; minor: number; hasEffect: boolean }

const empty = (): Record<Purse, number> => ({
  free: 0,
  capturing: 0,
  captured: 0,
  returning: 0,
  returned: 0,
  releasing: 0,
  released: 0,
})

const pour = (account: Account, from: Purse, to: Purse, minor: number): void => {
  account.purses[from] -= minor
  account.purses[to] += minor
}

/** From which purse to which, on its way and at the end; declined, it goes back. */
const ways: Record<string, readonly [Purse, Purse, Purse]> = {
  capture: ['free', 'capturing', 'captured'],
  reversal: ['captured', 'returning', 'returned'],
  cancel: ['free', 'releasing', 'released'],
  void: ['free', 'releasing', 'released'],
}

export function openAccount(
  kind: 'sale' | 'preauth',
  minor: number,
  currency: string,
  now: number,
  processingMs: number,
): Account | null {
  const turn = turnOf(minor)
  if (!turn.isBooked) return null
  const dueAt = now + processingMs + turn.afterMs
  const entry: Entry = { type: kind, minor, word: turn.first, dueAt, final: turn.final }
  return { kind, minor, currency, purses: empty(), entries: [entry] }
}

/** Time has come this far: whatever is due has reached its end. */
export function settleAccount(account: Account, now: number): void {
  for (const entry of account.entries) {
    if (entry.dueAt > now || entry.word === entry.final) continue
    entry.word = entry.final
    const way = ways[entry.type]
    if (way !== undefined)
      pour(account, way[1], entry.final === 'approved' ? way[2] : way[0], entry.minor)
    else if (entry.final === 'approved')
      account.purses[account.kind === 'sale' ? 'captured' : 'free'] += entry.minor
  }
}

/** What must come of a request, and, where it is accepted, what it does to the account. */
export function expectOf(
  account: Account,
  operation: 'capture' | 'return' | 'void',
  asked: Asked,
  now: { at: number; processingMs: number; mayRepeat: boolean },
): Expected {
  const { purses, kind } = account
  const isGood = account.entries[0]?.word === 'approved'
  const isGone = purses.releasing + purses.released > 0
  const wasCaptured = purses.capturing + purses.captured + purses.returning + purses.returned
  const isForeign = asked.currency !== null && asked.currency !== account.currency
  const refused = (refusal: string): Expected => ({ refusal })
  const done = (type: string, minor: number): Expected => {
    const turn = turnOf(minor)
    if (!turn.isBooked) return { entry: null, minor, hasEffect: false }
    const dueAt = now.at + now.processingMs + turn.afterMs
    const entry: Entry = { type, minor, word: turn.first, dueAt, final: turn.final }
    account.entries.push(entry)
    const way = ways[type]
    if (way === undefined) throw new Error(`no way for ${type}`)
    pour(account, way[0], way[1], minor)
    return { entry, minor, hasEffect: turn.final === 'approved' }
  }
  if (operation === 'void') {
    if (kind === 'sale') return refused('ALREADY_SETTLED')
    if (!isGood) return refused('NOT_APPROVED')
    if (isGone) return refused('HOLD_RELEASED')
    return wasCaptured > 0 ? refused('ALREADY_SETTLED') : done('void', account.minor)
  }
  if (operation === 'capture') {
    if (kind === 'sale') return refused('NOT_A_PREAUTH')
    if (!isGood) return refused('NOT_APPROVED')
    if (isGone) return refused('HOLD_RELEASED')
    if (isForeign) return refused('CURRENCY_MISMATCH')
    if (purses.free === 0) return refused('NOTHING_LEFT')
    const minor = asked.minor ?? purses.free
    return minor > purses.free ? refused('ABOVE_REMAINDER') : done('capture', minor)
  }
  if (!isGood) return refused('NOT_APPROVED')
  if (isForeign) return refused('CURRENCY_MISMATCH')
  if (kind === 'preauth' && wasCaptured === 0) {
    if (isGone) return refused('HOLD_RELEASED')
    const isWhole = asked.minor === null || asked.minor === account.minor
    return isWhole ? done('cancel', account.minor) : refused('PARTIAL_NOT_POSSIBLE')
  }
  if (purses.captured + purses.returning + purses.returned === 0) return refused('NOT_APPROVED')
  if (purses.captured === 0) return refused('NOTHING_LEFT')
  const minor = asked.minor ?? purses.captured
  const isTwin = account.entries.some(
    ({ type, word, minor: was }) =>
      type === 'reversal' && was === minor && ['processing', 'unknown', 'approved'].includes(word),
  )
  if (!now.mayRepeat && isTwin) return refused('IDENTICAL_RETURN')
  return minor > purses.captured ? refused('ABOVE_REMAINDER') : done('reversal', minor)
}

/**
 * Nothing below zero, and all purses together hold what came in: what was captured and not
 * returned, or is held.
 */
export function isSound(account: Account): boolean {
  const all = Object.values(account.purses)
  const came = account.entries[0]?.word === 'approved' ? account.minor : 0
  return all.every((minor) => minor >= 0) && all.reduce((sum, minor) => sum + minor, 0) === came
}
