// The house's rules over the house as it stands, and over files that break them.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkRooms, importsOf, type SourceFile } from '../tools/rooms.ts'

const top = join(import.meta.dirname, '..')

function read(folder: string): SourceFile[] {
  return readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mts|mjs|vue)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(top, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
}

const one = (path: string, text: string): string[] => checkRooms([{ path, text }])

describe('the house', () => {
  const files = [...read('src'), ...read('tools')]

  it('is found: a check over nothing would pass', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(files.map((file) => file.path)).toContain('src/main/shell/ipc.ts')
  })

  it('keeps its import rules, owners, sizes and names', () => {
    expect(checkRooms(files)).toEqual([])
  })

  it('has one owner for each native module, and that owner really imports it', () => {
    const importers = (name: string): string[] =>
      files
        .filter((file) => file.path.startsWith('src/'))
        .filter((file) =>
          importsOf(file.text).some((line) => line.specifier === name && !line.isType),
        )
        .map((file) => file.path)
    expect(importers('keytar')).toEqual(['src/main/vault/keychain.ts'])
    expect(importers('better-sqlite3')).toEqual(['src/main/ledger/open.ts'])
    expect(importers('node:tls')).toEqual(['src/main/gateway/transport.ts'])
  })
})

describe('the check refuses', () => {
  it.each([
    ['a renderer file that reads the disk', 'src/renderer/App.vue', "import fs from 'node:fs'"],
    ['shared that knows Electron', 'src/shared/money.ts', "import { app } from 'electron'"],
    ['shared that knows Node', 'src/shared/money.ts', "import { join } from 'node:path'"],
    [
      'a second file that opens the keychain',
      'src/main/vault/spare.ts',
      "import { getPassword } from 'keytar'",
    ],
    [
      'an oracle that asks the product',
      'tools/faults/oracle/judge.ts',
      "import { judge } from '../../../src/main/desk/judge.ts'",
    ],
    [
      'a judge of the model that asks the product',
      'tools/model/judge/evidence.ts',
      "import { judge } from '../../../src/main/desk/judge.ts'",
    ],
    ['a keychain opened late', 'src/main/vault/spare.ts', "const k = await import('keytar')"],
    ['a required keychain', 'src/main/vault/spare.ts', "const k = require('keytar')"],
    [
      'a second file with a database',
      'src/main/ledger/orders.ts',
      "import Sqlite from 'better-sqlite3'",
    ],
    [
      'a second file with a socket',
      'src/main/gateway/client.ts',
      "import { connect } from 'node:tls'",
    ],
    [
      'a desk that sends by itself',
      'src/main/desk/perform.ts',
      "import { request } from 'node:https'",
    ],
    [
      'a desk that takes code of the ledger',
      'src/main/desk/perform.ts',
      "import { openJournal } from '../ledger/journal.ts'",
    ],
    ['a desk that knows Electron', 'src/main/desk/perform.ts', "import { app } from 'electron'"],
    [
      'a gateway that knows the desk',
      'src/main/gateway/client.ts',
      "import type { Desk } from '../desk/desk.ts'",
    ],
    [
      'a component that reads a store',
      'src/renderer/components/Amount.vue',
      "import { useOrdersStore } from '../stores/orders.ts'",
    ],
    [
      'a screen that calls the bridge past the stores',
      'src/renderer/screens/order/OrderScreen.vue',
      "import { call } from '../../bridge.ts'",
    ],
    [
      'a store that knows a screen',
      'src/renderer/stores/orders.ts',
      "import Screen from '../screens/order/OrderScreen.vue'",
    ],
    [
      'a sandbox that verifies with the signer it tests',
      'src/sandbox/verify-control.ts',
      "import { control } from '../main/gateway/control.ts'",
    ],
    [
      'a sandbox that counts with our money',
      'src/sandbox/book.ts',
      "import { parseAmount } from '#shared/money.ts'",
    ],
    [
      'a preload that carries code of shared',
      'src/preload/index.ts',
      "import { methods } from '#shared/bridge.ts'",
    ],
    [
      'a way to shared past its door',
      'src/main/desk/perform.ts',
      "import { ok } from '../../shared/fault.ts'",
    ],
    [
      'a file that starts programs',
      'src/main/assemble.ts',
      "import { spawn } from 'node:child_process'",
    ],
    ['a file in no room', 'src/extra/x.ts', 'export const x = 1'],
    ['a fetch in main', 'src/main/desk/perform.ts', "await fetch('https://gate.example')"],
    ['a browser opened directly', 'src/main/shell/menu.ts', 'void shell.openExternal(url)'],
    ['markup from outside', 'src/renderer/components/Note.vue', '<p v-html="note" />'],
    ['a file that says nothing', 'src/shared/utils.ts', 'export const x = 1'],
    ['a symbol that says nothing', 'src/shared/money.ts', 'export class MoneyManager {}'],
    ['userData with a word before it', 'src/shared/x.ts', 'export const allUserData = 1'],
    ['a file of 401 lines', 'src/shared/money.ts', 'x\n'.repeat(401)],
  ])('%s', (_story, path, text) => {
    expect(one(path, text).filter((found) => found.startsWith(`${path}: `))).not.toEqual([])
  })

  it('an unowned module even when its room may import it', () => {
    expect(one('src/main/gateway/client.ts', "import { connect } from 'node:net'")).toEqual([
      'src/main/gateway/client.ts: node:net belongs to src/main/gateway/transport.ts',
    ])
  })
})

describe('the check lets pass', () => {
  it.each([
    [
      'types where types are allowed',
      'src/main/desk/x.ts',
      "import type { J } from '../ledger/journal.ts'",
    ],
    ['inline types', 'src/main/desk/x.ts', "import { type J, type K } from '../ledger/journal.ts'"],
    ['the owner itself', 'src/main/vault/keychain.ts', "const k = await import('keytar')"],
    ['a neighbour', 'src/main/ledger/x.ts', "import { audit } from './audit.ts'"],
    ['400 lines', 'src/shared/money.ts', 'x\n'.repeat(400)],
    ['a long table', 'src/shared/gateway/operations/payment.ts', 'x\n'.repeat(900)],
    ['"information" inside a word', 'src/shared/x.ts', 'export const formatAmount = 1'],
  ])('%s', (_story, path, text) => {
    expect(one(path, text)).toEqual([])
  })

  it('imports over several lines are read whole', () => {
    expect(importsOf("import {\n  type A,\n  b,\n} from './x.ts'\nexport * from './y.ts'")).toEqual(
      [
        { specifier: './x.ts', isType: false },
        { specifier: './y.ts', isType: false },
      ],
    )
  })
})
