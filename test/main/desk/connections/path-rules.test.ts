import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import {
  pathFault as faultBelow,
  type Paths,
} from '../../../../src/main/desk/connections/path-rules.ts'

const pathFault = (paths: Paths, baseUrl = 'https://gate.example/paynet') =>
  faultBelow(paths, baseUrl)
const refused = (paths: Record<string, string>) => formatMessages(pathFault(paths))

describe('the path of an operation', () => {
  it('may be any that no other operation has', () => {
    for (const id of operationIds) {
      expect(pathFault({ [id]: rowOf(id).path })).toBeNull()
      expect(pathFault({ [id]: `/own/v9/${id}_x` })).toBeNull()
    }
    expect(pathFault({ payout: '/api/v2/payout-by-ref', void: '/api/v2/sale/cancel/' })).toBeNull()
  })

  it('is never the built-in path of another operation, money or look-up', () => {
    for (const id of operationIds)
      for (const other of operationIds.filter((one) => one !== id))
        expect(pathFault({ [id]: rowOf(other).path })).toMatchObject({
          field: `settings.paths.${id}`,
        })
  })

  it('is never the path that another operation has on this connection', () => {
    expect(refused({ return: '/own', capture: '/own/' })).toMatchObject({
      kind: 'input',
      sent: 'no',
      field: 'settings.paths.return',
      message:
        'The path of “Refund” is the path of “Capture” too. Enter a path that no other operation has, or leave the field empty.',
    })
  })

  it('is not the path another operation left, which the gateway may still answer', () => {
    expect(pathFault({ void: '/api/v3/void', status: '/api/v2/void' })).toMatchObject({
      field: 'settings.paths.status',
    })
  })

  it.each([
    ['in capitals', '/API/V2/Void'],
    ['with a slash at its end', '/api/v2/void//'],
    ['with two slashes', '/api//v2/void'],
    ['with a letter encoded', '/api/v2/%76oid'],
    ['with a letter encoded twice', '/api/v2/%2576oid'],
    ['with a parameter', '/api/v2/void;x'],
    ['with parameters inside', '/api;a=1/v2;b/void'],
    ['with a step that stays', '/api/./v2/void'],
    ['with backslashes', '/api\\v2\\void'],
    ['in full-width letters', '/api/v2/ｖｏｉｄ'],
    ['with an endpoint of its own', '/api/v2/void/1144'],
    ['with an endpoint group', '/api/v2/void/group/77'],
    ['with the word before the endpoint', '/api/v2/void/group'],
    ['with one endpoint before another', '/api/v2/void/7/group/77'],
    ['with a folder before it', '/paynet/api/v2/void'],
  ])('is not the path of another operation %s', (_how, path) => {
    for (const id of ['status', 'create-card-ref', 'return', 'payout-check'])
      expect(refused({ [id]: path })).toMatchObject({
        field: `settings.paths.${id}`,
        message: expect.stringContaining('is the path of “Void” too') as string,
      })
  })

  it('is not the path of another operation that begins in the base URL', () => {
    const of = expect.stringContaining('is the path of “Void” too') as string
    for (const baseUrl of ['https://gate.example/paynet/api', 'https://gate.example/%61pi/'])
      expect(formatMessages(faultBelow({ status: '/v2/void' }, baseUrl))).toMatchObject({
        message: of,
      })
  })

  it.each(['/own?x', '/own#x', '/a b', '/a/../b', '/a%41', '/a;b', '/ä', '/a\\b', '/a.b', 'own'])(
    'has letters, digits, slashes, underscores and hyphens only, so %s is refused',
    (path) => {
      expect(refused({ void: path })).toMatchObject({
        field: 'settings.paths.void',
        message: expect.stringMatching(/^The path of “Void” begins with/) as string,
      })
    },
  )
})
