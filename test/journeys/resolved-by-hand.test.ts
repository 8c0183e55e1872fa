// Nothing stays open for ever: every operation of the table is lost on its way to the gateway, and
// a person resolves it from the list of open requests, through the page's own action and the desk
// behind it. What has no order id is resolved like everything else.
import { createPinia, setActivePinia } from 'pinia'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reactive } from 'vue'
import { type Method, methods } from '#shared/contract/bridge.ts'
import type { HandOutcome } from '#shared/attempt.ts'
import { flowOf } from '#shared/gateway/flow.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { useResolving } from '../../src/renderer/features/attempts/resolving.ts'
import { useOpenRequestsStore } from '../../src/renderer/features/attempts/unknown-outcomes.ts'
import { losable, openRequests, type Requests } from './lost-requests.ts'
import { must, openStory, type Story, trainingOrder } from './story.ts'

const connectionId = 'sandbox'
let story: Story
let requests: Requests
beforeAll(async () => {
  story = await openStory()
  requests = openRequests({
    call,
    practice: (pattern) => Promise.resolve(trainingOrder(story.sandbox, pattern)),
    pass: () => Promise.resolve(),
  })
  must(await call('connection:set-card-entry', { connectionId, isOn: true }))
  Object.assign(globalThis, { window: { paydesk: { call, onChange: () => () => undefined } } })
  setActivePinia(createPinia())
})
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'window')
  await story.close()
})

/** As the channel does: parsed by the method's schema, then run. */
async function call(method: Method, input: unknown): Promise<never> {
  const run = story.desk.desk[method] as (input: unknown) => Promise<unknown>
  return (await run(methods[method].parse(input))) as never
}

const outcomes: readonly HandOutcome[] = ['did-not-happen', 'happened']

describe('a request that was lost on its way', () => {
  it.each(losable.map((id, at) => [id, outcomes[at % 2]!] as const))(
    'of %s is resolved as %s',
    async (id, outcome) => {
      const request = await requests.requestOf(id)
      story.sandbox.clearFaults()
      story.sandbox.setFault({ operation: id, kind: 'reset-without-effect', times: 1 })
      const attemptId = await requests.send(id, request)

      const openRequests = useOpenRequestsStore()
      await openRequests.load()
      const open = openRequests.attempts.find((one) => one.id === attemptId)
      expect(open?.state).toBe('UNKNOWN')
      if (flowOf(id) === 'new') expect(open?.orderid).toBe('')

      let isDone = false
      const resolving = reactive(useResolving(() => (isDone = true)))
      resolving.open(open!)
      const said = { outcome, reason: 'Their support finds no trace of it' }
      await resolving.resolve({ ...said, override: null })
      expect(resolving.fault).toMatchObject({ kind: 'input', field: 'override' })
      await resolving.resolve({ ...said, override: 'It can’t wait for the look-ups' })
      expect([resolving.fault, isDone]).toEqual([null, true])

      await openRequests.load()
      expect(openRequests.attempts.map((one) => one.id)).not.toContain(attemptId)
    },
  )

  it('leaves nothing open behind: the connection can be changed again', async () => {
    const { desk } = story.desk
    // Sales that wait for their customer are accepted; a person may end them, too.
    for (const { id: attemptId, reportedSeq } of must(
      await desk['attempt:list']({ isOpen: true }),
    )) {
      const said = { outcome: 'did-not-happen', reason: 'The customer never came back' } as const
      const override = 'The customer stands here now'
      must(await desk['attempt:resolve']({ attemptId, reportedSeq, ...said, override }))
    }
    const shown = must(await story.desk.desk['connection:show']({ connectionId }))
    expect(shown.openCount).toBe(0)
    expect(must(await story.desk.desk['attempt:list']({ isOpen: true }))).toEqual([])
  })
})

describe('a question', () => {
  it.each(operationIds.filter((id) => flowOf(id) === 'read'))(
    'by %s is no request that could stay open',
    async (operation) => {
      const request = { orderid: '771177', cardrefid: '771177' }
      const asked = { connectionId, operation, request }
      expect(await story.desk.desk['attempt:review'](asked)).toMatchObject({
        ok: false,
        fault: { kind: 'denied' },
      })
    },
  )
})
