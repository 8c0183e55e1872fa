import { describe, expect, it } from 'vitest'
import {
  newSealingKey,
  readSealingKey,
  seal,
  sealingKeyText,
  unseal,
} from '../../../src/main/vault/envelope.ts'

const key = newSealingKey()
const of = { connectionId: 'c-1', fingerprint: 'ab'.repeat(32) }
const der = Buffer.from('the bytes of a private key, long enough to fill a few blocks')

describe('a sealed key', () => {
  it('opens to the bytes that were sealed, and shows none of them', () => {
    const text = seal(key, of, der)
    expect(unseal(key, of, text)).toEqual({ state: 'open', der })
    expect(Buffer.from(text.split('\n')[3]!, 'base64').includes(der.subarray(0, 16))).toBe(false)
  })

  it('is another text every time: the nonce is fresh', () => {
    const texts = Array.from({ length: 50 }, () => seal(key, of, der))
    expect(new Set(texts.map((text) => text.split('\n')[2])).size).toBe(50)
  })

  it.each([
    ['another connection', { ...of, connectionId: 'c-2' }],
    ['another key', { ...of, fingerprint: 'cd'.repeat(32) }],
    ['parts that only look the same joined', { connectionId: 'c-1","ab', fingerprint: '' }],
  ])('does not open for %s', (_name, other) => {
    expect(unseal(key, other, seal(key, of, der))).toEqual({ state: 'foreign' })
  })

  it('does not open when any one bit was changed', () => {
    const lines = seal(key, of, der).split('\n')
    for (const line of [2, 3]) {
      const bytes = Buffer.from(lines[line]!, 'base64')
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1
        const text = lines.with(line, changed.toString('base64')).join('\n')
        expect(unseal(key, of, text)).toEqual({ state: 'foreign' })
      }
    }
  })

  it('is damaged, never a crash, cut off at any length and as anything else', () => {
    const text = seal(key, of, der)
    for (let length = 0; length < text.length; length += 1) {
      const state = unseal(key, of, text.slice(0, length)).state
      expect(['damaged', 'foreign']).toContain(state)
    }
    for (const other of [
      '',
      '\n\n\n\n',
      `${text}\n`,
      text.replace('1', '2'),
      text.replaceAll('\n', '\r\n'),
      '\ud800'.repeat(50),
    ])
      expect(unseal(key, of, other)).toEqual({ state: 'damaged' })
  })

  it('says which key it was sealed with when that is another one', () => {
    expect(unseal(newSealingKey(), of, seal(key, of, der))).toEqual({
      state: 'other-key',
      kid: key.kid,
    })
    // The same name with other bytes: nothing but the tag can tell.
    expect(unseal({ ...newSealingKey(), kid: key.kid }, of, seal(key, of, der))).toEqual({
      state: 'foreign',
    })
  })
})

describe('the key-encryption key', () => {
  it('is 32 bytes, written with its version and name', () => {
    expect(sealingKeyText(key)).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/)
    expect(readSealingKey(sealingKeyText(key))).toEqual(key)
  })

  it.each([
    '',
    'v1:',
    'v2:00000000:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'v1:0000000:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'v1:00000000:AAAA',
    'v1:00000000:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n',
  ])('is not read from %j', (text) => {
    expect(readSealingKey(text)).toBeNull()
  })
})
