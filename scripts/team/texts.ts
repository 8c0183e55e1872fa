// What `npm run team` says.
import type { SaidSo } from '../../src/main/team/claims/found-team.ts'
import type { LeftSaid } from '../../src/main/team/claims/say-left.ts'
import type { NotReady } from '../../src/main/team/claims/team-port.ts'
import type { AddressFlaw } from '../../src/main/team/database/address.ts'
import type { Durability } from '../../src/main/team/database/init.ts'
import type { Flawed } from '../../src/main/team/records/chains.ts'
import type { TeamFlaw } from '../../src/main/team/records/verify-team.ts'

export const usage = `npm run -s team -- --folder FOLDER, and one of:
  --init postgres://owner@host/database --ca FILE [--name NAME]   PGPASSWORD: the owner’s password
  --add NAME --key PDK1-…    PGUSER and PGPASSWORD: the owner
  --person NAME --key PDK1-…    who signs releases
  --excuse NAME --reason TEXT    a computer that does not answer a roll call
  --remove NAME --reason TEXT    a computer; PGUSER and PGPASSWORD: the owner
  --remove-person NAME --reason TEXT [--key PDK1-…]
  --check
  --verify
  --export FOLDER`

export const addressFlaws: Readonly<Record<AddressFlaw, string>> = {
  'not-an-address': 'That is not an address: postgres://owner@host/database.',
  'not-postgres': 'The address begins with postgres://.',
  'password-in-address':
    'Leave the password out of the address: others on this computer could read it. Set PGPASSWORD.',
  parameters: 'The address takes no parameters. The server is always verified.',
  'user-missing': 'The address names no login.',
  'database-missing': 'The address names no database.',
}

export const stepTexts: Readonly<Record<string, string>> = {
  role: 'the role of all desks',
  schema: 'the schema “team”',
  table: 'the table of records, its keys and its rules',
  connect: 'the desks of this team may connect',
  database: 'nobody else may connect, and no desk may make temporary tables',
  'public-schema': 'no desk may use the schema “public”',
  functions: 'no desk may use large objects or advisory locks',
}

export const durabilities: Readonly<Record<Durability, string>> = {
  unsafe:
    'Not safe: this server may lose what it acknowledged. Set fsync, full_page_writes and synchronous_commit to on.',
  'one-server':
    'One server, or a standby that may be behind: after a fail-over the team stops until every desk answered.',
  synchronous: 'A standby has each record before the desk hears of it.',
}

export const weakText =
  'No standby said that it has this record. After a fail-over, this folder puts the record back.'

/** After “Not said of …: ”. */
export const notSaid: Readonly<
  Record<Exclude<SaidSo | LeftSaid, NotReady | 'in' | 'weak' | 'taken'>, string>
> = {
  'no-desk': 'no computer of that name was let in.',
  nobody: 'nobody of that name was let in.',
  left: 'it left the team. A computer comes back under another name, a person with another key.',
  'too-many': 'the team has more than 300 computers, and one record names no more.',
  'not-free': 'another record stands in its place.',
  gap: 'the database does not have the record before it.',
  'history-lost': 'the database lost an earlier record of this computer. Call --check.',
  altered: 'the database has another record of this computer. Call --verify.',
  refused: 'the database does not let this computer write.',
  unknown: 'the database did not say what became of it. Call it again.',
}

const flaws: Readonly<Record<TeamFlaw, string>> = {
  form: 'The record is not written as a record is.',
  columns: 'Its columns say something else than its signed bytes.',
  team: 'The record was made for another team.',
  'unknown-desk': 'Nobody let that computer in.',
  left: 'That computer had left the team.',
  signature: 'That computer did not sign the record.',
  gap: 'A record before it is missing.',
  prev: 'The record names another one before it of that computer.',
  before: 'The record names another one before it of the same topic.',
  turn: 'A claim follows an outcome, and an outcome follows a claim.',
  'not-theirs': 'Only the computer that has the order says what became of it.',
  'not-released': 'Two people who are of the team then have to sign a release, each once.',
  'not-shown': 'The gateway’s status frees an order only by what is surely of its last claim.',
  'not-the-founder': 'Only the founder lets somebody in, or says who left.',
  'weak-key': 'Anybody could sign with the key that it names.',
  withheld: 'Another computer signed that it saw the record, and it is not there.',
  fork: 'Another computer signed that it saw another record in its place.',
  'not-here': 'A record of this kind does not belong in its place.',
}

export const flawText = ({ flaw, desk, n }: Flawed<TeamFlaw>): string =>
  `Record ${n} of ${desk} does not hold. ${flaws[flaw]}`

export function standingText(standing: NotReady): string {
  switch (standing.kind) {
    case 'unreached':
      return `The database does not answer: ${standing.code}.`
    case 'roll-call':
      return `After a fail-over, these computers have not answered: ${standing.missing.join(', ')}.`
    case 'put-back':
      return `A colleague has to put back a record of ${standing.topic} first.`
    case 'ahead':
      return 'The database knows more of this computer than this folder: it may be an old copy. Use the newest folder.'
    case 'conflict':
      return `Another record stands where record ${standing.n} of this computer stood: ${standing.topic}.`
    case 'altered':
      return `Record ${standing.n} of this computer was changed in the database. Call --verify.`
    case 'restored':
      return 'An old copy of the database stands in its place. Put the newest copy back.'
    case 'not-let-in':
      return 'This computer was not let in. Call --add for it.'
    case 'flaw':
      return flawText(standing)
  }
}
