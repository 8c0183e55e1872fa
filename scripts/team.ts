// The database of a team, set up and looked at by the person who keeps it: npm run -s team --
// --init URL --ca FILE --folder FOLDER. Passwords come from the environment or are made here; none
// is ever taken from the command line.
import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foundTeam, type SaidSo, sayAsFounder } from '../src/main/team/claims/found-team.ts'
import { createTeam, type TeamParts } from '../src/main/team/claims/create-team.ts'
import { readRoster } from '../src/main/team/claims/enter.ts'
import { type LeftSaid, sayLeft } from '../src/main/team/claims/say-left.ts'
import type { Standing } from '../src/main/team/claims/team-port.ts'
import { publicKeyIn } from '../src/main/desk/people/public-key.ts'
import { joinLine } from '../src/main/desk/team/join-file.ts'
import { readAddress, type TeamAddress } from '../src/main/team/database/address.ts'
import {
  closeLogin,
  durabilityOf,
  initDatabase,
  openLogin,
  Refused,
} from '../src/main/team/database/init.ts'
import { storedIn } from '../src/main/team/database/rows.ts'
import { openSession, type Session } from '../src/main/team/database/session.ts'
import { keyText, type StoredRecord } from '../src/main/team/records/record.ts'
import type { Roster } from '../src/main/team/records/roster.ts'
import { paymentKeyOf } from '../src/main/team/records/topics.ts'
import { teamFlaws } from '../src/main/team/records/verify-team.ts'
import {
  holdFolder,
  keyIn,
  type Membership,
  newPassword,
  openFolder,
  ownRecordsIn,
  passwordIn,
  readMembership,
  writeMembership,
  writeWhole,
} from './team/desk-folder.ts'
import { exportFiles } from './team/export.ts'
import {
  addressFlaws,
  durabilities,
  flawText,
  notSaid,
  standingText,
  stepTexts,
  usage,
  weakText,
} from './team/texts.ts'

const options = {
  init: { type: 'string' },
  add: { type: 'string' },
  person: { type: 'string' },
  excuse: { type: 'string' },
  remove: { type: 'string' },
  'remove-person': { type: 'string' },
  check: { type: 'boolean' },
  verify: { type: 'boolean' },
  export: { type: 'string' },
  folder: { type: 'string' },
  ca: { type: 'string' },
  name: { type: 'string' },
  key: { type: 'string' },
  reason: { type: 'string' },
} as const

const say = (line: string): void => void process.stdout.write(`${line}\n`)
class Wrong extends Error {}
function wrong(message: string): never {
  throw new Wrong(message)
}

type Given = ReturnType<typeof read>
const read = () => {
  try {
    return parseArgs({ options }).values
  } catch {
    return wrong(usage)
  }
}

/** Whoever calls this program waits for it, and no window does. */
const limits = { connectMs: 20_000, statementMs: 10_000, answerMs: 12_000 }

async function ownerSession(address: TeamAddress, ca: string, database: string): Promise<Session> {
  const password =
    process.env['PGPASSWORD'] ?? wrong('Set PGPASSWORD to the password of that login.')
  const session = await openSession({ ...address, ca, password, database, limits })
  if ('unreached' in session)
    return wrong(`There is no verified connection to ${address.host}: ${session.unreached}.`)
  return session
}

async function init(given: Given, url: string, folder: string): Promise<void> {
  const address = readAddress(url)
  if (typeof address === 'string') return wrong(addressFlaws[address])
  if (given.ca === undefined || !existsSync(given.ca))
    return wrong('Name the CA’s certificate with --ca.')
  const ca = readFileSync(given.ca, 'utf8')
  openFolder(folder)
  hold(folder)
  const known = readMembership(folder)
  const desk = known?.desk ?? given.name ?? 'office'
  const owner = await ownerSession(address, ca, address.database)
  try {
    for (const { name, isNew } of await initDatabase(owner, address.database))
      say(`${isNew ? 'Done now' : 'Was there'}: ${stepTexts[name] ?? name}`)
    const team = known?.id.team ?? randomBytes(16).toString('hex')
    const id = { team, founder: { desk, key: keyText(keyIn(folder)) } }
    const own: Membership = { id, desk, address: { ...address, user: desk }, ca }
    const { database } = address
    const password = passwordIn(folder)
    const login = await openLogin(owner, { database, desk, password, mayRenew: false })
    if (known === null && login === null)
      wrong(`A login named ${desk} is there already. Choose another name with --name.`)
    if (known === null) writeMembership(folder, own)
    await login?.keep()
    const founded = await foundTeam(partsOf(folder, own))
    if (founded === 'other-team') return wrong('This database belongs to another team.')
    if (founded !== 'in') return wrong(standingText(founded))
    say(`${known === null ? 'Done now' : 'Was there'}: the team ${team}, founded by ${desk}`)
  } finally {
    await owner.close()
  }
}

function partsOf(folder: string, { id, desk, address, ca }: Membership): TeamParts {
  return {
    ...{ id, desk, key: keyIn(folder), own: ownRecordsIn(folder) },
    now: () => ({ steadyMs: performance.now(), wallMs: Date.now() }),
    open: () => openSession({ ...address, ca, password: passwordIn(folder), limits }),
  }
}

function membershipOf(folder: string): Membership {
  const own =
    readMembership(folder) ?? wrong(`${folder} is no folder of a team: begin with --init.`)
  hold(folder)
  return own
}

const held: { release(): void }[] = []
/** Until this program ends. */
function hold(folder: string): void {
  const one = holdFolder(folder)
  if (one === null) return wrong(`Another program is at work in ${folder}. Wait for it to end.`)
  held.push(one)
}

async function add(given: Given, desk: string, folder: string): Promise<void> {
  const own = membershipOf(folder)
  const key = publicKeyIn(given.key ?? '')
  if (!('key' in key)) return wrong('--key takes the public key of the computer: PDK1-….')
  const password = newPassword()
  const user = process.env['PGUSER'] ?? wrong('Set PGUSER to the owner’s login.')
  const owner = await ownerSession({ ...own.address, user }, own.ca, own.address.database)
  let done: 'in' | 'taken'
  try {
    const login =
      (await openLogin(owner, {
        database: own.address.database,
        desk,
        password,
        mayRenew: true,
      })) ??
      wrong(`A login named ${desk} is there already. Let the computer in under another name.`)
    // Whoever is not let in leaves no login behind: its session ends without COMMIT.
    const parts = partsOf(folder, own)
    done = saidOf(await sayAsFounder(parts, { kind: 'joined', desk, key: key.key }), desk)
    await login.keep()
  } finally {
    await owner.close()
  }
  say(
    done === 'in'
      ? `${desk} is let in. Its join line, with a password that is shown only once:`
      : `${desk} was let in before. Its join line, with a new password that is shown only once:`,
  )
  const { id, address, ca } = own
  const paymentKey = paymentKeyOf(keyIn(folder), id.team)
  say(joinLine({ membership: { ...id, desk, address, ca }, password, paymentKey }))
}

/** Lets a person in, who then signs releases: their id is of their key. */
async function person(given: Given, name: string, folder: string): Promise<void> {
  const key = publicKeyIn(given.key ?? '')
  if (!('key' in key)) return wrong('--key takes the public key of the person: PDK1-….')
  const digest = createHash('sha256').update(Buffer.from(key.key, 'base64')).digest('hex')
  const parts = partsOf(folder, membershipOf(folder))
  const id = `p-${digest.slice(0, 16)}`
  const done = saidOf(await sayAsFounder(parts, { kind: 'person', id, name, key: key.key }), name)
  say(done === 'in' ? `${name} is let in, and may sign.` : `${name} was let in before.`)
}

/** Ends here where it was not said. */
function saidOf(done: SaidSo | LeftSaid, desk: string): 'in' | 'taken' {
  if (typeof done !== 'string') return wrong(standingText(done))
  if (done === 'weak') say(weakText)
  if (done === 'in' || done === 'weak') return 'in'
  return done === 'taken' ? 'taken' : wrong(`Not said of ${desk}: ${notSaid[done]}`)
}

async function check(folder: string): Promise<void> {
  const own = membershipOf(folder)
  const parts = partsOf(folder, own)
  const team = createTeam(parts)
  const standing: Standing = await team.standing()
  await team.close()
  const session = await parts.open()
  if (!('unreached' in session)) {
    const durability = await durabilityOf(session)
    if (durability !== null) say(durabilities[durability])
    await session.close()
  }
  if (standing.kind !== 'ready') return wrong(standingText(standing))
  say(`Ready. The epoch is ${standing.epoch}.`)
}

async function recordsOfTeam(folder: string, own: Membership): Promise<StoredRecord[]> {
  const session = await partsOf(folder, own).open()
  if ('unreached' in session)
    return wrong(standingText({ kind: 'unreached', code: session.unreached }))
  const answer = await session.ask(
    'SELECT desk, n, topic, version, body, signature FROM team.record ORDER BY desk, n',
  )
  await session.close()
  if (answer.kind !== 'rows') return wrong('The records could not be read.')
  return answer.rows.map(storedIn)
}

async function verify(folder: string): Promise<void> {
  const own = membershipOf(folder)
  sayWhetherTheyHold(own, await recordsOfTeam(folder, own))
}

function sayWhetherTheyHold({ id }: Membership, stored: readonly StoredRecord[]): void {
  const flaws = teamFlaws(id, stored)
  for (const flaw of flaws) say(flawText(flaw))
  if (flaws.length > 0) return wrong(`Not all of ${stored.length} records hold.`)
  say(`${stored.length} records hold.`)
}

/** Whatever it finds: what was tampered with is what an auditor has to see. */
async function exportTo(place: string, folder: string): Promise<void> {
  const own = membershipOf(folder)
  if (existsSync(place)) return wrong(`${place} is there already.`)
  const stored = await recordsOfTeam(folder, own)
  const by = { id: own.id, desk: own.desk, key: keyIn(folder) }
  openFolder(join(place, 'notes'))
  for (const [path, text] of exportFiles(by, stored)) writeWhole(join(place, path), text)
  for (const name of ['verify-team.mjs', 'verify_team.py'])
    copyFileSync(join(import.meta.dirname, '../resources', name), join(place, name))
  say(`${stored.length} records are in ${place}, and the programs that check them.`)
  sayWhetherTheyHold(own, stored)
}

async function excuse(given: Given, desk: string, folder: string): Promise<void> {
  const reason = given.reason ?? wrong('Say with --reason that the computer is off, and why.')
  const parts = partsOf(folder, membershipOf(folder))
  const done = saidOf(await sayAsFounder(parts, { kind: 'excused', desk, reason }), desk)
  say(
    done === 'in'
      ? `${desk} is excused in this epoch.`
      : `${desk} answered in this epoch, or was excused before.`,
  )
}

/** The computer can't log in any more, and no later roll call waits for it. */
async function remove(given: Given, desk: string, folder: string): Promise<void> {
  const reason = given.reason ?? wrong('Say with --reason that the computer is off, and why.')
  const own = membershipOf(folder)
  const parts = partsOf(folder, own)
  const { desks } = await rosterNow(parts)
  if (desk === own.desk || !desks.has(desk)) wrong(`Not said of ${desk}: ${notSaid['no-desk']}`)
  const user = process.env['PGUSER'] ?? wrong('Set PGUSER to the owner’s login.')
  const owner = await ownerSession({ ...own.address, user }, own.ca, own.address.database)
  try {
    await closeLogin(owner, { database: own.address.database, desk })
  } finally {
    await owner.close()
  }
  const done = saidOf(await sayLeft(parts, { kind: 'desk', desk }, reason), desk)
  say(
    done === 'in'
      ? `${desk} belongs to the team no more. Its login is closed, and no roll call waits for it.`
      : `${desk} was removed before.`,
  )
}

/** What the person signed so far goes on to count. */
async function removePerson(given: Given, name: string, folder: string): Promise<void> {
  const reason = given.reason ?? wrong('Say with --reason why the person leaves.')
  const key = given.key === undefined ? null : publicKeyIn(given.key)
  if (key !== null && !('key' in key))
    return wrong('--key takes the public key of the person: PDK1-….')
  const parts = partsOf(folder, membershipOf(folder))
  const { people } = await rosterNow(parts)
  const ids = [...people]
    .filter(([, one]) => one.name === name && (key === null || one.key === key.key))
    .map(([id]) => id)
  const [id, other] = ids
  if (id === undefined) return wrong(`Not said of ${name}: ${notSaid.nobody}`)
  if (other !== undefined) return wrong(`Two people are named ${name}: say with --key which one.`)
  const done = saidOf(await sayLeft(parts, { kind: 'person', id }, reason), name)
  say(done === 'in' ? `${name} may sign no more.` : `${name} was removed before.`)
}

async function rosterNow(parts: TeamParts): Promise<Roster> {
  const session = await parts.open()
  if ('unreached' in session)
    return wrong(standingText({ kind: 'unreached', code: session.unreached }))
  const roster = await readRoster(parts.id, session)
  await session.close()
  return 'desks' in roster ? roster : wrong(standingText(roster))
}

async function run(): Promise<void> {
  const given = read()
  const folder = given.folder ?? wrong(usage)
  if (given.init !== undefined) return init(given, given.init, folder)
  if (given.add !== undefined) return add(given, given.add, folder)
  if (given.person !== undefined) return person(given, given.person, folder)
  if (given.excuse !== undefined) return excuse(given, given.excuse, folder)
  if (given.remove !== undefined) return remove(given, given.remove, folder)
  if (given['remove-person'] !== undefined)
    return removePerson(given, given['remove-person'], folder)
  if (given.check === true) return check(folder)
  if (given.verify === true) return verify(folder)
  if (given.export !== undefined) return exportTo(given.export, folder)
  return wrong(usage)
}

try {
  await run()
} catch (error) {
  const isExpected = error instanceof Wrong || error instanceof Refused
  process.stderr.write(
    `${error instanceof Refused ? `The database refused: ${error.message}.` : isExpected ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
} finally {
  for (const one of held) one.release()
}
