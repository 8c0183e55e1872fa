import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import type { Fault, Result } from '#shared/fault.ts'
import {
  createRsaKey,
  isProven,
  pemOf,
  publicFacts,
  readRsaKey,
} from '../../../src/main/vault/rsa-key.ts'

const { keys } = JSON.parse(
  readFileSync(new URL('../../vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: Record<string, { bits: number; pkcs8: string; pkcs1: string; spki: string }> }
const rsa2048 = keys['rsa2048']!
const key = createPrivateKey(rsa2048.pkcs8)

const read = (text: string, passphrase?: string) => readRsaKey(text, passphrase)
const faultOf = (result: Result<KeyObject>): Fault & { kind: 'input' } => {
  if (result.ok || result.fault.kind !== 'input') throw new Error('an input fault was expected')
  return formatMessages(result.fault)
}
const encrypted = (cipher: string, type: 'pkcs8' | 'pkcs1' = 'pkcs8') =>
  key.export({ type, format: 'pem', cipher, passphrase: 'open sesame' }).toString()
const pem = (made: { privateKey: KeyObject }): string =>
  made.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('a private key that is pasted', () => {
  it.each(Object.entries(keys))('is read as PKCS#1 and PKCS#8: %s', (_name, vector) => {
    for (const text of [vector.pkcs1, vector.pkcs8]) {
      const found = read(text)
      if (!found.ok) throw new Error(found.fault.message)
      expect(publicFacts(found.value)).toMatchObject({ bits: vector.bits, pem: vector.spki })
    }
  })

  it('is read with Windows line ends, indented, and with other things around it', () => {
    const messy = rsa2048.pkcs8.replaceAll('\n', '\r\n   ')
    for (const text of [messy, `Bag Attributes\n  name: x\n${rsa2048.pkcs8}\n${rsa2048.spki}`])
      expect(read(text).ok).toBe(true)
  })

  it('is opened with its passphrase: encrypted PKCS#8 and the older encrypted PKCS#1', () => {
    for (const text of [
      encrypted('aes-256-cbc'),
      encrypted('aes-128-cbc'),
      encrypted('aes-256-cbc', 'pkcs1'),
    ]) {
      const found = read(text, 'open sesame')
      expect(found.ok && publicFacts(found.value).pem).toBe(rsa2048.spki)
      expect(faultOf(read(text))).toMatchObject({
        field: 'passphrase',
        message: 'This key is encrypted. Enter its passphrase.',
      })
      expect(faultOf(read(text, 'sesame'))).toMatchObject({
        field: 'passphrase',
        message: 'The passphrase does not open this key.',
      })
    }
  })

  it.each([
    ['nothing of the kind', 'hello', /not a private key in PEM form/],
    ['the public key', rsa2048.spki, /public key/],
    [
      'a certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /certificate/,
    ],
    ['half of it', rsa2048.pkcs8.slice(0, 800), /cut off/],
    ['one line missing', rsa2048.pkcs8.split('\n').toSpliced(5, 1).join('\n'), /damaged/],
    ['two of them', rsa2048.pkcs8 + rsa2048.pkcs1, /more than one/],
    [
      'OpenSSH’s own form',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----',
      /ssh-keygen/,
    ],
    ['an EC key', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })), /EC key/],
    [
      'an EC key in its own form',
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'sec1', format: 'pem' })
        .toString(),
      /EC key/,
    ],
    ['an Ed25519 key', pem(generateKeyPairSync('ed25519')), /another kind \(ed25519\)/],
    ['an RSA-PSS key', pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })), /RSA-PSS/],
    ['1024 bits', pem(generateKeyPairSync('rsa', { modulusLength: 1024 })), /has 1024 bits/],
    ['2047 bits', pem(generateKeyPairSync('rsa', { modulusLength: 2047 })), /has 2047 bits/],
  ])('is refused in words: %s', (_story, text, message) => {
    const fault = faultOf(read(text))
    expect(fault.field).toBe('pem')
    expect(fault.message).toMatch(message)
    expect(fault.message).not.toMatch(/[A-Za-z0-9+/]{40}/)
  })
})

describe('a new key', () => {
  it('has the bits that were asked for, and signs what its public half verifies', async () => {
    const made = await createRsaKey(2048)
    const facts = publicFacts(made)
    expect(facts.bits).toBe(2048)
    expect(facts.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(isProven(made, facts)).toBe(true)
    expect(isProven(made, publicFacts(key))).toBe(false)
  })
})

it('a PEM made from DER is the one node writes', () => {
  expect(pemOf(key.export({ type: 'pkcs8', format: 'der' }))).toBe(
    key.export({ type: 'pkcs8', format: 'pem' }),
  )
})
