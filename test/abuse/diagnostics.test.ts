// A person hands diagnostics to a stranger. Canaries lie where the program knows secrets, people
// and money: connection, login, key, order, notes, forms, the log. None of them stands in the zip,
// nor in what is shown before it is saved.
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { methods, type Output } from '#shared/contract/bridge.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { openAppLog } from '../../src/main/shell/log/app-log.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, must, openDesk, type OpenDesk, trainingOrder } from '../journeys/story.ts'
import { unzip } from '../journeys/unzip.ts'
import { canaryCard, foundBelow, foundIn, needlesFor } from './canary.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-diagnostics-'))
const savedAt = join(folder, 'out', 'diagnostics.zip')
const controlKey = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const name = 'Canary Shop Größe'
const login = 'canarylogin7'
const order = 'INV-canary-4711'
let sandbox: Sandbox
let open: OpenDesk
let orderid: string
/** What the next save answers instead of saving. */
let instead = (): Result<string | null> | null => null
let shown: Output['diagnostics:show']
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
  open = await openDesk({
    folder,
    sandbox: handleOf(sandbox),
    saveText: ({ text }) => {
      const answer = instead()
      if (answer !== null) return Promise.resolve(answer)
      mkdirSync(join(folder, 'out'))
      writeFileSync(savedAt, text)
      return Promise.resolve({ ok: true, value: savedAt })
    },
  })
  const { desk } = open
  const value = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
  const view = must(await desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value }))
  orderid = view.orderid
  const { id } = must(
    await desk['connection:save'](
      methods['connection:save'].parse({
        ...{ name, environment: 'test', baseUrl: 'https://canary.example/paynet' },
        ...{ endpointId: '414243', login, settings: { proxyUrl: 'http://canaryproxy.example' } },
      }),
    ),
  )
  must(await desk['key:set-control']({ connectionId: id, key: controlKey }))
  must(await desk['order:note']({ connectionId: 'sandbox', orderid, text: `of ${name}` }))
  must(
    await desk['preference:set']({
      name: 'drafts',
      value: [
        { form: `return/sandbox/${orderid}`, at: 1, fields: { comment: order, amount: '98.76' } },
      ],
    }),
  )
  const log = openAppLog(folder, () => 1_800_000_000_000)
  log.note('refused', { method: 'order:look-up', detail: `${order} of ${name}`, field: 'value' })
  log.note(`${login} did`, { ms: `98.76 EUR` })
  log.note('slow statement', { ms: 50, sql: `SELECT '${orderid}'` })
  log.report('ABCD2345', new Error(`${canaryCard} ${controlKey} ${order} 98.76 ${homedir()}`))
  log.report('keychain', { of: name, by: userInfo().username, at: 'https://canary.example/paynet' })
  for (const at of [1, 2, 3])
    writeFileSync(join(folder, `paydesk.log.${at}`), `${login} ${order} ${canaryCard}\n`)
  shown = must(await desk['diagnostics:show']({}))
  must(await desk['diagnostics:save']({}))
})
afterAll(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A user name such as "root" is part of honest terms: it counts as a word of its own. */
const texts = (): string[] => [
  ...[name, 'Größe', login, order, '4711', orderid, '98.76', '120.00', 'canary', '414243'],
  ...[homedir() === '/' ? folder : homedir(), folder, 'anna', sandbox.baseUrl],
  sandbox.identity.login,
]
const needles = () => needlesFor({ controlKey, pems: [] })

it('lists before saving what it saves, each part once', () => {
  const names = shown.parts.map((part) => part.name)
  expect(names).toEqual([
    ...['program.json', 'ledger.json', 'settings.json'],
    ...['paydesk.log', 'paydesk.log.1', 'paydesk.log.2', 'paydesk.log.3'],
  ])
  expect(readdirSync(unzip(savedAt)).sort()).toEqual([...names].sort())
})

it('leaves an entry of who saved which file, with its digest and nothing of what it holds', async () => {
  const saved = async () =>
    must(await open.desk['audit:list']({ filter: { kind: 'diagnostics:saved' }, limit: 10 })).rows
  const zip = readFileSync(savedAt)
  const details = { file: savedAt, bytes: zip.length, sha256: hash('sha256', zip) }
  const by = { actor: 'anna', origin: 'operator', outcome: 'ok', subject: 'diagnostics' }
  expect(await saved()).toMatchObject([{ ...by, details }])
  expect(Object.keys((await saved())[0]?.details ?? {})).toEqual(Object.keys(details))
  // A save that was called off, or failed, took nothing out.
  for (const answer of [ok(null), fail(inputFault('file', 'no room'))]) {
    instead = () => answer
    await open.desk['diagnostics:save']({})
  }
  expect(await saved()).toHaveLength(1)
})

it('holds no canary, in no part of it', () => {
  const opened = unzip(savedAt)
  expect(foundBelow(opened, needles())).toEqual([])
  expect(foundIn(Buffer.from(JSON.stringify(shown)), needles())).toEqual([])
  const said = [
    JSON.stringify(shown),
    ...readdirSync(opened).map((file) => readFileSync(join(opened, file), 'utf8')),
  ].join('\n')
  expect(texts().filter((one) => said.includes(one))).toEqual([])
  expect(said).not.toMatch(new RegExp(`\\b${userInfo().username}\\b`))
})

it('says which log could not be read, and keeps the others', async () => {
  const file = join(folder, 'paydesk.log.2')
  rmSync(file)
  mkdirSync(file)
  const { parts } = must(await open.desk['diagnostics:show']({}))
  rmSync(file, { recursive: true })
  expect(parts.find(({ name }) => name === 'paydesk.log.2')?.text).toBe(
    'The file could not be opened.\n',
  )
  expect(parts.map((part) => part.name)).toEqual(shown.parts.map((part) => part.name))
})

it('finds the canaries where they lie: the search can fail', () => {
  const log = readFileSync(join(folder, 'paydesk.log'), 'utf8')
  for (const one of [name, login, order, '98.76', homedir()]) expect(log).toContain(one)
})

it('holds versions, counts and settings', () => {
  const opened = unzip(savedAt)
  const part = (file: string) => JSON.parse(readFileSync(join(opened, file), 'utf8')) as unknown
  expect(part('program.json')).toMatchObject({
    ...{ version: '0.0.0-test', platform: process.platform, node: process.versions.node },
  })
  const ledger = part('ledger.json') as { schema: number; entries: number; rows: object }
  expect(ledger.schema).toBeGreaterThan(100)
  expect(ledger.entries).toBeGreaterThan(3)
  expect(ledger.rows).toMatchObject({ audit_entry: ledger.entries })
  expect(part('settings.json')).toMatchObject({
    connections: expect.arrayContaining([
      expect.objectContaining({ environment: 'test', isEmbedded: false, hasProxy: true }),
    ]) as unknown,
  })
  expect(readFileSync(join(opened, 'paydesk.log'), 'utf8')).toContain(
    'refused method="order:look-up" detail=[left out] field="value"',
  )
})
