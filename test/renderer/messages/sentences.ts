// Walks the syntax of the page's scripts and templates: what is said by code, and which texts for
// people stand outside the catalogue.
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'

export interface Slots {
  code: string
  names: string[]
}

export interface Found {
  /** Texts for people that come from no catalogue. */
  texts: string[]
  /** Codes that are said. */
  codes: string[]
  /** What each MessageText fills in. */
  slots: Slots[]
  /** Slots that are filled with another message as it is: two halves of one sentence. */
  glued: string[]
}

/** Attributes that are read to people, whatever stands in them. */
const readAloud =
  /^(title|aria-label|aria-description|aria-valuetext|label|placeholder|alt|what|none|about|detail|empty|words|message|hint|any|caption|unit|confirm-words|confirm-message|confirm-label|summary|text|note|heading|reason|question)$/

/** Properties of objects that are: a single small word counts as well. */
const readProperty =
  /^(words|label|title|hint|placeholder|unit|noun|about|chip|one|many|text|message|empty|detail|caption|confirmWords|question|note|reason|partial|heading|sentence|also)$/

/** Calls whose texts are names of keys, of elements, of events or of the language itself. */
const technicalCall =
  /(^|\.)(say|inWords|defineEmits|emit|querySelector|querySelectorAll|getElementById|addEventListener|removeEventListener|matches|closest|setAttribute|getAttribute|createElement|startsWith|endsWith|includes|indexOf|lastIndexOf|split|test|exec|hasOwn|DateTimeFormat|supportedValuesOf|useSingleKey|matchMedia)$/

const technicalBinding =
  /^(class|style|key|ref|is|to|id|name|for|href|d|transform|points|data-.*|aria-(describedby|labelledby|controls|activedescendant))$/

/** Texts of style sheets, of attributes with ids in them, and of classes. */
const isTechnical = (text: string): boolean =>
  /\0-[a-z]|px\b|^y [a-z]$|^\0ms$|minmax|^(https?:|\/|#|\.|--|\[|var\()/.test(text)

/** Words of a language: a label with a capital, or two words beside each other. */
export function isText(text: string): boolean {
  if (isTechnical(text)) return false
  const plain = text.replaceAll('\0', 'X').trim()
  if (!/[a-z]/.test(plain)) return false
  if (/^[A-Z]-?[a-z’]+([ -][A-Za-z0-9’]+)*[.…:?!]?$/.test(plain)) return true
  if (/[{}=<>]/.test(plain) || /^[a-z]+(-[a-z]+)+( [a-z]+(-[a-z]+)+)*$/.test(plain)) return false
  if (/[A-Za-z,;:’)”] [A-Za-z“(]/.test(plain)) return true
  return text.includes('\0') && / [a-z]{2,}|[a-z]{2,} /.test(text)
}

const hasLetters = (text: string): boolean => /[A-Za-z]/.test(text)

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `\0${literal.text}`).join('')
    : null
}

const literalsIn = (node: ts.Node): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node))
    return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)]
  if (ts.isParenthesizedExpression(node)) return literalsIn(node.expression)
  return []
}

/** `isRead`: whatever stands there is read to people, a single small word included. */
function lookAt(node: ts.Node, found: Found, isRead: boolean): void {
  const plainly = (one: ts.Node): void => lookAt(one, found, false)
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
  if (ts.isThrowStatement(node) || ts.isCaseClause(node)) {
    if (ts.isCaseClause(node)) node.statements.forEach(plainly)
    return
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Error') return
  const text = textOf(node)
  if (text !== null) {
    if (isText(text) || (isRead && hasLetters(text) && !isTechnical(text))) found.texts.push(text)
    if (ts.isTemplateExpression(node))
      node.templateSpans.forEach(({ expression }) => lookAt(expression, found, isRead))
    return
  }
  if (ts.isConditionalExpression(node)) {
    plainly(node.condition)
    lookAt(node.whenTrue, found, isRead)
    lookAt(node.whenFalse, found, isRead)
    return
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return lookAt(node.expression, found, isRead)
  if (ts.isBinaryExpression(node)) return lookAtBinary(node, found, isRead)
  if (ts.isElementAccessExpression(node)) return plainly(node.expression)
  if (ts.isPropertyAssignment(node)) {
    const name = ts.isComputedPropertyName(node.name) ? '' : node.name.text
    if (ts.isComputedPropertyName(node.name)) plainly(node.name.expression)
    const literal = textOf(node.initializer)
    const isId = literal !== null && /^[a-z0-9]+([-_][a-z0-9]+)+$/.test(literal)
    return lookAt(node.initializer, found, readProperty.test(name) && !isId)
  }
  if (ts.isCallExpression(node)) return lookAtCall(node, found)
  ts.forEachChild(node, plainly)
}

function lookAtBinary(node: ts.BinaryExpression, found: Found, isRead: boolean): void {
  const sign = node.operatorToken.getText()
  const isCompared = ['===', '!==', '<', '>', 'in'].includes(sign)
  for (const one of [node.left, node.right])
    if (!isCompared || textOf(one) === null)
      lookAt(one, found, isRead && ['??', '||', '+'].includes(sign))
}

function lookAtCall(node: ts.CallExpression, found: Found): void {
  const called = node.expression.getText()
  lookAt(node.expression, found, false)
  const [code, ...values] = node.arguments
  if ((called === 't' || called === 'around') && code !== undefined) {
    found.codes.push(...literalsIn(code))
    for (const one of values) lookAt(one, found, false)
    return
  }
  for (const one of node.arguments)
    if (!technicalCall.test(called) || textOf(one) === null)
      lookAt(one, found, called.endsWith('.say'))
}

export function readScript(source: string): Found {
  const found: Found = { texts: [], codes: [], slots: [], glued: [] }
  const file = ts.createSourceFile('one.ts', source, ts.ScriptTarget.Latest, true)
  file.statements.forEach((one) => lookAt(one, found, false))
  return found
}

/** As the compiler of templates hands them over; only what is read here. */
interface TemplateNode {
  type: number
  tag?: string
  content?: string | { loc: { source: string } }
  children?: TemplateNode[]
  props?: {
    type: number
    name: string
    value?: { content: string }
    arg?: { content: string }
    exp?: { loc: { source: string } }
  }[]
}

const ELEMENT = 1
const TEXT = 2
const INTERPOLATION = 5
const ATTRIBUTE = 6

function lookAtExpression(source: string, found: Found, isRead: boolean): void {
  const file = ts.createSourceFile('one.ts', `(${source})`, ts.ScriptTarget.Latest, true)
  const [statement] = file.statements
  if (statement !== undefined && ts.isExpressionStatement(statement))
    lookAt(statement.expression, found, isRead)
  else
    ts.createSourceFile('one.ts', source, ts.ScriptTarget.Latest, true).statements.forEach((one) =>
      lookAt(one, found, false),
    )
}

function lookAtElement(node: TemplateNode, found: Found): void {
  const isSentence = node.tag === 'MessageText'
  const names: string[] = []
  const codes: string[] = []
  for (const { type, name, value, arg, exp } of node.props ?? []) {
    if (type === ATTRIBUTE) {
      const text = value?.content ?? ''
      if (isSentence && name === 'code') codes.push(text)
      else if (isText(text) && !technicalBinding.test(name)) found.texts.push(text)
      else if (readAloud.test(name) && hasLetters(text)) found.texts.push(text)
      continue
    }
    if (exp === undefined || name === 'for' || name === 'slot') continue
    const source = exp.loc.source
    if (isSentence && arg?.content === 'code')
      codes.push(...[...source.matchAll(/'([a-z0-9.-]+)'/g)].map(([, code]) => code!))
    else if (isSentence && arg?.content === 'values') {
      names.push(...namesIn(source))
      lookAtExpression(source, found, false)
    } else if (name !== 'bind' || !technicalBinding.test(arg?.content ?? ''))
      lookAtExpression(source, found, name === 'bind' && readAloud.test(arg?.content ?? ''))
  }
  if (!isSentence) return
  for (const child of node.children ?? [])
    for (const { name, arg } of child.props ?? [])
      if (name === 'slot' && arg !== undefined) {
        names.push(arg.content)
        if (isMessage(child)) found.glued.push(`${codes.join()} {${arg.content}}`)
      }
  found.codes.push(...codes)
  found.slots.push(...codes.map((code) => ({ code, names })))
}

/** A link, a button or a mark in a slot has words of its own; a message as it is has none. */
const isMessage = (node: TemplateNode): boolean =>
  (node.children ?? []).some((child) => {
    if (child.type === INTERPOLATION && typeof child.content === 'object')
      return /\bt\(/.test(child.content.loc.source)
    return child.tag === 'MessageText' || (child.tag === 'template' && isMessage(child))
  })

/** The names of an object that is written out. */
function namesIn(source: string): string[] {
  const file = ts.createSourceFile('one.ts', `(${source})`, ts.ScriptTarget.Latest, true)
  const names: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node))
      for (const one of node.properties) if (one.name !== undefined) names.push(one.name.getText())
    if (!ts.isObjectLiteralExpression(node)) ts.forEachChild(node, look)
  }
  look(file)
  return names
}

export function readComponent(source: string): Found {
  const { descriptor } = parse(source)
  const found = readScript(descriptor.scriptSetup?.content ?? descriptor.script?.content ?? '')
  const look = (node: TemplateNode): void => {
    if (node.type === ELEMENT) lookAtElement(node, found)
    if (node.type === TEXT && typeof node.content === 'string' && hasLetters(node.content))
      found.texts.push(node.content.trim())
    if (node.type === INTERPOLATION && typeof node.content === 'object')
      lookAtExpression(node.content.loc.source, found, true)
    node.children?.forEach(look)
  }
  const template = descriptor.template?.ast
  if (template !== undefined) look(template as unknown as TemplateNode)
  return found
}
