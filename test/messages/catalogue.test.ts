// The catalogue is the only place with sentences of main and shared. Rows of operations keep their
// own texts (docs/decisions/0067-one-row-for-an-operation.md).
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue } from '#messages/catalogue.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { literalsIn, read } from './literals.ts'

const folder = join(import.meta.dirname, '../../src/messages/en')

/** Files that may hold sentences, each with its reason. */
const ownTexts: readonly (readonly [path: string, why: string])[] = [
  ['src/shared/gateway/operations/', 'a row of the operation table has its texts in it'],
  ['src/shared/files/column-role.ts', 'names of columns, as other programs write them'],
  ['src/main/index.ts', 'the program could not start: there is no page yet'],
  ['src/main/shell/log/', 'written to a file beside the ledger, for whoever is asked for help'],
  ['src/main/shell/pages/protocol.ts', 'the body of an HTTP refusal, which no page shows'],
  ['src/main/shell/root-user.ts', 'written to the terminal: there is no page'],
  ['src/main/shell/shell.ts', 'titles of the system’s dialogs, and lines for the terminal'],
  [
    'src/main/shell/pages/stop-page.ts',
    'the page that stands in for the window when there is no desk',
  ],
  ['src/main/desk/orders/pack-page.ts', 'the page of an evidence pack, a document for others'],
  ['src/main/desk/orders/pack-parts.ts', 'the read-me of an evidence pack'],
  ['src/main/desk/runs/run-pack.ts', 'the read-me of an evidence pack of a run'],
  ['src/main/ledger/export/export-content.ts', 'the read-me of an audit export'],
  ['src/main/ledger/projections/tables.ts', 'why a column is no fact, for who changes the schema'],
]

describe('the catalogue', () => {
  it('has every sentence of main and shared', () => {
    const elsewhere = read
      .filter(({ name }) => !ownTexts.some(([path]) => name.startsWith(path)))
      .flatMap(({ name, sentences }) => sentences.map((text) => `${name}: ${text}`))
    expect(elsewhere).toEqual([])
  })

  it.each([
    "const why = 'The order is closed. Look at it again.'",
    'const why = `Entry ${seq} of the log was changed.`',
    "const hint = 'because another program holds the ledger'",
  ])('misses a planted one: %s', (source) => {
    expect(literalsIn('planted.ts', source).sentences).toHaveLength(1)
  })

  it('lets pass what is no sentence, and what a bug says', () => {
    const source = `
      const sql = 'SELECT seq FROM entry WHERE seq < 5 AND kind = 1'
      if (row === undefined) throw new Error('The row that was just written is gone.')
      const head = ['order id', 'merchant order id']`
    expect(literalsIn('planted.ts', source).sentences).toEqual([])
  })

  it('names only files with texts of their own as exceptions', () => {
    for (const [path] of ownTexts) {
      const texts = read.filter(({ name }) => name.startsWith(path)).flatMap((one) => one.sentences)
      expect(texts, path).not.toEqual([])
    }
  })

  it('has each code once, under the name of its file', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const codes = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}'([^']+)':/gm)].map(
          ([, code]) => {
            expect(code).toMatch(new RegExp(`^${basename(file, '.ts')}\\.[a-z0-9]+(-[a-z0-9]+)*$`))
            return code
          },
        ),
      )
    expect(codes.toSorted()).toEqual(Object.keys(catalogue).toSorted())
  })

  it('formats every sentence with each of its values', () => {
    for (const [code, sentence] of Object.entries<string>(catalogue)) {
      if (sentence.includes(', plural,')) continue
      const values = Object.fromEntries(
        [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, `<${name!}>`]),
      )
      const whole = sentence.replace(/\{(\w+)\}/g, '<$1>')
      expect(formatMessage(JSON.stringify({ code, values })), code).toBe(whole)
    }
  })
})
