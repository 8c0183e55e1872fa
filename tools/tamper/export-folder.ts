// An export in a folder of its own, to be changed in every way somebody without the key can change files: lines of audit.jsonl,
// the manifest, its signature, the files beside them; and an export forged as a whole, with checkpoints and a key of the forger's.
import { createHash, type KeyObject, sign } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredEntry } from '../../src/main/ledger/audit-rows.ts'
import { rawPublicKey } from '../../src/main/ledger/checkpoint.ts'
import type { Random } from '../faults/random.ts'
import type { Verdict } from './attacks.ts'

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
  /** The whole file with the attack in line `seq`, and what a verifier must say. */
  run(lines: readonly string[], seq: number, random: Random): { bytes: Buffer; expect: Verdict }
}

const text = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''))
const tampered = (bad: number | null): Verdict => ({ word: 'tampered', bad })

export const lineAttacks: LineAttack[] = [
  {
    name: 'cut the file inside a line',
    run: (lines, seq, random) => ({
      bytes: text([
        ...lines.slice(0, seq - 1),
        lines[seq - 1]!.slice(0, random.below(lines[seq - 1]!.length)),
      ]),
      expect: { word: 'truncated', bad: seq },
    }),
  },
  {
    name: 'withhold a text as outside the filter',
    run: (lines, seq) => ({
      bytes: text(lines.with(seq - 1, lines[seq - 1]!.replace(/"body":"[^"]*",/, ''))),
      expect: tampered(null),
    }),
  },
  {
    name: 'write a line with a space more',
    run: (lines, seq) => ({
      bytes: text(lines.with(seq - 1, lines[seq - 1]!.replace(':', ': '))),
      expect: tampered(null),
    }),
  },
  {
    name: 'put an empty line',
    run: (lines, seq) => ({
      bytes: text(lines.toSpliced(seq - 1, 0, '\n')),
      expect: tampered(seq),
    }),
  },
  {
    name: 'turn a bit of a line',
    run: (lines, seq, random) => {
      const bytes = text(lines)
      const from = Buffer.byteLength(lines.slice(0, seq - 1).join(''))
      const length = Buffer.byteLength(lines[seq - 1]!)
      const at = from + random.below(length)
      bytes[at] = bytes[at]! ^ (1 << random.below(8))
      // Without its line feed the last line is unfinished.
      const isCut = at === bytes.length - 1
      return { bytes, expect: isCut ? { word: 'truncated', bad: seq } : tampered(seq) }
    },
  },
]

export interface Manifest extends Record<string, unknown> {
  size: number
  chain: string
  publicKey: string
  fingerprint: string
  checkpoints: { body: string; signature: string; publicKey: string }[]
  files: { name: string; bytes: number; sha256: string }[]
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

/** Writes rows and a manifest that agree with each other in everything, signed with the forger's key, checkpoints and all. */
export function forge(folder: string, rows: readonly StoredEntry[], key: KeyObject): void {
  writeLines(folder, rows)
  const manifest = manifestIn(folder)
  const publicKey = rawPublicKey(key).toString('base64')
  let previous = '0'.repeat(64)
  manifest.checkpoints = manifest.checkpoints.map(({ body }) => {
    const fields = JSON.parse(Buffer.from(body, 'base64').toString('utf8')) as { size: number }
    const chain = rows[fields.size - 1]!.chain.toString('hex')
    const bytes = Buffer.from(JSON.stringify({ ...fields, chain, previous }))
    const signature = sign(null, bytes, key)
    previous = createHash('sha256').update(bytes).update(signature).digest('hex')
    return { body: bytes.toString('base64'), signature: signature.toString('base64'), publicKey }
  })
  manifest.chain = rows.at(-1)!.chain.toString('hex')
  manifest.publicKey = publicKey
  manifest.fingerprint = createHash('sha256').update(rawPublicKey(key)).digest('hex')
  const jsonl = readFileSync(join(folder, 'audit.jsonl'))
  const file = manifest.files.find((one) => one.name === 'audit.jsonl')!
  Object.assign(file, {
    bytes: jsonl.length,
    sha256: createHash('sha256').update(jsonl).digest('hex'),
  })
  const bytes = Buffer.from(JSON.stringify(manifest))
  writeFileSync(join(folder, 'manifest.json'), bytes)
  writeFileSync(join(folder, 'manifest.sig'), `${sign(null, bytes, key).toString('base64')}\n`)
}

export interface FolderAttack {
  name: string
  run(folder: string): void
  /** Several words where only reading the file tells which; both verifiers must choose the same. */
  words: readonly Verdict['word'][]
}

/** Files changed, missing, or swapped for those of another export, each alone; and so many bits of each. */
export function folderAttacks(
  names: readonly string[],
  { other, bits, random }: { other: string; bits: number; random: Random },
): FolderAttack[] {
  const found: FolderAttack[] = []
  const add = (name: string, words: FolderAttack['words'], run: FolderAttack['run']): void =>
    void found.push({ name, run, words })
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
    const words: FolderAttack['words'] =
      name === 'manifest.json' ? ['tampered', 'uncheckable'] : ['tampered']
    for (let n = 0; n < bits; n += 1)
      add(`${name} with a bit turned`, words, (to) => {
        const bytes = readFileSync(join(to, name))
        const at = random.below(bytes.length)
        bytes[at] = bytes[at]! ^ (1 << random.below(8))
        writeFileSync(join(to, name), bytes)
      })
  }
  return found
}
