// The built program's own window: what a script in the page would want is not there. test/abuse
// attacks the same doors one by one; here is shown that the build did not lose them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/api/bridge.ts'
import { type Clerk, identityIn, openClerk } from './clerk.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
  await clerk.at('practice-orders').waitFor()
})
afterAll(() => clerk.close())

/**
 * From a timer of the page itself: code under the inspector's hand is let off the content policy.
 */
const fromThePage = (attack: string): Promise<string> =>
  clerk.page.evaluate<string>(`new Promise((settle) => {
    setTimeout(() => settle('nothing happened'), 1000)
    setTimeout(() => (async () => { ${attack} })().then(
      (value) => settle('done: ' + value), (error) => settle('refused: ' + error)))
  })`)

describe('a window of root', () => {
  it('says on every screen that no sandbox stands around it, and nobody else’s says so', async () => {
    const asRoot = process.getuid?.() === 0 ? 1 : 0
    expect(await clerk.at('banner-root').count()).toBe(asRoot)
    if (asRoot === 1) await clerk.at('root-seen').click()
    await expect.poll(() => clerk.at('banner-root').count()).toBe(0)
    await clerk.at('rail-audit').click()
    await clerk.at('audit-row').first().waitFor()
    expect(await clerk.at('root-mark').count()).toBe(asRoot)
    await clerk.at('operator-menu').click()
    await clerk.at('about-open').click()
    const about = await clerk.at('about').innerText()
    expect(about.includes('as root without a sandbox')).toBe(asRoot === 1)
    await clerk.page.keyboard.press('Escape')
  })
})

describe('a script in the built page', () => {
  it('finds nothing of Node or Electron, and a bridge of two functions', async () => {
    const found = await clerk.page.evaluate(() => [
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
    const state = await clerk.call('desk:state', {})
    const origin = state.ok ? new URL(state.value.connections[0]?.baseUrl ?? '').origin : ''
    expect(await fromThePage(attack.replace('ORIGIN', JSON.stringify(origin)))).toMatch(/^refused/)
  })

  it('can not leave the page, which still works afterwards', async () => {
    const before = clerk.page.url()
    await fromThePage('location.href = "https://evil.example/"; return 1')
    await clerk.page.waitForTimeout(300)
    expect(clerk.page.url()).toBe(before)
    expect((await clerk.call('desk:state', {})).ok).toBe(true)
  })

  it('opens no second window', async () => {
    await fromThePage('window.open("https://evil.example/"); window.open(""); return 1')
    await clerk.page.waitForTimeout(300)
    // A window that was refused may take a moment to go.
    const pages = () => clerk.page.context().pages()
    await expect.poll(() => pages().filter((page) => !page.isClosed()).length).toBe(1)
  })

  it('never hears a secret: no answer of the desk holds a key of the merchant', async () => {
    const { orderid, clientOrderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    const connectionId = 'sandbox'
    const answers = [
      await clerk.call('desk:state', {}),
      await clerk.call('order:look-up', { connectionId, by: 'orderid', value: orderid }),
      await clerk.call('attempt:prepare', {
        connectionId,
        operation: 'return',
        request: { client_orderid: clientOrderid, orderid, comment: 'looks for a key' },
      }),
      await clerk.call('audit:list', { filter: {} }),
    ]
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(await clerk.effects(orderid)).toEqual([])
    await clerk.program.close()
    const text = JSON.stringify(answers)
    for (const secret of secretsOfTheSandbox()) expect(text).not.toContain(secret)
  })
})

/** What the sandbox knows its merchant by, from its own file while it is closed. */
function secretsOfTheSandbox(): string[] {
  const identity = identityIn(clerk.userData)
  expect(identity.merchantControlKey.length).toBeGreaterThan(20)
  return [identity.merchantControlKey, 'PRIVATE KEY', identity.privateKeyPem.slice(40, 90)]
}
