// How to reach the states that stand on top of a screen or beside a list, by test ids: the same
// hands work in every language.
import type { PageDriver } from './page-driver.ts'

export type Arrival = [name: string, arrive: () => Promise<void>]

export function sheetsAndDialogs(driver: () => PageDriver): Arrival[] {
  const at = (testId: string) => driver().at(testId)
  const show = async (testId: string, shown: string): Promise<void> => {
    await at(testId).first().click()
    await at(shown).first().waitFor()
  }
  const close = (): Promise<void> => driver().page.keyboard.press('Escape')
  const type = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await at(`field-${name}`).fill(value)
  }
  const readBeside = async (list: string, row: string, pane: string): Promise<void> => {
    await driver().page.setViewportSize({ width: 1600, height: 900 })
    await driver().go(list)
    await show(row, pane)
  }
  return [
    [
      'a payment link with its QR code',
      async () => {
        await driver().go('#/links/sale-form')
        const payer = { email: 'zoe@example.org', ipaddress: '203.0.113.7' }
        await type({ order_desc: 'Lamp', ...payer, amount: '42.00', currency: 'EUR' })
        await driver().review()
        await driver().send()
        await at('qr').waitFor()
      },
    ],
    [
      'Links with a link',
      async () => {
        await driver().go('#/links')
        await at('copy-link').waitFor()
      },
    ],
    [
      'a recipient whose fields need another look',
      async () => {
        await driver().go('#/payouts/recipients/new')
        await at('recipient-form').waitFor()
        await at('recipient-save').click()
        await driver().page.locator('[aria-invalid="true"]').first().waitFor()
      },
    ],
    [
      'Recipients with one',
      async () => {
        await at('recipient-name').fill('Zoë Größe')
        await type({ account_number: 'DE89370400440532013000' })
        await show('recipient-save', 'recipient-row')
      },
    ],
    [
      'a recipient that is changed',
      async () => {
        await show('recipient-change', 'recipient-form')
        await driver().page.waitForFunction(
          () =>
            document.querySelector<HTMLInputElement>('[data-testid=recipient-name]')?.value !== '',
        )
      },
    ],
    [
      'the question whether a recipient is removed',
      async () => {
        await at('cancel').click()
        await at('row-more').click()
        await show('menu-recipient-remove', 'recipient-remove-confirm')
      },
    ],
    [
      'the archives of the audit log',
      async () => {
        await close()
        await driver().go('#/audit')
        await at('audit-menu').click()
        await show('menu-audit-archive', 'archive-kept')
      },
    ],
    [
      'the copies of the ledger',
      async () => {
        await close()
        await at('audit-menu').click()
        await show('menu-audit-copies', 'copies-dialog')
      },
    ],
    [
      'an order read beside the list',
      async () => {
        await close()
        await readBeside('#/orders', 'order-row', 'pane')
      },
    ],
    ['an entry read beside the audit log', () => readBeside('#/audit', 'audit-row', 'audit-entry')],
    [
      'the export of the orders',
      async () => {
        await driver().page.setViewportSize({ width: 1280, height: 800 })
        await driver().go('#/orders')
        await show('orders-export', 'export-save')
      },
    ],
    [
      'the choice of a time zone',
      async () => {
        await close()
        await show('zone', 'zone-list')
      },
    ],
    [
      'the other methods of a refund',
      async () => {
        await close()
        await driver().lookUp((await driver().practice(/45\.500 KWD/)).orderid)
        await show('action-return', 'action-form')
        await at('other-ways').locator('summary').click()
      },
    ],
    [
      'the omnibox with an ID of the clipboard',
      async () => {
        await close()
        await driver().call('clipboard:copy', { text: '6760150' })
        await show('omnibox-open', 'omnibox-copied')
      },
    ],
    [
      'a confirmed request that can be undone',
      async () => {
        await close()
        await setUndo(driver(), 30_000)
        await driver().lookUp((await driver().practice(/45\.500 KWD/)).orderid)
        await driver().fill('return', '1.250')
        await driver().review()
        await show('send', 'banner-waiting')
      },
    ],
    [
      'the bar of a request that is about to be sent, on another screen',
      async () => {
        await at('rail-open-requests').click()
        await at('banner-waiting').waitFor()
      },
    ],
    [
      'the bar of one that was sent elsewhere',
      async () => {
        await show('banner-send-now', 'banner-open')
        await setUndo(driver(), 0)
      },
    ],
    ['the banner of a failed copy', () => at('banner-backup').waitFor({ timeout: 40_000 })],
  ]
}

async function setUndo(driver: PageDriver, undoMs: number): Promise<void> {
  await driver.call('connection:set-money', { connectionId: 'sandbox', money: { undoMs } })
}
