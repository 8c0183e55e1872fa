// The gateway's description, read by other people's tools: a linter with its usual rules finds
// nothing, the examples are taken by the gateway's own checks, and a client that a generator makes
// from the description sells, asks and gives back on its first call.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBonds, checkFields } from '../../../src/sandbox/http/fields.ts'
import { exampleMerchant } from '../../../src/sandbox/description/examples.ts'
import { describeInterface } from '../../../src/sandbox/description/openapi.ts'
import { routes } from '../../../src/sandbox/operations/routes.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { control, type Fields, newId, ways } from '../merchant.ts'

const root = new URL('../../..', import.meta.url).pathname

interface Media {
  example: Fields
}
interface Operation {
  operationId: string
  requestBody: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, Media> }>
}
interface Description {
  paths: Record<string, { post: Operation }>
}

let folder: string
let sandbox: Sandbox
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-openapi-'))
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** No connection is kept: while a tool keeps this process busy, the gateway would end it. */
const served = async (): Promise<Description> => {
  const answer = await fetch(`${sandbox.baseUrl}/openapi.json`, {
    headers: { connection: 'close' },
  })
  return (await answer.json()) as Description
}

interface Lint {
  totals: { errors: number; warnings: number; ignored: number }
  problems: { ruleId: string }[]
}

/** By its recommended rules, in a folder without settings of its own, and without the network. */
function lint(description: Description): Lint {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(description))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@redocly/cli/bin/cli.js'), 'lint', file, '--format=json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(stdout, stderr).toContain('"totals"')
  return JSON.parse(stdout) as Lint
}

describe('a linter', { timeout: 180_000 }, () => {
  it('finds nothing by its recommended rules', async () => {
    const { totals, problems } = lint(await served())
    expect(problems).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  })

  it('would find an example that its own schema refuses, and an operation without a name', async () => {
    const description = await served()
    const [first, second] = Object.values(description.paths)
    const { example } = Object.values(first!.post.requestBody.content)[0]!
    example['currency'] = 'euros'
    delete (second!.post as Partial<Operation>).operationId
    const rules = lint(description).problems.map(({ ruleId }) => ruleId)
    expect(rules).toContain('no-invalid-media-type-examples')
    expect(rules).toContain('operation-operationId')
  })
})

describe('the example', () => {
  const { paths } = describeInterface('http://127.0.0.1:1') as unknown as Description
  const exampleIn = (content: Record<string, Media>): Fields => Object.values(content)[0]!.example

  it.each(routes.map((route) => [route.id, route] as const))(
    'of %s is a request that the gateway’s own checks take, with the right control',
    (id, route) => {
      for (const place of ['endpoint', 'group'] as const) {
        const path = `${route.path}/${place === 'group' ? 'group/{groupId}' : '{endpointId}'}`
        const example = exampleIn(paths[path]!.post.requestBody.content)
        const fields = new Map(Object.entries(example))
        expect(checkFields(fields, route.fields)).toMatchObject({ ok: true })
        expect(checkBonds(fields, route)).toMatchObject({ ok: true })
        if (ways[id]?.plain === undefined) continue
        const { login, key } = exampleMerchant
        const endpointId = exampleMerchant[`${place}Id`]
        const identity = { ...sandbox.identity, login, endpointId, merchantControlKey: key }
        expect(example['control']).toBe(control({ baseUrl: '', identity }, id, example))
      }
    },
  )

  it('of every answer is there, under every status', () => {
    for (const { post } of Object.values(paths))
      for (const [status, { content }] of Object.entries(post.responses)) {
        const example = exampleIn(content)
        expect(example['type'], post.operationId).toMatch(/./)
        expect('error-code' in example, `${post.operationId} ${status}`).toBe(status !== '200')
      }
  })
})

/** What the generator names as the operations are named; both members of an answer. */
type Generated = Record<
  'sale' | 'status' | 'return_' | 'saleByGroup',
  (options: {
    baseUrl: string
    path: { endpointId: number } | { groupId: number }
    headers: { Accept: 'application/vnd.pay+json' }
    body: Fields
  }) => Promise<{ data?: Fields; error?: Fields }>
>

describe('a client made from the description', { timeout: 180_000 }, () => {
  let client: Generated
  const headers = { Accept: 'application/vnd.pay+json' } as const
  const example = async (id: string): Promise<Fields> => {
    const found = Object.values((await served()).paths).find(({ post }) => post.operationId === id)
    return Object.values(found!.post.requestBody.content)[0]!.example
  }

  beforeAll(async () => {
    const input = join(folder, 'for-client.json')
    writeFileSync(input, JSON.stringify(await served()))
    const output = join(folder, 'client')
    await createClient({
      ...{ input, output, logs: { level: 'silent' } },
      // The merchant signs: a generator knows no OAuth 1.0a.
      plugins: [
        '@hey-api/typescript',
        { name: '@hey-api/sdk', auth: false },
        '@hey-api/client-fetch',
      ],
    })
    client = (await import(join(output, 'index.ts'))) as Generated
  }, 180_000)

  it('sells, asks for the status and gives back, each on its first call', async () => {
    const { baseUrl, identity } = sandbox
    const place = { baseUrl, headers, path: { endpointId: Number(identity.endpointId) } }
    const signed = (id: string, fields: Fields): Fields => ({
      ...fields,
      control: control(sandbox, id, fields),
    })

    const sale = signed('sale', { ...(await example('sale')), client_orderid: newId() })
    const sold = await client.sale({ ...place, body: sale })
    expect(sold.error).toBeUndefined()
    expect(sold.data).toMatchObject({ type: 'async-response' })
    const order = {
      client_orderid: sale['client_orderid'] ?? '',
      orderid: sold.data?.['paynet-order-id'] ?? '',
      login: identity.login,
    }

    const asked = await client.status({
      ...place,
      body: signed('status', { ...(await example('status')), ...order }),
    })
    expect(asked.data).toMatchObject({ type: 'status-response', status: 'approved' })

    const amount = { amount: '2.50', currency: 'EUR' }
    const given = await client.return_({
      ...place,
      body: signed('return', { ...(await example('return')), ...order, ...amount }),
    })
    expect(given.error).toBeUndefined()
    expect(given.data).toMatchObject({ type: 'async-response' })
    const returns = sandbox.effects().filter(({ operation }) => operation === 'return')
    expect(returns).toMatchObject([{ orderid: order.orderid }])
  })

  it('is refused in the described form when its control is wrong', async () => {
    const { baseUrl, identity } = sandbox
    const place = { baseUrl, headers, path: { groupId: Number(identity.groupId) } }
    const refused = await client.saleByGroup({ ...place, body: await example('sale-by-group') })
    expect(refused.data).toBeUndefined()
    expect(refused.error).toMatchObject({ type: 'validation-error', 'error-code': '8' })
  })
})
