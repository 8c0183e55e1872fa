// The guide’s page about people, from turning on sign-in to the first refund that somebody else
// approved: by its steps, on a new computer. What a person does is counted and given the time that
// it takes a practised hand (keystroke-level model: Card, Moran and Newell, 1980); what the program
// takes is measured as the time of the processor, which other programs on the computer don't
// lengthen. Both together stay under three minutes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { processorSecondsOf } from '../../bench/idle.ts'
import { flow } from './flow.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/people.md'), 'utf8')
const passphrases = { Ada: 'four plain words', Bo: 'other plain words', Cy: 'third plain words' }
let driver: PageDriver
let paid: string
beforeAll(async () => {
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first' },
  })
  paid = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
}, 120_000)
afterAll(() => driver.close())

/**
 * Seconds: to point and press, to strike a key, to think before what a step of the page names. What
 * follows from it (the next field, the end of a dialog) is not thought about again.
 */
const [pressS, strikeS, thinkS] = [1.3, 0.28, 1.35]
let seconds = 0
const done = { presses: 0, strikes: 0 }
/** A button of the page by the name that the guide gives it. */
async function press(testId: string, name?: string): Promise<void> {
  const button = driver.at(testId).first()
  if (name !== undefined) {
    expect(page).toContain(`_${name}_`)
    expect((await button.innerText()).replaceAll('\u2060', '')).toContain(name)
  }
  await button.click()
  done.presses += 1
  seconds += pressS + (name === undefined ? 0 : thinkS)
}
/** Each dialog has its first field in focus, and Tab leads to the next one. */
async function type(testId: string, text: string): Promise<void> {
  await driver.at(testId).first().fill(text)
  strike(1 + text.length)
}
function strike(times: number): void {
  done.strikes += times
  seconds += strikeS * times
}
/** Ends what was typed into last. */
async function enter(): Promise<void> {
  await driver.page.keyboard.press('Enter')
  strike(1)
}
type Name = keyof typeof passphrases
async function addPerson(name: Name, roles: readonly string[]): Promise<void> {
  await press('person-add', 'Add a person…')
  await driver.at('person-add-dialog').waitFor()
  await type('person-name', name)
  for (const role of roles) await press(`role-${role}`)
  await type('person-passphrase', passphrases[name])
  await type('person-again', passphrases[name])
  await type('person-own', passphrases.Ada)
  await enter()
  await driver.sees('people', name)
}
async function change(name: Name): Promise<void> {
  await press('lock')
  await driver.at('sign-in').waitFor()
  await driver.at('sign-in-person').getByRole('radio', { name, exact: true }).check()
  seconds += thinkS + pressS
  await type('sign-in-passphrase', passphrases[name])
  await enter()
  await driver.sees('signed-in', name)
  // Whoever signs in after somebody else begins at Today, once the window has heard of it.
  await driver.at('new-refund').waitFor()
}

describe('the first refund that somebody else approved', () => {
  flow('people-to-first-approval', async () => {
    const { mainPid } = driver.program
    const before = processorSecondsOf(mainPid)
    // Turn on sign-in.
    await press('operator-menu')
    await press('people-open')
    await press('people-switch-on', 'Turn on sign-in…')
    await driver.at('people-switch-on-dialog').waitFor()
    await type('person-name', 'Ada')
    await type('person-passphrase', passphrases.Ada)
    await type('person-again', passphrases.Ada)
    await enter()
    await driver.sees('signed-in', 'Ada')
    await addPerson('Bo', ['payments'])
    await addPerson('Cy', ['payments', 'approver'])
    // Limits and approvals.
    await press('limit-add', 'Add a limit…')
    await driver.at('limit-add-dialog').waitFor()
    await type('person-amount', '10.00')
    await type('person-currency', 'EUR')
    await type('person-own', passphrases.Ada)
    await enter()
    await driver.sees('limits', /Payments.*Refunds.*10\.00 EUR.*1 approval/s)

    await change('Bo')
    await driver.lookUp(paid)
    seconds += thinkS + pressS
    strike(paid.length + 1)
    await press('action-return')
    await type('amount', '25.00')
    await type('reason', 'Damaged')
    await press('review-open')
    await driver.page.locator('[data-testid=send][data-armed]').waitFor()
    await press('send', 'Ask for approval')
    await driver.sees('approvals-for-others', /Refund.*25\.00 EUR.*0 of 1 approved/s)

    await change('Cy')
    await press('rail-approvals', 'Approvals')
    await press('approval-look', 'Review and approve…')
    await driver.sees('approval-dialog', /25\.00 EUR.*Bo/s)
    await type('approval-own', passphrases.Cy)
    await enter()
    await driver.sees('approvals-for-others', /Approved by Cy/s)

    await change('Bo')
    await press('rail-approvals', 'Approvals')
    await press('approval-open', 'Open the form')
    await driver.at('action-form').waitFor()
    await press('review-open')
    await driver.page.locator('[data-testid=send][data-armed]').waitFor()
    expect(await driver.effects(paid)).toEqual([])
    await press('send')
    await expect
      .poll(() => driver.effects(paid))
      .toEqual([{ operation: 'return', amountMinor: 2500, currency: 'EUR' }])
    const programS = processorSecondsOf(mainPid) - before
    console.log('first approval', { ...done, seconds, programS })
    expect(done.presses).toBeLessThan(60)
    expect(seconds + programS).toBeLessThan(180)
  })
})
