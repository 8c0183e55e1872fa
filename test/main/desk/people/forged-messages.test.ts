// Each role, each pair of roles and nobody, with a message of the page to each method, as a script
// in the page could forge it: whole by the method's schema, from our own frame. What the rights
// don't give is refused behind the channel, and the desk hears nothing of it.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Method, methods } from '#shared/contract/bridge.ts'
import { type Named, needsOf } from '#shared/contract/method-rights.ts'
import { rightsOf, type Role, roleIds } from '#shared/people/roles.ts'
import { type Access, guardDesk } from '../../../../src/main/desk/people/guard.ts'
import { answerCall } from '../../../../src/main/shell/ipc.ts'
import { contentsOf, eventOf, ourFrame } from '../../../fakes/shell/call-event.ts'
import { type Asked, fakeDesk } from '../../../fakes/shell/fake-desk.ts'

interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string
  required?: string[]
  properties?: Record<string, Schema>
  prefixItems?: Schema[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
}
/** Fields with a form of their own. */
const formed: Readonly<Record<string, unknown>> = {
  ...{ personId: `p-${'0'.repeat(16)}`, roleId: `r-${'0'.repeat(16)}` },
  ...{ approvalId: `ap-${'0'.repeat(16)}`, fileId: `af-${'0'.repeat(16)}` },
  asked: `1800000000000/${'0'.repeat(32)}/ap-${'0'.repeat(16)}/desk-1`,
  ...{
    setUpId: `su-${'0'.repeat(16)}`,
    digest: '0'.repeat(64),
    claim: '0'.repeat(64),
    payment: `pay/${'0'.repeat(64)}`,
    currency: 'EUR',
    zone: 'UTC',
  },
  ...{ day: '2026-01-31', from: '2026-01-01', to: '2026-01-31', value: null, endpointId: '1' },
  baseUrl: 'https://gate.example/paynet',
}

/** Something that the schema takes, of required fields alone. */
function sample(schema: Schema, root: object): unknown {
  if (schema.$ref !== undefined) {
    const steps = schema.$ref.split('/').slice(1)
    const found = steps.reduce((at, step) => (at as Record<string, object>)[step] ?? {}, root)
    return sample(found, root)
  }
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum.includes('return') ? 'return' : schema.enum[0]
  if (first !== undefined) return sample(first, root)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((one) => sample(one, root))) as object
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {}, root)]),
    )
  if (schema.type === 'array')
    return (
      schema.prefixItems?.map((one) => sample(one, root)) ??
      Array.from({ length: schema.minItems ?? 1 }, () => sample(schema.items ?? {}, root))
    )
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return 'a'.repeat(Math.max(1, schema.minLength ?? 1))
}
function messageTo(method: Method): unknown {
  const schema = z.toJSONSchema(methods[method], { io: 'input', unrepresentable: 'any' })
  const made = sample(schema as Schema, schema)
  if (methods[method].safeParse(made).success) return made
  const own = Object.entries(made as object).map(([name, value]: [string, unknown]) => [
    name,
    name in formed ? formed[name] : value,
  ])
  return Object.fromEntries(own) as object
}

const all = Object.keys(methods) as Method[]
const messages = new Map(all.map((method) => [method, messageTo(method)]))
const named: Named = {
  operationOfAttempt: () => 'return',
  operationOfRun: () => 'return',
  operationOfApproval: () => 'return',
}
const holders: (readonly Role[] | null)[] = [
  null,
  ...roleIds.map((role) => [role]),
  ...roleIds.flatMap((one, at) => roleIds.slice(at + 1).map((two) => [one, two])),
]

it('has a message for each method that its schema takes', () => {
  const unread = all.filter((method) => !methods[method].safeParse(messages.get(method)).success)
  expect(unread).toEqual([])
})

it(`is refused in main by rights alone, in ${holders.length * all.length} cells`, async () => {
  let [refused, passed] = [0, 0]
  for (const roles of holders) {
    const access: Access = {
      ...{ isOn: () => true, me: () => (roles === null ? null : { roles }), number: () => 1 },
      ...{ people: () => [], moved: () => null },
    }
    const held: ReadonlySet<string> = rightsOf(roles ?? [])
    for (const method of all) {
      const asked: Asked[] = []
      const [frame, bugs] = [ourFrame(), [] as unknown[]]
      const contents = contentsOf(frame)
      const desk = guardDesk(fakeDesk(asked), access, named)
      const message = messages.get(method)
      const answer = await answerCall(
        {
          ...{ desk: Promise.resolve({ ok: true, value: desk } as const) },
          ...{ ourContents: () => contents, keepDropped: () => '', newIncident: () => 'X' },
          ...{ note: () => undefined, report: (_incident, error) => void bugs.push(error) },
        },
        eventOf(contents, frame),
        method,
        message,
      )
      const input = methods[method].parse(message)
      const needs = needsOf(method, input as never, named)
      const may =
        needs.includes('open') ||
        (roles !== null && needs.every((need) => need === 'signed-in' || held.has(need)))
      const cell = `${roles?.join('+') ?? 'nobody'} ${method}`
      expect([cell, asked.length, bugs]).toEqual([cell, may ? 1 : 0, []])
      if (may) passed += 1
      else {
        refused += 1
        expect(answer, cell).toMatchObject({ ok: false, fault: { reason: 'not-permitted' } })
      }
    }
  }
  expect(refused).toBeGreaterThan(1_500)
  expect(passed).toBeGreaterThan(1_000)
}, 180_000)
