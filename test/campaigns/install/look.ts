// What an installed Paydesk says of its records: it is started, asked in its own window, and its
// export is read by both verifiers that the package brought.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exportAndVerify } from '../../tour/audit.ts'
import { type Fixture, openFixture } from '../../tour/fixture.ts'
import { must, timesInBooks } from '../../tour/main-job.ts'

export interface Person {
  /** Where their records are. */
  userData: string
  home: string
}

export function newPerson(home: string): Person {
  const userData = join(home, '.config/paydesk')
  mkdirSync(dirname(userData), { recursive: true })
  return { home, userData }
}

export const openInstalled = (person: Person, program: string): Promise<Fixture> =>
  openFixture({
    userData: person.userData,
    shotsFolder: join(person.home, 'shots'),
    saveFolder: mkdtempSync(join(person.home, 'saved-')),
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    isReported: false,
    program,
    keychainDir: join(person.home, 'keychain'),
  })

/** The size of the log of a good export: how far it has come. */
export async function exportedSize(fixture: Fixture, person: Person): Promise<number> {
  await fixture.go('/audit')
  const folder = await exportAndVerify(fixture, person.home)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    size: number
  }
  return manifest.size
}

/**
 * Starts it, looks for the one return of `orderid`, verifies the log and its export, and ends it in
 * order. Gives back how far the log has come; throws when it is shorter than `before`.
 */
export async function lookAtRecords(
  person: Person,
  program: string,
  known: { orderid: string; size: number },
): Promise<number> {
  const fixture = await openInstalled(person, program)
  try {
    const effects = await timesInBooks(fixture, known.orderid, 'return')
    must(effects === 1, `the books show ${effects} returns of ${known.orderid}`)
    await fixture.go(`/orders/sandbox/${known.orderid}`)
    await fixture.sees('phase', /partly refunded/i)
    const size = await exportedSize(fixture, person)
    must(size > known.size, `the log had ${known.size} entries and has ${size}`)
    return size
  } finally {
    must((await fixture.close()) === 0, 'the program did not end in order')
  }
}

/** One digest over every file of a person's records. */
export function digestOf({ userData }: Person): string {
  const hash = createHash('sha256')
  const files = readdirSync(userData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file))
  return `${files.length} files, ${hash.digest('hex')}`
}
