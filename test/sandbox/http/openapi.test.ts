// The description the gateway gives of itself: valid by a public validator, equal to the client's
// operation table, and true of the answers that are given.
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OperationId, rowOf } from '../../../src/shared/gateway/operations/index.ts'
import type { FieldForm } from '../../../src/sandbox/http/fields.ts'
import { describeInterface } from '../../../src/sandbox/description/openapi.ts'
import { recordOf, records, type RecordShape } from '../../../src/sandbox/context/records.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, ways } from '../merchant.ts'
import { playedIds } from '../played-ids.ts'
import { openWorkshop } from '../requests.ts'

interface Field {
  maxLength?: number
  enum?: string[]
  pattern?: string
  anyOf?: { type: string }[]
}
interface Shape {
  properties: Record<string, Field>
  required?: string[]
  dependentRequired?: Record<string, string[]>
  allOf?: { anyOf: { required: string[] }[] }[]
}
interface DescribedOperation {
  operationId: string
  summary: string
  tags: string[]
  parameters: { $ref: string }[]
  security: Record<string, []>[]
}
type Description = {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, { post: DescribedOperation }>
  components: { schemas: Record<string, Shape> }
}

const described = describeInterface('http://127.0.0.1:1') as unknown as Description
const requestOf = (id: string): Shape => {
  const shape = described.components.schemas[`${id}-request`]
  if (shape === undefined) throw new Error(`${id} is not described`)
  return shape
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

describe('openapi.json', () => {
  it('is served below the base URL, is valid OpenAPI 3.1 and tells no key', async () => {
    const response = await fetch(`${sandbox.baseUrl}/openapi.json`)
    expect(response.headers.get('content-type')).toBe('application/json')
    const text = await response.text()
    const served = JSON.parse(text) as Description
    expect(served.servers).toEqual([{ url: sandbox.baseUrl }])
    const validator = new Validator()
    expect(await validator.validate({ ...served })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(text).not.toContain(sandbox.identity.merchantControlKey)
  })

  it('would be refused with a mistake in it', async () => {
    const wrong = structuredClone(described) as unknown as Record<string, unknown>
    delete wrong['info']
    expect((await new Validator().validate(wrong)).valid).toBe(false)
  })

  it('describes every operation that it plays once, and no other', () => {
    const ids = Object.values(described.paths).map(({ post }) => post.operationId)
    const both = playedIds.flatMap((id) => [id, `${id}-by-group`])
    expect(ids.toSorted()).toEqual(both.sort())
    for (const id of playedIds) {
      const { path } = rowOf(id)
      expect(described.paths[`${path}/{endpointId}`]?.post.operationId).toBe(id)
      expect(described.paths[`${path}/group/{groupId}`]?.post.operationId).toBe(`${id}-by-group`)
    }
  })

  it('says of every operation what a client made from it needs', () => {
    const tags = described.tags.map(({ name }) => name)
    for (const { post } of Object.values(described.paths)) {
      expect(post.summary, post.operationId).toMatch(/^[A-Z]/)
      expect(tags).toContain(post.tags[0])
      expect(post.parameters.map(({ $ref }) => $ref)).toContain('#/components/parameters/accept')
    }
    const address = requestOf('sale').properties['ipaddress']
    expect(address?.anyOf?.map(({ type }) => type)).toEqual(['string', 'string'])
  })
})

/** Sent beside the row's fields: login and control by what signs it. */
const besides = new Set(['login', 'control'])
/**
 * Where the gateway takes less than the client lets pass: its own ids, numbers and amounts are
 * never longer.
 */
const shorter: Record<string, number> = { orderid: 20, amount: 16, 'by-request-sn': 36 }

describe('every operation of the table', () => {
  it.each(playedIds)('%s has the same fields, required and optional, and lengths', (id) => {
    const row = z.toJSONSchema(rowOf(id).request, { io: 'input' }) as unknown as Shape
    const here = requestOf(id)
    const names = Object.keys(here.properties).filter((name) => !besides.has(name))
    expect(names.sort()).toEqual(Object.keys(row.properties).sort())
    expect((here.required ?? []).filter((name) => !besides.has(name)).sort()).toEqual(
      (row.required ?? []).toSorted(),
    )
    for (const name of names) {
      const [mine, theirs] = [here.properties[name], row.properties[name]]
      expect(mine?.enum, name).toEqual(theirs?.enum)
      if (theirs?.maxLength !== undefined)
        expect(mine?.maxLength, name).toBe(shorter[name] ?? theirs.maxLength)
    }
  })

  it.each(playedIds)('%s keeps the same fields together', (id) => {
    const { together = [], atLeastOne = [] } = rowOf(id)
    const pairs = together.flatMap((names) =>
      names.map((name) => [name, names.filter((other) => other !== name)] as const),
    )
    expect(requestOf(id).dependentRequired ?? {}).toEqual(Object.fromEntries(pairs))
    const choices = (requestOf(id).allOf ?? []).map(({ anyOf }) =>
      anyOf.map(({ required }) => required[0]).sort(),
    )
    expect(choices).toEqual(atLeastOne.map((names) => names.toSorted()))
  })

  it.each(playedIds)('%s is signed the same ways', (id) => {
    const { auth } = rowOf(id)
    const schemes = auth.scheme === 'configurable' ? auth.choices : [auth]
    const security = described.paths[`${rowOf(id).path}/{endpointId}`]?.post.security ?? []
    expect(security.map((one) => Object.keys(one)[0] ?? 'control').sort()).toEqual(
      schemes.map(({ scheme }) => (scheme === 'control' ? scheme : `oauth-${scheme}`)).sort(),
    )
  })

  it.each(playedIds)('%s is answered with what the client reads', (id) => {
    const record: RecordShape = records[recordOf({ id })]
    const row = z.toJSONSchema(rowOf(id).response) as unknown as Shape
    for (const name of row.required ?? []) expect(record.required, name).toContain(name)
  })
})

describe('the records are true', () => {
  const checkRecord = (shape: RecordShape, record: Record<string, string>): void => {
    const names = Object.keys(record)
    for (const name of shape.required) expect(names, name).toContain(name)
    const known: readonly string[] = [...shape.required, ...shape.optional]
    for (const name of names) expect(known, name).toContain(name)
    for (const [name, { values }] of Object.entries<FieldForm>(shape.forms))
      if (values !== undefined) expect(values).toContain(record[name])
  }
  const { requestOf: requestFor } = openWorkshop(() => sandbox)

  it.each(Object.keys(ways).filter((id) => !/^upload-(cres|pares)/.test(id)))(
    'of %s, when it is accepted and when it is not',
    async (id) => {
      const fields = await requestFor(id)
      const good = await call(sandbox, id, fields)
      expect(good.http, good.body).toBe(200)
      checkRecord(records[recordOf({ id })], good.record)
      expect(rowOf(id as OperationId).response.safeParse(good.record).success).toBe(true)
      const bad = await call(
        sandbox,
        id,
        { ...fields, control: 'x' },
        { key: 'x', change: (b) => `${b}x` },
      )
      checkRecord(
        records[bad.http === 400 ? 'ValidationErrorResponse' : 'ServerErrorResponse'],
        bad.record,
      )
    },
  )
})
