#!/usr/bin/env node
// Checks exports of a team; needs Node 20 or later and nothing else. It reads the folders and
// writes nothing. Two exports are held against each other: where both have a record of one place,
// it has to be the same. The format and every step are described in docs/team.md, section 8; the
// numbers below are that page's. Usage: node verify-team.mjs <folder>... [--founder <fingerprint>]
// [--note <file>]...
import { createHash, createPublicKey, verify } from 'node:crypto'
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CODES = { intact: 0, tampered: 2, truncated: 3, uncheckable: 4 }
const MOST_BYTES = 1024 * 1024 * 1024
const MOST_BODY = 16_384
const MOST_NOTE = 65_536

class Verdict extends Error {
  constructor(word, sentence, bad = null) {
    super(sentence)
    this.word = word
    this.bad = bad
  }
}
const at = ({ desk, n }) => `record ${n} of ${desk}`
const tampered = (why, record) => new Verdict('tampered', `${at(record)}: ${why}`, record)
const truncated = (why, record) => new Verdict('truncated', `${at(record)}: ${why}`, record)
const uncheckable = (sentence) => new Verdict('uncheckable', sentence)

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const has = (value, names) =>
  isObject(value) && JSON.stringify(Object.keys(value)) === JSON.stringify(names)
const isNumber = (value, least) => Number.isSafeInteger(value) && value >= least
const isText = (value, least, most) =>
  typeof value === 'string' && value.length >= least && value.length <= most
const matches = (value, pattern) => typeof value === 'string' && pattern.test(value)
const shown = (text) => Array.from(text, (c) => (/^[\x20-\x7e]$/.test(c) ? c : '?')).join('')

function base64Of(text, length) {
  if (typeof text !== 'string') return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) return null
  return length === undefined || bytes.length === length ? bytes : null
}

function isSigned(bytes, signature, rawKey) {
  const key = { kty: 'OKP', crv: 'Ed25519', x: rawKey.toString('base64url') }
  try {
    return verify(null, bytes, createPublicKey({ key, format: 'jwk' }), signature)
  } catch {
    return false
  }
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
function isWeak(text) {
  const bytes = Buffer.from(text, 'base64')
  bytes[31] &= 0x7f
  return WEAK.includes(bytes.toString('hex'))
}

// --- One record (section 2) ----------------------------------------------------------------------

/** The one text of a value. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const parts = Object.keys(value).sort()
  return `{${parts.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

function bodyIn(bytes) {
  const text = bytes.toString('utf8')
  if (bytes.length > MOST_BODY || !Buffer.from(text, 'utf8').equals(bytes)) return null
  try {
    const value = JSON.parse(text)
    return canonical(value) === text ? value : null
  } catch {
    // No JSON, or too deep: neither is the one form.
    return null
  }
}

const DESK = /^[a-z][a-z0-9-]{0,30}$/
const PERSON = /^p-[0-9a-f]{16}$/
const DIGEST = /^([0-9a-f]{64})?$/
const KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/
const SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/
const SEALED =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/
const APPROVAL =
  /^approval\/\d{13}\/[0-9a-f]{32}\/ap-[0-9a-f]{16}\/[a-z][a-z0-9-]{0,30}\/[a-z][a-z0-9-]{0,30}$/
const STATES = ['NOT_SENT', 'REJECTED', 'SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND']
const FIELDS = [
  ...['before', 'desk', 'epoch', 'facts', 'kind', 'n', 'prev', 'team', 'topic', 'v', 'version'],
]

const isKey = (facts) => has(facts, ['key']) && matches(facts.key, KEY)
const isMoney = (amount) =>
  Array.isArray(amount) &&
  amount.length === 2 &&
  matches(amount[0], /^[1-9]\d{0,17}$/) &&
  matches(amount[1], /^[A-Z]{3}$/)
const isId = (id) => matches(id, /^[!-~]{1,64}$/)
const isKnown = (ids) =>
  isList(ids, 0, 100, isId) && ids.every((id, i) => i === 0 || ids[i - 1] < id)
const isHead = (head) =>
  Array.isArray(head) &&
  head.length === 3 &&
  matches(head[0], DESK) &&
  isNumber(head[1], 1) &&
  matches(head[2], /^[0-9a-f]{64}$/)
const isLength = (one) =>
  Array.isArray(one) && one.length === 2 && matches(one[0], DESK) && isNumber(one[1], 1)
const isList = (list, least, most, isOne) =>
  Array.isArray(list) && list.length >= least && list.length <= most && list.every(isOne)
const FACTS = {
  founded: isKey,
  joined: isKey,
  person: (facts) =>
    has(facts, ['key', 'name']) && matches(facts.key, KEY) && isText(facts.name, 1, 60),
  left: (facts) =>
    has(facts, ['reason', 'upTo']) &&
    isText(facts.reason, 1, 500) &&
    isList(facts.upTo, 0, 300, isLength) &&
    facts.upTo.every((one, i) => i === 0 || facts.upTo[i - 1][0] < one[0]),
  present: (facts) => has(facts, []),
  excused: (facts) => has(facts, ['reason']) && isText(facts.reason, 1, 500),
  beat: (facts) =>
    has(facts, ['heads']) &&
    isList(facts.heads, 1, 100, isHead) &&
    facts.heads.every((head, i) => i === 0 || facts.heads[i - 1][0] < head[0]),
  on: (facts) => has(facts, ['at']) && isNumber(facts.at, 0),
  off: (facts) => has(facts, ['at']) && isNumber(facts.at, 0),
  claim: (facts) =>
    (has(facts, ['amount', 'at', 'by', 'operation']) ||
      (has(facts, ['amount', 'at', 'by', 'known', 'operation']) && isKnown(facts.known))) &&
    (facts.amount === null || isMoney(facts.amount)) &&
    isNumber(facts.at, 0) &&
    isText(facts.by, 1, 60) &&
    isText(facts.operation, 1, 64),
  outcome: (facts) => has(facts, ['state']) && STATES.includes(facts.state),
  shown: (facts) =>
    has(facts, ['amount', 'at', 'id', 'type']) &&
    isMoney(facts.amount) &&
    isNumber(facts.at, 0) &&
    isId(facts.id) &&
    isText(facts.type, 1, 64),
  signed: (facts) =>
    has(facts, ['id', 'reason', 'signature']) &&
    matches(facts.id, PERSON) &&
    isText(facts.reason, 1, 500) &&
    matches(facts.signature, SIGNATURE),
  approval: (facts) =>
    has(facts, ['sealed']) &&
    (facts.sealed === null || (isText(facts.sealed, 40, 15_000) && matches(facts.sealed, SEALED))),
  released: (facts) =>
    has(facts, ['people', 'reason']) &&
    isText(facts.reason, 1, 500) &&
    isList(
      facts.people,
      2,
      10,
      (one) =>
        has(one, ['id', 'signature']) &&
        matches(one.id, PERSON) &&
        matches(one.signature, SIGNATURE),
    ),
}

function isBody(value) {
  return (
    has(value, FIELDS) &&
    value.v === 1 &&
    matches(value.team, /^[0-9a-f]{32}$/) &&
    matches(value.desk, DESK) &&
    isNumber(value.n, 1) &&
    matches(value.prev, DIGEST) &&
    isText(value.topic, 1, 2_000) &&
    isNumber(value.version, 1) &&
    matches(value.before, DIGEST) &&
    isText(value.epoch, 0, 2_000) &&
    Object.hasOwn(FACTS, value.kind) &&
    FACTS[value.kind](value.facts)
  )
}

// --- The folder (section 8) ----------------------------------------------------------------------

function need(folder, name, most) {
  try {
    const path = join(folder, name)
    const found = lstatSync(path)
    if (found.isFile() && found.size <= most) return readFileSync(path)
  } catch {
    // Told below.
  }
  throw uncheckable(`${shown(name)} can not be read`)
}

/** Step 1. */
function manifestIn(folder) {
  const value = bodyIn(need(folder, 'team.json', MOST_BODY))
  const isWhole =
    has(value, ['by', 'format', 'founder', 'founderKey', 'records', 'team', 'v']) &&
    value.format === 'paydesk-team-export' &&
    value.v === 1 &&
    matches(value.team, /^[0-9a-f]{32}$/) &&
    matches(value.by, DESK) &&
    matches(value.founder, DESK) &&
    matches(value.founderKey, KEY) &&
    isNumber(value.records, 0)
  if (!isWhole) throw uncheckable('team.json is not of a known form')
  return value
}

/** Step 2. */
function recordsIn(folder) {
  const lines = need(folder, 'team.jsonl', MOST_BYTES).toString('latin1').split('\n')
  if (lines.pop() !== '') throw new Verdict('tampered', 'the last line has no end')
  return lines.map((line, i) => {
    const broken = new Verdict('tampered', `line ${i + 1} is no record`)
    let parts
    try {
      parts = JSON.parse(line)
    } catch {
      throw broken
    }
    if (!has(parts, ['body', 'signature']) || JSON.stringify(parts) !== line) throw broken
    const [bytes, signature] = [base64Of(parts.body), base64Of(parts.signature, 64)]
    const body = bytes === null ? null : bodyIn(bytes)
    if (signature === null || body === null || !isBody(body)) throw broken
    return { ...body, bytes, signature, digest: sha256(bytes, signature).toString('hex') }
  })
}

const HEAD = Buffer.from('paydesk team record 1\n')
const isClaimed = (topic) => topic.startsWith('order/') || /^pay\/[0-9a-f]{64}$/.test(topic)
const isRoster = (topic) => /^(desk|person)\//.test(topic)

/** Step 3: who belongs to the team, by the founder's word alone. */
function rosterOf(manifest, records) {
  const { founder, founderKey, team } = manifest
  const [desks, people, left, versions] = [new Map(), new Map(), new Map(), new Map()]
  for (const record of records) {
    const { kind, topic, facts } = record
    if (record.desk !== founder || !isRoster(topic)) continue
    if (record.team !== team) throw tampered('it was made for another team', record)
    if (!isSigned(Buffer.concat([HEAD, record.bytes]), record.signature, keyOf(founderKey)))
      throw tampered('its computer did not sign it', record)
    const name = topic.slice(topic.indexOf('/') + 1)
    const isDesk = topic.startsWith('desk/')
    const last = versions.get(topic)
    versions.set(topic, record.version)
    if (last !== undefined) {
      if (record.version <= last) throw tampered('another record says so before it', record)
      const isOwn = !isDesk || facts.upTo?.every(([desk]) => desk === name)
      if (kind !== 'left' || !isOwn || topic === `desk/${founder}`)
        throw tampered('after a computer or a person was let in, only that it left is said', record)
      left.set(topic, new Map(facts.upTo))
      continue
    }
    if (record.version !== 1 || record.before !== '')
      throw tampered('another record stands before it', record)
    if (!(isDesk ? ['founded', 'joined'] : ['person']).includes(kind))
      throw tampered('a record of this kind does not belong here', record)
    if (isWeak(facts.key)) throw tampered('anybody could sign with the key that it names', record)
    const isFounder = isDesk && name === founder
    if (isDesk && ((kind === 'founded') !== isFounder || (isFounder && facts.key !== founderKey)))
      throw tampered('only the founder lets somebody in', record)
    if (isDesk) desks.set(name, facts.key)
    else people.set(name, facts.key)
  }
  return { founder, desks, people, left }
}

const keyOf = (text) => Buffer.from(text, 'base64')

/** Whether it was written before that computer or person left, as the founder said. */
function isBefore({ left }, topic, { desk, n }) {
  const upTo = left.get(topic)
  return upTo === undefined || n <= (upTo.get(desk) ?? 0)
}

/** Step 4: each record by itself, and after its desk's record before. */
function checkDesks(manifest, roster, records) {
  const ends = new Map()
  for (const record of records) {
    if (record.team !== manifest.team) throw tampered('it was made for another team', record)
    const key = roster.desks.get(record.desk)
    if (key === undefined) throw tampered('nobody let its computer in', record)
    if (!isSigned(Buffer.concat([HEAD, record.bytes]), record.signature, keyOf(key)))
      throw tampered('its computer did not sign it', record)
    if (!isBefore(roster, `desk/${record.desk}`, record))
      throw tampered('its computer had left the team', record)
    const end = ends.get(record.desk) ?? { n: 0, digest: '' }
    if (record.n !== end.n + 1) throw tampered('a record before it is missing', record)
    if (record.prev !== end.digest) throw tampered('it names another record before it', record)
    ends.set(record.desk, record)
  }
}

/** Step 5: each topic from its beginning, and who may say what. */
function checkTopics(roster, records) {
  const topics = new Map()
  for (const record of records) {
    const list = topics.get(record.topic)
    if (list === undefined) topics.set(record.topic, [record])
    else list.push(record)
  }
  for (const list of topics.values()) {
    list.sort((one, other) => one.version - other.version)
    let before = { version: 0, digest: '' }
    for (const [i, record] of list.entries()) {
      if (record.version !== before.version + 1 || record.before !== before.digest)
        throw tampered('it does not follow the record before it of its topic', record)
      checkPlace(roster, record, list.slice(0, i))
      before = record
    }
  }
}

function checkPlace(roster, record, earlier) {
  const { topic, kind, desk, epoch, version } = record
  const before = earlier.at(-1)
  if (isClaimed(topic)) {
    if (version % 2 === 1) {
      if (kind !== 'claim') throw tampered('a claim follows an outcome', record)
    } else if (kind === 'outcome') {
      if (desk !== before.desk)
        throw tampered('only who has the order says what came of it', record)
    } else if (kind === 'shown') {
      if (!isShown(record, earlier))
        throw tampered('a status frees an order only by what is surely of its last claim', record)
    } else if (kind !== 'released') throw tampered('an outcome follows a claim', record)
    else if (!isReleased(roster, record, before))
      throw tampered('two people have to sign a release, each once', record)
    return
  }
  const isIts =
    (isRoster(topic) && desk === roster.founder) ||
    (kind === 'signed' && topic.startsWith('release/')) ||
    (kind === 'approval' && APPROVAL.test(topic) && topic.endsWith(`/${desk}`)) ||
    (kind === 'beat' && topic === `beat/${desk}`) ||
    ((kind === 'on' || kind === 'off') && topic === `on/${desk}`) ||
    (kind === 'present' && topic === `present/${epoch}/${desk}`) ||
    (kind === 'excused' && desk === roster.founder && topic.startsWith(`present/${epoch}/`))
  if (!isIts) throw tampered('a record of this kind does not belong here', record)
}

/** As what a status tells the requests about an order. */
const TYPES = {
  capture: ['capture'],
  void: ['void', 'cancel'],
  return: ['reversal', 'refund', 'cancel'],
}
const isOfType = ({ operation }, type) =>
  Object.hasOwn(TYPES, operation) && TYPES[operation].includes(type)
/** A cancel may be the rest of a hold that was let go, and no refund. */
const isProof = (own, type) =>
  isOfType(own, type) && !(own.operation === 'return' && type === 'cancel')
const isSame = (one, other) => one !== null && one[0] === other[0] && one[1] === other[1]

/** Whether the transaction is that of the last claim, and of no earlier one. */
function isShown({ desk, facts }, records) {
  const { type, id, amount } = facts
  const claim = records.at(-1)
  const { known, ...own } = claim.facts
  if (desk === claim.desk || known === undefined || known.includes(id)) return false
  if (!isProof(own, type) || !isSame(own.amount, amount)) return false
  return records.slice(0, -1).every((record, i) => {
    if (record.kind === 'shown') return record.facts.id !== id
    if (record.kind !== 'claim' || !isOfType(record.facts, type)) return true
    const other = record.facts.amount
    if (other !== null && !isSame(other, amount)) return true
    const end = records[i + 1]
    return end.kind === 'shown' || (end.kind === 'outcome' && end.facts.state === 'NOT_SENT')
  })
}

function isReleased(roster, record, claim) {
  const { team, facts } = record
  const reason = sha256(Buffer.from(facts.reason, 'utf8')).toString('hex')
  const text = Buffer.from(`paydesk team release 1\n${team}\n${claim.digest}\n${reason}`)
  const keys = new Set()
  for (const { id, signature } of facts.people) {
    const key = roster.people.get(id)
    if (key === undefined || !isBefore(roster, `person/${id}`, record)) return false
    if (!isSigned(text, Buffer.from(signature, 'base64'), keyOf(key))) return false
    keys.add(key)
  }
  return keys.size >= 2
}

/** Step 6: what the heartbeats saw. */
function checkBeats(records) {
  const places = new Map(records.map((record) => [`${record.desk} ${record.n}`, record]))
  const last = new Map()
  for (const { desk, n, epoch } of records)
    last.set(`${desk} ${epoch}`, Math.max(n, last.get(`${desk} ${epoch}`) ?? 0))
  for (const record of records) {
    if (record.kind !== 'beat') continue
    for (const [desk, n, digest] of record.facts.heads) {
      const found = places.get(`${desk} ${n}`)
      if (found === undefined)
        throw truncated(`${record.desk} signed that it saw it, and it is not there`, { desk, n })
      // A fail-over lost the record that was seen, and its desk had no answer for it.
      const isLater = found.epoch !== record.epoch && (last.get(`${desk} ${record.epoch}`) ?? 0) < n
      if (found.digest !== digest && !isLater)
        throw tampered(`${record.desk} signed that it saw another record in its place`, { desk, n })
    }
  }
}

/** The root of RFC 6962 over the leaves of an ascending list. */
function rootOf(leaves) {
  if (leaves.length === 0) return sha256()
  let level = leaves.map((leaf) => sha256(Uint8Array.of(0), leaf))
  while (level.length > 1) {
    const next = []
    for (let i = 0; i < level.length; i += 2)
      next.push(i + 1 < level.length ? sha256(Uint8Array.of(1), level[i], level[i + 1]) : level[i])
    level = next
  }
  return level[0]
}

/** Step 7: a signed note of C2SP. Null where it has another form. */
function noteIn(bytes) {
  const text = bytes.toString('utf8')
  const found =
    /^(paydesk\/([0-9a-f]{32})\/([a-z][a-z0-9-]{0,30}))\n([1-9]\d{0,14})\n([^\n]*)\n\n((?:— [^ \n]+ [^ \n]+\n)+)$/u.exec(
      text,
    )
  if (found === null || !Buffer.from(text, 'utf8').equals(bytes)) return null
  const [, , team, desk, size, rootText, lines] = found
  const root = base64Of(rootText, 32)
  if (root === null) return null
  const signatures = lines
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, name, signed]) => ({ name, signed: base64Of(signed) }))
  const signedText = Buffer.from(text.slice(0, text.indexOf('\n\n') + 1), 'utf8')
  return { team, desk, size: Number(size), root, signatures, signedText }
}

function checkNote(manifest, roster, records, bytes, what) {
  const note = noteIn(bytes)
  if (note === null) throw new Verdict('tampered', `${what} is no signed note`)
  if (note.team !== manifest.team) throw uncheckable(`${what} is of another team`)
  const isIts = note.signatures.some(({ name, signed }) => {
    const key = roster.desks.get(name.slice(`paydesk/${manifest.team}/`.length))
    if (key === undefined || signed === null || signed.length !== 68) return false
    if (!name.startsWith(`paydesk/${manifest.team}/`)) return false
    const id = sha256(name, '\n', Uint8Array.of(1), keyOf(key)).subarray(0, 4)
    return (
      signed.subarray(0, 4).equals(id) && isSigned(note.signedText, signed.subarray(4), keyOf(key))
    )
  })
  if (!isIts) throw new Verdict('tampered', `${what} is not signed by a computer of the team`)
  const own = records.filter(({ desk }) => desk === note.desk)
  const place = { desk: note.desk, n: Math.min(own.length + 1, note.size) }
  if (own.length < note.size) throw truncated(`${what} says that ${note.size} were there`, place)
  const root = rootOf(
    own.slice(0, note.size).map(({ bytes: body, signature }) => Buffer.concat([body, signature])),
  )
  if (!root.equals(note.root)) throw tampered(`${what} says that others were there`, place)
  return note
}

function checkFolder(asked, folder) {
  const manifest = manifestIn(folder)
  const fingerprint = sha256(keyOf(manifest.founderKey)).toString('hex')
  if (asked.founder !== null && asked.founder !== fingerprint)
    throw new Verdict('tampered', 'the team was founded by another key than the one you wrote down')
  const records = recordsIn(folder)
  const roster = rosterOf(manifest, records)
  checkDesks(manifest, roster, records)
  checkTopics(roster, records)
  checkBeats(records)
  if (records.length < manifest.records)
    throw new Verdict('truncated', `${records.length} of ${manifest.records} records are there`)
  const desks = [...new Set(records.map(({ desk }) => desk))]
  for (const desk of desks) {
    const what = `notes/${desk}.note`
    const note = checkNote(manifest, roster, records, need(folder, what, MOST_NOTE), what)
    if (note.desk !== desk) throw new Verdict('tampered', `${what} is of another computer`)
  }
  for (const { path, bytes } of asked.notes)
    checkNote(manifest, roster, records, bytes, shown(path))
  return { manifest, fingerprint, records, desks }
}

/** Step 8: two exports, held against each other. */
function checkForks([first, ...others]) {
  for (const other of others) {
    const { team, founderKey } = other.manifest
    if (team !== first.manifest.team || founderKey !== first.manifest.founderKey)
      throw uncheckable('the exports are not of one team')
    const there = new Map(other.records.map((record) => [`${record.desk} ${record.n}`, record]))
    for (const record of first.records) {
      const found = there.get(`${record.desk} ${record.n}`)
      if (found !== undefined && found.digest !== record.digest)
        throw tampered(
          `a fork: ${record.digest} (${shown(record.topic)}) and ${found.digest} (${shown(found.topic)})`,
          record,
        )
    }
    const key = ({ topic, version }) => `${version} ${topic}`
    const turns = new Map(other.records.map((record) => [key(record), record]))
    for (const record of first.records) {
      const found = turns.get(key(record))
      if (found !== undefined && found.digest !== record.digest)
        throw tampered(
          `a fork: ${at(record)} and ${at(found)} are both version ${record.version} of ${shown(record.topic)}`,
          record,
        )
    }
  }
}

function readArguments(list) {
  const asked = { folders: [], founder: null, notes: [] }
  for (let i = 0; i < list.length; i += 1) {
    if (!list[i].startsWith('--')) {
      asked.folders.push(list[i])
      continue
    }
    const [name, value] = [list[i], list[(i += 1)]]
    if (value === undefined) throw uncheckable(`${shown(name)} needs a value`)
    if (name === '--founder') {
      asked.founder = value.toLowerCase()
      if (!matches(asked.founder, /^[0-9a-f]{64}$/))
        throw uncheckable('--founder takes 64 hex digits')
    } else if (name === '--note')
      asked.notes.push({ path: value, bytes: need('', value, MOST_NOTE) })
    else throw uncheckable(`${shown(name)} is not known`)
  }
  if (asked.folders.length === 0) throw uncheckable('no folder was given')
  return asked
}

/** What the program does, without ending one: its exit code and what it prints. */
export function check(list) {
  try {
    const asked = readArguments(list)
    const found = asked.folders.map((folder) => checkFolder(asked, folder))
    checkForks(found)
    const lines = [
      `intact: all ${found.map(({ records }) => records.length).join(' and ')} records hold`,
    ]
    for (const { manifest, fingerprint, desks } of found)
      lines.push(
        `team: ${manifest.team}, exported by ${manifest.by}`,
        `founder: ${manifest.founder} ${fingerprint}`,
        `computers that wrote: ${desks.join(', ')}`,
      )
    return { code: CODES.intact, text: `${lines.join('\n')}\n` }
  } catch (error) {
    const verdict =
      error instanceof Verdict ? error : uncheckable('a file or folder can not be read')
    const lines = [`${verdict.word}: ${verdict.message}`]
    if (verdict.bad !== null) lines.push(`first bad record: ${verdict.bad.desk} ${verdict.bad.n}`)
    return { code: CODES[verdict.word], text: `${lines.join('\n')}\n` }
  }
}

const program = process.argv[1]
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  const { code, text } = check(process.argv.slice(2))
  process.stdout.write(text)
  process.exitCode = code
}
