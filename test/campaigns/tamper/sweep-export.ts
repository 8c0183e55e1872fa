// Every attack at every position of the files of an export or an archive, checked by both offline
// verifiers: by itself, and behind and before the folders it is joined with.
import { cpSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Attack, changedAt, edited, lastOf, rehashed, type Target } from './attacks.ts'
import {
  checkpointAttacks,
  folderAttacks,
  forge,
  lineAttacks,
  lineOf,
  manifestIn,
  resign,
  writeLines,
} from './export-folder.ts'
import { type Log, newKey } from './log.ts'
import { expected, type Expected, type Tally } from './tally.ts'

/** What is done to a log. */
export interface AttackPlan {
  attacks: readonly Attack[]
  /** False where only those attacks are asked for. */
  isAll: boolean
  onPart: (name: string) => void
}

/** An honest folder to be changed, with what lies in it. */
export interface Piece {
  name: string
  folder: string
  target: Target
  /** The folders it is joined with. */
  before: readonly string[]
  after: readonly string[]
  /** The same piece of another log. */
  other: string
}

export interface ExportSweep extends AttackPlan {
  tally: Tally
  newPath(): string
  /** What the auditor knows of it. */
  log: Pick<Log, 'heads' | 'checkpointer' | 'audit'>
}

const entriesOf = ({ target }: Piece): number[] => target.rows.map((row) => Number(row.seq))

/** By itself and joined, in turns; each position meets both, in one attack or another. */
const joinedBy = ({ before, after }: Piece, nth: number): Pick<Piece, 'before' | 'after'> =>
  nth % 2 === 0 ? { before, after } : { before: [], after: [] }

export async function sweepExport(sweep: ExportSweep, piece: Piece): Promise<void> {
  const { tally, attacks, onPart } = sweep
  const { target } = piece
  const newFolder = folderMaker(sweep, piece)
  for (const [index, attack] of attacks.filter(({ where }) => where !== 'columns').entries()) {
    onPart(`${attack.name}, ${piece.name}`)
    for (const seq of entriesOf(piece)) {
      const rows = attack.run(target, seq)
      if (rows === null) continue
      const folder = newFolder()
      writeLines(folder, rows)
      const expect = expected(attack.expect(target, seq))
      const name = `${attack.name} at ${seq} of the ${piece.name}`
      await tally.check({ name, folder, ...joinedBy(piece, seq + index), expect })
    }
  }
  if (!sweep.isAll) return
  const lines = target.rows.map(lineOf)
  for (const [index, attack] of lineAttacks.entries()) {
    onPart(`${attack.name}, ${piece.name}`)
    for (const [place, seq] of entriesOf(piece).entries()) {
      const { bytes, expect } = attack.run(lines, { seq, place }, target.random)
      const folder = newFolder()
      writeFileSync(join(folder, 'audit.jsonl'), bytes)
      const name = `${attack.name} at ${seq} of the ${piece.name}`
      const joined = joinedBy(piece, seq + index)
      await tally.check({ name, folder, ...joined, expect: expected(expect) })
    }
  }
  onPart(`forged ${piece.name}`)
  await sweepForged(sweep, piece, newFolder)
  await sweepManifest(sweep, piece)
  await sweepFolder(sweep, piece)
}

/** With its manifest, the very same files, and without its lines. */
function folderMaker({ newPath }: Pick<ExportSweep, 'newPath'>, piece: Piece): () => string {
  return () => {
    const folder = newPath()
    mkdirSync(folder)
    for (const name of ['manifest.json', 'manifest.sig'])
      linkSync(join(piece.folder, name), join(folder, name))
    return folder
  }
}

/**
 * Nothing in such a folder contradicts anything else in it: what the auditor knows from elsewhere
 * does, and so does a folder behind it, which shares its last checkpoint.
 */
async function sweepForged(
  { log, tally }: ExportSweep,
  piece: Piece,
  newFolder: () => string,
): Promise<void> {
  const { target, before, after } = piece
  const key = newKey()
  const { size, chain } = log.audit.head()
  const last = lastOf(target)
  const isByFolder = after.length > 0
  for (const seq of entriesOf(piece)) {
    const rows = rehashed(target, changedAt(target, seq, edited))
    const byFingerprint: Expected = { outcomes: ['tampered'], bad: null }
    const evidence: [string[], Expected][] = isByFolder
      ? [[[], { outcomes: ['tampered'], bad: last }]]
      : [
          [['--reached', `${size}:${chain}`], { outcomes: ['tampered'], bad: null }],
          [
            ['--witness', log.heads[seq - 1 + target.random.below(size - seq + 1)]!],
            { outcomes: ['truncated'], bad: size + 1 },
          ],
        ]
    evidence.push([['--fingerprint', log.checkpointer.fingerprint], byFingerprint])
    for (const [args, expect] of evidence) {
      const folder = newFolder()
      forge(folder, rows, { key })
      const name = `forged ${piece.name} from ${seq}, ${args[0] ?? 'joined'}`
      await tally.check({ name, folder, before, after, args, expect })
    }
  }
}

/** Each checkpoint in the manifest by itself. */
async function sweepManifest({ tally, newPath }: ExportSweep, piece: Piece): Promise<void> {
  const { target, folder: honest } = piece
  const key = newKey()
  const manifest = manifestIn(honest)
  for (const attack of checkpointAttacks)
    for (const [place, size] of target.signedAt.entries()) {
      const checkpoints = attack.run(manifest.checkpoints, place, target.random)
      // Without any it is the export of a log that was never signed: only what the auditor knows
      // tells that it was.
      if (checkpoints.length === 0) continue
      const folder = newPath()
      cpSync(honest, folder, { recursive: true })
      resign(folder, { ...manifest, checkpoints }, key)
      const next = target.signedAt[place + 1]
      const expect = attack.expect({ size, next, isBase: size === target.base.size })
      const name = `${attack.name} of checkpoint ${size} of the ${piece.name}`
      await tally.check({ name, folder, ...joinedBy(piece, place), expect })
    }
}

async function sweepFolder(sweep: ExportSweep, piece: Piece): Promise<void> {
  const { log, tally } = sweep
  const { target, folder: honest, other } = piece
  const manifest = manifestIn(honest)
  const names = [...manifest.files.map(({ name }) => name), 'manifest.json', 'manifest.sig']
  const bits = Math.ceil(target.rows.length / 8)
  const found = folderAttacks(names, { other, bits, random: target.random })
  for (const [index, { name, outcomes, run }] of found.entries()) {
    const folder = sweep.newPath()
    cpSync(honest, folder, { recursive: true })
    run(folder)
    const args = ['--fingerprint', log.checkpointer.fingerprint]
    const joined = joinedBy(piece, index)
    await tally.check({
      name: `${name}, ${piece.name}`,
      folder,
      ...joined,
      args,
      expect: { outcomes },
    })
  }
}
