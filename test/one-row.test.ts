// A gateway operation is one row: what is said of operations by their ids stands in the table and
// nowhere else under src, but for the exceptions that are named here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'
import { describe, expect, it } from 'vitest'
import { isOperationId } from '#shared/gateway/operations/index.ts'

const top = join(import.meta.dirname, '..')

/** A file or a folder that may name several operations, and why. */
const mayName: readonly { path: string; because: string }[] = [
  { path: 'src/shared/gateway/operations', because: 'the table itself' },
  { path: 'src/sandbox', because: 'a gateway of its own knows its operations by itself' },
  {
    path: 'src/renderer/app/routes.ts',
    because: 'a form that shows more than the row is a component, and a row is data',
  },
  {
    path: 'src/renderer/messages/forms/operation-fields.ts',
    because:
      'how a long form is laid out; one that is not named shows its fields in the row’s order',
  },
  {
    path: 'src/renderer/features/payouts/CheckedPayout.vue',
    because: 'one screen for the two steps of a checked payout',
  },
  {
    path: 'src/renderer/features/payouts/usual-destination.ts',
    because: 'the two requests whose form begins with the last destination',
  },
  {
    path: 'src/renderer/messages/runs.ts',
    because: 'what a run of each kind of request is called',
  },
  {
    path: 'src/main/gateway/client.ts',
    because: 'the two harmless requests that test a connection’s other ways to sign',
  },
  {
    path: 'src/main/desk/payments/status/match-status.ts',
    because: 'transaction types that are called like operations',
  },
  ...['odd-answers', 'order-ids'].map((name) => ({
    path: `src/shared/gateway/orders/${name}.ts`,
    because: 'transaction types that are called like operations',
  })),
]

/** An order's own three actions are a union of their own, with every case of it written out. */
const actions: readonly string[] = ['capture', 'return', 'void']

/** Names of the properties or texts of the elements, where all of them are plain. */
function namesIn(node: ts.Node): string[] {
  if (ts.isObjectLiteralExpression(node))
    return node.properties.map(({ name }) =>
      name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '',
    )
  if (ts.isArrayLiteralExpression(node))
    return node.elements.map((one) => (ts.isStringLiteral(one) ? one.text : ''))
  return []
}

const isOfOperations = (names: readonly string[]): boolean =>
  names.length > 1 && names.every(isOperationId) && !names.every((name) => actions.includes(name))

/** Maps keyed by operation ids and lists of them, as line numbers. */
function operationListsIn(text: string): number[] {
  const source = ts.createSourceFile('', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    if (isOfOperations(namesIn(node)))
      found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function codeOf(file: string): string {
  const text = readFileSync(join(top, file), 'utf8')
  if (!file.endsWith('.vue')) return text
  const { script, scriptSetup } = parse(text).descriptor
  return (scriptSetup ?? script)?.content ?? ''
}

const files = readdirSync(join(top, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|vue)$/.test(file))
  .map((file) => join('src', file))
const named = files.flatMap((file) =>
  operationListsIn(codeOf(file)).map((line) => ({ file, at: `${file}:${line}` })),
)
const isIn = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)

describe('what is said of operations by their ids', () => {
  it('stands in the table', () => {
    expect(files.length).toBeGreaterThan(400)
    expect(
      named.filter(({ file }) => !mayName.some(({ path }) => isIn(file, path))).map(({ at }) => at),
    ).toEqual([])
  })

  it.each(mayName)('stands in $path as well: $because', ({ path }) => {
    expect(named.filter(({ file }) => isIn(file, path))).not.toEqual([])
  })

  it('is found as a map and as a list', () => {
    expect(operationListsIn("const a = { sale: 'in', 'make-rebill': 'in' }")).toEqual([1])
    expect(operationListsIn("const a =\n ['payout', 'payout-pay']")).toEqual([2])
    expect(operationListsIn('const a = { return: 1, capture: 2, void: 3 }')).toEqual([])
    expect(operationListsIn("const a = { title: 'Sale', noun: 'sale' }")).toEqual([])
  })
})
