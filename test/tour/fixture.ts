// What the steps of the tour share: the driver of the screen tests, and screenshots in order.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPageDriver, type PageDriver } from '../screens/page-driver.ts'

export interface Fixture extends PageDriver {
  /** After a reload: waits for the page, and hides what only root sees. */
  settle(): Promise<void>
  /** Prints one line for what was done. */
  say(message: string): void
  /**
   * A picture, numbered in the order of the steps, or in a folder of its own under its bare name.
   */
  shot(name: string, folder?: string): Promise<void>
}

type DriverOptions = NonNullable<Parameters<typeof openPageDriver>[0]>

export interface FixtureOptions extends DriverOptions {
  userData: string
  saveFolder: string
  shotsFolder: string
  /** False plays without a line for each step. */
  isReported?: boolean
}

export async function openFixture(options: FixtureOptions): Promise<Fixture> {
  const { shotsFolder, isReported = true, ...wanted } = options
  mkdirSync(shotsFolder, { recursive: true })
  const driver = await openPageDriver(wanted)
  // A tour that root plays shows what everybody else sees as well.
  const settle = async (): Promise<void> => {
    await driver.at('rail-orders').waitFor()
    const seen = driver.at('root-seen')
    if (await seen.isVisible()) await seen.click()
  }
  await settle()
  const { start } = driver
  // A second fixture goes on where the first one ended.
  let shots = readdirSync(shotsFolder).filter((file) => /^\d\d-/.test(file)).length
  return Object.assign(driver, {
    settle,
    start: async (...more: Parameters<PageDriver['start']>) => {
      await start(...more)
      await settle()
    },
    say: (message: string) => {
      if (isReported) process.stdout.write(`  ✓ ${message}\n`)
    },
    shot: async (name: string, folder?: string) => {
      if (folder === undefined) shots += 1
      // A picture is taken of what was read, and not of the lines that stand in its place.
      await driver.page.locator('main .n-skeleton').first().waitFor({ state: 'detached' })
      // Two frames: what was just rendered has been painted.
      await driver.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      const numbered = `${String(shots).padStart(2, '0')}-${name}`
      const path = folder === undefined ? `${numbered}.png` : join(folder, `${name}.png`)
      await driver.page.screenshot({ path: join(shotsFolder, path), animations: 'disabled' })
    },
  })
}
