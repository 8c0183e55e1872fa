import { describe, expect, it } from 'vitest'
import { proxyFor } from '../../../../src/main/gateway/transport/proxy.ts'

const url = 'https://gate.example/paynet/api/v2/status/1'
const of = (environment: Record<string, string>, setting?: string, address = url) =>
  proxyFor(address, setting, environment)
const proxy = { HTTPS_PROXY: 'http://proxy.example:3128' }
const through = { ok: true, value: { host: 'proxy.example', port: 3128 } }
const direct = { ok: true, value: null }

describe('the proxy of a request', () => {
  it('is the connection’s own, whatever the computer says', () => {
    expect(of({}, 'http://own.example:8080')).toEqual({
      ok: true,
      value: { host: 'own.example', port: 8080 },
    })
    expect(of(proxy, 'http://own.example:8080/')).toMatchObject({ value: { host: 'own.example' } })
    expect(of(proxy, 'none')).toEqual(direct)
  })

  it('else the computer’s, in either spelling', () => {
    expect(of({})).toEqual(direct)
    expect(of(proxy)).toEqual(through)
    expect(of({ https_proxy: 'http://proxy.example:3128' })).toEqual(through)
    expect(of({ HTTPS_PROXY: 'http://proxy.example' })).toMatchObject({ value: { port: 80 } })
    expect(of({ HTTP_PROXY: 'http://proxy.example:3128' })).toEqual(direct)
  })

  it('carries the environment’s user name and password, decoded', () => {
    expect(of({ HTTPS_PROXY: 'http://me:p%40ss@proxy.example:3128' })).toEqual({
      ok: true,
      value: {
        host: 'proxy.example',
        port: 3128,
        authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
      },
    })
  })

  it.each([
    ['gate.example', true],
    ['.example', true],
    ['*.example', true],
    ['EXAMPLE', true],
    ['*', true],
    ['other.example, gate.example', true],
    ['gate.example:443', true],
    ['gate.example:8443', false],
    ['ate.example', false],
    ['gate.example.org', false],
    ['', false],
  ])('honours NO_PROXY=%s', (list, isExempt) => {
    expect(of({ ...proxy, NO_PROXY: list })).toEqual(isExempt ? direct : through)
    expect(of({ ...proxy, no_proxy: list })).toEqual(isExempt ? direct : through)
  })

  it('is never one of the environment for this computer or plain http', () => {
    for (const here of ['https://127.0.0.1:8443/x', 'https://localhost/x', 'https://[::1]/x'])
      expect(of(proxy, undefined, here)).toEqual(direct)
    expect(of(proxy, undefined, 'http://127.0.0.1/x')).toEqual(direct)
    expect(
      of({ ...proxy, NO_PROXY: '[2001:db8::1]' }, undefined, 'https://[2001:db8::1]/x'),
    ).toEqual(direct)
  })

  it.each([
    'socks5://proxy.example',
    'proxy.example:3128',
    'https://proxy.example',
    'http://',
    'http://a:%zz@b',
  ])('is a fault when it can’t be used, never a way around it: %s', (text) => {
    expect(of({ HTTPS_PROXY: text })).toMatchObject({
      ok: false,
      fault: { kind: 'input', sent: 'no', field: 'settings.proxyUrl' },
    })
  })
})
