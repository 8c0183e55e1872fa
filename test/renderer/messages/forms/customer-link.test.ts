// A hostile gateway answers with a link that a customer would be sent: it runs code, looks like
// another host, or breaks the screen.
import { describe, expect, it } from 'vitest'
import { checkLink, messageOfLink } from '../../../../src/renderer/messages/forms/customer-link.ts'

const baseUrl = 'https://gate.example/paynet'
const kindOf = (link: string, of = baseUrl): string => checkLink(link, of).kind

describe('a customer’s link', () => {
  it.each([
    ['code', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['plain http', 'http://gate.example/pay'],
    ['plain http to this computer, from a gateway elsewhere', 'http://127.0.0.1/pay'],
    ['a letter of another script', 'https://gаte.example/pay'],
    ['a turned text', 'https://gate.example/\u202eyap'],
    ['a backslash', 'https://gate.example\\@evil.example'],
    ['a line break', 'https://gate.example/\npay'],
    ['a user name', 'https://gate.example@evil.example/pay'],
    ['more characters than a QR code holds', `https://gate.example/${'x'.repeat(2_000)}`],
    ['no address', 'gate.example/pay'],
  ])('with %s is refused', (_what, link) => {
    expect(kindOf(link)).toBe('refused')
    expect(checkLink(link, baseUrl).message).toMatch(/is not handed out/)
  })

  it('to another host is handed out with that host named', () => {
    const { kind, message } = checkLink('https://pay.example/x', baseUrl)
    expect(kind).toBe('foreign')
    expect(message).toContain('leads to pay.example, not to gate.example')
  })

  it('of the gateway is usable, of the sandbox on this computer too', () => {
    expect(kindOf('https://gate.example/pay?token=1')).toBe('usable')
    expect(kindOf('http://127.0.0.1:8080/pay', 'http://127.0.0.1:8080/paynet')).toBe('usable')
    expect(kindOf('http://127.0.0.1:9/pay', 'http://127.0.0.1:8080/paynet')).toBe('refused')
  })
})

it('goes out with what it is for and how much', () => {
  const link = 'https://gate.example/f/1'
  expect(messageOfLink(['Lamp', '42.00\u00a0EUR'], link)).toBe(
    'Lamp, 42.00\u00a0EUR. Please continue on this page: https://gate.example/f/1',
  )
  expect(messageOfLink(['  ', ''], link)).toBe(
    'Please continue on this page: https://gate.example/f/1',
  )
})
