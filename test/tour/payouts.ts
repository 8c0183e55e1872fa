// Money out in the tour: a payout to an e-wallet, a saved recipient that changed, check then pay.
// Each ends in the sandbox's books; the callback of one is then checked, and a forged copy of it
// refused.
import { account, ip } from '../screens/operation-form-driver.ts'
import { driverOf } from './form-driver.ts'
import { must } from './main-job.ts'
import type { Fixture } from './fixture.ts'

const other = 'EE382200221020145685'

export async function aPayout(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  await driver.open('payouts', 'payout-new')
  await driver.at('way-wallet').check()
  await driver.fill({ account_number: 'wallet-0099', order_desc: 'Deposit back', ipaddress: ip })
  await driver.fill({ amount: '12.50', currency: 'EUR' })
  await fixture.shot('payout-to-wallet')
  await driver.review()
  await driver.send()
  await driver.untilFinal()
  await driver.isInBooksOnce('payout')
  fixture.say('A payout to an e-wallet; the books show it once')
}

async function saveRecipient(fixture: Fixture, accountNumber: string): Promise<void> {
  const driver = driverOf(fixture)
  await driver.field('account_number').fill(accountNumber)
  await driver.at('recipient-save').click()
  await driver.at('recipient-row').first().waitFor()
}

export async function aRecipientThatChanged(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  await driver.at('rail-payouts').click()
  await driver.at('payout-recipients').click()
  await driver.at('recipient-new').click()
  await driver.at('recipient-name').fill('Zoë Größe, lamps')
  await driver.at('way-account').check()
  await driver.fill({ account_name: 'Zoë Größe' })
  await saveRecipient(fixture, account)
  await driver.at('recipient-pay').click()
  await driver.at('operation-form').waitFor()
  await driver.fill({ order_desc: 'Prize', ipaddress: ip, amount: '20.00', currency: 'EUR' })
  await driver.at('more-fields').locator('summary').click()
  await driver.fill({ server_callback_url: 'http://127.0.0.1:9/hook' })
  await driver.review()
  await driver.send()
  await driver.untilFinal()
  await driver.isInBooksOnce('payout')
  await driver.at('rail-payouts').click()
  await driver.at('payout-recipients').click()
  await driver.at('recipient-change').click()
  await fixture.page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLInputElement>('[data-testid="field-account_number"]')?.value ===
      wanted,
    account,
  )
  await saveRecipient(fixture, other)
  await fixture.shot('recipients')
  await driver.open('payouts', 'payout-check')
  await driver.at('recipient-pick').selectOption({ index: 1 })
  await fixture.sees('recipient-changed', other)
  await driver.fill({ order_desc: 'Prize', ipaddress: ip, amount: '22.00', currency: 'EUR' })
  await fixture.shot('recipient-changed')
  await driver.review()
  await fixture.shot('payout-check-review')
  await driver.send()
  await driver.untilFinal()
  await fixture.sees('checked-recipient', other)
  await fixture.shot('payout-checked')
  await driver.at('pay').click()
  await driver.at('review').waitFor()
  await fixture.shot('payout-pay-review')
  await driver.at('called-recipient').check()
  await driver.send()
  await driver.untilFinal()
  await driver.isInBooksOnce('payout-pay')
  await driver.at('rail-payouts').click()
  await driver.at('register-row').first().waitFor()
  await fixture.shot('payouts')
  fixture.say(
    'A recipient’s account changed since the last payout: it is pointed out before paying',
  )
  fixture.say('Checked, shown, then exactly that was paid; the books show it once')
}

export async function aCallback(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  let sent = ''
  for (let tries = 0; tries < 100 && sent === ''; tries += 1) {
    sent = (await fixture.books()).callbacks.findLast((one) => one.sent !== null)?.sent ?? ''
    if (sent === '') await fixture.page.waitForTimeout(100)
  }
  must(sent !== '', 'the sandbox’s books hold no callback')
  await driver.at('rail-callbacks').click()
  await driver.at('callback-text').fill(sent)
  await driver.at('callback-check').click()
  await fixture.sees('callback-verdict', /Signature valid/)
  await fixture.shot('callback-right')
  const forged = new URL(sent)
  forged.searchParams.set('status', 'declined')
  await driver.at('callback-text').fill(forged.href)
  await driver.at('callback-check').click()
  await fixture.sees('callback-verdict', /Signature doesn’t match/)
  await fixture.shot('callback-forged')
  fixture.say(
    'A callback out of the sandbox’s books is right; with one word changed it is not believed',
  )
}
