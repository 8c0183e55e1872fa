// Drives a page with the keyboard alone, and checks a focus that must always be seen. While
// keysAlone runs, everything of Playwright that would press, fill or jump for them throws.
import { expect } from 'vitest'
import type { PageDriver } from './page-driver.ts'

const onPage = ['click', 'dblclick', 'tap', 'fill', 'check', 'uncheck', 'setChecked', 'focus']
const onElement = ['selectOption', 'selectText', 'hover', 'dispatchEvent', 'pressSequentially']
const forbidden = {
  driver: ['go', 'lookUp', 'fill', 'review', 'send', 'settle'],
  page: [...onPage, 'goto', 'reload', 'goBack', 'selectOption', 'hover', 'dispatchEvent'],
  locator: [...onPage, ...onElement, 'press', 'type', 'clear', 'dragTo', 'setInputFiles', 'blur'],
  mouse: ['click', 'dblclick', 'down', 'up', 'move', 'wheel'],
  keyboard: ['insertText'],
}

/** Runs `play`; whatever in it is not done by a key throws where it is used. */
export async function keysAlone(driver: PageDriver, play: () => Promise<void>): Promise<void> {
  const { page } = driver
  const undo = [
    forbid(driver, forbidden.driver),
    forbid(page, forbidden.page),
    // Locators are made anew for each use: what they share is forbidden.
    forbid(Object.getPrototypeOf(page.locator('body')) as object, forbidden.locator),
    forbid(page.mouse, forbidden.mouse),
    forbid(page.keyboard, forbidden.keyboard),
  ]
  try {
    await play()
  } finally {
    for (const allow of undo) allow()
  }
}

function forbid(target: object, names: readonly string[]): () => void {
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const)
  for (const name of names) {
    if (!(name in target)) throw new Error(`there is no ${name} to forbid`)
    Object.defineProperty(target, name, {
      configurable: true,
      value: () => {
        throw new Error(`${name} is no key: this flow is played by the keyboard alone`)
      },
    })
  }
  return () => {
    for (const [name, before] of kept)
      if (before === undefined) Reflect.deleteProperty(target, name)
      else Object.defineProperty(target, name, before)
  }
}

export interface Keys {
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  focusIs(selector: string): Promise<boolean>
  /** Presses Tab until the focus is there; each stop on the way must show where it is. */
  tabTo(selector: string, most?: number): Promise<void>
  /** Goes to the choices, and with the arrows on to the one of that name. */
  choose(testId: string, name: string): Promise<void>
  /** Tabs to the field and types into it. */
  write(testId: string, text: string): Promise<void>
  lookUp(orderid: string): Promise<void>
  /** On the review in the sheet, where the focus waits on the button that sends. */
  confirm(): Promise<void>
}

const canTakeFocus = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((element) => !element.matches(':disabled'))

export function keysOf(driver: () => PageDriver): Keys {
  const keys: Keys = {
    press: (key) => driver().page.keyboard.press(key),
    type: (text) => driver().page.keyboard.type(text),
    focusIs: (selector) =>
      driver().page.evaluate(
        (wanted) => (document.activeElement?.closest(wanted) ?? null) !== null,
        selector,
      ),
    tabTo: async (selector, most = 60) => {
      // A person waits until they see it: on a busy machine the focus would go round once more.
      await driver().page.waitForFunction(canTakeFocus, selector)
      for (let stops = 0; stops < most; stops += 1) {
        if (await keys.focusIs(selector)) return
        await keys.press('Tab')
        expect(await driver().page.evaluate(unseenFocus)).toBeNull()
      }
      throw new Error(`the keyboard does not reach ${selector}`)
    },
    choose: async (testId, name) => {
      const choices = driver().at(testId)
      await keys.tabTo(`[data-testid=${testId}]`)
      const wanted = choices.getByRole('radio', { name, exact: true })
      for (let left = await choices.getByRole('radio').count(); left > 0; left -= 1) {
        if (await wanted.isChecked()) return
        await keys.press('ArrowRight')
      }
      throw new Error(`no arrow reaches ${name}`)
    },
    write: async (testId, text) => {
      await keys.tabTo(`[data-testid=${testId}]`)
      await keys.type(text)
    },
    lookUp: async (orderid) => {
      await keys.press('/')
      await expect.poll(() => keys.focusIs('#omnibox')).toBe(true)
      await keys.type(orderid)
      await keys.press('Enter')
      // The order that was shown before must not be taken for the one that comes.
      await driver().at('omnibox').waitFor({ state: 'detached' })
      await expect.poll(() => keys.focusIs('h1')).toBe(true)
      await driver().at('money-facts').waitFor()
    },
    confirm: async () => {
      await driver().page.locator('[data-testid=send][data-armed]').waitFor()
      await expect.poll(() => keys.focusIs('[data-testid=send]')).toBe(true)
      await keys.press('Enter')
    },
  }
  return keys
}

/**
 * Runs in the page: what has the focus without an outline or a ring around it or the control it
 * stands in.
 */
function unseenFocus(): string | null {
  const { activeElement: at } = document
  if (at === null || at === document.body) return null
  const around = at.closest('.n-input, .n-button, label')
  const ring = around?.querySelector('.n-input__state-border, .n-button__state-border')
  const isSeen = [at, around, ring]
    .filter((one) => one instanceof Element)
    .map((one) => getComputedStyle(one))
    .some(
      (mark) =>
        (mark.outlineStyle !== 'none' && Number.parseFloat(mark.outlineWidth) > 0) ||
        mark.boxShadow !== 'none',
    )
  return isSeen && at.getBoundingClientRect().width > 0 ? null : at.outerHTML.slice(0, 200)
}
