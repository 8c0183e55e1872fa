// Carries one story out and compares what both sides say of it: the client's typed answer, the
// gateway's log of the request, the status at the end, and the gateway's books.
import { expect } from 'vitest'
import type { FixedAuth } from '#shared/gateway/operations/parts/operation.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Sandbox } from '../../src/sandbox/start.ts'
import { type Fields, type GatewayRig, openRig, settle } from './gateway-rig.ts'
import { settleMs, type Reported } from './operation-stories.ts'

export const rigAt = (
  sandbox: Sandbox,
  more: Partial<Parameters<typeof openRig>[0]> = {},
): Promise<GatewayRig> =>
  openRig({
    baseUrl: sandbox.baseUrl,
    keys: sandbox.identity,
    login: sandbox.identity.login,
    endpointId: sandbox.identity.endpointId,
    ...more,
  })

export function defaultAuth(id: OperationId): FixedAuth {
  const { auth } = rowOf(id)
  return auth.scheme === 'configurable' ? auth.default : auth
}

/** What the gateway's own log says of the request that got this answer. */
export function receivedAs(sandbox: Sandbox, answer: Fields) {
  const row = sandbox.requests().find(({ serial }) => serial === answer['serial-number'])
  if (row === undefined) throw new Error('the gateway knows no such request')
  return row
}

/** The parameters a signature brings along. */
export function addedBy(id: OperationId, auth: FixedAuth): string[] {
  const sendsLogin =
    auth.scheme === 'control'
      ? auth.parts.includes('@login')
      : rowOf(id).sends?.includes('@login') === true
  return [...(auth.scheme === 'control' ? ['control'] : []), ...(sendsLogin ? ['login'] : [])]
}

export async function carryOut(
  sandbox: Sandbox,
  rig: GatewayRig,
  id: OperationId,
  reported: Reported,
  auth = defaultAuth(id),
): Promise<void> {
  const row = rowOf(id)
  const { answer, typed } = await rig.perform(id, reported.request)
  expect(answer).toMatchObject(reported.answer ?? {})
  expect(typed).toEqual(row.response.parse(answer))

  const log = receivedAs(sandbox, answer)
  expect(log).toMatchObject({ operation: id, http: 200, method: 'POST' })
  expect(log.path).toBe(`/paynet${row.path}/${rig.connection.endpointId}`)
  expect(log.signature).toMatchObject({
    isGood: true,
    scheme: auth.scheme === 'control' ? 'control' : 'oauth',
  })
  const method = /oauth_signature_method%3D([A-Z0-9-]+)/.exec(log.signature!.expectedPlain)?.[1]
  expect(method?.toLowerCase()).toBe(auth.scheme === 'control' ? undefined : auth.scheme)
  const names = log.fields.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(reported.request)))
  expect(names.filter((name) => !(name in reported.request)).sort()).toEqual(addedBy(id, auth))

  await reported.customer?.(answer)
  if (row.resolvedBy === 'status') expect(reported.status).toBeDefined()
  if (reported.status !== undefined) {
    const which = reported.status.which ?? {
      client_orderid: answer['merchant-order-id']!,
      orderid: answer['paynet-order-id']!,
    }
    const seen = await settle(rig, which, () => sandbox.advance(settleMs))
    expect(seen[0]).toMatchObject({ type: 'status-response', status: 'processing' })
    expect(seen.at(-1)).toMatchObject({ type: 'status-response', ...reported.status.says })
  }
  const booked = sandbox
    .effects()
    .filter(({ requestSerial }) => requestSerial === answer['serial-number'])
    .map(({ operation, amountMinor, status }) => [operation, amountMinor, status])
  expect(booked).toEqual(reported.books === null ? [] : [[id, reported.books, 'approved']])
}
