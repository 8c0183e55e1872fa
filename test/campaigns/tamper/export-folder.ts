// An export in a folder of its own, to be changed in every way somebody without the key can change
// files: lines of audit.jsonl, the manifest, its signature, the files beside them; and an export
// forged as a whole, with checkpoints and a key of the forger's.
import { createHash, type KeyObject, sign } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredEntry } from '../../../src/main/ledger/audit/audit-rows.ts'
import { rawPublicKey } from '../../../src/main/ledger/audit/checkpoint.ts'
import type { Random } from '../faults/random.ts'
import type { Verdict } from './attacks.ts'
import type { Expected } from './tally.ts'

const sha256 = (...parts: Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** As the program writes it; kept for rows that stay as they are, which are nearly all of them. */
const written = new WeakMap<StoredEntry, string>()
export function lineOf(row: StoredEntry): string {
  const known = written.get(row)
  if (known !== undefined) return known
  const line = `${JSON.stringify({
    seq: Number(row.seq),
    body: row.body.toString('base64'),
    leaf: row.leaf.toString('hex'),
    chain: row.chain.toString('hex'),
  })}\n`
  written.set(row, line)
  return line
}

export const writeLines = (folder: string, rows: readonly StoredEntry[]): void =>
  writeFileSync(join(folder, 'audit.jsonl'), rows.map(lineOf).join(''))

export interface LineAttack {
  name: string
  /**
   * The whole file with the attack in the line of entry `seq`, the one at `place`, and what a
   * verifier must say.
   */
  run(
    lines: readonly string[],
    at: { seq: number; place: number },
    random: Random,
  ): { bytes: Buffer; expect: Verdict }
}

const text = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''))
const tampered = (bad: number | null): Verdict => ({ word: 'tampered', bad })

export const lineAttacks: LineAttack[] = [
  {
    name: 'cut the file inside a line',
    run: (lines, { seq, place }, random) => ({
      bytes: text([
        ...lines.slice(0, place),
        lines[place]!.slice(0, random.below(lines[place]!.length)),
      ]),
      expect: { word: 'truncated', bad: seq },
    }),
  },
  {
    name: 'withhold a text as outside the filter',
    run: (lines, { place }) => ({
      bytes: text(lines.with(place, lines[place]!.replace(/"body":"[^"]*",/, ''))),
      expect: tampered(null),
    }),
  },
  {
    name: 'write a line with a space more',
    run: (lines, { place }) => ({
      bytes: text(lines.with(place, lines[place]!.replace(':', ': '))),
      expect: tampered(null),
    }),
  },
  {
    name: 'put an empty line',
    run: (lines, { seq, place }) => ({
      bytes: text(lines.toSpliced(place, 0, '\n')),
      expect: tampered(seq),
    }),
  },
  {
    name: 'turn a bit of a line',
    run: (lines, { seq, place }, random) => {
      const bytes = text(lines)
      const from = Buffer.byteLength(lines.slice(0, place).join(''))
      const length = Buffer.byteLength(lines[place]!)
      const at = from + random.below(length)
      bytes[at] = bytes[at]! ^ (1 << random.below(8))
      // Without its line feed the last line is unfinished.
      const isCut = at === bytes.length - 1
      return { bytes, expect: isCut ? { word: 'truncated', bad: seq } : tampered(seq) }
    },
  },
]

export interface SignedText {
  body: string
  signature: string
  publicKey: string
}

export interface Manifest extends Record<string, unknown> {
  logId: string
  purpose: string
  first: number
  size: number
  chain: string
  full: number
  publicKey: string
  fingerprint: string
  checkpoints: SignedText[]
  files: { name: string; bytes: number; sha256: string }[]
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

/** Signs it with the forger's key, which it then names as its own. */
export function resign(folder: string, manifest: Manifest, key: KeyObject): void {
  const raw = rawPublicKey(key)
  const bytes = Buffer.from(
    JSON.stringify({ ...manifest, publicKey: raw.toString('base64'), fingerprint: sha256(raw) }),
  )
  // Taken away first: they may be the very files of an honest folder.
  for (const name of ['manifest.json', 'manifest.sig']) rmSync(join(folder, name))
  writeFileSync(join(folder, 'manifest.json'), bytes)
  writeFileSync(join(folder, 'manifest.sig'), `${sign(null, bytes, key).toString('base64')}\n`)
}

/**
 * Writes rows and a manifest that agree with each other in everything, signed with the forger's
 * key, checkpoints and all; but for the base's, which stays as it was or is the one given, so that
 * the folder still joins the one before it. Gives the last checkpoint.
 */
export function forge(
  folder: string,
  rows: readonly StoredEntry[],
  {
    key,
    base,
    manifest = manifestIn(folder),
  }: { key: KeyObject; base?: SignedText; manifest?: Manifest },
): SignedText {
  writeLines(folder, rows)
  const first = Number(rows[0]!.seq)
  const last = rows.at(-1)!
  const publicKey = rawPublicKey(key).toString('base64')
  const fieldsOf = ({ body }: SignedText) =>
    JSON.parse(Buffer.from(body, 'base64').toString('utf8')) as { size: number }
  const digestOf = ({ body, signature }: SignedText): string =>
    sha256(Buffer.from(body, 'base64'), Buffer.from(signature, 'base64'))
  const kept = base ?? manifest.checkpoints.find((one) => fieldsOf(one).size === first - 1)
  const inside = manifest.checkpoints
    .map(fieldsOf)
    .filter(({ size }) => size >= first && size < Number(last.seq))
  const end = { ...fieldsOf(manifest.checkpoints.at(-1)!), size: Number(last.seq) }
  const checkpoints = kept === undefined ? [] : [kept]
  for (const fields of [...inside, end]) {
    const before = checkpoints.at(-1)
    const previous = before === undefined ? '0'.repeat(64) : digestOf(before)
    const chain = rows[fields.size - first]!.chain.toString('hex')
    const bytes = Buffer.from(JSON.stringify({ ...fields, chain, previous }))
    const signature = sign(null, bytes, key).toString('base64')
    checkpoints.push({ body: bytes.toString('base64'), signature, publicKey })
  }
  const jsonl = readFileSync(join(folder, 'audit.jsonl'))
  const files = manifest.files.map((file) =>
    file.name === 'audit.jsonl' ? { ...file, bytes: jsonl.length, sha256: sha256(jsonl) } : file,
  )
  const chain = last.chain.toString('hex')
  const sizes = { first, size: Number(last.seq), full: rows.length, stubs: 0 }
  resign(folder, { ...manifest, ...sizes, chain, checkpoints, files }, key)
  return checkpoints.at(-1)!
}

export interface CheckpointAttack {
  name: string
  /** The list with the attack on the checkpoint at `place`. */
  run(list: readonly SignedText[], place: number, random: Random): SignedText[]
  /**
   * Of the checkpoint and of the one behind it, if there is one; `isBase`: entries before it were
   * archived.
   */
  expect(at: { size: number; next: number | undefined; isBase: boolean }): Expected
}

const bitTurned = (text: string, random: Random): string => {
  const bytes = Buffer.from(text, 'base64')
  const at = random.below(bytes.length)
  bytes[at] = bytes[at]! ^ (1 << random.below(8))
  return bytes.toString('base64')
}

/**
 * On a manifest that is signed again by a forger: what of it is wrong is found by what it says, not
 * by its signature.
 */
export const checkpointAttacks: CheckpointAttack[] = [
  {
    name: 'turn a bit of the signature',
    run: (list, place, random) =>
      list.with(place, {
        ...list[place]!,
        signature: bitTurned(list[place]!.signature, random),
      }),
    expect: ({ size }) => ({ outcomes: ['tampered'], bad: size }),
  },
  {
    name: 'turn a bit of the text',
    run: (list, place, random) =>
      list.with(place, { ...list[place]!, body: bitTurned(list[place]!.body, random) }),
    // What it says of its own size may have changed as well.
    expect: () => ({ outcomes: ['tampered', 'truncated'] }),
  },
  {
    name: 'take away',
    run: (list, place) => list.toSpliced(place, 1),
    // Without the last one none is left that the manifest's key could have signed.
    expect: ({ size, next, isBase }) => ({
      outcomes: ['tampered'],
      bad: isBase ? size : (next ?? 1),
    }),
  },
]

export interface FolderAttack {
  name: string
  run(folder: string): void
  /** Several words where only reading the file tells which; both verifiers must choose the same. */
  outcomes: readonly Verdict['word'][]
}

/**
 * Files changed, missing, or swapped for those of another export, each alone; and so many bits of
 * each.
 */
export function folderAttacks(
  names: readonly string[],
  { other, bits, random }: { other: string; bits: number; random: Random },
): FolderAttack[] {
  const found: FolderAttack[] = []
  const add = (name: string, outcomes: FolderAttack['outcomes'], run: FolderAttack['run']): void =>
    void found.push({ name, run, outcomes })
  for (const name of names) {
    const isNeeded = ['manifest.json', 'manifest.sig', 'audit.jsonl'].includes(name)
    if (isNeeded) add(`${name} is gone`, ['uncheckable'], (to) => rmSync(join(to, name)))
    else
      add(`${name} has a byte more`, ['tampered'], (to) =>
        writeFileSync(join(to, name), Buffer.concat([readFileSync(join(to, name)), Buffer.of(0)])),
      )
    if (isNeeded)
      add(`${name} of another export`, ['tampered'], (to) =>
        cpSync(join(other, name), join(to, name)),
      )
    if (name === 'audit.jsonl') continue
    // A manifest may become unreadable by it: then it can’t be checked, and that is said.
    const outcomes: FolderAttack['outcomes'] =
      name === 'manifest.json' ? ['tampered', 'uncheckable'] : ['tampered']
    for (let n = 0; n < bits; n += 1)
      add(`${name} with a bit turned`, outcomes, (to) => {
        const bytes = readFileSync(join(to, name))
        const at = random.below(bytes.length)
        bytes[at] = bytes[at]! ^ (1 << random.below(8))
        writeFileSync(join(to, name), bytes)
      })
  }
  return found
}
