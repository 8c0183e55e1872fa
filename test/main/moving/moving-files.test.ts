// Opening a file to move with: a list of files that does not add up is refused before a byte of
// them is written, whatever lengths it names.
import { mkdtempSync, readdirSync, renameSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readMoved, writeMoved } from '../../../src/main/moving/moving-files.ts'
import { writeDeskFile } from '../../../src/main/vault/desk-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-moving-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const passphrase = 'a passphrase for one file'
const content = Buffer.alloc(100, 1)
async function opened(files: { name: string; bytes: number }[]): Promise<string> {
  const path = join(folder, 'file')
  rmSync(path, { force: true })
  const secret = Buffer.from(
    JSON.stringify({
      v: 1,
      log: 'l',
      move: 'm',
      from: 'x',
      by: 'y',
      logKey: 'k',
      secrets: {},
      files,
    }),
  )
  const pieces = async function* () {
    yield await Promise.resolve(content)
  }
  const packed = { secret, bytes: content.length, pieces }
  await writeDeskFile(path, passphrase, packed, { N: 2, r: 8, p: 1 })
  const read = await readMoved(path, passphrase, join(folder, 'in'))
  return 'why' in read ? read.why : 'open'
}
const ledger = (bytes: number) => ({ name: 'moved-in.db', bytes })
const key = (bytes: number) => ({ name: 'keys/a.sealed', bytes })

it('takes lengths that add up, and no others', async () => {
  expect(await opened([ledger(100)])).toBe('open')
  expect(await opened([ledger(60), key(40)])).toBe('open')
  for (const files of [
    [ledger(-5)],
    [ledger(105), key(-5)],
    [ledger(-5), key(105)],
    [ledger(99)],
    [ledger(101)],
    [ledger(0.5), key(99.5)],
    [ledger(2 ** 53), key(100 - 2 ** 53)],
    [ledger(100), key(0), key(0)],
    // A name that leads out of the folder.
    ...['../x', 'archives/../x', 'archives/a/..', 'archives/a/..\\x', 'keys/../a.sealed'].map(
      (name) => [ledger(60), { name, bytes: 40 }],
    ),
  ]) {
    expect(await opened(files), JSON.stringify(files)).toBe('changed')
    expect(readdirSync(join(folder, 'in'))).toEqual([])
  }
}, 180_000)

it('does not count a file as gone whose drive was taken out', async () => {
  const [drive, away] = [join(folder, 'drive'), join(folder, 'away')]
  mkdirSync(drive)
  const path = join(folder, 'ledger')
  writeFileSync(path, content)
  const manifest = { v: 1, log: 'l', move: 'm', from: 'x', by: 'y', logKey: 'k', secrets: {} }
  const isBegun = () => readdirSync(drive).some((name) => name.includes('.partial-'))
  const write = () =>
    writeMoved(
      join(drive, 'file'),
      { passphrase, cost: { N: 2 ** 12, r: 8, p: 1 } },
      manifest as never,
      [{ name: 'moved-in.db', path, bytes: content.length }],
    )
  const writing = write()
  while (!isBegun()) await new Promise(setImmediate)
  renameSync(drive, away)
  expect(await writing).toMatchObject({ isGone: false })
  // Where it stays in reach, what was begun is taken away again.
  mkdirSync(join(drive, 'file', 'in-the-way'), { recursive: true })
  expect(await write()).toMatchObject({ isGone: true })
  expect(readdirSync(drive)).toEqual(['file'])
})
