// The budget of one gateway account: how many requests start in a second and how many are under
// way at once, whoever asks. Polls come first, a person soon after, lists take what is left, and
// none of them waits for ever. It asks nothing itself.
import { fullPace, type Pace, paceAfter, paceNow } from './pace.ts'
import type { Heard, Rank, Turn } from './turn.ts'

export interface Limits {
  /** Starts in any second. */
  perSecond: number
  /** Requests under way. */
  atOnce: number
}

export interface AccountBudget {
  /** `party`: those of one rank take turns. */
  take(asker: { rank: Rank; party: string; limits: Limits }): Promise<Turn>
  /** Nothing waits from now on: who asks is told elsewhere that it is too late. */
  close(): void
}

const secondMs = 1_000
/**
 * What has had no answer for so long takes no place any more: one order that hangs must not hold up
 * the refund of another.
 */
const hungMs = 3_000
/** So many without an answer, and no more is asked of that rank; a person is not counted. */
const mostHung = 20
/** So often a lower rank lets a higher one go first, and then goes itself. */
const patience = { poll: 0, person: 2, list: 8 } as const
const ranks = ['poll', 'person', 'list'] as const

interface Place {
  rank: Rank
  since: number
}

interface Waiter {
  place: Place | null
  rank: Rank
  party: string
  go: (place: Place) => void
}

interface Account {
  monotonic: () => number
  limits: Limits
  pace: Pace
  places: Set<Place>
  /** Of the last second, oldest first. */
  starts: number[]
  /** Granted and not begun. */
  granted: number
  /** The earliest next start of who can wait: they come evenly, so that a person finds a gap. */
  evenlyAt: number
  /** Who has a place and wants another start. */
  holders: Waiter[]
  waiting: Record<Rank, Waiter[]>
  /** Who of a rank asked last comes last. */
  turns: Record<Rank, string[]>
  passedOver: Record<Rank, number>
  timer: NodeJS.Timeout | undefined
  isClosed: boolean
}

const startsIn = (account: Account, now: number): number => {
  while ((account.starts[0] ?? Infinity) <= now - secondMs) account.starts.shift()
  return account.starts.length + account.granted
}

/** When one more may start; Infinity where that hangs on what is under way. */
function startAt(account: Account, rank: Rank, now: number): number {
  const { pace, limits, starts } = account
  const most = Math.max(1, Math.floor(paceNow(pace, limits.perSecond, now)))
  const over = startsIn(account, now) + 1 - most
  const inWindow = over <= 0 ? now : (starts[over - 1] ?? Infinity) + secondMs
  const own =
    rank === 'person' ? pace.personQuietUntil : Math.max(pace.quietUntil, account.evenlyAt)
  return Math.max(inWindow, own)
}

/** When there is a place; Infinity where that hangs on an answer. */
function placeAt(account: Account, rank: Rank, now: number): number {
  const places = [...account.places]
  const { atOnce } = account.limits
  if (rank !== 'person' && places.filter((place) => place.rank === rank).length >= mostHung)
    return Infinity
  const fresh = places.filter(({ since }) => now - since < hungMs)
  // A place is kept free for a person, and one for a poll.
  const most = { person: atOnce, poll: Math.max(1, atOnce - 1), list: Math.max(1, atOnce - 2) }
  const others = rank === 'person' ? fresh : fresh.filter((place) => place.rank !== 'person')
  const over = Math.max(
    others.length + 1 - most[rank],
    rank === 'person' ? 0 : fresh.length + 1 - atOnce,
  )
  if (over <= 0) return now
  const soonest = fresh.map(({ since }) => since + hungMs).toSorted((a, b) => a - b)
  return soonest[over - 1] ?? Infinity
}

/** Polls first; whoever was passed over for long enough before them. */
const inOrder = ({ passedOver, waiting }: Account): Rank[] => {
  const asking = ranks.filter((rank) => waiting[rank].length > 0)
  const isDue = (rank: Rank): boolean => rank !== 'poll' && passedOver[rank] >= patience[rank]
  return [...asking.filter(isDue).toReversed(), ...asking.filter((rank) => !isDue(rank))]
}

/** The one whose party asked longest ago, taken out. */
function nextOf(account: Account, rank: Rank): Waiter | undefined {
  const { waiting, turns } = account
  const party = turns[rank].find((one) => waiting[rank].some((waiter) => waiter.party === one))
  const at = waiting[rank].findIndex((waiter) => waiter.party === party)
  const [waiter] = at < 0 ? [] : waiting[rank].splice(at, 1)
  if (waiter === undefined) return undefined
  turns[rank] = [...turns[rank].filter((one) => one !== waiter.party), waiter.party]
  return waiter
}

function grant(account: Account, waiter: Waiter, now: number): void {
  const { rank } = waiter
  account.granted += 1
  if (rank !== 'person') {
    const gapMs = secondMs / paceNow(account.pace, account.limits.perSecond, now)
    account.evenlyAt = Math.max(account.evenlyAt, now - gapMs) + gapMs
  }
  const place = waiter.place ?? { rank, since: now }
  account.places.add(place)
  waiter.go(place)
}

/** Grants one start; false where none may start yet. */
function grantOne(account: Account, now: number): boolean {
  const holder = account.holders.findIndex(({ rank }) => startAt(account, rank, now) <= now)
  const [first] = holder < 0 ? [] : account.holders.splice(holder, 1)
  if (first !== undefined) {
    grant(account, first, now)
    return true
  }
  const order = inOrder(account)
  for (const rank of order) {
    if (Math.max(startAt(account, rank, now), placeAt(account, rank, now)) > now) continue
    const waiter = nextOf(account, rank)
    if (waiter === undefined) continue
    account.passedOver[rank] = 0
    for (const other of order) if (other !== rank) account.passedOver[other] += 1
    grant(account, waiter, now)
    return true
  }
  return false
}

function pump(account: Account): void {
  clearTimeout(account.timer)
  const now = account.monotonic()
  if (account.isClosed) {
    const all = [
      ...account.holders.splice(0),
      ...ranks.flatMap((rank) => account.waiting[rank].splice(0)),
    ]
    for (const waiter of all) grant(account, waiter, now)
    return
  }
  while (grantOne(account, now));
  const times = [
    ...account.holders.map(({ rank }) => startAt(account, rank, now)),
    ...inOrder(account).map((rank) =>
      Math.max(startAt(account, rank, now), placeAt(account, rank, now)),
    ),
  ]
  const nextAt = Math.min(...times)
  if (nextAt !== Infinity)
    account.timer = setTimeout(() => pump(account), Math.max(1, Math.ceil(nextAt - now)))
}

/** A place that was given, with one start. */
function turnOf(account: Account, place: Place, party: string): Turn {
  let isGranted = true
  let begunAt = -Infinity
  let isOver = false
  const giveBack = (): void => {
    if (isGranted) account.granted -= 1
    isGranted = false
  }
  return {
    ready: async () => {
      if (isGranted || isOver) return
      await new Promise<void>((resolve) => {
        const go = (): void => resolve()
        account.holders.push({ place, rank: place.rank, party, go })
        pump(account)
      })
      isGranted = true
    },
    begin: () => {
      giveBack()
      begunAt = account.monotonic()
      place.since = begunAt
      account.starts.push(begunAt)
    },
    heard: (how: Heard) => {
      if (how === 'answered') return
      const { perSecond: full } = account.limits
      const now = account.monotonic()
      account.pace = paceAfter(account.pace, how, { full, begunAt, now })
    },
    end: () => {
      if (isOver) return
      isOver = true
      giveBack()
      account.places.delete(place)
      pump(account)
    },
  }
}

export function openAccountBudget(monotonic: () => number, limits: Limits): AccountBudget {
  const account: Account = {
    ...{ monotonic, limits, pace: fullPace, places: new Set(), starts: [], granted: 0 },
    ...{ evenlyAt: -Infinity, holders: [], timer: undefined, isClosed: false },
    waiting: { poll: [], person: [], list: [] },
    turns: { poll: [], person: [], list: [] },
    passedOver: { poll: 0, person: 0, list: 0 },
  }
  return {
    take: ({ rank, party, limits: now }) =>
      new Promise((resolve) => {
        account.limits = now
        if (!account.turns[rank].includes(party)) account.turns[rank].push(party)
        const go = (place: Place): void => resolve(turnOf(account, place, party))
        account.waiting[rank].push({ place: null, rank, party, go })
        pump(account)
      }),
    close: () => {
      account.isClosed = true
      pump(account)
    },
  }
}
