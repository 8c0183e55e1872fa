// A request that asks for a card reference is lost, on an order that has one already. The order's
// status tells that one again and again: it says nothing about the request that never arrived.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Method, methods } from '#shared/contract/bridge.ts'
import { openRequests, type Requests } from './lost-requests.ts'
import { must, openStory, type Story, trainingOrder } from './story.ts'

let story: Story
let requests: Requests
beforeAll(async () => {
  story = await openStory()
  requests = openRequests({
    call,
    practice: (pattern) => Promise.resolve(trainingOrder(story.sandbox, pattern)),
    pass: () => Promise.resolve(),
  })
})
afterAll(() => story.close())

async function call(method: Method, input: unknown): Promise<never> {
  const run = story.desk.desk[method] as (input: unknown) => Promise<unknown>
  return (await run(methods[method].parse(input))) as never
}

const operation = 'create-card-ref'
const stateOf = async (attemptId: string): Promise<string | undefined> => {
  const asked = { connectionId: 'sandbox', operations: [operation], limit: 100 } as const
  const { rows } = must(await story.desk.desk['register:list'](asked as never))
  return rows.find(({ id }) => id === attemptId)?.state
}

it('a reference that was given before closes no request that was lost', async () => {
  const request = await requests.requestOf(operation)
  expect(await stateOf(await requests.send(operation, request))).toBe('SUCCEEDED')
  story.sandbox.setFault({ operation, kind: 'reset-without-effect', times: 1 })
  const lost = await requests.send(operation, request)
  expect(await stateOf(lost)).toBe('UNKNOWN')
  for (let looks = 0; looks < 3; looks += 1)
    await story.desk.desk['attempt:check']({ attemptId: lost })
  expect(await stateOf(lost)).toBe('UNKNOWN')
})

it('a reference that nobody was given before closes the request whose answer was lost', async () => {
  const value = trainingOrder(story.sandbox, /hold of 300\.00 EUR/i)
  const asked = { connectionId: 'sandbox', by: 'orderid', value } as const
  const { clientOrderid, orderid } = must(await story.desk.desk['order:look-up'](asked))
  story.sandbox.setFault({ operation, kind: 'reset-after-effect', times: 1 })
  const sent = await requests.send(operation, { client_orderid: clientOrderid, orderid })
  await story.desk.desk['attempt:check']({ attemptId: sent })
  expect(await stateOf(sent)).toBe('SUCCEEDED')
})
