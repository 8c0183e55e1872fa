// What main and shared say by code, and which sentences stand in them outside the catalogue.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const top = join(import.meta.dirname, '../..')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

const sql =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|WHERE|FROM|VACUUM|INDEXED|CAST|CASE|AND)\b/

/** Words of a language, not of a program: three in a row that end a sentence, or any five. */
function isSentence(text: string): boolean {
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

export function literalsIn(path: string, source: string): Literals {
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
/** Each file of main and shared. */
export const read = rooms.map((path) => {
  const name = relative(top, path)
  return { name, ...literalsIn(name, readFileSync(path, 'utf8')) }
})
