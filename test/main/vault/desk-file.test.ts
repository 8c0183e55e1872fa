// The sealed file of a desk: what was put in comes out under its passphrase, and no changed byte of
// it is taken for what was saved.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDeskFile, writeDeskFile } from '../../../src/main/vault/desk-file.ts'

const passphrase = 'a passphrase for one file'
const cost = { N: 2, r: 8, p: 1 }
const secret = Buffer.from('{"key":"THE-CONTROL-KEY"}')
const content = Buffer.alloc(3 * 1024 * 1024 + 7, 'row of the ledger ')
const folder = mkdtempSync(join(tmpdir(), 'desk-file-'))
const place = join(folder, 'desk')
let whole: Buffer
beforeAll(async () => {
  await writeDeskFile(
    ...([place, passphrase] as const),
    { secret, bytes: content.length, pieces: () => pieces(content, 1000) },
    cost,
  )
  whole = readFileSync(place)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* pieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
  await Promise.resolve()
}

async function read(bytes: Buffer, phrase = passphrase) {
  const other = join(folder, 'read')
  writeFileSync(other, bytes)
  const taken: Buffer[] = []
  const opened = await readDeskFile(other, phrase, () => (piece) => {
    taken.push(Buffer.from(piece))
    return Promise.resolve()
  })
  return 'why' in opened ? opened.why : { secret: opened.secret, taken: Buffer.concat(taken) }
}
/** With the check sum of what it is by now: a change that somebody made on purpose. */
const summed = (bytes: Buffer): Buffer => {
  const body = bytes.subarray(0, -32)
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}
const flipped = (at: number): Buffer => {
  const copy = Buffer.from(whole)
  copy[at]! ^= 0x10
  return copy
}

it('gives back what was put in, and shows nothing of it', async () => {
  const back = await read(whole)
  if (typeof back === 'string') throw new Error(back)
  expect(back.secret.equals(secret)).toBe(true)
  expect(back.taken.equals(content)).toBe(true)
  expect(whole.includes('THE-CONTROL-KEY')).toBe(false)
  expect(whole.includes('row of the ledger')).toBe(false)
  expect(await read(whole, 'Another passphrase')).toBe('wrong-passphrase')
})

it('takes no changed byte for what was saved, whatever its check sum says', async () => {
  const head = whole.indexOf('\n', 30) + 1
  const places = [
    ...Array.from({ length: 40 }, (_, at) => 21 + at * 7),
    ...[head, head + secret.length, head + secret.length + 8, head + secret.length + 20],
    ...Array.from({ length: 40 }, (_, at) => head + 200 + at * 70_001),
    ...[whole.length - 33, whole.length - 40, whole.length - 48],
  ].filter((at) => at < whole.length - 32)
  for (const at of places) {
    expect(await read(flipped(at)), `byte ${at}`).toBeTypeOf('string')
    expect(await read(summed(flipped(at))), `byte ${at}`).toBeTypeOf('string')
  }
}, 600_000)

it('says what is wrong before a passphrase is tried', async () => {
  for (const length of [22, 100, 1_000, whole.length - 1])
    expect(await read(whole.subarray(0, length))).toBe('cut')
  expect(await read(Buffer.concat([whole, Buffer.from('x')]))).toBe('changed')
  expect(await read(Buffer.from('paydesk-moved-desk 2\n{}'))).toBe('other-format')
  expect(await read(Buffer.from('{"format":"paydesk-set-up"}'))).toBe('not-one')
  const text = whole.toString('latin1')
  const said = (from: RegExp, to: string) => read(Buffer.from(text.replace(from, to), 'latin1'))
  expect(await said(/"bytes":\[\d+/, '"bytes":[99999999')).toBe('too-long')
  // A header that would take gigabytes of memory is none.
  expect(await said(/"N":2/, '"N":16777216')).toBe('changed')
  expect(await said(/"bytes":\[/, '"bytes":[-')).toBe('changed')
})

it('waits for nothing that is no file', async () => {
  expect(await readDeskFile(folder, passphrase, () => null).catch(() => 'thrown')).toMatchObject({
    why: 'not-one',
  })
  expect(await readDeskFile('/dev/zero', passphrase, () => null)).toEqual({ why: 'not-one' })
})
