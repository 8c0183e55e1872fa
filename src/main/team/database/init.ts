// Makes the team's database, by its owner, once: what is there already is left alone. It says of
// each part whether it was made now. It also lets a desk log in.
import { closings, desksRoleOf, objectsOf, openFunctions } from './schema.ts'
import type { Session } from './session.ts'

export interface InitStep {
  name: string
  isNew: boolean
}

/** A statement that the server refused, with its code; the owner of the database lacks a right. */
export class Refused extends Error {}

async function must(
  session: Session,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const answer = await session.ask(text)
  if (answer.kind === 'rows') return answer.rows
  throw new Refused(answer.kind === 'refused' ? answer.code : 'no answer')
}

const isTrue = async (session: Session, question: string): Promise<boolean> =>
  (await must(session, question)).length > 0

/** All or nothing. Throws Refused where the login may not do that. */
export async function initDatabase(session: Session, database: string): Promise<InitStep[]> {
  const steps: InitStep[] = []
  await must(session, 'BEGIN')
  try {
    for (const { name, isThere, make } of objectsOf(database)) {
      const isNew = !(await isTrue(session, isThere))
      if (isNew) for (const text of make) await must(session, text)
      steps.push({ name, isNew })
    }
    for (const { name, closed, close } of closings) {
      const isNew = !(await isTrue(session, closed))
      if (isNew) for (const text of close(database)) await must(session, text)
      steps.push({ name, isNew })
    }
    const open = (await must(session, openFunctions)).map(({ signature }) => String(signature))
    for (const signature of open)
      await must(session, `REVOKE EXECUTE ON FUNCTION ${signature} FROM PUBLIC`)
    steps.push({ name: 'functions', isNew: open.length > 0 })
    await must(session, 'COMMIT')
  } catch (error) {
    await session.ask('ROLLBACK')
    throw error
  }
  return steps
}

/** A login that stands once it is kept; a session that ends before that leaves none. */
interface OpenLogin {
  keep(): Promise<void>
}

/**
 * A login for one desk; null where the name is in use. `mayRenew`: a desk's own login gets the new
 * password. `desk` and `password` have no quotes: they are made by this program. Throws Refused.
 */
export async function openLogin(
  session: Session,
  of: { database: string; desk: string; password: string; mayRenew: boolean },
): Promise<OpenLogin | null> {
  const { desk, password } = of
  const desksRole = desksRoleOf(of.database)
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(desk) || !/^[\w-]{20,}$/.test(password))
    throw new Error('A name or a password of another form.')
  await must(session, 'BEGIN')
  const isThere = await isTrue(session, `SELECT 1 FROM pg_roles WHERE rolname = '${desk}'`)
  if (isThere && !(of.mayRenew && (await isTrue(session, isIn(desk, desksRole))))) {
    await must(session, 'ROLLBACK')
    return null
  }
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE INHERIT'
  await must(
    session,
    isThere
      ? `ALTER ROLE "${desk}" PASSWORD '${password}'`
      : `CREATE ROLE "${desk}" ${rights} PASSWORD '${password}'`,
  )
  if (!isThere) await must(session, `GRANT "${desksRole}" TO "${desk}"`)
  return { keep: async () => void (await must(session, 'COMMIT')) }
}

/**
 * Ends the login of a desk that leaves: what it sent before is there once this is done, and nothing
 * comes after. Nothing is done where it has none. Throws Refused.
 */
export async function closeLogin(
  session: Session,
  { database, desk }: { database: string; desk: string },
): Promise<void> {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(desk)) throw new Error('A name of another form.')
  const desksRole = desksRoleOf(database)
  if (await isTrue(session, isIn(desk, desksRole))) {
    await must(session, `ALTER ROLE "${desk}" NOLOGIN`)
    await must(session, `REVOKE "${desksRole}" FROM "${desk}"`)
  }
  // A session that is open may begin nothing more; the lock waits for what it began before.
  await must(session, 'BEGIN')
  try {
    await must(session, 'LOCK TABLE team.record IN SHARE MODE')
    await must(session, 'COMMIT')
  } catch (error) {
    await session.ask('ROLLBACK')
    throw error
  }
}

const isIn = (desk: string, role: string): string =>
  `SELECT 1 FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid
   JOIN pg_roles d ON d.oid = m.member WHERE r.rolname = '${role}' AND d.rolname = '${desk}'`

/** How safe a commit is, in one word; docs/team.md says what follows from each. */
export type Durability = 'unsafe' | 'one-server' | 'synchronous'

/** Null without an answer. */
export async function durabilityOf(session: Session): Promise<Durability | null> {
  const values = new Map<string, string>()
  for (const name of [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
    'synchronous_standby_names',
  ]) {
    const answer = await session.ask(`SHOW ${name}`)
    if (answer.kind !== 'rows') return null
    values.set(name, String(answer.rows[0]?.[name] ?? ''))
  }
  const isOn = values.get('fsync') === 'on' && values.get('full_page_writes') === 'on'
  const commit = values.get('synchronous_commit')
  if (!isOn || commit === 'off') return 'unsafe'
  const waits = values.get('synchronous_standby_names') !== '' && commit !== 'local'
  return waits ? 'synchronous' : 'one-server'
}
