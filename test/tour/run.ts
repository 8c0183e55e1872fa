// The tour: drives the real screens through everything an operator does on the embedded sandbox,
// one line a step, screenshots in out/tour and the audit export in out/tour/audit-export. Exits 1
// at the first step that does not hold. `--docs` renews docs/images.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { oldEntriesLeave } from './archives.ts'
import { auditLog, exportAndVerify } from './audit.ts'
import { aConnection, aReport, aZone } from './desk.ts'
import { eightWeeks } from './eight-weeks.ts'
import { everyScreen } from './gallery.ts'
import {
  aDecline,
  anAnswerThatNeverComes,
  aPulledPlug,
  captureAPart,
  firstLook,
  returnAPart,
} from './main-job.ts'
import { aPastedList, givenBack, notesOnAnOrder, undone } from './orders.ts'
import { aKeptCard, aLink, aSubscription, aTypedCard } from './payments.ts'
import { aCallback, aPayout, aRecipientThatChanged } from './payouts.ts'
import { peopleSignIn } from './people.ts'
import { aRun } from './runs.ts'
import { aReconciliation } from './reconcile.ts'
import { aShopList } from './shop.ts'
import { isOfTeam, keepPictures } from './pictures.ts'
import { openFixture, type Fixture } from './fixture.ts'

const top = resolve(import.meta.dirname, '../..')
const out = join(top, 'out/tour')
const scratch = mkdtempSync(join(tmpdir(), 'paydesk-tour-'))
const saveFolder = join(scratch, 'saved')
rmSync(out, { recursive: true, force: true })

const openFixtureAt = (userData: string, env: Record<string, string> = {}): Promise<Fixture> =>
  openFixture({
    ...{ userData, env },
    saveFolder,
    shotsFolder: out,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  })

async function theFirstStart(): Promise<void> {
  const fixture = await openFixtureAt(join(scratch, 'first'))
  process.stdout.write(
    `Paydesk tour, shown by ${fixture.program.host === 'electron' ? 'Electron' : 'the Chromium host (Electron’s binary is not here)'}\n`,
  )
  await firstLook(fixture).finally(() => fixture.close())
}

async function tour(): Promise<void> {
  await theFirstStart()
  const records = join(scratch, 'records')
  mkdirSync(records)
  const made = await eightWeeks(records)
  const fixture = await openFixtureAt(records)
  fixture.say(`Eight weeks of practice lie behind: ${made} requests, each made on its day`)
  try {
    await aPastedList(fixture)
    await captureAPart(fixture)
    await returnAPart(fixture)
    await notesOnAnOrder(fixture)
    await undone(fixture)
    await givenBack(fixture)
    await aRun(fixture)
    await aShopList(fixture)
    await anAnswerThatNeverComes(fixture)
    await aPulledPlug(fixture)
    await aDecline(fixture)
    await aPayout(fixture)
    await aRecipientThatChanged(fixture)
    await aCallback(fixture)
    const paid = await aLink(fixture)
    const { cardrefid } = await aKeptCard(fixture, paid)
    await aSubscription(fixture, cardrefid)
    await aTypedCard(fixture)
    await aZone(fixture)
    await aConnection(fixture)
    await aReport(fixture)
    await aReconciliation(fixture)
    await auditLog(fixture)
    cpSync(await exportAndVerify(fixture, saveFolder), join(out, 'audit-export'), {
      recursive: true,
    })
    await everyScreen(fixture)
  } catch (error) {
    await fixture.shot('failed')
    throw error
  } finally {
    await fixture.close()
  }
  await peopleSignIn(join(scratch, 'people'), (userData) =>
    openFixtureAt(userData, { PAYDESK_HOST_ANSWER: 'first' }),
  )
  const yearOld = join(scratch, 'year-old')
  mkdirSync(yearOld)
  await oldEntriesLeave(yearOld, (userData) => openFixtureAt(userData))
  const shots = readdirSync(out, { recursive: true }).filter((file) =>
    String(file).endsWith('.png'),
  )
  process.stdout.write(`${shots.length} screenshots and the audit export are in out/tour\n`)
  if (!process.argv.includes('--docs')) return
  const bytes = await keepPictures(
    // What a step leaves says more than the screen as it is without it.
    [join(out, 'screens'), out],
    (name) => !isOfTeam(name),
  )
  process.stdout.write(`The tour put ${Math.round(bytes / 1024)} KiB into docs/images\n`)
}

const startedAt = Date.now()
try {
  await tour()
  process.stdout.write(`The tour took ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
} catch (error) {
  process.stderr.write(
    `The tour failed: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
