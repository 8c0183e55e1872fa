import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  digestOf,
  isSameStored,
  isSigned,
  keyText,
  readRecord,
  signRecord,
} from '../../../../src/main/team/records/record.ts'
import { approvalTopic } from '../../../../src/main/team/records/topics.ts'
import { openBook, place, withBody } from '../../../fakes/team/record-book.ts'

const book = openBook()
const claim = book.claim('a')
const asked = {
  ...{ until: 1_800_000_000_000, log: 'cd'.repeat(16), approval: `ap-${'e'.repeat(16)}` },
  desk: 'a',
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const key = keyText(book.keys.get('a')!)

/** So many bytes in JSON, in at most 2,000 letters. */
const fill = (bytes: number): string =>
  '\u0001'.repeat(Math.floor(bytes / 6)) + 'x'.repeat(bytes % 6)

describe('a record', () => {
  it('reads as it was signed', () => {
    const read = readRecord(claim.stored)
    expect(read).toEqual(claim)
    expect(isSigned(claim, key)).toBe(true)
    expect(claim.digest).toBe(digestOf(claim.stored))
  })

  it('is signed by its desk alone', () => {
    expect(isSigned(claim, keyText(book.keys.get('b')!))).toBe(false)
  })

  it('has one text: the same value written in another way is no record', () => {
    for (const change of [
      (text: string) => text.replace('{', '{ '),
      (text: string) => text.replace('"v":1', '"v":1.0'),
      (text: string) => text.replace('"v":1', '"v":1,"v":1'),
      (text: string) => text.replace('"kind":"claim"', '"kind":"cl\\u0061im"'),
    ])
      expect(readRecord(withBody(claim, change))).toBe('form')
  })

  it('is none with a field more, a field less or facts of another kind', () => {
    for (const change of [
      (text: string) => text.replace('"v":1', '"v":1,"w":1'),
      (text: string) => text.replace('"by":"anna",', ''),
      (text: string) => text.replace('"kind":"claim"', '"kind":"outcome"'),
      (text: string) => text.replace('"v":1', '"v":2'),
    ])
      expect(readRecord(withBody(claim, change))).toBe('form')
  })

  it('has one text of a key and of a signature: other last bits are no record', () => {
    const joined = book.records.find(({ topic }) => topic === 'desk/a')!
    const released = book.write<'released'>('b', {
      ...{ topic: place, kind: 'released', facts: book.released(claim) },
    })
    expect(readRecord(joined.stored)).toEqual(joined)
    expect(readRecord(released.stored)).toEqual(released)
    for (const [record, end] of [
      [joined, /(.)="/],
      [released, /(.)=="/],
    ] as const) {
      const other = withBody(record, (text) =>
        text.replace(end, (all, last: string) =>
          all.replace(last, letters[letters.indexOf(last) + 1]!),
        ),
      )
      const [text, changed] = [record.stored.body, other.body].map((body) =>
        Buffer.from(/([\w+/]{42,}=)/.exec(body.toString())![1]!, 'base64'),
      )
      expect(changed).toEqual(text)
      expect(readRecord(other)).toBe('form')
    }
  })

  it('holds what is sealed in the one text of its bytes, and at most 15,000 letters', () => {
    const write = (sealed: string | null) =>
      openBook().write<'approval'>('a', {
        ...{ topic: approvalTopic(asked, 'a'), kind: 'approval', facts: { sealed } },
      })
    for (const bytes of [28, 29, 30, 11_250]) {
      const record = write(Buffer.alloc(bytes, 9).toString('base64'))
      expect(readRecord(record.stored)).toEqual(record)
    }
    expect(write(null).facts).toEqual({ sealed: null })
    for (const odd of [
      ...[Buffer.alloc(27, 9).toString('base64').slice(0, 36), 'A'.repeat(43)],
      ...[`${'A'.repeat(41)}B==`, `${'A'.repeat(42)}B=`, `${'A'.repeat(43)}_`],
      ...[`${'A'.repeat(43)}\n`, 'A'.repeat(15_004)],
    ])
      expect(() => write(odd)).toThrow('not in its form')
  })

  it('is none when a column says something else than its bytes', () => {
    for (const other of [{ desk: 'b' }, { n: 9 }, { topic: `${place}x` }, { version: 3 }])
      expect(readRecord({ ...claim.stored, ...other })).toBe('columns')
  })

  it('is none when its bytes are no UTF-8, too many, or its signature is too short', () => {
    const { stored } = claim
    const odd = Buffer.from(stored.body)
    odd[odd.indexOf('anna')] = 0xff
    expect(readRecord({ ...stored, body: odd })).toBe('form')
    expect(readRecord({ ...stored, body: Buffer.alloc(20_000, 0x20) })).toBe('form')
    expect(readRecord({ ...stored, signature: stored.signature.subarray(1) })).toBe('form')
  })

  it('is none when what it says takes more than 16,384 bytes', () => {
    // Letters of six bytes each: every field is in its form.
    const long = '\u0001'.repeat(2_000)
    const ofEpoch = (letters: string) =>
      openBook().write<'outcome'>('a', {
        ...{ topic: long, kind: 'outcome', facts: { state: 'FAILED' }, epoch: letters },
      })
    const bytes = ofEpoch('').stored.body.length
    const most = ofEpoch(fill(16_384 - bytes))
    expect(most.stored.body).toHaveLength(16_384)
    expect(readRecord(most.stored)).toEqual(most)
    expect(() => ofEpoch(fill(16_385 - bytes))).toThrow('not in its form')
    const longer = withBody(most, (text) => text.replace('"epoch":"', '"epoch":"x'))
    expect(longer.body).toHaveLength(16_385)
    expect(readRecord(longer)).toBe('form')
  })

  it('is the same as another one only with the same bytes and the same signature', () => {
    const { body, signature } = claim.stored
    const other = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 1))
    expect(isSameStored(claim.stored, { body: Buffer.from(body), signature })).toBe(true)
    expect(isSameStored(claim.stored, { body: other(body), signature })).toBe(false)
    expect(isSameStored(claim.stored, { body, signature: other(signature) })).toBe(false)
  })

  it('has another signature after any change of one byte', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: claim.stored.body.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, by) => {
          const body = Buffer.from(claim.stored.body)
          body[at]! ^= by
          const read = readRecord({ ...claim.stored, body })
          expect(typeof read === 'string' || !isSigned(read, key)).toBe(true)
        },
      ),
    )
  })

  it('is not signed when no reader would take it', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const { desk, n, prev, topic, version, before, epoch, team } = claim
    const draft = { desk, n, prev, topic, version, before, epoch, team }
    expect(() =>
      signRecord(
        { ...draft, kind: 'claim', facts: { ...claim.facts, amount: ['40.00', 'EUR'] } },
        privateKey,
      ),
    ).toThrow('not in its form')
  })
})
