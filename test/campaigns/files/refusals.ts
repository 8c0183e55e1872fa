// Reads drawn broken files, and says which were not refused in their own sentence alone.
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile, type ReadOptions } from '../../../src/main/files/read-file.ts'
import type { FileSource } from '../../../src/main/files/bytes/source.ts'
import { makeRandom } from '../faults/random.ts'
import { brokenFile, brokenKinds } from './broken.ts'

export const optionsOf = (more: Partial<ReadOptions> = {}): ReadOptions => ({
  ...{ purpose: 'refund', operation: 'return', account: 'shop-eu', accountNames: ['shop-eu'] },
  ...{ digitsRule: 'iso-4217', reason: { most: 50, isNeeded: true }, choices: {} },
  ...more,
})

/** Another program writes into the file as soon as its rows are read. */
const touching = (path: string): Partial<ReadOptions> => ({
  onRow: () => utimesSync(path, new Date(0), new Date(0)),
})

export async function tryBroken(
  { count, seed, folder }: { count: number; seed: number; folder: string },
  say: (line: string) => void,
): Promise<{ broken: number; otherwise: number; kinds: number }> {
  const random = makeRandom(seed)
  let otherwise = 0
  for (let at = 0; at < count; at += 1) {
    const name = brokenKinds[at % brokenKinds.length]!
    const problem = await whatIsOff(name, random, folder)
    if (problem === null) continue
    otherwise += 1
    if (otherwise <= 20) say(`${name}: ${problem}`)
  }
  return { broken: count, otherwise, kinds: brokenKinds.length }
}

/** Of one such file: what it was told by instead of its own sentence alone; null for nothing. */
export async function whatIsOff(
  name: string,
  random: ReturnType<typeof makeRandom>,
  folder: string,
): Promise<string | null> {
  const file = await brokenFile(name, random)
  const path = join(folder, 'broken')
  writeFileSync(path, file.bytes)
  const source: FileSource = { path }
  const options = optionsOf({
    ...(file.choices === undefined ? {} : { choices: file.choices }),
    ...(file.purpose === undefined ? {} : { purpose: file.purpose }),
    ...(file.meanwhile === undefined ? {} : touching(path)),
  })
  const reading = await readFile(source, options)
  rmSync(path)
  const found = reading.wrong.map(({ kind, line, message }) => `${kind} ${line} ${codeOf(message)}`)
  const due = file.lines.map((line) => `${file.kind} ${line} ${file.code}`)
  if (found.join('\n') !== due.join('\n')) return `${found.join('; ')} and not ${due.join('; ')}`
  const lost = reading.isUsable && reading.rows.length + file.lines.length !== reading.rowCount
  return lost ? `${reading.rows.length} of ${reading.rowCount} rows` : null
}

const codeOf = (message: string): string => (JSON.parse(message) as { code: string }).code
