#!/usr/bin/env node
// Checks an approval file by itself; needs Node 20 or later and nothing else. It reads the file and
// writes nothing. Whether a signature counts is decided where the request waits. The format and
// every step are described in docs/approval-format.md; the numbers below are that page's. Usage:
// node verify-approval.mjs <file>
import { createHash, createPublicKey, verify } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MOST_BYTES = 262_144
const MOST_SAFE = Number.MAX_SAFE_INTEGER

/** Why a file does not hold; `word` is what a program reads. */
class Refused extends Error {
  constructor(word, sentence) {
    super(sentence)
    this.word = word
  }
}
const form = (what) => new Refused('form', `${what} is not of the form`)

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber = (value, least, most = MOST_SAFE) =>
  Number.isSafeInteger(value) && value >= least && value <= most
const isText = (value, least, most) =>
  typeof value === 'string' && value.length >= least && value.length <= most
const matches = (value, pattern) => typeof value === 'string' && pattern.test(value)
const has = (value, names) =>
  isObject(value) && JSON.stringify(Object.keys(value)) === JSON.stringify(names)
const isAscending = (list) => list.every((one, at) => at === 0 || list[at - 1] < one)

/** No half of a surrogate pair in any text and no number that is rounded, at any depth. */
const isWellFormed = (value) =>
  typeof value === 'string'
    ? !/\p{Cs}/u.test(value)
    : typeof value === 'number'
      ? Number.isSafeInteger(value)
      : typeof value !== 'object' || value === null || Object.values(value).every(isWellFormed)

/** Section 1: the one text of a value. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const parts = Object.keys(value).sort()
  return `{${parts.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** The value of a JSON text whose names stand as they are written, or undefined. */
function valueIn(text) {
  try {
    const value = JSON.parse(text)
    return isWellFormed(value) && JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

function base64Of(text, length) {
  if (typeof text !== 'string') return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}

/** Points of small order: in the name of such a key anybody signs. Without the sign bit. */
const WEAK = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]
function isWeak(key) {
  const bytes = Buffer.from(key)
  bytes[31] &= 0x7f
  return WEAK.includes(bytes.toString('hex'))
}

const PERSON = /^p-[0-9a-f]{16}$/
const HEX = /^[0-9a-f]{64}$/
const FIELDS = [
  ...['approval', 'approvers', 'author', 'connection', 'digest', 'expiresAt', 'format', 'log'],
  ...['needs', 'readAt', 'request', 'seen', 'signatures', 'statements', 'v'],
]
const REQUEST = [
  ...['v', 'service', 'connection', 'endpoint', 'operation', 'orderid', 'replaces', 'isFull'],
  ...['amount', 'fields'],
]
const SIGNED = [
  ...['v', 'log', 'approval', 'digest', 'author', 'seen', 'expiresAt', 'statements', 'by', 'at'],
]
const HIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Sections 1 and 2. */
function fileIn(bytes) {
  if (bytes.length > MOST_BYTES) throw form('its length')
  let file
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = text.endsWith('\n') ? JSON.parse(text.slice(0, -1)) : undefined
    if (value !== undefined && `${canonical(value)}\n` === text && isWellFormed(value)) file = value
  } catch {
    // No UTF-8, no JSON, or too deep: none of them is the one form.
  }
  if (file === undefined) throw form('its text')
  const holds =
    has(file, FIELDS) &&
    matches(file.approval, /^ap-[0-9a-f]{16}$/) &&
    has(file.author, ['id', 'name']) &&
    matches(file.author.id, PERSON) &&
    isText(file.author.name, 1, 60) &&
    isText(file.connection, 1, 200) &&
    matches(file.digest, HEX) &&
    isNumber(file.expiresAt, 0) &&
    file.format === 'paydesk-approval' &&
    matches(file.log, /^[0-9a-f]{32}$/) &&
    (file.needs === 1 || file.needs === 2) &&
    isNumber(file.readAt, 0) &&
    isText(file.request, 0, 100_000) &&
    isText(file.seen, 0, 10_000) &&
    isNumber(file.statements, 1, 1_000_000) &&
    file.v === 1
  if (!holds || !Array.isArray(file.approvers) || !Array.isArray(file.signatures))
    throw form('a field')
  if (file.approvers.length < 1 || file.approvers.length > 200) throw form('the approvers')
  for (const one of file.approvers)
    if (
      !has(one, ['id', 'key', 'name']) ||
      !matches(one.id, PERSON) ||
      base64Of(one.key, 32) === null ||
      !isText(one.name, 1, 60)
    )
      throw form('an approver')
  if (file.signatures.length > 100) throw form('the signatures')
  for (const one of file.signatures)
    if (
      !has(one, ['body', 'signature']) ||
      !isText(one.body, 0, 4_000) ||
      !isText(one.signature, 0, 88)
    )
      throw form('a signature')
  if (!isAscending(file.approvers.map(({ id }) => id))) throw form('the order of the approvers')
  if (!isAscending(file.signatures.map(({ body }) => body)))
    throw form('the order of the signatures')
  return file
}

/** Section 3. */
function requestIn(file) {
  const request = valueIn(file.request)
  const holds =
    has(request, REQUEST) &&
    request.v === 1 &&
    isText(request.service, 1, 2_000) &&
    isText(request.connection, 1, 64) &&
    isText(request.endpoint, 0, 128) &&
    isText(request.operation, 1, 64) &&
    isText(request.orderid, 0, 128) &&
    (request.replaces === null || isText(request.replaces, 0, 128)) &&
    typeof request.isFull === 'boolean' &&
    isAmount(request.amount) &&
    Array.isArray(request.fields) &&
    request.fields.length <= 200
  if (!holds) throw form('the request')
  for (const one of request.fields)
    if (
      !Array.isArray(one) ||
      one.length !== 2 ||
      !isText(one[0], 1, 128) ||
      !isText(one[1], 0, 65_536)
    )
      throw form('the request')
  if (!isAscending(request.fields.map(([name]) => name))) throw form('the request')
  return request
}

const isAmount = (amount) =>
  amount === null ||
  (Array.isArray(amount) &&
    amount.length === 3 &&
    matches(amount[0], /^[1-9][0-9]{0,17}$/) &&
    matches(amount[1], /^[A-Z]{3}$/) &&
    isNumber(amount[2], 0, 6))

function seenIn(file) {
  if (file.seen === '') return []
  const seen = valueIn(file.seen)
  if (!Array.isArray(seen) || seen.length < 5) throw form('the order as seen')
  const [, , , amount] = seen
  const isMoney =
    amount === null ||
    (Array.isArray(amount) &&
      amount.length === 2 &&
      matches(amount[0], /^-?[0-9]{1,18}$/) &&
      typeof amount[1] === 'string')
  if (!isMoney || seen.some((one, at) => at !== 3 && typeof one !== 'string'))
    throw form('the order as seen')
  return seen.flat().map(String)
}

/** Section 5, step 3; the signer. */
function signerOf(file, { body, signature }) {
  const said = valueIn(body)
  const holds =
    (has(said, SIGNED) || (has(said, [...SIGNED, 'file']) && matches(said.file, HEX))) &&
    said.v === 1 &&
    ['log', 'approval', 'digest', 'author'].every((name) => isText(said[name], 0, 64)) &&
    isText(said.seen, 0, 10_000) &&
    isNumber(said.expiresAt, 0) &&
    isNumber(said.statements, 1, 1_000_000) &&
    matches(said.by, PERSON) &&
    isNumber(said.at, 0)
  const bytes = base64Of(signature, 64)
  if (!holds || bytes === null) throw new Refused('signature', 'a signed text is not of the form')
  const signer = file.approvers.find(({ id }) => id === said.by)
  const differs = (what) => new Refused('signature', `a signature is for another ${what}`)
  if (signer === undefined)
    throw new Refused('signature', 'a signature is by nobody whom the file names')
  if (said.log !== file.log) throw differs('log')
  if (said.approval !== file.approval) throw differs('approval')
  if (said.digest !== file.digest) throw differs('request')
  if (said.author !== file.author.id) throw differs('author')
  if (said.expiresAt !== file.expiresAt) throw differs('time')
  if (said.at >= said.expiresAt) throw new Refused('signature', 'a signature is too late')
  if (said.statements > file.statements) throw differs('list of people')
  const key = { kty: 'OKP', crv: 'Ed25519', x: base64Of(signer.key, 32).toString('base64url') }
  let isSigned = false
  try {
    const text = Buffer.from(`paydesk approval 1\n${body}`)
    isSigned = verify(null, text, createPublicKey({ key, format: 'jwk' }), bytes)
  } catch {
    // Bytes that are no key.
  }
  if (!isSigned) throw new Refused('signature', 'a signature is not by the key of its signer')
  return signer
}

/** What a program can ask as well: `{ word, signed }`, or `{ word, why }`. */
export function checkBytes(bytes) {
  try {
    const file = fileIn(bytes)
    if (new Set(file.approvers.map(({ key }) => key)).size < file.approvers.length)
      throw new Refused('people', 'two people have one key')
    if (file.approvers.some(({ id }) => id === file.author.id))
      throw new Refused('people', 'the author is among the approvers')
    const request = requestIn(file)
    const texts = [
      ...[file.author.name, file.connection, ...file.approvers.map(({ name }) => name)],
      ...[request.operation, request.orderid, request.service, request.endpoint],
      ...[...request.fields.flat(), ...seenIn(file)],
    ]
    if (texts.some((one) => HIDDEN.test(one)))
      throw new Refused('hidden', 'a text has signs that nobody sees')
    if (createHash('sha256').update(file.request).digest('hex') !== file.digest)
      throw new Refused('digest', 'the digest is not of the request')
    if (file.approvers.some(({ key }) => isWeak(base64Of(key, 32))))
      throw new Refused('people', 'a key is one that anybody signs with')
    const signers = file.signatures.map((one) => signerOf(file, one))
    const signed = file.approvers.filter((one) => signers.includes(one))
    return { word: 'holds', file, signed }
  } catch (error) {
    if (error instanceof Refused) return { word: error.word, why: error.message }
    throw error
  }
}

/** A text on one line, in characters every console shows the same. */
const shown = (text) => Array.from(text, (c) => (/^[\x20-\x7e]$/.test(c) ? c : '?')).join('')

function read(path) {
  try {
    if (!lstatSync(path).isFile()) return null
    const file = openSync(path, 'r')
    try {
      return fstatSync(file).size > MOST_BYTES ? Buffer.alloc(MOST_BYTES + 1) : readFileSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

function main([path, ...more]) {
  const bytes = path === undefined || more.length > 0 ? null : read(path)
  if (bytes === null) return { code: 4, text: 'uncheckable: give one file that can be read\n' }
  const found = checkBytes(bytes)
  if (found.word !== 'holds') return { code: 2, text: `${found.word}: ${found.why}\n` }
  const { file, signed } = found
  const lines = [
    `holds: signed by ${signed.length} of ${file.needs}`,
    ...signed.map(
      ({ name, key }) =>
        `signed by: ${shown(name)} ${createHash('sha256').update(base64Of(key, 32)).digest('hex')}`,
    ),
    `approval: ${file.approval}`,
    `log: ${file.log}`,
    `digest: ${file.digest}`,
    `expires: ${file.expiresAt}`,
  ]
  return { code: 0, text: `${lines.join('\n')}\n` }
}

const program = process.argv[1]
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  const { code, text } = main(process.argv.slice(2))
  process.stdout.write(text)
  process.exitCode = code
}
