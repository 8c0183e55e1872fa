// Money out in the tour: a payout to an e-wallet, a saved recipient that changed, check then pay. Each ends in the sandbox's books; the
// callback of one is then checked, and a forged copy of it refused.
import { callbacksInBooks, tellSandbox } from './books.ts'
import { account, handsOn, ip } from './hands.ts'
import { must } from './main-job.ts'
import type { Stage } from './stage.ts'

const other = 'EE382200221020145685'

export async function aPayout(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  await hands.open('payouts', 'payout-new')
  await hands.at('way-wallet').check()
  await hands.fill({ account_number: 'wallet-0099', order_desc: 'Deposit back', ipaddress: ip })
  await hands.fill({ amount: '12.50', currency: 'EUR' })
  await stage.shot('payout-to-wallet')
  await hands.review()
  await hands.send()
  await hands.settle()
  await hands.isInBooksOnce('payout')
  stage.say('A payout to an e-wallet; the books show it once')
}

async function saveRecipient(stage: Stage, accountNumber: string): Promise<void> {
  const hands = handsOn(stage)
  await hands.field('account_number').fill(accountNumber)
  await hands.at('recipient-save').click()
  await hands.at('recipient-row').first().waitFor()
}

export async function aRecipientThatChanged(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  await hands.at('rail-payouts').click()
  await hands.at('payout-recipients').click()
  await hands.at('recipient-new').click()
  await hands.at('recipient-name').fill('Zoë Größe, lamps')
  await hands.at('way-account').check()
  await hands.fill({ account_name: 'Zoë Größe' })
  await saveRecipient(stage, account)
  await hands.at('recipient-pay').click()
  await hands.at('operation-form').waitFor()
  await hands.fill({ order_desc: 'Prize', ipaddress: ip, amount: '20.00', currency: 'EUR' })
  await hands.at('more-fields').locator('summary').click()
  await hands.fill({ server_callback_url: 'http://127.0.0.1:9/hook' })
  await hands.review()
  await hands.send()
  await hands.settle()
  await hands.isInBooksOnce('payout')
  await hands.at('rail-payouts').click()
  await hands.at('payout-recipients').click()
  await hands.at('recipient-change').click()
  await stage.page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLInputElement>('[data-testid="field-account_number"]')?.value ===
      wanted,
    account,
  )
  await saveRecipient(stage, other)
  await stage.shot('recipients')
  await hands.open('payouts', 'payout-check')
  await hands.at('recipient-pick').selectOption({ index: 1 })
  await stage.expectText('recipient-changed', other)
  await hands.fill({ order_desc: 'Prize', ipaddress: ip, amount: '22.00', currency: 'EUR' })
  await stage.shot('recipient-changed')
  await hands.review()
  await stage.shot('payout-check-review')
  await hands.send()
  await hands.settle()
  await stage.expectText('checked-recipient', other)
  await stage.shot('payout-checked')
  await hands.at('pay').click()
  await hands.at('review').waitFor()
  await stage.shot('payout-pay-review')
  await hands.send()
  await hands.settle()
  await hands.isInBooksOnce('payout-pay')
  await hands.at('rail-payouts').click()
  await hands.at('register-row').first().waitFor()
  await stage.shot('payouts')
  stage.say('A recipient’s account changed since the last payout: it is pointed out before paying')
  stage.say('Checked, shown, then exactly that was paid; the books show it once')
}

export async function aCallback(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  await tellSandbox(stage.page, 'advance', { ms: '60000' })
  const sent = (await callbacksInBooks(stage.page)).at(-1)
  must(sent !== undefined, 'the sandbox’s books hold no callback')
  await hands.at('rail-callbacks').click()
  await hands.at('callback-text').fill(sent!)
  await hands.at('callback-check').click()
  await stage.expectText('callback-verdict', /The control is right/)
  await stage.shot('callback-right')
  const forged = new URL(sent!)
  forged.searchParams.set('status', 'declined')
  await hands.at('callback-text').fill(forged.href)
  await hands.at('callback-check').click()
  await stage.expectText('callback-verdict', /The control is wrong/)
  await stage.shot('callback-forged')
  stage.say(
    'A callback out of the sandbox’s books is right; with one word changed it is not believed',
  )
}
