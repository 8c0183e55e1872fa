// Daily backups in a second folder, by the guide's page: chosen in the dialog of the backups, shown
// there, and told on Today and in a banner once the folder is gone.
import { readdirSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow } from './flow.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const drive = newFolder()
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({
    env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: drive },
  })
}, 120_000)
afterAll(() => driver.close())

const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}

describe('a second folder for backups', () => {
  flow('backups-in-a-second-folder', async () => {
    await driver.go('#/audit')
    await driver.at('audit-menu').click()
    await driver.at('menu-audit-copies').click()
    await driver.sees('copies-second', /All backups are on the disk of the records/)
    await driver.at('copies-second-choose').click()
    await driver.sees('copies-second', /Backups are also in .*1 backup/s)
    await nothingSerious()
    const [inner = ''] = readdirSync(drive)
    expect(readdirSync(`${drive}/${inner}`)).toHaveLength(1)

    // The drive is taken out: the next look, at the next start, says so.
    rmSync(drive, { recursive: true })
    await driver.program.close()
    await driver.start()
    await driver.sees('needs', /Backup failed.*The second folder of backups is not there/s)
    // A row of Today says so: the banner stands on the other screens.
    expect(await driver.at('banner-second-folder').count()).toBe(0)
    await driver.at('rail-orders').click()
    await driver.sees('banner-second-folder', /The second folder of backups is not there/)
    await driver.at('banner-second-folder').getByRole('link').click()
    await driver.at('audit-menu').click()
    await driver.at('menu-audit-copies').click()
    await driver.sees('copies-second-fault', /Connect its disk, or choose another folder/)
    await nothingSerious()
    await driver.at('copies-second-end').click()
    await driver.sees('copies-second', /All backups are on the disk of the records/)
    await driver.at('banner-second-folder').waitFor({ state: 'detached' })
    expect(await driver.requests('return')).toBe(0)
  })
})
