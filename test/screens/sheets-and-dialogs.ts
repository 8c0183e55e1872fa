// How to reach the states that stand on top of a screen or beside a list, by test ids: the same
// hands work in every language.
import type { Clerk } from './clerk.ts'

export type Arrival = [name: string, arrive: () => Promise<void>]

export function sheetsAndDialogs(clerk: () => Clerk): Arrival[] {
  const at = (testId: string) => clerk().at(testId)
  const show = async (testId: string, shown: string): Promise<void> => {
    await at(testId).first().click()
    await at(shown).first().waitFor()
  }
  const close = (): Promise<void> => clerk().page.keyboard.press('Escape')
  const type = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await at(`field-${name}`).fill(value)
  }
  const readBeside = async (list: string, row: string, pane: string): Promise<void> => {
    await clerk().page.setViewportSize({ width: 1600, height: 900 })
    await clerk().go(list)
    await show(row, pane)
  }
  return [
    [
      'a payment link with its QR code',
      async () => {
        await clerk().go('#/links/sale-form')
        const payer = { email: 'zoe@example.org', ipaddress: '203.0.113.7' }
        await type({ order_desc: 'Lamp', ...payer, amount: '42.00', currency: 'EUR' })
        await clerk().review()
        await clerk().send()
        await at('qr').waitFor()
      },
    ],
    [
      'Links with a link',
      async () => {
        await clerk().go('#/links')
        await at('copy-link').waitFor()
      },
    ],
    [
      'a recipient whose fields need another look',
      async () => {
        await clerk().go('#/payouts/recipients/new')
        await at('recipient-form').waitFor()
        await at('recipient-save').click()
        await clerk().page.locator('[aria-invalid="true"]').first().waitFor()
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
        await clerk().page.waitForFunction(
          () =>
            document.querySelector<HTMLInputElement>('[data-testid=recipient-name]')?.value !== '',
        )
      },
    ],
    [
      'the question whether a recipient is removed',
      async () => {
        await at('cancel').click()
        await show('recipient-remove', 'recipient-remove-confirm')
      },
    ],
    [
      'the archives of the audit log',
      async () => {
        await close()
        await clerk().go('#/audit')
        await show('audit-archive', 'archive-kept')
      },
    ],
    [
      'the copies of the ledger',
      async () => {
        await close()
        await show('audit-copies', 'copies-dialog')
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
      'a confirmed request that can be undone',
      async () => {
        await clerk().page.setViewportSize({ width: 1280, height: 800 })
        await setUndo(clerk(), 30_000)
        await clerk().lookUp((await clerk().practice(/45\.500 KWD/)).orderid)
        await clerk().fill('return', '1.250')
        await clerk().review()
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
      'the bar of one that ended elsewhere',
      async () => {
        await show('banner-send-now', 'banner-ended')
        await setUndo(clerk(), 0)
      },
    ],
  ]
}

async function setUndo(clerk: Clerk, undoMs: number): Promise<void> {
  await clerk.call('connection:set-money', { connectionId: 'sandbox', money: { undoMs } })
}
