// Where archives and log meet: what somebody without the key does to the folders as a whole, and
// what every verifier has to say to it. A list of folders is the seam; the order in it is what is
// checked.
import { createHash, type KeyObject } from 'node:crypto'
import { cpSync } from 'node:fs'
import { ARCHIVED } from '../../../src/main/ledger/audit/audit-base.ts'
import { bodyBytes } from '../../../src/main/ledger/audit/audit-hash.ts'
import type { StoredEntry } from '../../../src/main/ledger/audit/audit-rows.ts'
import type { ArchivedLog } from './archived.ts'
import { bodyIn, lastOf, rehashed, type Target } from './attacks.ts'
import {
  forge,
  type Manifest,
  manifestIn,
  resign,
  type SignedText,
  writeLines,
} from './export-folder.ts'
import type { Expected } from './tally.ts'

const tampered = (bad: number | null): Expected => ({ outcomes: ['tampered'], bad })
const uncheckable: Expected = { outcomes: ['uncheckable'] }
const intact: Expected = { outcomes: ['intact'] }

export interface FolderSeam {
  name: string
  folders: string[]
  args?: string[]
  expect: Expected
}

interface Parts {
  mine: ArchivedLog
  other: ArchivedLog
  key: KeyObject
  newPath: () => string
}

/** The folders with one changed and signed again by a forger. */
function changed(
  { key, newPath }: Pick<Parts, 'key' | 'newPath'>,
  folder: string,
  change: (manifest: Manifest) => Partial<Manifest>,
): string {
  const copy = newPath()
  cpSync(folder, copy, { recursive: true })
  const manifest = manifestIn(copy)
  resign(copy, { ...manifest, ...change(manifest) }, key)
  return copy
}

/** Whole folders left out, swapped, given twice, cut, merged, made again. */
export function folderSeams(parts: Parts): FolderSeam[] {
  const { mine, other } = parts
  const [a, b, live] = mine.folders as [string, string, string]
  const [otherA, otherB, otherLive] = other.folders as [string, string, string]
  const [ofA, ofB, ofLive] = mine.targets as [Target, Target, Target]
  const [endA, endB] = [lastOf(ofA), lastOf(ofB)]
  const { size, chain } = mine.log.audit.head()
  const reached = ['--reached', `${size}:${chain}`]
  const asMine = (folder: string): string =>
    changed(parts, folder, () => ({ logId: mine.log.audit.logId }))
  const called = (folder: string, purpose: string): string =>
    changed(parts, folder, () => ({ purpose }))
  const endOfOlder = manifestIn(mine.older).size
  return [
    // What an honest desk hands over, whole or from some archive on.
    { name: 'all folders', folders: [a, b, live], args: reached, expect: intact },
    { name: 'without the first archive', folders: [b, live], args: reached, expect: intact },
    { name: 'without archives', folders: [live], args: reached, expect: intact },
    { name: 'archives alone', folders: [a, b], expect: intact },
    { name: 'an archive nobody named, alone', folders: [mine.twin], expect: intact },
    { name: 'an older export', folders: [a, b, mine.older], expect: intact },
    {
      name: 'an older export for the newest',
      folders: [a, b, mine.older],
      args: reached,
      expect: { outcomes: ['truncated'], bad: endOfOlder + 1 },
    },
    {
      name: 'archives without what stayed',
      folders: [a, b],
      args: reached,
      expect: { outcomes: ['truncated'], bad: endB + 1 },
    },
    { name: 'an archive taken away', folders: [a, live], expect: uncheckable },
    { name: 'archives in another order', folders: [b, a, live], expect: uncheckable },
    { name: 'what stayed first', folders: [live, a, b], expect: uncheckable },
    { name: 'the first archive twice', folders: [a, a, b, live], expect: uncheckable },
    { name: 'the second archive twice', folders: [a, b, b, live], expect: uncheckable },
    { name: 'what stayed twice', folders: [a, b, live, live], expect: uncheckable },
    { name: 'the first archive of another log', folders: [otherA, b, live], expect: uncheckable },
    { name: 'the second archive of another log', folders: [a, otherB, live], expect: uncheckable },
    { name: 'what stayed of another log', folders: [a, b, otherLive], expect: uncheckable },
    {
      name: 'another first archive, renamed',
      folders: [asMine(otherA), b, live],
      expect: tampered(1),
    },
    {
      name: 'another second archive, renamed',
      folders: [a, asMine(otherB), live],
      expect: tampered(endA),
    },
    { name: 'another rest, renamed', folders: [a, b, asMine(otherLive)], expect: tampered(endB) },
    { name: 'an archive nobody named', folders: [mine.twin, b, live], expect: tampered(null) },
    { name: 'an export for an archive', folders: [mine.early, b, live], expect: uncheckable },
    {
      name: 'an archive called export',
      folders: [called(a, 'export'), b, live],
      expect: tampered(1),
    },
    {
      name: 'an export called archive',
      folders: [a, b, called(live, 'archive')],
      expect: tampered(1),
    },
    {
      name: 'an empty archive in front',
      folders: [emptied(parts, a), a, b, live],
      expect: tampered(0),
    },
    {
      name: 'two archives made one',
      folders: [forged(parts, a, [...ofA.rows, ...ofB.rows]).folder, live],
      expect: tampered(endB),
    },
    ...namings(parts, { a, b, live }, { ofB, ofLive }),
  ]
}

function emptied(parts: Parts, folder: string): string {
  const copy = changed(parts, folder, ({ files }) => ({
    ...{ first: 1, size: 0, chain: '0'.repeat(64), full: 0, checkpoints: [] },
    files: files
      .filter(({ name }) => name === 'audit.jsonl')
      .map((file) => ({ ...file, ...nothing })),
  }))
  writeLines(copy, [])
  return copy
}
const nothing = { bytes: 0, sha256: createHash('sha256').digest('hex') }

function forged(
  { key, newPath }: Parts,
  template: string,
  rows: readonly StoredEntry[],
  base?: SignedText,
): { folder: string; last: SignedText } {
  const folder = newPath()
  cpSync(template, folder, { recursive: true })
  const last = forge(folder, rows, { key, ...(base === undefined ? {} : { base }) })
  return { folder, last }
}

/**
 * The entry that names an archive, changed or made another one by a forger who makes everything
 * behind it right again.
 */
function namings(
  parts: Parts,
  { a, b, live }: Record<'a' | 'b' | 'live', string>,
  { ofB, ofLive }: Record<'ofB' | 'ofLive', Target>,
): FolderSeam[] {
  const lies: [string, Partial<StoredEntry>, Record<string, unknown>, inRest: number | null][] = [
    ['another digest', {}, { digest: '0'.repeat(64) }, null],
    ['another size', {}, { size: 1 }, ofLive.base.size],
    ['another chain value', {}, { chain: '0'.repeat(64) }, ofLive.base.size],
    ['nothing', { kind: 'order:look-up' }, {}, ofLive.base.size],
  ]
  return lies.flatMap(([name, columns, details, bad]): FolderSeam[] => [
    {
      name: `what stayed names ${name}`,
      folders: [a, b, forged(parts, live, renamed(ofLive, columns, details)).folder],
      expect: tampered(bad),
    },
    // Found before anybody asks for it: the folder behind it shares its last checkpoint.
    {
      name: `the second archive names ${name}`,
      folders: [a, forged(parts, b, renamed(ofB, columns, details)).folder, live],
      expect: tampered(lastOf(ofB)),
    },
  ])
}

function renamed(
  target: Target,
  columns: Partial<StoredEntry>,
  details: Record<string, unknown>,
): StoredEntry[] {
  const place = target.rows.findIndex((row) => row.kind === ARCHIVED.kind)
  const row = target.rows[place]!
  const body = bodyIn(row)
  const lying = { ...body, ...columns, details: { ...body.details, ...details } } as typeof body
  return rehashed(target, target.rows.with(place, { ...row, ...columns, body: bodyBytes(lying) }))
}

/**
 * The cut between the first two folders at every other entry, by a forger; alone each folder is as
 * good as any.
 */
export function movedSeams(parts: Parts, at: number): FolderSeam[] {
  const [a, b, live] = parts.mine.folders as [string, string, string]
  const [ofA, ofB] = parts.mine.targets as [Target, Target, Target]
  const rows = [...ofA.rows, ...ofB.rows]
  const first = forged(parts, a, rows.slice(0, at))
  const second = forged(parts, b, rows.slice(at), first.last)
  return [
    { name: `first archive cut at ${at}`, folders: [first.folder, b, live], expect: uncheckable },
    {
      name: `seam moved to ${at}`,
      folders: [first.folder, second.folder, live],
      expect: tampered(lastOf(ofB)),
    },
  ]
}
