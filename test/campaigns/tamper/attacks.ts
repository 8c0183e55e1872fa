// What somebody without the signing key does to the entries of a log, as pure functions over its
// rows, and what every verifier has to say to it (docs/audit-format.md, section 6). Where an attack
// says "re-hashed", every leaf and chain value is made right again.
import type { AuditBase } from '../../../src/main/ledger/audit/audit-base.ts'
import {
  bodyBytes,
  chainOf,
  type EntryBody,
  leafOf,
} from '../../../src/main/ledger/audit/audit-hash.ts'
import type { StoredEntry } from '../../../src/main/ledger/audit/audit-rows.ts'
import type { Random } from '../faults/random.ts'

/** What the attacker finds. */
export interface Target {
  logId: string
  /** What the rows go on from: nothing, or the newest entry that was archived before them. */
  base: AuditBase
  /** Oldest first, without a gap. */
  rows: readonly StoredEntry[]
  /**
   * Sizes of the checkpoints, ascending, that of the base among them; the last one is for the
   * newest entry.
   */
  signedAt: readonly number[]
  /** The same rows of another log. */
  foreign: readonly StoredEntry[]
  random: Random
}

/** `bad` is the first bad entry a verifier has to name; null where it can’t be told. */
export interface Verdict {
  word: 'tampered' | 'truncated' | 'uncheckable'
  bad: number | null
}

export interface Attack {
  name: string
  /**
   * 'ledger': a database takes these rows as well. 'export': only a file does. 'columns': no export
   * shows it, the ledger does.
   */
  where: 'ledger' | 'export' | 'columns'
  /** The log with the attack at entry `seq`; null where it has no meaning. */
  run(target: Target, seq: number): StoredEntry[] | null
  expect(target: Target, seq: number): Verdict
}

const tampered = (bad: number | null): Verdict => ({ word: 'tampered', bad })
const truncated = (bad: number): Verdict => ({ word: 'truncated', bad })
const atEntry = (_target: Target, seq: number): Verdict => tampered(seq)
const atNext = (_target: Target, seq: number): Verdict => tampered(seq + 1)

/**
 * What is signed before entry `seq` is proven; a contradiction to the next signature can lie
 * anywhere behind it.
 */
export const signedBefore = (target: Pick<Target, 'signedAt' | 'base'>, seq: number): number =>
  target.signedAt.findLast((size) => size < seq) ?? target.base.size
const behindSigned = (target: Target, seq: number): Verdict =>
  tampered(signedBefore(target, seq) + 1)
/**
 * Entry `seq` fits what came before it: the next one does not, unless a checkpoint stands between
 * them.
 */
const linkedAt = (target: Target, seq: number): Verdict =>
  target.signedAt.includes(seq) ? behindSigned(target, seq) : tampered(seq + 1)

export const bodyIn = (row: StoredEntry): EntryBody =>
  JSON.parse(row.body.toString('utf8')) as EntryBody

export const edited = (row: StoredEntry): StoredEntry => ({
  ...row,
  actor: 'eve',
  body: bodyBytes({ ...bodyIn(row), actor: 'eve' }),
})

/** Where entry `seq` stands among the rows. */
const placeOf = ({ base }: Target, seq: number): number => seq - 1 - base.size
const rowAt = (target: Target, seq: number): StoredEntry => target.rows[placeOf(target, seq)]!
export const lastOf = ({ base, rows }: Target): number => base.size + rows.length
const isLast = (target: Target, seq: number): boolean => seq === lastOf(target)

/** What the first row goes on from. */
type Start = Pick<Target, 'logId' | 'base'>

/** A row that has its number already stays the very same. */
const numbered = ({ base }: Start, rows: readonly StoredEntry[]): StoredEntry[] =>
  rows.map((row, index) => {
    const seq = BigInt(base.size + index + 1)
    return row.seq === seq ? row : { ...row, seq }
  })

const linked = (
  { logId, base }: Start,
  row: StoredEntry,
  before: StoredEntry | undefined,
): StoredEntry => {
  const leaf = leafOf(row.body)
  const chain = chainOf(logId, Number(row.seq), before?.chain ?? base.chain, leaf)
  return { ...row, leaf, chain }
}
const linkedAfter = (target: Target, seq: number, row: StoredEntry): StoredEntry =>
  linked(target, row, target.rows[placeOf(target, seq) - 1])

/** Numbers, leaves and chain made right from the first row on. */
export function rehashed(target: Start, rows: readonly StoredEntry[]): StoredEntry[] {
  let before: StoredEntry | undefined
  return numbered(target, rows).map((row) => {
    const seq = Number(row.seq)
    before = linked(target, { ...row, body: bodyBytes({ ...bodyIn(row), seq }) }, before)
    return before
  })
}

export const changedAt = (
  target: Target,
  seq: number,
  change: (row: StoredEntry) => StoredEntry,
): StoredEntry[] => target.rows.with(placeOf(target, seq), change(rowAt(target, seq)))
const inserted = (target: Target, seq: number, row: StoredEntry): StoredEntry[] =>
  target.rows.toSpliced(placeOf(target, seq), 0, row)
const without = (target: Target, seq: number): StoredEntry[] =>
  target.rows.toSpliced(placeOf(target, seq), 1)
const swapped = (target: Target, a: number, b: number): StoredEntry[] =>
  target.rows.with(placeOf(target, a), rowAt(target, b)).with(placeOf(target, b), rowAt(target, a))

const flipped = (bytes: Buffer, random: Random): Buffer => {
  const copy = Buffer.from(bytes)
  const at = random.below(copy.length)
  copy[at] = copy[at]! ^ (1 << random.below(8))
  return copy
}

/** Every column beside body, leaf and chain, as somebody would change it. */
const columnLies: ((row: StoredEntry) => StoredEntry)[] = [
  (row) => ({ ...row, at_wall: row.at_wall + 1n }),
  (row) => ({ ...row, at_mono: row.at_mono - 1n }),
  (row) => ({ ...row, actor: `${row.actor}.` }),
  (row) => ({ ...row, kind: `${row.kind}.` }),
  (row) => ({ ...row, outcome: `${row.outcome}.` }),
  (row) => ({ ...row, origin: `${row.origin}.` }),
  (row) => ({ ...row, subject: `${row.subject}"` }),
]

export const attacks: Attack[] = [
  {
    name: 'edit the text',
    where: 'ledger',
    run: (target, seq) => changedAt(target, seq, edited),
    expect: atEntry,
  },
  {
    name: 'edit the text and its leaf',
    where: 'ledger',
    run: (target, seq) =>
      changedAt(target, seq, (row) => ({ ...edited(row), leaf: leafOf(edited(row).body) })),
    expect: atEntry,
  },
  {
    name: 'edit the text, its leaf and its chain value',
    where: 'ledger',
    run: (target, seq) => changedAt(target, seq, (row) => linkedAfter(target, seq, edited(row))),
    expect: linkedAt,
  },
  {
    name: 'put a text that is no JSON, linked',
    where: 'ledger',
    run: (target, seq) =>
      changedAt(target, seq, (row) => linkedAfter(target, seq, { ...row, body: Buffer.of(0) })),
    expect: atEntry,
  },
  {
    name: 'turn a bit of the text',
    where: 'ledger',
    run: (target, seq) =>
      changedAt(target, seq, (row) => ({ ...row, body: flipped(row.body, target.random) })),
    expect: atEntry,
  },
  {
    name: 'turn a bit of the leaf',
    where: 'ledger',
    run: (target, seq) =>
      changedAt(target, seq, (row) => ({ ...row, leaf: flipped(row.leaf, target.random) })),
    expect: atEntry,
  },
  {
    name: 'turn a bit of the chain value',
    where: 'ledger',
    run: (target, seq) =>
      changedAt(target, seq, (row) => ({ ...row, chain: flipped(row.chain, target.random) })),
    expect: atEntry,
  },
  {
    name: 'put the entry of another log',
    where: 'ledger',
    run: (target, seq) => changedAt(target, seq, () => target.foreign[placeOf(target, seq)]!),
    expect: atEntry,
  },
  {
    name: 'show another column than the text says',
    where: 'columns',
    run: (target, seq) => changedAt(target, seq, target.random.pick(columnLies)),
    expect: atEntry,
  },
  {
    name: 'insert an entry and renumber',
    where: 'ledger',
    run: (target, seq) => numbered(target, inserted(target, seq, edited(rowAt(target, seq)))),
    expect: atEntry,
  },
  {
    name: 'insert a linked entry and renumber',
    where: 'ledger',
    run: (target, seq) => {
      const entry = linkedAfter(target, seq, edited(rowAt(target, seq)))
      return numbered(target, inserted(target, seq, entry))
    },
    expect: linkedAt,
  },
  {
    name: 'duplicate an entry and renumber',
    where: 'ledger',
    run: (target, seq) => numbered(target, inserted(target, seq, rowAt(target, seq))),
    expect: atNext,
  },
  {
    name: 'duplicate a line',
    where: 'export',
    run: (target, seq) => inserted(target, seq, rowAt(target, seq)),
    expect: atNext,
  },
  {
    name: 'delete an entry',
    where: 'ledger',
    run: without,
    expect: (target, seq) => (isLast(target, seq) ? truncated(seq) : tampered(seq)),
  },
  {
    name: 'delete an entry and renumber',
    where: 'ledger',
    run: (target, seq) => (isLast(target, seq) ? null : numbered(target, without(target, seq))),
    expect: atEntry,
  },
  {
    name: 'leave a number out',
    where: 'ledger',
    run: ({ rows }, seq) =>
      rows.map((row) => (row.seq < BigInt(seq) ? row : { ...row, seq: row.seq + 1n })),
    expect: atEntry,
  },
  {
    name: 'swap two entries and renumber',
    where: 'ledger',
    run: (target, seq) =>
      isLast(target, seq) ? null : numbered(target, swapped(target, seq, seq + 1)),
    expect: atEntry,
  },
  {
    name: 'swap two lines',
    where: 'export',
    run: (target, seq) => (isLast(target, seq) ? null : swapped(target, seq, seq + 1)),
    expect: atEntry,
  },
  {
    name: 'swap with a later entry and renumber',
    where: 'ledger',
    run: (target, seq) => {
      const later = lastOf(target) - seq
      return later === 0
        ? null
        : numbered(target, swapped(target, seq, seq + 1 + target.random.below(later)))
    },
    expect: atEntry,
  },
  {
    name: 'cut the end',
    where: 'ledger',
    run: (target, seq) => target.rows.slice(0, placeOf(target, seq)),
    expect: (_target, seq) => truncated(seq),
  },
  {
    name: 'edit and re-hash all',
    where: 'ledger',
    run: (target, seq) => rehashed(target, changedAt(target, seq, edited)),
    expect: behindSigned,
  },
  {
    name: 'insert and re-hash all',
    where: 'ledger',
    run: (target, seq) => rehashed(target, inserted(target, seq, edited(rowAt(target, seq)))),
    expect: behindSigned,
  },
  {
    name: 'delete, keep the length and re-hash all',
    where: 'ledger',
    run: (target, seq) => {
      const rest = without(target, seq)
      return rehashed(target, [...rest, rest.at(-1) ?? edited(target.rows[0]!)])
    },
    expect: behindSigned,
  },
  {
    name: 'swap and re-hash all',
    where: 'ledger',
    run: (target, seq) =>
      isLast(target, seq) ? null : rehashed(target, swapped(target, seq, seq + 1)),
    expect: behindSigned,
  },
]
