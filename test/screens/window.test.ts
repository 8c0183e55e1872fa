// The built program's own window: what a script in the page would want is not there. test/abuse
// attacks the same doors one by one; here is shown that the build did not lose them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/api/bridge.ts'
import { type PageDriver, identityIn, openPageDriver } from './page-driver.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
  await driver.at('practice-orders').waitFor()
})
afterAll(() => driver.close())

/**
 * From a timer of the page itself: code under the inspector's hand is let off the content policy.
 */
const fromThePage = (attack: string): Promise<string> =>
  driver.page.evaluate<string>(`new Promise((settle) => {
    setTimeout(() => settle('nothing happened'), 1000)
    setTimeout(() => (async () => { ${attack} })().then(
      (value) => settle('done: ' + value), (error) => settle('refused: ' + error)))
  })`)

describe('a window of root', () => {
  it('says on every screen that no sandbox stands around it, and nobody else’s says so', async () => {
    const asRoot = process.getuid?.() === 0 ? 1 : 0
    await expect.poll(() => driver.at('banner-root').count()).toBe(asRoot)
    if (asRoot === 1) await driver.at('root-seen').click()
    await expect.poll(() => driver.at('banner-root').count()).toBe(0)
    await driver.at('rail-audit').click()
    await driver.at('audit-row').first().waitFor()
    await expect.poll(() => driver.at('root-mark').count()).toBe(asRoot)
    await driver.at('operator-menu').click()
    await driver.at('about-open').click()
    const about = await driver.at('about').innerText()
    expect(about.includes('as root without a sandbox')).toBe(asRoot === 1)
    await driver.page.keyboard.press('Escape')
  })
})

describe('a small window', () => {
  it('folds the rail, opens it when asked, and has it as before in a larger one', async () => {
    const width = async (): Promise<number> =>
      (await driver.page.locator('nav.rail').boundingBox())!.width
    const before = await width()
    expect(before).toBeGreaterThan(200)
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(width).toBeLessThan(60)
    await driver.at('rail-fold').click()
    await expect.poll(width).toBe(before)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(width).toBe(before)
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(width).toBeLessThan(60)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('a low window', () => {
  it('keeps the fold button at the foot of the rail, and its areas scroll to the last one', async () => {
    const below: number[] = []
    const isFaded = () =>
      driver.page.evaluate(() =>
        ['::before', '::after'].map(
          (edge) =>
            getComputedStyle(document.querySelector('.rail-list')!, edge).content !== 'none',
        ),
      )
    // The first is the smallest window at 200 %. At 100 % all areas fit into it.
    for (const height of [400, 640, 800]) {
      await driver.page.setViewportSize({ width: 1024, height })
      const fold = await driver.at('rail-fold').boundingBox()
      below.push(height - fold!.y - fold!.height)
      await expect.poll(isFaded).toEqual([false, height === 400])
    }
    expect(Math.min(...below)).toBeGreaterThanOrEqual(0)
    expect(new Set(below).size).toBe(1)
    await driver.page.setViewportSize({ width: 1024, height: 400 })
    await driver.at('rail-inspector').focus()
    await expect.poll(isFaded).toEqual([true, false])
    const last = await driver.at('rail-inspector').boundingBox()
    const fold = await driver.at('rail-fold').boundingBox()
    expect(last!.y + last!.height).toBeLessThanOrEqual(fold!.y)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('a script in the built page', () => {
  it('finds nothing of Node or Electron, and a bridge of two functions', async () => {
    const found = await driver.page.evaluate(() => [
      ...['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
      ...Object.keys(window.paydesk ?? {}).sort(),
    ])
    expect(found).toEqual(['call', 'onChange'])
  })

  it.each([
    ['text as code', 'return eval("1+1")'],
    [
      'an inline script',
      'const s = document.createElement("script"); s.textContent = "window.hit = 1"; document.body.append(s); return window.hit ? "ran" : Promise.reject("silent")',
    ],
    [
      'the sandbox over fetch',
      `return fetch(ORIGIN + '/console/state.json').then((answer) => answer.status)`,
    ],
    ['its own page over fetch', 'return fetch("/index.html").then((answer) => answer.status)'],
  ])('is refused %s', async (_what, attack) => {
    const state = await driver.call('app:state', {})
    const origin = state.ok ? new URL(state.value.connections[0]?.baseUrl ?? '').origin : ''
    expect(await fromThePage(attack.replace('ORIGIN', JSON.stringify(origin)))).toMatch(/^refused/)
  })

  it('can not leave the page, which still works afterwards', async () => {
    const before = driver.page.url()
    await fromThePage('location.href = "https://evil.example/"; return 1')
    await driver.page.waitForTimeout(300)
    expect(driver.page.url()).toBe(before)
    expect((await driver.call('app:state', {})).ok).toBe(true)
  })

  it('opens no second window', async () => {
    await fromThePage('window.open("https://evil.example/"); window.open(""); return 1')
    await driver.page.waitForTimeout(300)
    // A window that was refused may take a moment to go.
    const pages = () => driver.page.context().pages()
    await expect.poll(() => pages().filter((page) => !page.isClosed()).length).toBe(1)
  })

  it('never hears a secret: no answer of the desk holds a key of the merchant', async () => {
    const { orderid, clientOrderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    const connectionId = 'sandbox'
    const answers = [
      await driver.call('app:state', {}),
      await driver.call('order:look-up', { connectionId, by: 'orderid', value: orderid }),
      await driver.call('attempt:review', {
        connectionId,
        operation: 'return',
        request: { client_orderid: clientOrderid, orderid, comment: 'looks for a key' },
      }),
      await driver.call('audit:list', { filter: {} }),
    ]
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(await driver.effects(orderid)).toEqual([])
    await driver.program.close()
    const text = JSON.stringify(answers)
    for (const secret of secretsOfTheSandbox()) expect(text).not.toContain(secret)
  })
})

/** What the sandbox knows its merchant by, from its own file while it is closed. */
function secretsOfTheSandbox(): string[] {
  const identity = identityIn(driver.userData)
  expect(identity.merchantControlKey.length).toBeGreaterThan(20)
  return [identity.merchantControlKey, 'PRIVATE KEY', identity.privateKeyPem.slice(40, 90)]
}
