// A second folder for the daily copies of the ledger: chosen by a person, kept beside the first,
// and told when it is gone or takes none. It is never made anew.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backupsIn } from '../../src/main/ledger/copies/backup.ts'
import { copyFacts } from '../../src/main/ledger/copies/copy-facts.ts'
import { faultOf, must, type OpenDesk } from './story.ts'
import { eachWorld } from './world.ts'

const world = eachWorld(20)
const dayMs = 86_400_000
let daysLater = 0
let chosen: string
const start = async (): Promise<OpenDesk> => {
  return world.start({
    ...{ threads: true, folderToUse: () => chosen, clock: () => Date.now() + daysLater * dayMs },
    backupTiming: { firstAfterMs: 1, lookEveryMs: 5 },
  })
}
const choose = (desk: OpenDesk) => desk.desk['copy:choose-second-folder']({})
const report = async (desk: OpenDesk) => must(await desk.desk['copy:list']({}))
const faultNow = async (desk: OpenDesk) => must(await desk.desk['app:state']({})).secondFolderFault
const until = (look: () => Promise<unknown>) =>
  expect.poll(async () => Boolean(await look()), { timeout: 20_000, interval: 20 }).toBe(true)
const entries = async (desk: OpenDesk, kind: 'ledger:second-folder' | 'ledger:backup') =>
  must(await desk.desk['audit:list']({ filter: { kind }, limit: 100 })).rows

it('is kept beside the first, is verified, and is told when it is gone and when it is back', async () => {
  daysLater = 0
  const desk = await start()
  chosen = world.newFolder()
  const { second } = must(await choose(desk))
  expect(second).toMatchObject({ fault: null, copies: [{ name: expect.any(String) as string }] })
  const place = second!.folder
  expect(place.startsWith(`${chosen}/paydesk-`)).toBe(true)
  const { log } = must(await desk.desk['app:state']({}))
  const file = join(place, second!.copies[0]!.name)
  const facts = await copyFacts({ file, evidence: { mark: null } }, () => performance.now())
  expect(must(facts)).toMatchObject({ logId: log.id })
  expect(await entries(desk, 'ledger:second-folder')).toMatchObject([
    { details: { folder: chosen, before: null } },
  ])
  daysLater = 1
  await until(async () => (await report(desk)).second?.copies.length === 2)
  await until(async () => (await report(desk)).copies.length >= 2)

  // The drive is taken out: nothing is made in its place, and it is told once.
  renameSync(chosen, `${chosen}-away`)
  daysLater = 2
  await until(() => faultNow(desk))
  expect(await faultNow(desk)).toContain(`The second folder of backups is not there: ${place}`)
  expect(existsSync(chosen)).toBe(false)
  const failed = async () =>
    (await entries(desk, 'ledger:backup')).filter(({ outcome }) => outcome === 'failed')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await failed()).toHaveLength(1)
  // The folder alone, as where a drive is not mounted, is not the place.
  mkdirSync(chosen)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await faultNow(desk)).not.toBeNull()
  rmSync(chosen, { recursive: true })
  renameSync(`${chosen}-away`, chosen)
  await until(async () => (await faultNow(desk)) === null)
  await until(async () => (await report(desk)).second?.copies.length === 3)
  expect((await report(desk)).copies.length).toBeGreaterThanOrEqual(3)

  // It stays chosen over a start, and ends when a person says so; its copies stay.
  await desk.close()
  const again = await start()
  expect((await report(again)).second?.folder).toBe(place)
  expect(must(await again.desk['copy:end-second-folder']({})).second).toBeNull()
  expect(backupsIn(place)).toHaveLength(3)
  expect(must(await again.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
}, 180_000)

it('is no folder among the records, and none that takes no copy', async () => {
  daysLater = 0
  const desk = await start()
  const link = join(world.newFolder(), 'link')
  symlinkSync(desk.folder, link)
  for (const folder of [desk.folder, join(desk.folder, 'backups'), link, join(link, 'backups')]) {
    chosen = folder
    expect(faultOf(await choose(desk))).toMatchObject({ kind: 'input', field: 'folder' })
  }
  chosen = join(world.newFolder(), 'file')
  writeFileSync(chosen, '')
  expect(faultOf(await choose(desk))).toMatchObject({ kind: 'input', field: 'folder' })
  expect((await report(desk)).second).toBeNull()
  // A copy that fails is told with what to do, and nothing unfinished stays.
  chosen = world.newFolder()
  const { second } = must(await choose(desk))
  rmSync(second!.folder, { recursive: true })
  writeFileSync(second!.folder, 'in the way')
  daysLater = 1
  await until(() => faultNow(desk))
  expect(await faultNow(desk)).toMatch(/could not be kept in .* choose another folder/)
  expect(readdirSync(chosen)).toHaveLength(1)
  // Its list is empty, and the other one is as it was.
  const { copies, second: left } = await report(desk)
  expect(left?.copies).toEqual([])
  const { name } = copies[0]!
  expect(must(await desk.desk['copy:restore']({ name }))).toMatchObject({ asked: name })
})
