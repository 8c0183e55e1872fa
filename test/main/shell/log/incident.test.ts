import { describe, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { incidentLine, incidentReference, redact } from '../../../../src/main/shell/log/incident.ts'

describe('an incident', () => {
  it('is one line with time, reference and words', () => {
    const line = incidentLine('ABCD', new Error('first\nsecond'), new Date(0))
    expect(line).toContain('1970-01-01T00:00:00.000Z ABCD Error: first | second')
    expect(line).not.toContain('\n')
  })

  it.each([
    ['a card number', 'card 4111111111111111 refused', '4111111111111111'],
    ['a card number with blanks', 'card 4111 1111 1111 1111', '1111 1111'],
    ['a control key', 'key B17F59B4-A7DC-41B4-8FF9-37D986B43D20', 'A7DC-41B4'],
    ['a digest', 'control c6bdd88a78834ef4b863b088827a459f039e8257', 'c6bdd88a'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIabc\n-----END PRIVATE KEY-----', 'MIIabc'],
    ['a security code by name', 'body &cvv2=739&x=1', '739'],
    ['a security code in JSON', '{"cvv2": "739"}', '739'],
    ['a short control by name', 'control=B17F59B4', 'B17F59B4'],
    ['a password in a header', 'Authorization: Basic bWU6c2VjcmV0', 'bWU6c2VjcmV0'],
    ['a password in an address', 'http://me:hidden1@proxy.example', 'me:hidden1'],
    ['a private key cut short', '-----BEGIN RSA PRIVATE KEY-----\nMIIabc', 'MIIabc'],
  ])('never holds %s', (_story, text, secret) => {
    expect(redact(text)).not.toContain(secret)
  })

  it.each([
    ['a forged line', 'one\r2026-01-01T00:00:00.000Z AAAA all is well'],
    ['a line separator', 'one\u20282026'],
    ['a move of the cursor', 'one\u001b[2J\u001b[1;1H'],
    ['a turned text', 'one\u202edeen'],
  ])('stays one line of plain characters with %s in it', (_story, text) => {
    const line = incidentLine('ABCD', text, new Date(0))
    expect(line).toMatch(/^1970-01-01T00:00:00\.000Z ABCD one/)
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  })

  it('says a message by its sentence, with no secret that its reference encodes', () => {
    const message = 'cvv2: 739 at http://me:hidden1@proxy.example'
    const error = new Error(say('gateway.something-unexpected-happened', { why: message }))
    const line = incidentLine('ABCD', error, new Date(0))
    expect(line).toContain('Error: Something unexpected happened: cvv2: [hidden] at')
    expect(line).not.toMatch(/739|hidden1/)
  })

  it('says what an error that is no Error holds, by its fields', () => {
    const fault = { kind: 'vault', reason: 'locked' }
    expect(incidentLine('ABCD', fault, new Date(0))).toContain('"reason":"locked"')
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(incidentLine('ABCD', circle, new Date(0))).toContain('no words')
  })

  it('keeps the words of a stack that say where it happened', () => {
    const message = 'at perform (src/main/desk/payments/send/confirm.ts:63:5)'
    expect(redact(message)).toBe(message)
  })

  it('has a reference that can be read out: no 0, O, 1, I or L', () => {
    const every = Array.from({ length: 32 }, (_, row) =>
      incidentReference((size) => Uint8Array.from({ length: size }, (_byte, at) => row * 8 + at)),
    ).join('')
    expect(every).toMatch(/^[2-9A-HJKMNP-Z]+$/)
    expect(every).toHaveLength(256)
  })
})
