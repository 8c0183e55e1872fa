// The launcher and the host together: calls, changes, the end in order, the end by force, the
// second instance, the stop page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '#shared/contract/bridge.ts'
import type {} from '../../src/renderer/api/bridge.ts'
import type { Launched } from '../../scripts/launch.ts'
import { launchShell, newFolder } from '../fakes/shell/launch-shell.ts'
import { openDisplay } from '../fakes/shell/open-display.ts'
import { isAlive } from './is-alive.ts'

const launcher = join(import.meta.dirname, '../fakes/shell/launch-and-wait.ts')
let open: Launched[] = []
const launch = async (...given: Parameters<typeof launchShell>): Promise<Launched> => {
  const launched = await launchShell(...given)
  open.push(launched)
  return launched
}
afterEach(async () => {
  await Promise.all(open.map((launched) => launched.close()))
  open = []
})

describe('a launched Paydesk', () => {
  it('answers calls, tells changes, stops telling, survives a reload with its bridge, and ends in order', async () => {
    const launched = await launch({ viewport: { width: 900, height: 700 }, colorScheme: 'dark' })
    const { page } = launched
    const refusal = await page.evaluate(() =>
      window.paydesk?.call('app:state', { act: () => 1 } as never).then(
        () => 'went through',
        (error: unknown) => String(error),
      ),
    )
    // Before it leaves the page.
    expect(refusal).toContain('could not be cloned')
    const seen = await page.evaluate(async () => {
      const heard: Change[] = []
      const { paydesk } = window
      if (paydesk === undefined) throw new Error('no bridge')
      const stop = paydesk.onChange((change) => heard.push(change))
      const answer = await paydesk.call('clipboard:copy', { text: 'one' })
      await new Promise((settle) => setTimeout(settle, 200))
      stop()
      await paydesk.call('clipboard:copy', { text: 'two' })
      await new Promise((settle) => setTimeout(settle, 200))
      return { answer, heard }
    })
    expect(seen).toEqual({
      answer: { ok: true, value: null },
      heard: [{ topic: 'app', orderid: 'one' }],
    })
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 700])
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
    await page.reload()
    expect(await page.evaluate(() => window.paydesk?.call('app:state', {}))).toMatchObject({
      ok: true,
    })
    expect(await launched.close()).toBe(0)
    expect(launched.output()).toContain('closed in order')
    expect(isAlive(launched.mainPid)).toBe(false)
  })

  it('shows the page in the whole window, without a bar of the browser above', async () => {
    const display = await openDisplay()
    try {
      const { page } = await launch({ headless: false, env: { DISPLAY: display.name } })
      // A bar of the browser slides in after the page is there.
      await new Promise((settle) => setTimeout(settle, 2_000))
      expect(await page.evaluate(() => outerHeight - innerHeight)).toBe(0)
    } finally {
      display.end()
    }
  })

  it('ends within five seconds of whoever started it, who was killed', async () => {
    const parent = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 5_000, interval: 50 }).toBe(false)
  })

  it('killed by force leaves no process and no lock behind; started twice says so, while the first goes on', async () => {
    const userData = newFolder()
    const first = await launch({ userData })
    await first.kill()
    expect(isAlive(first.mainPid)).toBe(false)
    expect(first.output()).not.toContain('closed in order')
    const second = await launch({ userData })
    await expect(launchShell({ userData })).rejects.toThrow(
      /ended with 1\.\nPaydesk is already running\./,
    )
    expect(await second.page.evaluate(() => typeof window.paydesk)).toBe('object')
  })

  it('does not open as root unless that is asked for by name', async () => {
    const start = launch({ env: { PAYDESK_ALLOW_ROOT: undefined, PAYDESK_TEST_ROOT: '1' } })
    await expect(start).rejects.toThrow(
      /ended with 1\.\nPaydesk does not open as root.*PAYDESK_ALLOW_ROOT=1/,
    )
  })

  it('that can not open its records shows why, as text, and has no bridge to call', async () => {
    const { page } = await launch({
      env: { PAYDESK_TEST_STOP: 'The <b>ledger</b> is open elsewhere.' },
    })
    expect(await page.getByRole('alert').innerText()).toContain(
      'The <b>ledger</b> is open elsewhere.',
    )
    const refusal = await page.evaluate(() =>
      window.paydesk?.call('app:state', {}).then(
        () => 'answered',
        (error: unknown) => String(error),
      ),
    )
    expect(refusal).toContain("No handler registered for 'paydesk:call'")
  })
})
