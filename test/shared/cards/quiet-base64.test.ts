import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { base64Of, bytesOfBase64 } from '#shared/cards/quiet-base64.ts'

it('writes and reads what the runtime’s own coder does, at every length', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length)
    const text = bytes.toString('base64')
    expect(base64Of(bytes)).toBe(text)
    expect(Buffer.from(bytesOfBase64(text) ?? [0]).equals(bytes)).toBe(true)
  }
})

it.each(['A', 'AB', 'ABC', 'AB=C', 'A===', 'AAA-', 'AAé=', 'AAAA BBB'])('reads no “%s”', (text) => {
  expect(bytesOfBase64(text)).toBeNull()
})

it('reads over line breaks', () => {
  expect(bytesOfBase64('AAEC\r\nAwQF\n')).toEqual(Uint8Array.of(0, 1, 2, 3, 4, 5))
})
