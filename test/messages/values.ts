// Follows what is said to where it comes from: which texts reach the values of a message, and which
// messages become part of a text. Both would be stored as they read today, in one language.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const top = join(import.meta.dirname, '../..')

const scriptsIn = (folder: string): string[] =>
  readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

/** Calls that make a message of a code and its values. */
const sayers = new Set(['say', 'reason'])
/** Methods that hand on what they are called on. */
const handsOn = /^(filter|slice|toSorted|sort|toReversed|concat|trim|at|find|findLast|values)$/
/** How far a value is followed through functions. */
const deepest = 6

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** Files as they are on the disk: every program of this process has the same options. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The whole of main and shared, and `planted` beside them. */
export function readProgram(planted?: string): [program: ts.Program, files: ts.SourceFile[]] {
  const names = ['src/main', 'src/shared'].flatMap(scriptsIn)
  const extra = join(top, 'src/shared/planted.ts')
  const { config } = ts.readConfigFile(join(top, 'tsconfig.base.json'), ts.sys.readFile) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, top)
  const host = ts.createCompilerHost({ ...options, types: [], noEmit: true }, true)
  const own = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target) => {
    if (name === extra) return ts.createSourceFile(name, planted ?? '', target, true)
    if (!parsed.has(name)) parsed.set(name, own(name, target))
    return parsed.get(name)
  }
  const exists = host.fileExists.bind(host)
  host.fileExists = (name) => (planted !== undefined && name === extra) || exists(name)
  const roots = planted === undefined ? names : [extra]
  const program = ts.createProgram(roots, { ...options, types: [], noEmit: true }, host)
  const files = roots.flatMap((name) => program.getSourceFile(name) ?? [])
  return [program, files]
}

const calledAs = (node: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : node.expression.getText()

const isSaid = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && sayers.has(calledAs(node))

/** What an expression may come to, each as it is written. */
function* sourcesOf(checker: ts.TypeChecker, node: ts.Node, depth = 0): Generator<ts.Node> {
  const all = function* (nodes: readonly (ts.Node | undefined)[], deeper = 0): Generator<ts.Node> {
    for (const one of nodes) if (one !== undefined) yield* sourcesOf(checker, one, depth + deeper)
  }
  if (depth > deepest) return
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSpreadElement(node)
  )
    return yield* all([node.expression])
  if (ts.isConditionalExpression(node)) return yield* all([node.whenTrue, node.whenFalse])
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.kind
    const isEither = [
      ts.SyntaxKind.PlusToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ].includes(sign)
    return isEither ? yield* all([node.left, node.right]) : undefined
  }
  if (ts.isArrayLiteralExpression(node)) return yield* all(node.elements)
  if (ts.isObjectLiteralExpression(node)) return yield* all(valuesIn(node))
  if (ts.isIdentifier(node)) return yield* all(declaredAs(checker, node), 1)
  if (ts.isPropertyAccessExpression(node)) return yield* all(declaredAs(checker, node.name), 1)
  if (ts.isElementAccessExpression(node)) return yield* all([node.expression], 1)
  if (ts.isCallExpression(node) && !isSaid(node)) {
    const name = calledAs(node)
    if (name === 'join') return yield node
    const of = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : null
    if (of !== null && handsOn.test(name)) return yield* all([of])
    if (of !== null && /^(map|flatMap)$/.test(name))
      return yield* all(node.arguments.flatMap(returnedBy))
    const made = checker.getResolvedSignature(node)?.declaration
    return yield* all(made === undefined ? [] : returnedBy(made), 1)
  }
  yield node
}

const isId = /^(noun|title|currency)$/
const valuesIn = (node: ts.ObjectLiteralExpression): ts.Node[] =>
  node.properties.flatMap((one) => {
    // Ids of operations and currencies, which each language calls in its own way.
    if (one.name !== undefined && isId.test(one.name.getText())) return []
    if (ts.isPropertyAssignment(one)) return [one.initializer]
    if (ts.isShorthandPropertyAssignment(one)) return [one.name]
    return ts.isSpreadAssignment(one) ? [one.expression] : []
  })

/** Where a name gets its value, as far as it is written there; parameters are followed apart. */
function declaredAs(checker: ts.TypeChecker, name: ts.Node): ts.Node[] {
  const isShort = ts.isShorthandPropertyAssignment(name.parent)
  let symbol = isShort
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
    symbol = checker.getAliasedSymbol(symbol)
  return (symbol?.declarations ?? []).flatMap((declared) => {
    if (declared.getSourceFile().isDeclarationFile) return []
    if (ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared))
      return declared.initializer ?? []
    if (!ts.isBindingElement(declared)) return []
    const pattern = declared.parent
    const from = ts.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : undefined
    return from !== undefined && ts.isArrayBindingPattern(pattern) ? from : []
  })
}

/** What a function of this project returns, as it is written. */
function returnedBy(node: ts.Node): ts.Node[] {
  if (node.getSourceFile().isDeclarationFile) return []
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [node.body]
  if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return []
  const found: ts.Node[] = []
  const look = (one: ts.Node): void => {
    if (ts.isReturnStatement(one) && one.expression !== undefined) found.push(one.expression)
    if (!ts.isFunctionLike(one)) ts.forEachChild(one, look)
  }
  ts.forEachChild(node.body as ts.Node, look)
  return found
}

const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${relative(top, file.fileName)}:${line + 1} ${node.getText().replace(/\s+/g, ' ').slice(0, 90)}`
}

/** Texts for developers: a throw is a bug, and so is what is handed to an error. */
const isForDevelopers = (node: ts.Node): boolean => {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent)
    if (
      ts.isThrowStatement(at) ||
      (ts.isNewExpression(at) && /Error$/.test(at.expression.getText()))
    )
      return true
  return false
}

/** Whether a piece of a text is in a language, or glues a list that the reader's language joins. */
const isWorded = (node: ts.Node): boolean => {
  if (ts.isStringLiteralLike(node)) return hasLetters(node.text)
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].some(({ text }) =>
      hasLetters(text),
    )
  return ts.isCallExpression(node) && calledAs(node) === 'join'
}

export interface Wrong {
  /** Texts in a language, or glued ones, that are a value of a message. */
  worded: string[]
  /** Messages that are made a part of a text. */
  glued: string[]
}

export function wrongIn(program: ts.Program, files: readonly ts.SourceFile[]): Wrong {
  const checker = program.getTypeChecker()
  const worded = new Set<string>()
  const glued = new Set<string>()
  const isMessage = (node: ts.Node): boolean => [...sourcesOf(checker, node)].some(isSaid)
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isSaid(node))
      for (const value of node.arguments.slice(1))
        for (const one of sourcesOf(checker, value)) if (isWorded(one)) worded.add(placeOf(one))
    const parts = partsOf(node)
    if (parts.some(isMessage) && !isForDevelopers(node)) glued.add(placeOf(node))
    ts.forEachChild(node, look)
  }
  files.forEach((file) => look(file))
  return { worded: [...worded].sort(), glued: [...glued].sort() }
}

/** What a text is put together of. */
function partsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return [node.left, node.right]
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? calledAs(node) === 'join'
      ? [node.expression.expression]
      : []
    : []
}
