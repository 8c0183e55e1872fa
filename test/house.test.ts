// The house's rules (.dependency-cruiser.cjs, knip.jsonc, eslint.config.js) over files that break
// them: each tool is run with the project's own rules on a planted folder, and has to refuse. That
// the house itself keeps them is what `npm run check` asks the same tools.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { ESLint } from 'eslint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const require = createRequire(import.meta.url)
const top = join(import.meta.dirname, '..')
const bin = (path: string): string => join(top, 'node_modules', path)
const folders: string[] = []

/** A project of these files, beside the packages of this one. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-house-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Violation {
  from: string
  rule: { name: string }
}

function violationsIn(folder: string): Violation[] {
  const run = spawnSync(
    process.execPath,
    [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', join(top, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'test'],
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(run.stderr).toBe('')
  return (JSON.parse(run.stdout) as { summary: { violations: Violation[] } }).summary.violations
}

/** A story, the rule that has to refuse it, the folder of the file, and what stands in it. */
const forbidden = [
  ['a renderer file that reads the disk', 'room-renderer', 'src/renderer/app', "import 'node:fs'"],
  ['shared that knows Electron', 'room-shared', 'src/shared', "import { app } from 'electron'"],
  ['shared that knows Node', 'room-shared', 'src/shared', "import { join } from 'node:path'"],
  ['a second keychain', 'owner-keytar', 'src/main/vault', "import { getPassword } from 'keytar'"],
  ['a keychain opened late', 'owner-keytar', 'src/main/vault', "const k = await import('keytar')"],
  ['a required keychain', 'owner-keytar', 'src/main/vault', "const k = require('keytar')"],
  [
    'a second database',
    'owner-better-sqlite3',
    'src/main/ledger/orders',
    "import Sqlite from 'better-sqlite3'",
  ],
  [
    'a database hidden behind its type',
    'owner-better-sqlite3',
    'src/main/ledger/orders',
    "import type { Database } from 'better-sqlite3'\nimport Sqlite from 'better-sqlite3'",
  ],
  [
    'a second socket, in a room that has one',
    'owner-net',
    'src/main/gateway',
    "import { connect } from 'node:tls'",
  ],
  [
    'a thread started elsewhere',
    'owner-worker_threads',
    'src/main/ledger/orders',
    "import { Worker } from 'node:worker_threads'",
  ],
  [
    'a second store of the sandbox',
    'owner-sqlite',
    'src/sandbox',
    "import { DatabaseSync } from 'node:sqlite'",
  ],
  [
    'a file that starts programs',
    'owner-child_process',
    'src/main/composition',
    "import { spawn } from 'node:child_process'",
  ],
  ['Electron in the wiring', 'owner-electron', 'src/main', "import { app } from 'electron'"],
  [
    'a desk that sends by itself',
    'room-main-desk',
    'src/main/desk/payments/send',
    "import { request } from 'node:https'",
  ],
  [
    'a desk that takes code of the ledger',
    'types-main-desk',
    'src/main/desk/payments/send',
    "import { openJournal } from '../../../ledger/journal/journal.ts'",
  ],
  [
    'a desk that takes code beside types',
    'types-main-desk',
    'src/main/desk/payments/send',
    "import { type Journal, openJournal } from '../../../ledger/journal/journal.ts'",
  ],
  [
    'a reader of outcomes that could send',
    'way-of-money',
    'src/main/desk/payments/status',
    "import { confirm } from '../send/confirm.ts'",
  ],
  [
    'a sending that knows the review',
    'way-of-money',
    'src/main/desk/payments/send',
    "import type { ReviewInput } from '../review/review-request.ts'",
  ],
  ['a desk that knows Electron', 'room-main-desk', 'src/main/desk', "import 'electron'"],
  [
    'a gateway that knows the desk, by type',
    'room-main-gateway',
    'src/main/gateway',
    "import type { Desk } from '../desk/desk.ts'",
  ],
  [
    'a vault that knows the ledger',
    'room-main-vault',
    'src/main/vault',
    "import { openJournal } from '../ledger/journal/journal.ts'",
  ],
  [
    'a ledger that knows the gateway',
    'room-main-ledger',
    'src/main/ledger',
    "import { createClient } from '../gateway/client.ts'",
  ],
  [
    'a ground of the ledger that knows what stands on it',
    'room-main-ledger-db',
    'src/main/ledger/db',
    "import type { Journal } from '../journal/journal.ts'",
  ],
  [
    'a shell that calls the desk past its door',
    'types-main-shell',
    'src/main/shell',
    "import { createDesk } from '../desk/desk.ts'",
  ],
  [
    'an update that reaches for the ledger',
    'room-main-updates',
    'src/main/updates',
    "import { openJournal } from '../ledger/journal/journal.ts'",
  ],
  [
    'a team that reaches for the ledger',
    'room-main-team',
    'src/main/team/claims',
    "import { openJournal } from '../../ledger/journal/journal.ts'",
  ],
  [
    'a second session with the team’s database',
    'owner-pg',
    'src/main/team/claims',
    "import pg from 'pg'",
  ],
  [
    'a reader of files that reaches for the ledger',
    'room-main-files',
    'src/main/files',
    "import { openJournal } from '../ledger/journal/journal.ts'",
  ],
  [
    'a shell that opens the ledger',
    'room-main-shell',
    'src/main/shell',
    "import { openJournal } from '../ledger/journal/journal.ts'",
  ],
  [
    'a wiring with code of the sandbox',
    'types-main',
    'src/main',
    "import { startSandbox } from '../sandbox/start.ts'",
  ],
  ['a wiring with a package', 'room-main', 'src/main', "import 'yazl'"],
  [
    'a component that reads a store',
    'room-renderer-ui',
    'src/renderer/ui/text',
    "import { useOrders } from '../../features/orders/orders-store.ts'",
  ],
  [
    'what asks the bridge and knows a screen',
    'room-renderer-api',
    'src/renderer/api',
    "import { useOrders } from '../features/orders/orders-store.ts'",
  ],
  [
    'a form that knows a screen',
    'room-renderer-forms',
    'src/renderer/forms',
    "import { useOrders } from '../features/orders/orders-store.ts'",
  ],
  [
    'messages with code of the theme',
    'types-renderer-messages',
    'src/renderer/messages',
    "import { light } from '../theme/tokens.ts'",
  ],
  ['messages that draw', 'room-renderer-messages', 'src/renderer/messages', "import 'vue'"],
  ['a theme that draws', 'room-renderer-theme', 'src/renderer/theme', "import 'vue'"],
  [
    'a feature that knows the frame',
    'room-renderer-features',
    'src/renderer/features/order',
    "import { frame } from '../../app/frame/frame.ts'",
  ],
  [
    'a sandbox that verifies with the signer it tests',
    'room-sandbox',
    'src/sandbox/signing',
    "import { control } from '../../main/gateway/signing/control.ts'",
  ],
  [
    'a sandbox that counts with our money',
    'room-sandbox',
    'src/sandbox/book',
    "import { parseAmount } from '#shared/money.ts'",
  ],
  [
    'a preload that carries code of shared',
    'types-preload',
    'src/preload',
    "import { methods } from '#shared/contract/bridge.ts'",
  ],
  ['a preload that reads the disk', 'room-preload', 'src/preload', "import 'node:fs'"],
  [
    'an oracle that asks the product',
    'room-test-campaigns-faults-oracle',
    'test/campaigns/faults/oracle',
    "import { createDesk } from '../../../../src/main/desk/desk.ts'",
  ],
  [
    'a oracle of the model that asks the product',
    'types-test-campaigns-model-oracle',
    'test/campaigns/model/oracle',
    "import { createDesk } from '../../../../src/main/desk/desk.ts'",
  ],
  [
    'a speller that knows what the detector looks for',
    'room-test-campaigns-cards-typed',
    'test/campaigns/cards/typed',
    "import { isCardNumber } from '#shared/cards/card-brand.ts'",
  ],
  [
    'a foreign gateway that takes code of the sandbox',
    'room-test-campaigns-hosts-foreign',
    'test/campaigns/hosts/foreign',
    "import { startSandbox } from '../../../../src/sandbox/start.ts'",
  ],
  [
    'a foreign gateway that signs as Paydesk does',
    'room-test-campaigns-hosts-foreign',
    'test/campaigns/hosts/foreign',
    "import { control } from '../../../../src/main/gateway/signing/control.ts'",
  ],
  [
    'a foreign gateway that parses as Paydesk does',
    'types-test-campaigns-hosts-foreign',
    'test/campaigns/hosts/foreign',
    "import { z } from 'zod'",
  ],
  [
    'a book of the reconciliation that runs the rules',
    'types-test-campaigns-reconcile-books',
    'test/campaigns/reconcile/books',
    "import { reconcile } from '#shared/reconcile/reconcile.ts'",
  ],
  [
    'a book of the reconciliation that counts with our money',
    'room-test-campaigns-reconcile-books',
    'test/campaigns/reconcile/books',
    "import { parseAmount } from '#shared/money.ts'",
  ],
  [
    'a oracle of the model with a package',
    'room-test-campaigns-model-oracle',
    'test/campaigns/model/oracle',
    "import 'zod'",
  ],
  [
    'a way to shared past its door',
    'door-to-shared',
    'src/main/desk/payments/send',
    "import { ok } from '../../../../shared/money.ts'",
  ],
  [
    'a way to the catalogue past its door',
    'door-to-messages',
    'src/main/desk/payments/send',
    "import { catalogue } from '../../../../messages/catalogue.ts'",
  ],
  [
    'sentences loaded by shared',
    'types-shared',
    'src/shared/gateway',
    "import { catalogue } from '#messages/catalogue.ts'",
  ],
  [
    'sentences loaded by a part of the page',
    'types-renderer-ui',
    'src/renderer/ui/fields',
    "import { catalogue } from '#messages/catalogue.ts'",
  ],
  [
    'a way to the sentences past its door',
    'door-to-wording',
    'src/main/desk/payments/send',
    "import { formatMessage } from '../../../../wording/format-messages.ts'",
  ],
  [
    'sentences made by shared',
    'room-shared',
    'src/shared/gateway',
    "import { formatMessage } from '#wording/format-messages.ts'",
  ],
  ['sentences that draw', 'room-wording', 'src/wording', "import 'vue'"],
  [
    'a catalogue that reads what it names',
    'room-messages',
    'src/messages/en',
    "import { ok } from '#shared/money.ts'",
  ],
  ['a file in no room', 'room-for-all', 'src/extra', "import '#shared/money.ts'"],
  ['an import of nothing', 'no-unresolved', 'src/shared', "import { x } from '#shared/gone.ts'"],
  ['a file that nobody knows', 'no-orphans', 'src/shared', 'export const x = 1'],
] as const

const targets = {
  'package.json':
    '{ "type": "module", "imports": { "#messages/*": "./src/messages/*", "#shared/*": "./src/shared/*", "#wording/*": "./src/wording/*" } }',
  'src/main/ledger/journal/journal.ts': 'export interface Journal {}\nexport const openJournal = 1',
  'src/main/desk/desk.ts': 'export interface Desk {}\nexport const createDesk = 1',
  'src/main/gateway/client.ts': 'export const createClient = 1',
  'src/main/gateway/signing/control.ts': 'export const control = 1',
  'src/sandbox/start.ts': 'export const startSandbox = 1',
  'src/messages/catalogue.ts': 'export const catalogue = 1',
  'src/wording/format-messages.ts': 'export const formatMessage = 1',
  'src/shared/money.ts': 'export const parseAmount = 1, ok = 1',
  'src/shared/reconcile/reconcile.ts': 'export const reconcile = 1',
  'src/shared/contract/bridge.ts': 'export const methods = 1',
  'src/main/desk/payments/send/confirm.ts': 'export const confirm = 1',
  'src/main/desk/payments/review/review-request.ts': 'export type ReviewInput = 1',
  'src/renderer/api/bridge.ts': 'export const call = 1',
  'src/renderer/theme/tokens.ts': 'export type Tone = 1\nexport const light = 1',
  'src/renderer/app/frame/frame.ts': 'export const frame = 1',
  'src/renderer/features/orders/orders-store.ts': 'export const useOrders = 1',
}
const script = (text: string): string =>
  `<script setup lang="ts">\n${text}\n</script>\n<template />`

describe('dependency-cruiser, with the rules of the house, refuses', () => {
  const planted = forbidden.map(([story, rule, folder, text], at) => ({
    ...{ story, rule, text },
    path: `${folder}/planted-${at}.ts`,
  }))
  let found: Violation[] = []
  beforeAll(() => {
    const files = Object.fromEntries(planted.map(({ path, text }) => [path, text]))
    found = violationsIn(
      plant({
        ...targets,
        ...files,
        'src/shared/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'src/shared/b.ts': "import type { A } from './a.ts'\nexport type B = A",
        'src/shared/card-utils.ts': "import './money.ts'",
        'src/shared/time/zone.ts': "import '../names/unseen.ts'",
        'src/shared/names/unseen.ts': 'export const unseen = 1',
        'src/shared/names/hidden.ts': "import type { Day } from '#shared/time/day.ts'",
        'src/shared/time/day.ts': 'export type Day = 1',
        'src/renderer/ui/list/Rows.vue': script("import { row } from './rows/row.ts'"),
        'src/renderer/ui/list/rows/row.ts': "export * from '../frame.ts'",
        'src/renderer/ui/list/frame.ts': 'export const row = 1',
        'src/main/desk/types.ts': [
          "import type { Journal } from '../ledger/journal/journal.ts'",
          "import { type Journal as Same } from '../ledger/journal/journal.ts'",
          "import { ok } from '#shared/money.ts'",
          "import { createDesk } from './desk.ts'",
        ].join('\n'),
        'src/main/vault/keychain.ts': "const k = await import('keytar')",
        'src/renderer/features/order/OrderScreen.vue': script(
          "import { call } from '../../api/bridge.ts'",
        ),
        'src/renderer/ui/Store.vue': script(
          "import type { X } from '../features/orders/orders-store.ts'",
        ),
        'src/main/ledger/db/open.ts': "import type { Database } from './database.ts'",
        'src/main/ledger/db/database.ts': "import type Sqlite from 'better-sqlite3'",
      }),
    )
  }, 180_000)
  const rulesOf = (path: string): string[] =>
    found.filter(({ from }) => from === path).map(({ rule }) => rule.name)

  it.each(planted)('$story', ({ path, rule }) => {
    expect(rulesOf(path)).toContain(rule)
  })
  it('a circle, though it is one of types', () => {
    expect([...rulesOf('src/shared/a.ts'), ...rulesOf('src/shared/b.ts')]).toContain('no-circular')
  })
  it('two folders that import each other, by type or through a component, one below the other', () => {
    for (const path of [
      ...['src/shared/time/zone.ts', 'src/shared/names/hidden.ts'],
      ...['src/renderer/ui/list/Rows.vue', 'src/renderer/ui/list/rows/row.ts'],
    ])
      expect(rulesOf(path), path).toEqual(['folders-both-ways'])
    expect(rulesOf('src/shared/names/unseen.ts')).toEqual([])
  })
  it('a component: a screen past its store, and a type of a room that is closed', () => {
    expect(rulesOf('src/renderer/features/order/OrderScreen.vue')).toEqual([
      'screen-past-its-store',
    ])
    expect(rulesOf('src/renderer/ui/Store.vue')).toEqual(['room-renderer-ui'])
  })
  it('a file whose name says nothing', () => {
    expect(rulesOf('src/shared/card-utils.ts')).toContain('name-says-nothing')
  })
  it('an owner in the table that no longer imports what it owns', () => {
    expect(rulesOf('src/main/ledger/db/open.ts')).toContain('owner-of-better-sqlite3')
  })
  it('and lets pass types, neighbours, the door to shared, the owner, a type of what is owned', () => {
    for (const path of [
      ...['src/main/desk/types.ts', 'src/main/vault/keychain.ts'],
      'src/main/ledger/db/database.ts',
    ])
      expect(rulesOf(path)).toEqual([])
  })
  it('with a planted file for every rule of its own', () => {
    const rules = require('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }
    const names = new Set(rules.forbidden.map(({ name }) => name))
    expect([...names].filter((name) => !found.some(({ rule }) => rule.name === name))).toEqual([])
    expect(names.size).toBeGreaterThan(30)
  })
})

describe('knip, with the rules of the house, refuses', () => {
  it('an unused file, export, type and package', () => {
    const folder = plant({
      'package.json': JSON.stringify({
        name: 'planted',
        type: 'module',
        dependencies: { zod: '1.0.0' },
        scripts: { start: 'node test/campaigns/start.ts' },
      }),
      'test/campaigns/start.ts': "import { used } from '../../src/used.ts'\nused()",
      'src/used.ts':
        'export const used = () => other\nexport const other = 1\nexport interface Shape { a: 1 }',
      'src/unused.ts': 'export const x = 1',
    })
    cpSync(join(top, 'knip.jsonc'), join(folder, 'knip.jsonc'))
    const run = spawnSync(process.execPath, [bin('knip/bin/knip.js'), '--reporter', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(run.status).toBe(1)
    for (const kind of ['files', 'exports', 'types', 'dependencies'])
      expect(run.stdout).toMatch(new RegExp(`"${kind}":\\s*\\[\\s*[{"]`))
  }, 180_000)
})

describe('eslint, with the rules of the house, refuses', () => {
  const eslint = new ESLint({ cwd: top })
  const rulesIn = async (path: string, text: string): Promise<(string | null)[]> => {
    const [result] = await eslint.lintText(text, { filePath: join(top, path) })
    return result!.messages.map(({ ruleId }) => ruleId)
  }
  const bans = 'no-restricted-syntax'
  const markup = '<template><p v-html="note" /></template>'
  const functionLines = 'max-lines-per-function'
  /** Comments and empty lines count. */
  const functionOf = (lines: number): string =>
    `export function draw() {\n${'// x\n\n'.repeat(lines / 2 - 1)}${'// x\n'.repeat(lines % 2)}}\n`
  const inScript = (lines: number): string =>
    `<script setup lang="ts">\n${functionOf(lines).replace('export ', '')}draw()\n</script>\n<template><p /></template>\n`
  const elements = 'vue/no-restricted-html-elements'
  const attributes = 'vue/no-restricted-static-attribute'
  const screen = 'src/renderer/features/order/X.vue'
  const part = 'src/renderer/ui/boxes/X.vue'
  const drawn = (markup: string): string => `<template><p>${markup}</p></template>\n`
  const taken = (name: string): string =>
    `<script setup lang="ts">\nimport { ${name} } from 'naive-ui'\n</script>\n<template><${name} /></template>\n`
  it.each([
    ...[
      ...['input', 'textarea', 'select', 'table', 'dialog', 'details', 'progress', 'meter'],
    ].flatMap((element) => [
      [`a ${element} of the browser`, elements, screen, drawn(`<${element} />`)] as const,
      [`a ${element} in ui/`, elements, part, drawn(`<${element} />`)] as const,
    ]),
    ...['checkbox', 'radio'].map(
      (type) =>
        [`a ${type} of the browser`, attributes, screen, drawn(`<input type="${type}">`)] as const,
    ),
    ...['date', 'datetime-local', 'month', 'week', 'time'].flatMap((type) => [
      [`a ${type} of the browser`, attributes, screen, drawn(`<input type="${type}">`)] as const,
      [`a ${type} in ui/`, attributes, part, drawn(`<input type="${type}">`)] as const,
    ]),
    ...['dialog', 'alertdialog', 'table', 'grid'].map(
      (role) =>
        [`a ${role} by its role`, attributes, screen, drawn(`<i role="${role}" />`)] as const,
    ),
    [
      'chips of its own',
      'vue/no-restricted-syntax',
      screen,
      drawn('<button v-for="one in chips" :key="one" :aria-pressed="one === taken" />'),
    ],
    ['a second sheet', attributes, screen, drawn('<aside data-sheet />')],
    ...['NButton', 'NInput', 'NModal', 'NDrawer', 'NDataTable', 'NSelect'].map(
      (name) => [`${name} past ui/`, 'no-restricted-imports', screen, taken(name)] as const,
    ),
    [
      'a style for all',
      'vue/enforce-style-attribute',
      screen,
      `${drawn('x')}<style>p { margin: 0 }</style>\n`,
    ],
  ] as const)('%s', async (_story, rule, path, text) => {
    expect(await rulesIn(path, text)).toContain(rule)
  })
  it.each([
    ['the list of ui/', 'src/renderer/ui/fields/SelectBox.vue', drawn('<select />')],
    ['a dialog of ui/', part, drawn('<i role="dialog" />')],
    ['the provider of the theme', 'src/renderer/app/App.vue', taken('NConfigProvider')],
    ['a button of the library in ui/', part, taken('NButton')],
    ['a style of its own', screen, `${drawn('x')}<style scoped>p { margin: 0 }</style>\n`],
  ])('and lets pass %s', async (_story, path, text) => {
    expect(await rulesIn(path, text)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/restricted|style-attribute/)]),
    )
  })
  it('what the library has, but in the files of decision 73, each of which needs it', async () => {
    const renderer = join(top, 'src/renderer')
    const decision = readFileSync(join(top, 'docs/decisions/0073-one-of-each.md'), 'utf8')
    const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    const free: string[] = []
    const drawing: string[] = []
    for (const file of files.filter((one) => one.endsWith('.vue'))) {
      const { rules } = (await eslint.calculateConfigForFile(join(renderer, file))) as {
        rules: Record<string, unknown>
      }
      if (rules[elements] === undefined) free.push(file)
      const text = readFileSync(join(renderer, file), 'utf8')
      if (/<(input|textarea|select|table|dialog|details|progress|meter)\b/.test(text))
        drawing.push(file)
    }
    expect(free).toEqual(drawing)
    expect(drawing.filter((file) => !decision.includes(basename(file, '.vue')))).toEqual([])
  })
  it.each([
    ['a fetch in main', bans, 'src/main/desk/x.ts', "await fetch('https://gate.example')"],
    ['a fetch beside the feed', bans, 'src/main/updates/x.ts', "await fetch('https://x')"],
    ['a fetch of the window', bans, 'src/renderer/api/x.ts', "await window.fetch('/x')"],
    ['a socket of the page', bans, 'src/renderer/api/x.ts', "new WebSocket('wss://x')"],
    ["a request of Electron's", bans, 'src/main/shell/x.ts', "net.request('https://x')"],
    ['a browser opened', bans, 'src/main/shell/x.ts', 'void shell.openExternal(url)'],
    ['a search of all secrets', bans, 'src/main/vault/x.ts', "keytar.findCredentials('x')"],
    ['a statement of its own', bans, 'src/main/ledger/orders/x.ts', "db.prepare('SELECT 1')"],
    ['a fetch in the ledger', bans, 'src/main/ledger/orders/x.ts', "await fetch('https://x')"],
    ['text made markup', bans, 'src/renderer/ui/x.ts', 'element.innerHTML = note'],
    [
      'a component that nobody imported',
      'vue/no-undef-components',
      'src/renderer/ui/X.vue',
      '<template><MessageText /></template>',
    ],
    ['markup from outside', 'vue/no-v-html', 'src/renderer/ui/X.vue', markup],
    ['a class that says nothing', bans, 'src/shared/x.ts', 'export class MoneyManager {}'],
    ['a function that says nothing', bans, 'src/shared/x.ts', 'function helper() {}\nhelper()'],
    ['a type that says nothing', bans, 'src/shared/x.ts', 'export interface CardInfo { a: 1 }'],
    ['userData with a word before it', bans, 'src/shared/x.ts', 'export const allUserData = 1'],
    ['a file of 401 lines', 'max-lines', 'src/shared/x.ts', '// x\n'.repeat(401)],
    ['a function of 81 lines', functionLines, 'src/shared/x.ts', functionOf(81)],
    ['a function of 81 lines in a component', functionLines, 'src/renderer/ui/X.vue', inScript(81)],
    ['a function of 81 lines in a host', functionLines, 'hosts/chromium/x.ts', functionOf(81)],
  ])('%s', async (_story, rule, path, text) => {
    expect(await rulesIn(path, text)).toContain(rule)
  })
  it.each([
    ["the sandbox's own calls", 'src/sandbox/x.ts', "await fetch('http://127.0.0.1')"],
    ["the feed's own call", 'src/main/updates/feed.ts', "await fetch('https://x')"],
    ['a word inside a word', 'src/shared/x.ts', 'export const formatInformation = 1'],
    ["Electron's own word", 'src/shared/x.ts', 'export const userData = 1'],
    ['the one prepare', 'src/main/ledger/db/statements.ts', "db.prepare('SELECT 1')"],
    ['400 lines', 'src/shared/x.ts', '// x\n'.repeat(400)],
    ['a function of 80 lines', 'src/shared/x.ts', functionOf(80)],
    ['a long table', 'src/shared/gateway/operations/x.ts', '// x\n'.repeat(900)],
  ])('and lets pass %s', async (_story, path, text) => {
    expect(await rulesIn(path, text)).toEqual([])
  })
})

/** The parts of the library that a file takes, by the name of what they are together. */
const partsIn = (text: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from 'naive-ui'/g)]
    .flatMap(([, names = '']) => names.match(/\bN[A-Z]\w*/g) ?? [])
    .map((name) => name.replace(/(?<=.)(Item|Group)$/, '').replace(/^NSteps?$/, 'NSteps'))

describe('a part of the library', () => {
  const ui = join(top, 'src/renderer/ui')
  const owners = new Map<string, Set<string>>()
  for (const file of readdirSync(ui, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.vue'))
      for (const part of partsIn(readFileSync(join(ui, file), 'utf8')))
        owners.set(part, (owners.get(part) ?? new Set()).add(file))
  it('stands in one file of ui/', () => {
    expect(owners.size).toBeGreaterThanOrEqual(20)
    expect([...owners].filter(([, files]) => files.size > 1)).toEqual([])
  })
  it('is found in one line and over several', () => {
    expect(partsIn("import { NRadio, NRadioGroup } from 'naive-ui'")).toEqual(['NRadio', 'NRadio'])
    expect(partsIn("import {\n  NTag,\n} from 'naive-ui'")).toEqual(['NTag'])
  })
})

/** Folders with more files of their own than the cap. */
const crowded = (files: readonly string[], cap = 15): string[] => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > cap).map(([folder]) => folder)
}

describe('folders', () => {
  it('under src hold at most 15 files of their own', () => {
    const files = readdirSync(join(top, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(top, join(entry.parentPath, entry.name)))
    expect(files.length).toBeGreaterThan(300)
    expect(crowded(files)).toEqual([])
  })
  it('with 16 are refused', () => {
    const many = Array.from({ length: 16 }, (_, at) => `src/x/${at}.ts`)
    expect(crowded(many)).toEqual(['src/x'])
    expect(crowded(many.slice(1))).toEqual([])
  })
})

describe('of each there is one', () => {
  const root = join(top, 'src/renderer')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(vue|ts)$/.test(file))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      text: readFileSync(join(root, file), 'utf8'),
    }))
  const having = (pattern: RegExp): string[] =>
    files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  const steps = 'features/confirm'
  it.each([
    ['sheet', /^ +data-sheet$|<\w[^>]* data-sheet/m, ['ui/boxes/SideSheet.vue'], '<p data-sheet>'],
    ['table element', /<table\b/, ['ui/tables/LedgerTable.vue'], '<table class="x">'],
    ['dialog element', /<dialog\b/, ['ui/boxes/ModalFrame.vue'], '<dialog open>'],
    ['list to choose from', /<select\b/, ['ui/fields/SelectBox.vue'], '<select v-model="x">'],
    ['dash', /["'`>]–["'`<]/, ['features/lists/fact-cell.ts'], "'–'"],
    ['chip', /[^.-]\bchip tone-|'chip'/, ['ui/text/StatusChip.vue'], '<b class="chip tone-good">'],
    [
      'confirmation that is sent',
      /'attempt:confirm'/,
      [`${steps}/attempt-store.ts`],
      "call('attempt:confirm', {})",
    ],
    [
      'way to a confirmation',
      /\battempts?\.confirm\(/,
      [`${steps}/use-confirm.ts`],
      'attempt.confirm(place, 1)',
    ],
    [
      'drawing of the steps',
      /<(ReviewPanel|TwinPanel|SendingStep|WaitingPanel|SendingPanel)\b/,
      [`${steps}/ConfirmSteps.vue`, `${steps}/ReviewPanel.vue`, `${steps}/SendingStep.vue`],
      '<ReviewPanel :review="review" />',
    ],
    [
      'store of drafts',
      /defineStore\('[\w-]*(draft|typed|form)/i,
      ['forms/drafts.ts'],
      "defineStore('connection-drafts', () => {})",
    ],
    [
      'way to keep a draft',
      /(keep|findPreference)\('drafts'/,
      ['forms/drafts.ts'],
      "keep('drafts', [])",
    ],
    ['door to what is kept', /'preference:(set|find)'/, ['api/preferences.ts'], "'preference:set'"],
  ])('%s, and a second is refused', (_what, pattern, owners, second) => {
    expect(pattern.test(second)).toBe(true)
    expect(having(pattern)).toEqual(owners)
  })
})
