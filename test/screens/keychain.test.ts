// The keychain as a person meets it: absent, locked, and holding another key than the service
// knows.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { controlKeySlot } from '#shared/connections/connection.ts'
import { besideKeychain } from '../../scripts/with-keychain.mjs'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'
import { openDisplay } from '../fakes/shell/open-display.ts'
import { flow } from './flow.ts'

let driver: PageDriver
let endDisplay = (): void => undefined
async function end(): Promise<void> {
  await driver.close()
  endDisplay()
}

const returnOne = async (orderid: string): Promise<void> => {
  await driver.lookUp(orderid)
  await driver.fill('return', '1.00')
  await driver.review()
  await driver.send()
  await driver.settle()
}
const oneReturn = [{ operation: 'return', amountMinor: 100, currency: 'EUR' }]

describe('without a keychain', () => {
  afterAll(end)

  flow('no-keychain', async () => {
    driver = await openPageDriver({
      env: {
        DBUS_SESSION_BUS_ADDRESS: undefined,
        DISPLAY: undefined,
        WAYLAND_DISPLAY: undefined,
        XDG_RUNTIME_DIR: newFolder(),
      },
    })
    await driver.sees('banner-memory', /Keys are kept in memory only/)
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await returnOne(orderid)
    expect(await driver.effects(orderid)).toEqual(oneReturn)
    await driver.at('rail-audit').click()
    await driver.sees('banner-memory', /Keys are kept in memory only/)
    await driver.at('audit-verify').click()
    await driver.sees('verification', /Intact/)
  })
})

describe('without a keychain on a display', () => {
  afterAll(end)

  flow('display-without-d-bus', async () => {
    // D-Bus is started on demand for a display: where that program is missing, the keychain fails
    // with other words than without a display.
    const display = await openDisplay()
    endDisplay = display.end
    driver = await openPageDriver({
      env: {
        DBUS_SESSION_BUS_ADDRESS: undefined,
        DISPLAY: display.name,
        WAYLAND_DISPLAY: undefined,
        XDG_RUNTIME_DIR: newFolder(),
      },
    })
    await driver.sees('banner-memory', /Keys are kept in memory only/)
    expect(await driver.at('banner-money-stop').count()).toBe(0)
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await returnOne(orderid)
    expect(await driver.effects(orderid)).toEqual(oneReturn)
  })
})

describe('a keychain that was never unlocked', () => {
  afterAll(end)

  flow('keychain-never-unlocked', async () => {
    driver = await openPageDriver({ keychainDir: newFolder(), isKeychainLocked: true })
    await driver.sees('banner-locked', /You can still practise on the sandbox/)
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await returnOne(orderid)
    expect(await driver.effects(orderid)).toEqual(oneReturn)
    expect(await driver.at('banner-money-stop').count()).toBe(0)
    const saved = await driver.call('connection:save', {
      name: 'Shop',
      environment: 'production',
      baseUrl: 'https://gate.example/paynet',
      endpointId: '7',
      login: 'shop',
      settings: {},
    })
    expect(saved).toMatchObject({ ok: true })
    await driver.page.reload()
    await driver.sees('banner-money-stop', /everywhere but in the sandbox.*could not be compared/)
  })
})

describe('a keychain that is locked, and then holds another key', () => {
  let keychainDir = ''
  afterAll(end)

  flow('locked-keychain', async () => {
    keychainDir = newFolder()
    driver = await openPageDriver({ keychainDir })
    expect(await driver.page.getByText('keychain').count()).toBe(0)
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1.00')
    // The person's own session: its bus is in the environment of the program.
    const env = sessionOf(driver.program.mainPid)
    run(
      'gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets' +
        ` --method org.freedesktop.Secret.Service.Lock "['/org/freedesktop/secrets/collection/login']"`,
      env,
    )
    await driver.at('review-open').click()
    await driver.sees('fault', /The keychain is locked/)
    await expect
      .poll(() => driver.page.getByLabel('Amount', { exact: true }).inputValue())
      .toBe('1.00')
    await driver.page.reload()
    await driver.sees('banner-locked', /Unlock the keychain, then press Try again/)
    expect(await driver.effects(orderid)).toEqual([])
    await driver.at('vault-retry').click()
    await expect.poll(() => driver.at('vault-retry').isEnabled(), { timeout: 40_000 }).toBe(true)
    await driver.sees('banner-locked', /Unlock the keychain/)
    // What is being read again because of the first try must not find it open before the second.
    await driver.page.waitForTimeout(500)

    await unlock(join(keychainDir, 'run/keyring/control'))
    const retry = driver.at('vault-retry')
    const bannersLeft = async (): Promise<number> => {
      // Paydesk tries by itself as well, and then there is no button any more.
      if ((await retry.count()) > 0) await retry.click({ timeout: 1_000 }).catch(String)
      return driver.at('banner-locked').count()
    }
    await expect.poll(bannersLeft).toBe(0)
    await returnOne(orderid)
    expect(await driver.effects(orderid)).toEqual(oneReturn)
  })

  flow('key-of-another-program', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.program.close()
    putAnotherKey(keychainDir)
    await driver.start()

    // The log does not name that key: the sandbox puts its own one back, and it is what signs.
    await driver.lookUp(orderid)
    await driver.fill('return', '12.34', 'Another key in the keychain')
    await driver.review()
    await driver.sees('review-amount', '12.34')
    expect(await driver.effects(orderid)).toEqual([])
  })
})

/** The same keychain, opened by another program while Paydesk is closed. */
function putAnotherKey(keychainDir: string): void {
  const script = join(import.meta.dirname, '../main/vault/keyring-session.ts')
  const profile = createHash('sha256').update(driver.userData).digest('hex').slice(0, 16)
  const { command, args, env } = besideKeychain(
    process.execPath,
    [script, 'write', controlKeySlot('sandbox')],
    { ...process.env, VAULT_PROFILE: profile },
    keychainDir,
  )
  const done = spawnSync(command, args, { env, encoding: 'utf8' })
  expect(done.stdout).toContain('"written":{"ok":true')
}

function sessionOf(pid: number): NodeJS.ProcessEnv {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  return Object.fromEntries(
    entries
      .filter((entry) => entry.includes('='))
      .map((entry) => entry.split(/=(.*)/s).slice(0, 2)),
  ) as NodeJS.ProcessEnv
}

function run(command: string, env: NodeJS.ProcessEnv): void {
  const done = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${command}: ${done.stderr}`)
}

/**
 * What the sign-in of a desktop sends to the running keyring: credentials, then the operation
 * "unlock" with the password.
 */
async function unlock(controlSocket: string): Promise<void> {
  const password = Buffer.from('paydesk')
  const packet = Buffer.alloc(1 + 12 + password.length)
  packet.writeUInt32BE(packet.length - 1, 1)
  packet.writeUInt32BE(1, 5)
  packet.writeUInt32BE(password.length, 9)
  password.copy(packet, 13)
  const answer = await new Promise<Buffer>((settle, refuse) => {
    const socket = connect(controlSocket, () => socket.write(packet))
    socket.once('data', (bytes) => {
      settle(bytes)
      socket.destroy()
    })
    socket.once('error', refuse)
  })
  expect(answer.readUInt32BE(4)).toBe(0)
}
