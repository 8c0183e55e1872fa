// The catalogue is the only place with sentences of main and shared, and holds none that nobody
// says. Rows of operations keep their own texts (docs/decisions/0067-one-row-for-an-operation.md).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { catalogue } from '#messages/catalogue.ts'
import { formatMessage } from '#wording/format-messages.ts'

const top = join(import.meta.dirname, '../..')

/** Files that may hold sentences, each with its reason. */
const ownTexts: readonly (readonly [path: string, why: string])[] = [
  ['src/shared/gateway/operations/', 'a row of the operation table has its texts in it'],
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
  ['src/main/ledger/export/export-content.ts', 'the read-me of an audit export'],
  ['src/main/ledger/projections/tables.ts', 'why a column is no fact, for who changes the schema'],
]

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

const sql =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|WHERE|FROM|VACUUM|INDEXED|CAST|CASE|AND)\b/

/** Words of a language, not of a program: three in a row that end a sentence, or any five. */
export function isSentence(text: string): boolean {
  const plain = text.replaceAll('\u0000', 'X').trim()
  if (sql.test(plain)) return false
  const word = '[A-Za-z][a-z’]*'
  return (
    new RegExp(`^[“"A-Z].*\\b${word} ${word} ${word}[^ ]*[.?!]$`, 's').test(plain) ||
    new RegExp(`\\b${word}( [a-z][a-z’]*){4}`).test(plain)
  )
}

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `\u0000${literal.text}`).join('')
    : null
}

/** Arguments of errors are for developers: a throw is a bug. */
function isForDevelopers(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isThrowStatement(at)) return true
    if (ts.isNewExpression(at) && /Error$/.test(at.expression.getText())) return true
  }
  return false
}

interface Literals {
  sentences: string[]
  codes: string[]
}

function literalsIn(path: string, source: string): Literals {
  const found: Literals = { sentences: [], codes: [] }
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ['say', 'reason'].includes(node.expression.getText())) {
      const [code] = node.arguments
      if (code !== undefined) for (const one of codesIn(code)) found.codes.push(one)
      node.arguments.slice(1).forEach(look)
      return
    }
    const text = textOf(node)
    if (text !== null && isSentence(text) && !isForDevelopers(node)) found.sentences.push(text)
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

const codesIn = (node: ts.Node): string[] =>
  ts.isStringLiteral(node)
    ? [node.text]
    : node
        .getChildren()
        .flatMap((child) => (ts.isToken(child) && !ts.isStringLiteral(child) ? [] : codesIn(child)))

const rooms = ['src/main', 'src/shared'].flatMap((room) => filesIn(join(top, room)))
const read = rooms.map((path) => {
  const name = relative(top, path)
  return { name, ...literalsIn(name, readFileSync(path, 'utf8')) }
})

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

  it('has no sentence that nobody says', () => {
    const said = new Set(read.flatMap(({ codes }) => codes))
    expect(Object.keys(catalogue).filter((code) => !said.has(code))).toEqual([])
  })

  it('has no sentence twice', () => {
    const shapes = Object.values(catalogue).map((text) => text.replace(/\{\w+\}/g, '{}'))
    const twice = shapes.filter((shape, at) => shapes.indexOf(shape) !== at && shape.length > 12)
    expect(twice).toEqual([])
  })

  it('formats every sentence with each of its values', () => {
    for (const [code, sentence] of Object.entries(catalogue)) {
      const values = Object.fromEntries(
        [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, `<${name!}>`]),
      )
      const whole = sentence.replace(/\{(\w+)\}/g, '<$1>')
      expect(formatMessage(JSON.stringify({ code, values })), code).toBe(whole)
    }
  })
})
