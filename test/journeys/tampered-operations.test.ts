// Every row again, with somebody on the wire: after build and before the socket one byte of the
// request is changed, in every place the signature covers. The sandbox must refuse each in the
// record its docs name, do nothing, and take the true one afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Outcome } from '../../src/main/gateway/client.ts'
import type { SendInput } from '../../src/main/gateway/transport/exchange.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { playedIds } from '../sandbox/played-ids.ts'
import { defaultAuth, rigAt } from './carry-out.ts'
import type { Fields, GatewayRig } from './gateway-rig.ts'
import { settleMs, storiesAt, storiesOf } from './operation-stories.ts'
import {
  flipAt,
  pairsOf,
  plainPlaces,
  withField,
  withHeader,
  withoutFields,
  withUrl,
} from './tamper.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: settleMs, seedDays: 0 })
})
afterAll(() => sandbox.close())

interface Tampering {
  what: string
  change: (input: SendInput) => SendInput
  /** HTTP status and error-code of docs/sandbox.md. */
  refusal: readonly [http: number, code: string]
}

const control = [400, '8'] as const
const wrongLogin = [400, '21'] as const
const unknownEndpoint = [400, '20'] as const
const unknownCurrency = [400, '14'] as const
const missing = [400, '10'] as const
const malformed = [403, '60'] as const
const consumer = [403, '61'] as const
const method = [403, '62'] as const
const signature = [403, '65'] as const

/** Every letter and digit of a field, one after the other. */
const everyPlace = (input: SendInput, name: string, refusal: Tampering['refusal']): Tampering[] => {
  const value = pairsOf(input).find(([one]) => one === name)?.[1] ?? ''
  return plainPlaces(value).map((place) => ({
    what: `${name} at ${place}`,
    change: (sent) => withField(sent, name, flipAt(place)),
    refusal,
  }))
}

/**
 * MONEY: to the same order at another place; the group exists here, and is another merchant's word
 * for the formula.
 */
const readdressed = (refusal: Tampering['refusal']): Tampering[] => [
  {
    what: 'another endpoint’s id',
    change: (input) => withUrl(input, (url) => url.replace(/1144$/, '1145')),
    refusal: unknownEndpoint,
  },
  ...(refusal === unknownEndpoint
    ? []
    : [
        {
          what: 'the group instead of the endpoint',
          change: (input: SendInput) => withUrl(input, (url) => url.replace(/1144$/, 'group/77')),
          refusal,
        },
      ]),
]

/** One change for every part of the formula and the control itself. */
function tamperControl(id: OperationId, input: SendInput): Tampering[] {
  const auth = defaultAuth(id)
  if (auth.scheme !== 'control') throw new Error(`${id} is not signed with a control`)
  const names = auth.parts
    .filter((part) => !part.startsWith('#') && part !== '@endpointId')
    .map((part) =>
      part
        .replace(/^@/, '')
        .replace(/\?$/, '')
        .replace(/:minor$/, ''),
    )
  const list = ['control', ...names].flatMap((name) =>
    everyPlace(
      input,
      name,
      name === 'login' ? wrongLogin : name === 'currency' ? unknownCurrency : control,
    ),
  )
  if (names.includes('currency') && pairsOf(input).some(([name]) => name === 'currency'))
    list.push(
      {
        what: 'another currency that exists',
        change: (sent) => withField(sent, 'currency', () => 'USD'),
        refusal: control,
      },
      {
        what: 'no amount any more',
        change: (sent) => withoutFields(sent, ['amount', 'currency']),
        // MONEY: this would turn a part into the whole.
        refusal: id === 'make-rebill' ? missing : control,
      },
    )
  const hasEndpoint = auth.parts.includes('@endpointId')
  return [...list, ...readdressed(hasEndpoint ? control : unknownEndpoint)]
}

/**
 * One change for every field of the body, its name and its value, every parameter of the header,
 * and the address.
 */
function tamperOAuth(input: SendInput): Tampering[] {
  const list = pairsOf(input).flatMap(([name]): Tampering[] => [
    ...everyPlace(input, name, signature),
    {
      what: `the name of ${name}`,
      change: (sent) => ({
        ...sent,
        body: Buffer.from(
          sent.body.toString('latin1').replace(new RegExp(`(^|&)${name}=`), `$1${name}x=`),
          'latin1',
        ),
      }),
      refusal: signature,
    },
  ])
  list.push({
    what: 'one field more',
    change: (sent) => ({ ...sent, body: Buffer.concat([sent.body, Buffer.from('&x=1')]) }),
    refusal: signature,
  })
  const header = (
    name: string,
    change: (value: string) => string,
    refusal: Tampering['refusal'] = signature,
  ) => list.push({ what: name, change: (sent) => withHeader(sent, name, change), refusal })
  for (const place of [0, 7, 31]) header('oauth_nonce', flipAt(place))
  // Within the 300 seconds the gateway allows, so that the signature alone can tell.
  header('oauth_timestamp', (value) => String(Number(value) - 1))
  header('oauth_timestamp', (value) => String(Number(value) + 1))
  for (const place of [0, 5, 20]) header('oauth_signature', flipAt(place))
  header('oauth_consumer_key', flipAt(0), consumer)
  header('oauth_signature_method', (value) => value.replace('SHA', 'SHB'), method)
  header('oauth_version', () => '1.1', malformed)
  return [...list, ...readdressed(signature)]
}

/**
 * A refusal that names another order than the request is no refusal of this one: the client calls
 * it unknown, and shows it.
 */
function answerOf(outcome: Outcome): { http: number | null; answer: Fields } {
  if (outcome.kind === 'rejected')
    return { http: outcome.fault.httpStatus, answer: { ...outcome.answer } }
  if (outcome.kind === 'unknown' && outcome.fault.kind === 'conflict')
    return { http: null, answer: { ...outcome.answer } }
  throw new Error(`not refused: ${JSON.stringify(outcome)}`)
}

async function refuse(
  rig: GatewayRig,
  id: OperationId,
  fields: Fields,
  { what, change, refusal }: Tampering,
): Promise<void> {
  rig.between = (input, send) => {
    const changed = change(input)
    if (JSON.stringify(changed) === JSON.stringify(input)) throw new Error(`${what}: no change`)
    return send(changed)
  }
  const { http, answer } = answerOf(await rig.send(id, fields))
  const said = { what, http, type: answer['type'], code: answer['error-code'] }
  expect(said).toEqual({
    what,
    http: http === null ? null : refusal[0],
    type: refusal[0] === 400 ? 'validation-error' : 'error',
    code: refusal[1],
  })
  rig.between = null
}

describe('one wrong byte', () => {
  it.each(playedIds)('in %s is refused wherever it is signed', async (id) => {
    const rig = await rigAt(sandbox)
    const stories = Object.values(storiesOf(rig, sandbox, id))
    const { request } = await stories[0]!()
    await rig.build(id, request)
    const before = sandbox.effects().length
    let example: SendInput | null = null
    rig.between = (input) => {
      // The client overwrites a body once it was sent.
      example = { ...input, body: Buffer.from(input.body) }
      return Promise.resolve({ kind: 'unreached', code: 'held', detail: 'kept as an example' })
    }
    await rig.send(id, request)
    if (example === null) throw new Error('nothing was sent')

    const list =
      defaultAuth(id).scheme === 'control' ? tamperControl(id, example) : tamperOAuth(example)
    expect(list.length).toBeGreaterThan(20)
    for (const tampering of list) await refuse(rig, id, request, tampering)
    expect(sandbox.effects()).toHaveLength(before)
    // Nothing of it was used up, and what was refused is what was changed.
    await rig.perform(id, request)
  })
})

describe('a login and an endpoint', () => {
  it('are part of what is signed, not only of what is sent', async () => {
    const other = await rigAt(sandbox, { login: 'sandbox-merchanu' })
    const ours = await rigAt(sandbox)
    const { request } = await storiesAt(ours, sandbox).status!['by both ids']!()
    await refuse(other, 'status', request, {
      what: 'signed as somebody else, sent as ours',
      change: (input) => withField(input, 'login', () => 'sandbox-merchant'),
      refusal: control,
    })
    const group = await rigAt(sandbox, { endpointId: 'group/77' })
    const sale = await storiesAt(group, sandbox).sale!['with the fewest fields']!()
    await refuse(group, 'sale', sale.request, {
      what: 'signed for the group, sent to the endpoint',
      change: (input) => withUrl(input, (url) => url.replace(/group\/77$/, '1144')),
      refusal: control,
    })
  })
})
