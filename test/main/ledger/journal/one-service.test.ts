import { describe, expect, it } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'

const record = (id: string, more: Record<string, unknown> = {}) =>
  connectionRecord.parse({
    id,
    name: id,
    environment: 'test',
    isEmbedded: false,
    baseUrl: 'https://GATE.example:443/paynet',
    endpointId: '1144',
    login: 'Shop',
    settings: {},
    ...more,
  })

describe('a gateway', () => {
  it.each([
    ['another path', { baseUrl: 'https://gate.example/other' }],
    ['capitals, a dot and the usual port', { baseUrl: 'https://Gate.EXAMPLE.:443/paynet' }],
    ['an endpoint group', { endpointId: 'group/7' }],
    ['a login in capitals', { login: 'SHOP' }],
  ])('is one whatever record it is reached by: %s', (_what, more) => {
    expect(gatewayOf(record('b', more))).toBe(gatewayOf(record('a')))
  })

  it.each([
    ['host', { baseUrl: 'https://gate2.example/paynet' }],
    ['port', { baseUrl: 'https://gate.example:8443/paynet' }],
    ['login', { login: 'shop2' }],
  ])('is another one with another %s', (_what, more) => {
    expect(gatewayOf(record('b', more))).not.toBe(gatewayOf(record('a')))
  })

  it('is the sandbox wherever that listens in this run, for records at its address too', () => {
    const local = { baseUrl: 'http://127.0.0.1:4001/x', login: 'shop' }
    const embedded = record('sandbox', { ...local, isEmbedded: true })
    const later = { ...embedded, baseUrl: 'http://127.0.0.1:4002/x' }
    expect(gatewayOf(later)).toBe(gatewayOf(embedded))
    const beside = record('b', { ...local, baseUrl: 'http://localhost:4002/y' })
    expect(gatewayOf(beside, [later.baseUrl])).toBe(gatewayOf(embedded))
    expect(gatewayOf(beside, [embedded.baseUrl])).not.toBe(gatewayOf(embedded))
  })
})
