// Rules 2 to 6 of docs/reconciliation.md: what the lines and the events of ONE order say of each
// other. A pure function; no rule looks at another order, and no order of the lines matters.
import { canBe, disagreesWith, witnessesOf } from './agree.ts'
import {
  isAskedFor,
  isMoneyOut,
  type LineVerdict,
  type Pile,
  type ReportEvent,
  type ReportLine,
  type Rule,
  type Window,
  witnessNames,
} from './report-line.ts'

export interface OrderVerdict {
  lines: LineVerdict[]
  /** Certain events that no line is. */
  missing: ReportEvent[]
}

/** What is still to be matched; rules take away what they have decided. */
interface Open {
  lines: Set<ReportLine>
  events: Set<ReportEvent>
  window: Window
  verdicts: LineVerdict[]
  /** By kind and currency: lines that differ from events that stay open. */
  differing: Map<string, number>
  /** Kinds, currencies and amounts that somebody asked for on this computer. */
  askedFor: ReadonlySet<string>
  /** Of a list of events, made once: a thousand equal lines may all name the same thousand. */
  ids: Map<readonly ReportEvent[], readonly string[]>
}

const sumOf = (lines: readonly ReportLine[]): bigint =>
  lines.reduce((sum, { minor }) => sum + minor, 0n)

/** At least two numbers besides kind, currency and amount; one alone is for a person to accept. */
const enough = 2

export function matchOrder(
  lines: readonly ReportLine[],
  events: readonly ReportEvent[],
  window: Window,
): OrderVerdict {
  const open: Open = {
    lines: new Set(lines),
    events: new Set(events),
    window,
    verdicts: [],
    differing: new Map(),
    ids: new Map(),
    askedFor: askedForOf(events),
  }
  matchOwnNumbers(open)
  setUnknownsApart(open)
  matchEqual(open)
  matchSplits(open)
  nameTheRest(open)
  return { lines: open.verdicts, missing: [...open.events].filter(({ isCertain }) => isCertain) }
}

function decide(open: Open, line: ReportLine, pile: Pile, rule: Rule, events: ReportEvent[]): void {
  open.lines.delete(line)
  const [first] = events
  const witnesses =
    first === undefined
      ? []
      : witnessesOf(line, first).filter((name) => events.every((one) => one[name] === line[name]))
  const ids = open.ids.get(events) ?? events.map(({ id }) => id)
  open.ids.set(events, ids)
  open.verdicts.push({ ...{ line: line.line, pile, rule, witnesses }, events: ids })
}

/**
 * MONEY: that the gateway tells of money out as its report does makes nobody its author. Beside an
 * equal one of its order that was asked for here it is what a double refund looks like once its
 * order was read. Null for what was asked for here, and for what nobody asks for.
 */
function unaskedPile(event: ReportEvent, askedFor: ReadonlySet<string>): Pile | null {
  if (event.isToldOnly !== true || !isAskedFor(event.kind)) return null
  return askedFor.has(equalKey(event)) ? 'unexplained' : 'not-asked-here'
}

/** What a line without a number is, that may be this movement and no other one. */
export function suggestedVerdict(
  { line }: ReportLine,
  event: ReportEvent,
  ofOrder: readonly ReportEvent[],
): LineVerdict {
  const unasked = unaskedPile(event, askedForOf(ofOrder))
  const says = { line, events: [event.id], witnesses: ['lastFour'] as const }
  return unasked === null
    ? { ...says, pile: 'suggested', rule: 'no-id' }
    : { ...says, pile: unasked, rule: 'not-asked' }
}

const askedForOf = (events: readonly ReportEvent[]): ReadonlySet<string> =>
  new Set(events.filter((event) => event.isToldOnly !== true).map(equalKey))

/** A pair, by as many witnesses as it has (rule 5). */
function match(open: Open, line: ReportLine, event: ReportEvent, rule: Rule): void {
  const unasked = unaskedPile(event, open.askedFor)
  if (unasked !== null) {
    decide(open, line, unasked, 'not-asked', [event])
    return
  }
  const isProven = witnessesOf(line, event).length >= enough
  decide(open, line, isProven ? 'matched' : 'one-id', isProven ? rule : 'witnesses', [event])
}

const ownNumbers = ['rrn', 'serialNumber'] as const

/** Rule 2: a number of the event's own, that no other event of the order has. */
function matchOwnNumbers(open: Open): void {
  for (const name of ownNumbers) {
    const known = Map.groupBy(
      [...open.events].filter((event) => event[name] !== ''),
      (event) => `${event.kind} ${event[name]}`,
    )
    const asked = Map.groupBy(
      [...open.lines].filter((line) => line[name] !== ''),
      (line) => `${line.kind} ${line[name]}`,
    )
    for (const [key, lines] of asked) {
      const [event, ...others] = known.get(key) ?? []
      if (event === undefined || others.length > 0 || !event.isCertain) continue
      if (!lines.every((line) => canBe(line, event, open.window))) continue
      if (sumOf(lines) !== event.minor) continue
      for (const line of lines) match(open, line, event, lines.length > 1 ? 'split' : 'own-number')
      open.events.delete(event)
    }
  }
}

/**
 * Rule 6: a line that may be a request of which nobody knows whether it happened is evidence for a
 * person. So is each line that can't be told apart from such a line: one more refund in the report
 * is what a double refund looks like, and what an unknown one looks like.
 */
function setUnknownsApart(open: Open): void {
  const unknown = [...open.events].filter(({ isCertain }) => !isCertain)
  const known = Map.groupBy(open.events, equalKey)
  for (const [key, lines] of Map.groupBy(open.lines, equalKey)) {
    const events = known.get(key) ?? []
    const may = events.filter(({ isCertain }) => !isCertain)
    if (!may.some((event) => lines.some((line) => canBe(line, event, open.window)))) continue
    for (const line of lines) decide(open, line, 'may-be-unknown', 'unknown', events)
    // As many certain events as there are lines stand in that list, too.
    const certain = events.filter(({ isCertain }) => isCertain)
    for (const event of certain.slice(0, lines.length)) open.events.delete(event)
  }
  for (const event of unknown) open.events.delete(event)
}

const equalKey = ({ kind, currency, digits, minor }: ReportLine | ReportEvent): string =>
  `${kind} ${currency} ${digits} ${minor}`

const isOfAmount = (line: ReportLine, event: ReportEvent): boolean =>
  line.minor === event.minor &&
  line.kind === event.kind &&
  line.currency === event.currency &&
  line.digits === event.digits

const byKind = ({ kind, currency }: ReportLine | ReportEvent): string => `${kind} ${currency}`

/** Rule 3: as many events as lines or more, of one kind, currency and amount: by number. */
function matchEqual(open: Open): void {
  const known = Map.groupBy(open.events, equalKey)
  for (const [key, lines] of Map.groupBy(open.lines, equalKey)) {
    const events = known.get(key)
    if (events === undefined) continue
    if (lines.length > events.length) {
      for (const line of lines)
        decide(
          open,
          line,
          isMoneyOut(line.kind) ? 'unexplained' : 'more-in-report',
          'equal',
          events,
        )
      for (const event of events) open.events.delete(event)
      continue
    }
    // What fits no event of the pile is a movement of its own; the others are paired without it.
    const fitting = lines.filter((line) => events.some((event) => canBe(line, event, open.window)))
    const fits = new Set(fitting)
    for (const line of lines) if (!fits.has(line)) differ(open, line, events)
    const pairs = pairUp(fitting, events, open.window)
    // MONEY: one line more than the movements that can be it is what a double refund looks like.
    if (pairs === null)
      for (const line of fitting)
        decide(open, line, isMoneyOut(line.kind) ? 'unexplained' : 'differs', 'equal', events)
    else for (const [line, event] of pairs) match(open, line, event, 'equal')
    // As many events as there are lines stand in a list now.
    const taken = pairs === null ? events.slice(0, fitting.length) : [...pairs.values()]
    for (const event of taken) open.events.delete(event)
  }
}

function differ(open: Open, line: ReportLine, events: ReportEvent[]): void {
  const pile = pileOfDifference(line, events)
  if (pile !== 'unexplained')
    open.differing.set(byKind(line), (open.differing.get(byKind(line)) ?? 0) + 1)
  decide(open, line, pile, 'equal', events)
}

/**
 * Money out under a bank's number that no event has is a movement that nothing here explains, as
 * much as it looks like a known one.
 */
function pileOfDifference(line: ReportLine, events: readonly ReportEvent[]): Pile {
  const equal = events.filter((event) => isOfAmount(line, event))
  const hasOtherNumber = equal.some((event) => disagreesWith(line, event, ownNumbers))
  if (isMoneyOut(line.kind) && hasOtherNumber) return 'unexplained'
  return equal.some((event) => disagreesWith(line, event)) ? 'ids-disagree' : 'differs'
}

/**
 * An event for each line, with nothing that says otherwise; null where there is none for a line.
 * Which of two equal refunds is which means nothing, so any such pairing does. Lines and events
 * are taken in one order, so that the same file gives the same evidence.
 */
function pairUp(
  lines: readonly ReportLine[],
  events: readonly ReportEvent[],
  window: Window,
): Map<ReportLine, ReportEvent> | null {
  const lineOf = new Map<ReportEvent, ReportLine>()
  const fitsOf = new Map<string, (readonly ReportEvent[])[]>()
  for (const line of lines.toSorted(compareLines)) if (!take(line, new Set())) return null
  return new Map([...lineOf].map(([event, line]) => [line, event]))

  /** By how much agrees; lines that say the same fit the same. */
  function levelsOf(line: ReportLine): (readonly ReportEvent[])[] {
    const key = textOf(line)
    const known = fitsOf.get(key) ?? levelsOfFits(line, events, window)
    fitsOf.set(key, known)
    return known
  }

  /** Kuhn's way: who has the place moves on, if there is another one for them. */
  function take(line: ReportLine, asked: Set<ReportEvent>): boolean {
    for (const level of levelsOf(line)) {
      const free = level.find((event) => !lineOf.has(event))
      if (free !== undefined) {
        lineOf.set(free, line)
        return true
      }
      for (const event of level) {
        if (asked.has(event)) continue
        asked.add(event)
        if (!take(lineOf.get(event)!, asked)) continue
        lineOf.set(event, line)
        return true
      }
    }
    return false
  }
}

const askedFirst = (a: ReportEvent, b: ReportEvent): number =>
  Number(a.isToldOnly === true) - Number(b.isToldOnly === true) || (a.id < b.id ? -1 : 1)

/** What fits best first; of what fits alike, what was asked for here. */
function levelsOfFits(
  line: ReportLine,
  events: readonly ReportEvent[],
  window: Window,
): (readonly ReportEvent[])[] {
  const fits = events
    .filter((event) => canBe(line, event, window))
    .map((event) => ({ event, level: witnessesOf(line, event).length }))
  return [...Map.groupBy(fits, ({ level }) => level)]
    .toSorted(([a], [b]) => b - a)
    .map(([, all]) => all.map(({ event }) => event).toSorted(askedFirst))
}

/** By what the lines say, so that a file in another order gives the same result. */
const compareLines = (a: ReportLine, b: ReportLine): number =>
  textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : a.line - b.line
const textOf = (line: ReportLine): string =>
  [...witnessNames.map((name) => line[name]), String(line.at)].join(' ')

/** Rule 4: one event left of a kind, and lines left that add up to it exactly. */
function matchSplits(open: Open): void {
  const known = Map.groupBy(open.events, byKind)
  for (const [key, lines] of Map.groupBy(open.lines, byKind)) {
    const [event, ...others] = known.get(key) ?? []
    if (event === undefined || others.length > 0 || lines.length < 2) continue
    if (sumOf(lines) !== event.minor) continue
    if (!lines.every((line) => canBe(line, event, open.window))) continue
    for (const line of lines) match(open, line, event, 'split')
    open.events.delete(event)
  }
}

/**
 * What no rule explains: beside the events that it may be meant to be, or alone. MONEY: one event
 * explains one line; where more money went out than events are left, each of these lines may be
 * the one too many.
 */
function nameTheRest(open: Open): void {
  const known = Map.groupBy(open.events, byKind)
  for (const [key, lines] of Map.groupBy(open.lines, byKind)) {
    const near = known.get(key) ?? []
    const asked = lines.length + (open.differing.get(key) ?? 0)
    for (const line of lines)
      if (near.length === 0 || (isMoneyOut(line.kind) && asked > near.length))
        decide(open, line, isMoneyOut(line.kind) ? 'unexplained' : 'more-in-report', 'equal', near)
      else differ(open, line, near)
  }
}
