// Every operation of the interface, carried out: the client under test signs and sends, the sandbox
// checks with its own code and books in its own books. An operation without a story fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { playedIds } from '../sandbox/played-ids.ts'
import { carryOut, rigAt } from './carry-out.ts'
import { fieldsOf } from './field-samples.ts'
import { settleMs, storiesAt, storiesOf } from './operation-stories.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: settleMs, seedDays: 0 })
})
afterAll(() => sandbox.close())

describe.each([
  ['an endpoint', '1144'],
  ['an endpoint group', 'group/77'],
])('at %s', (_place, endpointId) => {
  it.each(playedIds)('%s works, signed right', async (id) => {
    const rig = await rigAt(sandbox, { endpointId })
    const stories = Object.values(storiesOf(rig, sandbox, id))
    expect(stories.length).toBeGreaterThan(0)
    const sent = new Set<string>()
    for (const story of stories) {
      const reported = await story()
      for (const name of Object.keys(reported.request)) sent.add(name)
      await carryOut(sandbox, rig, id, reported)
    }
    // A field nobody ever sent may be misspelt, and nobody would know.
    expect(fieldsOf(id).filter((name) => !sent.has(name))).toEqual([])
  })
})

describe('a gateway that answers form-encoded, as older hosts do', () => {
  it.each(playedIds)('is understood in %s', async (id) => {
    const rig = await rigAt(sandbox)
    sandbox.setSwitch('answers-form-encoded', true)
    try {
      for (const story of Object.values(storiesOf(rig, sandbox, id)))
        await carryOut(sandbox, rig, id, await story())
    } finally {
      sandbox.setSwitch('answers-form-encoded', false)
    }
  })
})

describe('the stories', () => {
  it('are those of the interface and of two extensions, and no others', async () => {
    const stories = storiesAt(await rigAt(sandbox), sandbox)
    expect(Object.keys(stories).sort()).toEqual([...playedIds].sort())
    const isPublished = (id: OperationId): boolean => rowOf(id).isExtension !== true
    expect(playedIds).toEqual(expect.arrayContaining(operationIds.filter(isPublished)))
    expect(playedIds.filter((id) => !isPublished(id))).toEqual([
      'process-recurring-payment',
      'update-recurring-payment',
    ])
  })

  it('fail with another key', async () => {
    const keys = { ...sandbox.identity, merchantControlKey: 'another key' }
    const rig = await rigAt(sandbox, { keys })
    const stories = storiesAt(rig, sandbox)
    const sale = await stories.sale!['with the fewest fields']!()
    await expect(carryOut(sandbox, rig, 'sale', sale)).rejects.toThrow(/INVALID_CONTROL_CODE/)
    const payout = await stories.payout!['to an account']!()
    await expect(carryOut(sandbox, rig, 'payout', payout)).rejects.toThrow(/OAUTH_SIGNATURE/)
    await expect(stories['get-card-info']!['of a card reference']!()).rejects.toThrow(
      /INVALID_CONTROL_CODE/,
    )
  })
})
