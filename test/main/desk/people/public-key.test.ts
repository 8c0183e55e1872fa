// A public key as text: read back as it was written, by whatever way it was sent, or refused with
// why.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { groupedFingerprint } from '#shared/people/fingerprint.ts'
import { formatMessage } from '#wording/format-messages.ts'
import {
  isWeakKey,
  publicKeyIn,
  publicKeyText,
} from '../../../../src/main/desk/people/public-key.ts'

const keyOf = (): string => {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}
const whyNot = (text: string): string => {
  const read = publicKeyIn(text)
  return 'fault' in read ? formatMessage(read.fault.message) : 'read'
}
/** As 32 bytes: all encodings of points of small order. */
const weak = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
].map((hex) => Buffer.from(hex, 'hex').toString('base64'))

describe('a public key as text', () => {
  it('is read back, also with line ends and blanks of an e-mail', () => {
    for (let tries = 0; tries < 200; tries += 1) {
      const key = keyOf()
      const text = publicKeyText(key)
      expect(text).toMatch(/^PDK1-[\w-]{43}-[0-9a-f]{8}$/)
      expect(publicKeyIn(text)).toEqual({ key })
      expect(publicKeyIn(` ${text.slice(0, 30)}\r\n  ${text.slice(30)}\n`)).toEqual({ key })
    }
  })

  it('tells every letter that is another one, and a part that is missing', () => {
    const text = publicKeyText(keyOf())
    for (let at = 0; at < text.length; at += 1) {
      const other = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
      expect(whyNot(other)).toMatch(/not a public key|check digits/)
      expect(whyNot(text.slice(0, at) + text.slice(at + 1))).toMatch(/not a public key/)
    }
  })

  it.each(weak)('is no key in whose name anybody signs: %s', (key) => {
    expect(isWeakKey(key)).toBe(true)
    expect(whyNot(publicKeyText(key))).toMatch(/anybody could sign/)
  })

  it('has a fingerprint in eight groups that two people read to each other', () => {
    expect(groupedFingerprint('0123456789abcdef'.repeat(4))).toBe(
      '0123 4567 89ab cdef 0123 4567 89ab cdef',
    )
  })
})
