// Updates on the screen, in the dialog about the program: every state of it, in the built program.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileFeed, openHostileFeed, serve } from '../campaigns/updates/hostile-feed.ts'
import {
  day,
  type Fields,
  keysBody,
  newSigner,
  signed,
  updateBody,
} from '../campaigns/updates/maker.ts'
import { axeFindings } from './axe.ts'
import { hostTray } from './host-tray.ts'
import { newFolder, type PageDriver, openPageDriver } from './page-driver.ts'

const signers = [newSigner(), newSigner(), newSigner()]
const program = Buffer.alloc(300_000, 'the program of 9.0.0')
let home: string
let feed: HostileFeed
let driver: PageDriver
const tray = hostTray(newFolder())
const target = (): string => join(home, 'Paydesk.AppImage')
const file = 'stable/paydesk-9.0.0-linux-x64.AppImage'

function offer(more: Fields = {}): void {
  const body = updateBody(Date.now() - 1_000, { file: program, version: '9.0.0', ...more })
  const text = signed(body, signers.slice(0, 2))
  feed.files.set('stable/linux-x64-appimage.json', serve(text))
  feed.files.set(file, serve(program))
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paydesk-updates-screen-'))
  writeFileSync(target(), 'the old program', { mode: 0o755 })
  const keys = join(home, 'keys.json')
  writeFileSync(keys, JSON.stringify(keysBody(signers, 1, Date.now() + 365 * day)))
  feed = await openHostileFeed()
  driver = await openPageDriver({
    undoMs: 30_000,
    env: { ...tray.env, PAYDESK_UPDATE_KEYS: keys, APPIMAGE: target() },
  })
  await driver.at('practice-orders').waitFor()
  await about()
})
afterAll(async () => {
  await driver.close()
  await feed.close()
  rmSync(home, { recursive: true, force: true })
})

async function about(): Promise<void> {
  await driver.at('operator-menu').click()
  await driver.at('about-open').click()
  await driver.at('updates').waitFor()
}
const phase = () => driver.at('updates').getAttribute('data-phase')
const isPhase = (wanted: string) => expect.poll(phase).toBe(wanted)

it('is off until a person names a feed, and then asks it only when told to', async () => {
  await isPhase('off')
  await driver.at('update-feed').fill('http://updates.example/')
  await driver.at('update-set').click()
  await driver.sees('updates', 'must start with https://')
  await driver.at('update-feed').fill(feed.address)
  await driver.at('update-set').click()
  await isPhase('unchecked')
  await driver.sees('updates', /Last valid answer\s*None yet/)
  expect(feed.asked).toEqual([])
})

it('says why a feed is not to be believed, and when it can’t be reached', async () => {
  await driver.at('update-check').click()
  await isPhase('unreached')
  await driver.sees('update-message', 'HTTP 404')
  offer({ notAfter: Date.now() - 1 })
  await driver.at('update-check').click()
  await isPhase('refused')
  await driver.sees('update-message', 'no longer valid')
  // It was asked and answered, but nothing that counts.
  await driver.sees('updates', /Last valid answer\s*None yet/)
  expect(await driver.at('update-download').count()).toBe(0)
})

it('says that nothing is newer', async () => {
  const installed = await driver.at('about').locator('dd').first().innerText()
  offer({ version: installed })
  await driver.at('update-check').click()
  await isPhase('current')
  await driver.sees('update-notice', 'Up to date')
  await driver.sees('updates', /Last valid answer\s*\d{1,2} \w{3,4} \d{4}/)
})

it('loads with its progress shown, and can be stopped', async () => {
  offer({ describedAt: Date.now() })
  feed.files.set(file, (_request, response) => {
    response.writeHead(200)
    response.write(program.subarray(0, 150_000))
  })
  await driver.at('update-check').click()
  await isPhase('available')
  await driver.sees('update-notice', 'Paydesk 9.0.0 is available')
  const reported = () => tray.asked<{ id: string; body: string }>('notified')
  await expect.poll(reported).toMatchObject([{ body: 'A Paydesk update is available.' }])
  await driver.at('about-close').click()
  tray.press('notice', reported()[0]?.id ?? '')
  await driver.at('updates').waitFor()
  await driver.at('update-download').click()
  await expect.poll(() => driver.at('update-progress').getAttribute('aria-valuenow')).toBe('50')
  await driver.at('update-stop').click()
  await isPhase('available')
})

it('waits for a request that has no outcome, with the way to it', async () => {
  feed.files.set(file, serve(program))
  await driver.at('update-download').click()
  await isPhase('downloaded')
  expect(await axeFindings(driver)).toEqual([])
  const { orderid, clientOrderid } = await driver.practice(/paid/i)
  await driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value: orderid })
  const request = { client_orderid: clientOrderid, orderid, comment: 'it came too late' }
  const review = await driver.call('attempt:review', {
    ...{ connectionId: 'sandbox', operation: 'return' },
    request,
  })
  if (!review.ok) throw new Error(review.fault.message)
  const { attemptId, token } = review.value
  const confirmed = driver.call('attempt:confirm', { attemptId, token })
  await driver.sees('update-held-up', 'Paydesk waits until each has')
  expect(await driver.at('update-install').isDisabled()).toBe(true)
  await driver.at('update-held-up').getByRole('link').click()
  await expect.poll(() => driver.page.url()).toContain('/open-requests')
  expect(await driver.at('updates').count()).toBe(0)
  expect((await driver.call('attempt:undo', { attemptId })).ok).toBe(true)
  await confirmed
})

it('is installed once nothing is open, and says what to do next', async () => {
  await about()
  await expect.poll(() => driver.at('update-install').isEnabled()).toBe(true)
  await driver.at('update-install').click()
  await isPhase('in-place')
  await driver.sees('update-notice', 'The new version runs from the next start.')
  expect(readFileSync(target()).equals(program)).toBe(true)
  expect(await axeFindings(driver)).toEqual([])
})

it('restarts when it is told to, and says why not while a request waits', async () => {
  const { orderid, clientOrderid } = await driver.practice(/paid/i)
  const request = { client_orderid: clientOrderid, orderid, comment: 'it came too late' }
  const review = await driver.call('attempt:review', {
    ...{ connectionId: 'sandbox', operation: 'return' },
    request,
  })
  if (!review.ok) throw new Error(review.fault.message)
  const { attemptId, token } = review.value
  const confirmed = driver.call('attempt:confirm', { attemptId, token })
  await driver.sees('update-held-up', /A restart has to wait. .* wait or are being processed: 1/)
  expect(await driver.at('update-restart').isDisabled()).toBe(true)
  expect(await driver.call('update:restart', {})).toMatchObject({ ok: false })
  expect((await driver.call('attempt:undo', { attemptId })).ok).toBe(true)
  await confirmed
  await expect.poll(() => driver.at('update-restart').isEnabled()).toBe(true)
  expect(tray.asked('relaunched')).toEqual([])
  await driver.at('update-restart').click()
  await expect
    .poll(() => tray.asked('relaunched'))
    .toEqual([{ execPath: target(), args: expect.anything() as unknown }])
})

it('hands a deb to root by one command, which is shown and copied whole', async () => {
  const body = { ...{ file: program, version: '9.0.0', form: 'deb' }, describedAt: Date.now() }
  const text = signed(updateBody(Date.now() - 1_000, body), signers.slice(0, 2))
  feed.files.set('stable/linux-x64-deb.json', serve(text))
  feed.files.set('stable/paydesk-9.0.0-linux-x64.deb', serve(program))
  const other = await openPageDriver({ env: { PAYDESK_UPDATE_KEYS: join(home, 'keys.json') } })
  try {
    await other.at('practice-orders').waitFor()
    for (const step of [
      () => other.call('update:set-feed', { feed: feed.address, channel: 'stable' }),
      () => other.call('update:check', {}),
      () => other.call('update:download', {}),
      () => other.call('update:install', {}),
    ])
      expect((await step()).ok).toBe(true)
    const shown = await other.call('update:show', {})
    if (!shown.ok) throw new Error(shown.fault.message)
    const { command, path } = shown.value
    expect(command).toContain(`'${path}' ${createHash('sha512').update(program).digest('hex')}`)
    await other.at('operator-menu').click()
    await other.at('about-open').click()
    await other.sees('update-notice', 'Copy this command into a terminal.')
    expect((await other.at('update-notice').innerText()).replaceAll('\n', '')).toContain(command)
    expect(await axeFindings(other)).toEqual([])
    await other.at('update-notice').getByRole('button', { name: 'Copy command' }).click()
    await other.sees('update-notice', 'Copied')
  } finally {
    await other.close()
  }
})
