#!/usr/bin/env node
// Checks an exported audit log; needs Node 20 or later and nothing else. It reads the folder and
// writes nothing. Several folders are archives of one log, oldest first, and at last an archive or
// an export that goes on behind them. One folder may also be an unpacked evidence pack: then every
// file of it is checked, and the log in it. The format and every step are described in
// docs/audit-format.md, section 6; the numbers below are that section's. Usage: node
// verify-audit.mjs <folder>... [--fingerprint <hex>] [--reached <size>[:<chain>]] [--witness
// <client_orderid>]...
import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CODES = { intact: 0, tampered: 2, truncated: 3, uncheckable: 4 }
const PIECE = 65_536
const ZEROS = '0'.repeat(64)
/** Longer than anything that is written; more of it would be memory for whoever made it up. */
const MOST_LINE = 8 * 1024 * 1024
const MOST_MANIFEST = 256 * 1024 * 1024
const MOST_SIGNATURE = 1024
const MOST_LEVELS = 64
/** So many noted entries are printed; of the rest only how many. */
const MOST_NOTED = 50

class Verdict extends Error {
  constructor(word, sentence, bad) {
    super(sentence)
    this.word = word
    this.bad = bad
  }
}
const tampered = (sentence, bad = '?') => new Verdict('tampered', sentence, bad)
const truncated = (sentence, bad) => new Verdict('truncated', sentence, bad)
const uncheckable = (sentence) => new Verdict('uncheckable', sentence)

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const isHex = (value, bytes) =>
  typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value)
const isSize = (value) => Number.isSafeInteger(value) && value >= 0
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The bytes of strict base64, or null. */
function fromBase64(text, length) {
  if (typeof text !== 'string') return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) return null
  return length === undefined || bytes.length === length ? bytes : null
}

/** The object a UTF-8 JSON text holds, or null; also where it has too many levels. */
function objectIn(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = JSON.parse(text)
    return isObject(value) && isShallow(value) ? value : null
  } catch {
    return null
  }
}

function isShallow(value) {
  let level = [value]
  for (let levels = 0; level.length > 0; levels += 1) {
    if (levels === MOST_LEVELS) return false
    const below = []
    for (const one of level)
      for (const name of Object.keys(one))
        if (typeof one[name] === 'object' && one[name] !== null) below.push(one[name])
    level = below
  }
  return true
}

/** Its size, or null for what is no file by itself: a link, a folder, a pipe, a device. */
function plainSize(path) {
  try {
    const found = lstatSync(path)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}

function isThere(path) {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/** A name that can stand in a folder: no mark that hides or breaks it. */
const isFileName = (name) => !['', '.', '..'].includes(name) && !/[/\\\p{Cc}\p{Cs}]/u.test(name)

/** A text or bytes on one line, in characters every console shows the same. */
const shown = (text) => Array.from(text, (c) => (/^[\x20-\x7e]$/.test(c) ? c : '?')).join('')

function isSigned(bytes, signature, rawKey) {
  const key = { kty: 'OKP', crv: 'Ed25519', x: rawKey.toString('base64url') }
  try {
    return verify(null, bytes, createPublicKey({ key, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

function readArguments(list) {
  const asked = { folders: [], fingerprint: null, reached: null, witnesses: [] }
  for (let i = 0; i < list.length; i += 1) {
    const name = list[i]
    if (!name.startsWith('--')) {
      asked.folders.push(name)
      continue
    }
    i += 1
    const value = list[i]
    if (value === undefined) throw uncheckable(`${shown(name)} needs a value`)
    if (name === '--fingerprint') {
      asked.fingerprint = value.toLowerCase()
      if (!isHex(asked.fingerprint, 32)) throw uncheckable('--fingerprint takes 64 hex digits')
    } else if (name === '--reached') {
      const match = /^(\d{1,15})(?::([0-9a-f]{64}))?$/.exec(value)
      if (match === null) throw uncheckable('--reached takes a number, or a number:chain')
      asked.reached = { size: Number(match[1]), chain: match[2] ?? null }
    } else if (name === '--witness') {
      const head = value.slice(value.lastIndexOf('-') + 1)
      if (!value.includes('-') || !isHex(head, 4))
        throw uncheckable(`${shown(value)} does not end in 8 hex digits`)
      asked.witnesses.push({ id: value, head, isSeen: false })
    } else throw uncheckable(`${shown(name)} is not known`)
  }
  if (asked.folders.length === 0) throw uncheckable('no folder was given')
  return asked
}

/** The bytes of a plain file that is not too long. */
function need(folder, name, most) {
  const path = join(folder, name)
  const size = plainSize(path)
  if (size === null) throw uncheckable(`${name} can not be read`)
  if (size > most) throw uncheckable(`${name} is too long`)
  try {
    return readFileSync(path)
  } catch {
    throw uncheckable(`${name} can not be read`)
  }
}

/** Steps 1 and 2. */
function readManifest(asked, folder) {
  const bytes = need(folder, 'manifest.json', MOST_MANIFEST)
  const signatureText = need(folder, 'manifest.sig', MOST_SIGNATURE).toString('latin1')
  if (plainSize(join(folder, 'audit.jsonl')) === null)
    throw uncheckable('audit.jsonl can not be read')
  const manifest = objectIn(bytes)
  if (manifest === null) throw uncheckable('manifest.json is not a JSON object')
  if (manifest.format !== 'paydesk-audit-export' || manifest.v !== 1)
    throw uncheckable('this is not an export of a known format')
  const rawKey = fromBase64(manifest.publicKey, 32)
  const isWhole =
    isHex(manifest.logId, 16) &&
    typeof manifest.program === 'string' &&
    typeof manifest.madeAt === 'string' &&
    isObject(manifest.filter) &&
    (manifest.purpose === 'export' || manifest.purpose === 'archive') &&
    isSize(manifest.first) &&
    manifest.first >= 1 &&
    isSize(manifest.size) &&
    manifest.first <= manifest.size + 1 &&
    isHex(manifest.chain, 32) &&
    isReached(manifest.reached) &&
    isSize(manifest.full) &&
    isSize(manifest.stubs) &&
    rawKey !== null &&
    isHex(manifest.fingerprint, 32) &&
    Array.isArray(manifest.checkpoints) &&
    manifest.checkpoints.every(
      (c) =>
        isObject(c) &&
        fromBase64(c.body) !== null &&
        fromBase64(c.signature, 64) !== null &&
        fromBase64(c.publicKey, 32) !== null,
    ) &&
    isFileList(manifest.files)
  if (!isWhole) throw uncheckable('manifest.json lacks a part, or a part has another form')
  checkSeal(asked, { bytes, signatureText, manifest, rawKey, what: 'export' })
  const digest = sha256(bytes).toString('hex')
  return { manifest, manifestDigest: digest, logId: Buffer.from(manifest.logId, 'hex') }
}

/** Step 2, but for the folder before. */
function checkSeal(asked, { bytes, signatureText, manifest, rawKey, what }) {
  const signature = signatureText.endsWith('\n') ? fromBase64(signatureText.slice(0, -1), 64) : null
  if (signature === null || !isSigned(bytes, signature, rawKey))
    throw tampered('the signature of manifest.json is wrong')
  if (sha256(rawKey).toString('hex') !== manifest.fingerprint)
    throw tampered('the fingerprint in manifest.json is not that of its key')
  if (asked.fingerprint !== null && asked.fingerprint !== manifest.fingerprint)
    throw tampered(`the ${what} is signed with another key than the one you wrote down`)
}

const isFileList = (value) =>
  Array.isArray(value) &&
  value.every(
    (f) => isObject(f) && typeof f.name === 'string' && isSize(f.bytes) && isHex(f.sha256, 32),
  )

const isReached = (value) =>
  value === null ||
  (isObject(value) && isSize(value.size) && value.size >= 1 && isHex(value.chain, 32))

/** Before step 3: how this folder goes on behind the one before it. */
function checkJoin(before, manifest) {
  const { size, logId, purpose, checkpoints } = before.manifest
  if (manifest.logId !== logId) throw uncheckable('the folders are not of one log')
  if (manifest.first !== size + 1)
    throw uncheckable(`entry ${manifest.first} does not follow entry ${size}: a folder is missing`)
  if (purpose !== 'archive') throw uncheckable('only an archive can have a folder behind it')
  const last = checkpoints.at(-1)
  const first = manifest.checkpoints[0]
  if (last?.body !== first?.body || last?.signature !== first?.signature)
    throw tampered(`the folders do not share the checkpoint at ${size}`, size)
}

/** Step 3, before the first line: the checkpoint that entries before it were archived up to. */
function checkBase(state) {
  const n = state.n
  const { fields } = state.pending ?? {}
  if (fields?.size !== n) throw tampered(`the checkpoint at ${n} is missing`, n)
  if (!isHex(fields.chain, 32)) throw tampered(`the checkpoint at ${n} does not belong here`, n)
  state.chain = Buffer.from(fields.chain, 'hex')
  state.digest = fields.previous
  checkCheckpoint(state, n, state.chain)
}

/** One checkpoint, when its entry is reached. */
function checkCheckpoint(state, n, chain) {
  const { manifest, pending } = state
  const raw = fromBase64(pending.publicKey)
  const body = fromBase64(pending.body)
  const signature = fromBase64(pending.signature)
  const fields = pending.fields
  if (!isSigned(body, signature, raw))
    throw tampered(`the checkpoint at ${n} has a wrong signature`, n)
  const isFormed =
    fields.v === 1 &&
    fields.type === 'checkpoint' &&
    isHex(fields.chain, 32) &&
    typeof fields.at === 'string' &&
    typeof fields.reason === 'string'
  if (!isFormed || fields.logId !== manifest.logId || fields.previous !== state.digest)
    throw tampered(`the checkpoint at ${n} does not belong here`, n)
  if (fields.chain !== chain.toString('hex'))
    throw tampered(
      `the log contradicts its checkpoint at ${n}: entries ${state.signed + 1} to ${n} are not all as they were`,
      state.signed + 1,
    )
  const isForeign = pending.publicKey !== manifest.publicKey
  if (isForeign && state.foreign < state.checked)
    throw tampered(
      `the checkpoint at ${n} carries another key than the one before it`,
      state.signed + 1,
    )
  state.signed = n
  state.digest = sha256(body, signature).toString('hex')
  state.checked += 1
  if (isForeign) state.foreign += 1
  takeNext(state)
}

function takeNext(state) {
  const next = state.manifest.checkpoints[state.checked]
  state.pending = next === undefined ? null : { ...next, fields: objectIn(fromBase64(next.body)) }
}

/** Entries an auditor is told of even where nothing contradicts. */
const NOTED = Object.assign(Object.create(null), {
  'money:resumed': 'money resumed by a person',
  'clock:went-back': 'clock went back',
})

/** Step 3, one line. */
function checkLine(state, bytes) {
  const n = state.n + 1
  const entry = objectIn(bytes)
  const keys = entry === null ? '' : Object.keys(entry).join()
  const isFull = keys === 'seq,body,leaf,chain'
  if (
    (!isFull && keys !== 'seq,leaf,chain') ||
    entry.seq !== n ||
    !isHex(entry.leaf, 32) ||
    !isHex(entry.chain, 32)
  )
    throw tampered(`line ${n} is not entry ${n}`, n)
  const leaf = Buffer.from(entry.leaf, 'hex')
  if (isFull) {
    const body = fromBase64(entry.body)
    const fields = body === null ? null : objectIn(body)
    const isOwn = body !== null && sha256(Uint8Array.of(0), body).equals(leaf)
    if (!isOwn || fields === null || fields.v !== 1 || fields.seq !== n)
      throw tampered(`the text of entry ${n} was changed`, n)
    if (fields.kind === 'audit:archived' && fields.outcome === 'ok' && isObject(fields.details))
      state.named.push(fields.details)
    const noted = typeof fields.kind === 'string' ? NOTED[fields.kind] : undefined
    const at = typeof fields.at === 'string' ? fields.at : 'undefined'
    if (noted !== undefined) state.noted.push(`${noted}: entry ${n}, ${shown(at)}`)
  }
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(n))
  const chain = sha256(Uint8Array.of(2), state.logId, place, state.chain, leaf)
  if (chain.toString('hex') !== entry.chain)
    throw tampered(`entry ${n} does not follow from the one before it`, n)
  if (n > state.manifest.size) throw tampered(`entry ${n} is beyond the end of the export`, n)
  state.n = n
  state.chain = chain
  if (isFull) state.full += 1
  else state.stubs += 1
  notice(state, n)
  if (state.pending?.fields?.size === n) checkCheckpoint(state, n, chain)
}

/** Remembers what steps 7 and 8 ask for while the chain goes by. */
function notice(state, n) {
  const hex = state.chain.toString('hex')
  if (state.asked.reached?.size === n) state.asked.chainReached = hex
  for (const mark of state.marks) if (mark.size === n) mark.seen = hex
  for (const witness of state.asked.witnesses)
    if (hex.startsWith(witness.head)) witness.isSeen = true
}

/** The bytes of a file, a piece at a time: it may be larger than memory. */
function* piecesOf(path) {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    for (let at = 0; at < size;) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, size - at))
      const length = readSync(file, piece)
      if (length === 0) return
      yield piece.subarray(0, length)
      at += length
    }
  } finally {
    closeSync(file)
  }
}

async function checkLines(state, turn) {
  let pieces = []
  let length = 0
  const take = (piece) => {
    pieces.push(piece)
    length += piece.length
    const n = state.n + 1
    if (length > MOST_LINE) throw tampered(`line ${n} is not entry ${n}`, n)
  }
  for (const chunk of piecesOf(join(state.folder, 'audit.jsonl'))) {
    let from = 0
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, to))
      checkLine(state, pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
      pieces = []
      length = 0
      from = to + 1
    }
    if (from < chunk.length) take(chunk.subarray(from))
    await turn?.(state.n)
  }
}

/** Steps 4 to 6. */
async function checkEnd(state, turn) {
  const { manifest, n } = state
  const beyond = []
  for (const one of manifest.checkpoints) {
    const body = fromBase64(one.body)
    const size = objectIn(body)?.size
    if (!isSize(size) || size <= n) continue
    const raw = fromBase64(one.publicKey)
    if (one.publicKey !== manifest.publicKey || !isSigned(body, fromBase64(one.signature), raw))
      throw tampered(`the checkpoint at ${size}, behind the last entry, is not of this log`)
    beyond.push(size)
  }
  if (n < manifest.size || beyond.length > 0)
    throw truncated(
      `the log ends at entry ${n}, but it had reached ${Math.max(manifest.size, ...beyond)}`,
      n + 1,
    )
  if (state.pending !== null) throw tampered('a checkpoint is out of its place')
  if (state.checked > 0 && state.foreign === state.checked)
    throw tampered('no checkpoint is signed with the key of manifest.json', 1)
  if (state.chain.toString('hex') !== manifest.chain)
    throw tampered('the newest entry is not the one in manifest.json', state.signed + 1)
  if (state.full !== manifest.full || state.stubs !== manifest.stubs)
    throw tampered('entries were withheld that manifest.json says are there')
  if (manifest.purpose === 'archive' && (state.signed !== n || state.stubs > 0))
    throw tampered('an archive is whole and ends with a checkpoint')
  const base = manifest.first - 1
  if (base > 0 && manifest.purpose === 'export' && !state.named.some((one) => names(one, state)))
    throw tampered(`no entry says that entries up to ${base} were archived`, base)
  await checkFiles(state, turn)
}

/** Whether an entry says that everything before the first line was archived. */
const names = (details, { manifest, baseChain }) =>
  details.size === manifest.first - 1 && details.chain === baseChain

/** Steps 7 to 9, over all folders. */
function checkEvidence(asked, states) {
  const last = states.at(-1)
  const first = states[0].manifest.first
  const named = states.flatMap((state) => state.named)
  for (const { manifest, manifestDigest } of states) {
    if (manifest.purpose !== 'archive') continue
    const said = named.filter((one) => one.size === manifest.size)
    if (said.some((one) => one.digest !== manifestDigest))
      throw tampered(`the archive up to ${manifest.size} is not the one the log names`)
    if (said.length === 0 && last.manifest.purpose === 'export')
      throw tampered(`the log does not name the archive up to ${manifest.size}`)
  }
  const { n } = last
  if (asked.reached !== null) {
    const { size, chain } = asked.reached
    if (n < size) throw truncated(`the log ends at entry ${n}, but it had reached ${size}`, n + 1)
    if (chain !== null && size < first - 1)
      throw uncheckable(`entry ${size} lies in an archive that was not given`)
    if (chain !== null && chain !== asked.chainReached)
      throw tampered(`entry ${size} is not the one it was`)
  }
  for (const { size, chain, seen } of last.marks) {
    if (n < size && last.manifest.purpose === 'export')
      throw truncated(
        `the log ends at entry ${n}, but the keychain knew that it had reached ${size}`,
        n + 1,
      )
    if (seen !== undefined && seen !== chain)
      throw tampered(`entry ${size} is not the one the keychain knew`)
  }
  const unseen = asked.witnesses.find((witness) => !witness.isSeen)
  if (unseen === undefined) return
  if (first > 1) throw uncheckable(`${unseen.id} may be of an archive that was not given`)
  throw truncated(`the log never was what ${unseen.id} bears witness of`, n + 1)
}

/** Step 6. */
async function checkFiles(state, turn) {
  const { files } = state.manifest
  if (!files.some((file) => file.name === 'audit.jsonl'))
    throw tampered('manifest.json does not name audit.jsonl')
  for (const file of files) {
    if (!isFileName(file.name)) throw tampered(`${shown(file.name)} is not a file name`)
    const path = join(state.folder, file.name)
    if (isThere(path)) await checkFile(file, path, async () => turn?.(state.n))
    else state.notes.push(`not there: ${shown(file.name)}`)
  }
  const listed = new Set(['manifest.json', 'manifest.sig', ...files.map((file) => file.name)])
  for (const name of readdirSync(state.folder, { encoding: 'buffer' }).sort(Buffer.compare))
    if (!listed.has(name.toString('utf8')))
      state.notes.push(`not in the manifest: ${shown(name.toString('latin1'))}`)
}

/** The manifest of an unpacked evidence pack and its bytes, or null for any other folder. */
function packIn(folder) {
  try {
    const bytes = need(folder, 'manifest.json', MOST_MANIFEST)
    const manifest = objectIn(bytes)
    return manifest?.format === 'paydesk-evidence-pack' ? { bytes, manifest } : null
  } catch {
    // What can't be read is told of where it is read as an export.
    return null
  }
}

/** Section 7: the seal of the pack, every file of it, and no file beyond. */
async function checkPack(asked, folder, { bytes, manifest }, turn) {
  const signatureText = need(folder, 'manifest.sig', MOST_SIGNATURE).toString('latin1')
  const rawKey = fromBase64(manifest.publicKey, 32)
  const isWhole =
    manifest.v === 1 &&
    typeof manifest.program === 'string' &&
    typeof manifest.madeAt === 'string' &&
    rawKey !== null &&
    isHex(manifest.fingerprint, 32) &&
    isFileList(manifest.files)
  if (!isWhole) throw uncheckable('manifest.json lacks a part, or a part has another form')
  checkSeal(asked, { bytes, signatureText, manifest, rawKey, what: 'pack' })
  for (const file of manifest.files) {
    const parts = file.name.split('/')
    if (!parts.every(isFileName)) throw tampered(`${shown(file.name)} is not a file of a pack`)
    const path = join(folder, ...parts)
    if (!isThere(path)) throw tampered(`${shown(file.name)} is missing`)
    await checkFile(file, path, () => turn(0))
  }
  const digest = (name) => sha256(readFileSync(join(folder, name))).toString('hex')
  const own = ['manifest.json', 'manifest.sig'].map((name) => ({ name, sha256: digest(name) }))
  const sums = [...manifest.files, ...own].map((file) => `${file.sha256}  ${file.name}\n`).join('')
  const listed = new Set([...manifest.files, ...own].map((file) => file.name))
  const names = namesBelow(folder, manifest.files)
  const hasSums = names.some((name) => name.toString('utf8') === 'SHA256SUMS')
  listed.add('SHA256SUMS')
  for (const name of names)
    if (!listed.has(name.toString('utf8')))
      throw tampered(`${shown(name.toString('latin1'))} is not of the pack`)
  if (hasSums) {
    const expected = Buffer.from(sums)
    const path = join(folder, 'SHA256SUMS')
    const isSame = plainSize(path) === expected.length && readFileSync(path).equals(expected)
    if (!isSame) throw tampered('SHA256SUMS was changed')
  }
  return manifest
}

async function checkFile(file, path, turn) {
  const size = plainSize(path)
  if (size === null) throw tampered(`${shown(file.name)} is not a plain file`)
  // Whoever made the folder may have made one longer than anybody can read.
  if (size !== file.bytes) throw tampered(`${shown(file.name)} was changed`)
  const hash = createHash('sha256')
  for (const chunk of piecesOf(path)) {
    hash.update(chunk)
    await turn()
  }
  if (hash.digest('hex') !== file.sha256) throw tampered(`${shown(file.name)} was changed`)
}

/** Everything in the folder but the folders that listed files lie in, by the bytes of its name. */
function namesBelow(folder, files) {
  const parents = new Set()
  for (const { name } of files)
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1))
      parents.add(name.slice(0, at))
  const found = []
  const places = [Buffer.alloc(0)]
  for (let before = places.pop(); before !== undefined; before = places.pop()) {
    const place = Buffer.concat([Buffer.from(`${folder}/`), before])
    for (const one of readdirSync(place, { encoding: 'buffer', withFileTypes: true })) {
      const name = Buffer.concat([before, one.name])
      if (one.isDirectory() && parents.has(name.toString('utf8')))
        places.push(Buffer.concat([name, Buffer.from('/')]))
      else found.push(name)
    }
  }
  return found.sort(Buffer.compare)
}

/** The folders whose logs are to be checked, and the manifest of the pack where there is one. */
async function unpacked(asked, turn) {
  const packs = asked.folders.map((folder) => [folder, packIn(folder)]).filter(([, pack]) => pack)
  if (packs.length === 0) return { folders: asked.folders, pack: null }
  if (asked.folders.length > 1) throw uncheckable('an evidence pack is checked alone')
  const [[folder, found]] = packs
  const pack = await checkPack(asked, folder, found, turn)
  return { folders: [join(folder, 'audit')], pack }
}

/**
 * Steps 1 to 6 for one folder; `states` are the ones before it, and it becomes one of them once
 * step 2 is passed.
 */
async function checkFolder(asked, folder, states, turn) {
  const found = readManifest(asked, folder)
  const state = { asked, folder, ...found, n: found.manifest.first - 1, full: 0, stubs: 0 }
  const before = states.at(-1)
  states.push(state)
  Object.assign(state, {
    chain: Buffer.alloc(32),
    signed: 0,
    digest: ZEROS,
    checked: 0,
    foreign: 0,
  })
  Object.assign(state, { named: [], noted: [], notes: [] })
  // Of the folders up to here: where the keychain said the log had come to.
  state.marks = before?.marks ?? []
  const { reached } = state.manifest
  if (reached !== null) state.marks.push({ size: reached.size, chain: reached.chain })
  if (before !== undefined) checkJoin(before, state.manifest)
  takeNext(state)
  if (state.n > 0) checkBase(state)
  state.baseChain = state.chain.toString('hex')
  notice(state, state.n)
  await checkLines(state, turn)
  await checkEnd(state, turn)
}

/**
 * What the program does, without ending one: its exit code and what it prints. `turn` is awaited
 * now and then with the number of the entry that was reached; what it throws ends the check.
 */
export async function check(list, turn) {
  const states = []
  let verdict
  let pack = null
  let ended = null
  const watch = async (n) => {
    try {
      await turn?.(n)
    } catch (error) {
      ended = { error }
      throw error
    }
  }
  try {
    const asked = readArguments(list)
    const found = await unpacked(asked, watch)
    pack = found.pack
    for (const folder of found.folders) await checkFolder(asked, folder, states, watch)
    checkEvidence(asked, states)
    if (pack !== null && pack.fingerprint !== states[0].manifest.fingerprint)
      throw tampered('the pack and the log in it are signed with different keys')
    const sum = (name) => states.reduce((total, state) => total + state[name], 0)
    const entries = sum('full') + sum('stubs')
    verdict = new Verdict(
      'intact',
      `all ${entries} entries and ${sum('checked')} checkpoints agree`,
    )
  } catch (error) {
    if (ended !== null) throw ended.error
    verdict = error instanceof Verdict ? error : uncheckable('a file or folder can not be read')
  }
  const lines = [`${verdict.word}: ${verdict.message}`]
  if (verdict.word === 'tampered' || verdict.word === 'truncated')
    lines.push(`first bad entry: ${verdict.bad}`)
  if (pack !== null) lines.push(`evidence pack: ${pack.files.length} files, none beyond them`)
  for (const [index, state] of states.entries()) {
    const { first, size, reached } = state.manifest
    if (states.length > 1) lines.push(`folder ${index + 1}: entries ${first} to ${size}`)
    else if (first > 1) lines.push(`begins behind: entry ${first - 1}, archived`)
    lines.push(
      `log: ${state.manifest.logId}`,
      `entries: ${state.full} full, ${state.stubs} stubs`,
      `checkpoints: ${state.checked} (${state.foreign} under another key)`,
      `behind the last checkpoint: ${state.n - state.signed}`,
      `mark of the keychain: ${reached === null ? 'none' : `entry ${reached.size}`}`,
      `key fingerprint: ${state.manifest.fingerprint}`,
      ...state.noted.slice(0, MOST_NOTED),
    )
    if (state.noted.length > MOST_NOTED) lines.push(`and ${state.noted.length - MOST_NOTED} more`)
    lines.push(...state.notes)
  }
  return { code: CODES[verdict.word], text: `${lines.join('\n')}\n` }
}

const program = process.argv[1]
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  const { code, text } = await check(process.argv.slice(2))
  process.stdout.write(text)
  process.exitCode = code
}
