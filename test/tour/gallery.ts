// Every screen there is, by the pattern of its route: what it is called in docs/images and which
// order it is shown with. A test holds this against the routes and the guide: a screen without a
// picture is a fault.
import type { Fixture } from './fixture.ts'

export interface ShownScreen {
  /** Its picture: docs/images/<name>.webp. */
  name: string
  /** By words of a practice order's description. */
  order?: RegExp
  /** What stands there once the screen has read what it shows. */
  has?: string
  /** Needs one on which nothing was done yet. */
  isFresh?: true
}

const sale = /paid sale of 120\.00 EUR/
const hold = /hold of 300\.00 EUR/

/** By the pattern of the route. */
export const gallery: Readonly<Record<string, ShownScreen>> = {
  '/today': { name: 'screen-today' },
  '/orders': { name: 'screen-orders', has: 'order-row' },
  '/reports': { name: 'screen-reports', has: 'report-figure' },
  '/reconcile': { name: 'screen-reconcile' },
  '/reconcile/new': { name: 'screen-report-read' },
  '/reconcile/:id': { name: 'screen-reconciled', has: 'reconcile-row' },
  '/people': { name: 'screen-people' },
  '/approvals': { name: 'screen-approvals' },
  '/orders/pasted': { name: 'screen-pasted-list' },
  '/orders/:connectionId/:orderid': { name: 'screen-order', order: sale },
  '/orders/:connectionId/:orderid/give-back': { name: 'screen-give-back', order: sale },
  '/orders/:connectionId/:orderid/return': { name: 'screen-return', order: sale, isFresh: true },
  '/orders/:connectionId/:orderid/capture': { name: 'screen-capture', order: hold, isFresh: true },
  '/orders/:connectionId/:orderid/void': {
    name: 'screen-void',
    order: /80\.00 GBP/,
    isFresh: true,
  },
  '/shop-orders': { name: 'screen-shop-orders' },
  '/shop-orders/new': { name: 'screen-shop-import' },
  '/shop-orders/:number': { name: 'screen-shop-order' },
  '/runs': { name: 'screen-runs' },
  '/runs/new': { name: 'screen-run-new' },
  '/runs/:runId': { name: 'screen-run' },
  '/payouts': { name: 'screen-payouts' },
  '/payouts/new': { name: 'screen-payout-new' },
  '/payouts/check': { name: 'screen-payout-check' },
  '/payouts/link': { name: 'screen-payout-link' },
  '/payouts/recipients': { name: 'screen-recipients' },
  '/payouts/recipients/new': { name: 'screen-recipient-new' },
  '/payouts/recipients/:id': { name: 'screen-recipient-change' },
  '/links': { name: 'screen-links' },
  '/links/sale-form': { name: 'screen-link-sale' },
  '/links/preauth-form': { name: 'screen-link-hold' },
  '/links/account-verification-form': { name: 'screen-link-card-check' },
  '/links/payment-form': { name: 'screen-link-payment' },
  '/terminal': { name: 'screen-terminal' },
  '/terminal/sale': { name: 'screen-terminal-sale' },
  '/terminal/preauth': { name: 'screen-terminal-hold' },
  '/terminal/account-verification': { name: 'screen-terminal-card-check' },
  '/cards': { name: 'screen-cards' },
  '/cards/new': { name: 'screen-card-new' },
  '/cards/new-rsa': { name: 'screen-card-new-rsa' },
  '/cards/rebill': { name: 'screen-rebill' },
  '/cards/facts': { name: 'screen-card-facts' },
  '/subscriptions': { name: 'screen-subscriptions' },
  '/subscriptions/new': { name: 'screen-subscription-new' },
  '/subscriptions/charge': { name: 'screen-subscription-charge' },
  '/subscriptions/change': { name: 'screen-subscription-change' },
  '/secure3d': { name: 'screen-secure3d' },
  '/secure3d/method': { name: 'screen-secure3d-method' },
  '/secure3d/cres': { name: 'screen-secure3d-cres' },
  '/secure3d/pares': { name: 'screen-secure3d-pares' },
  '/transfers': { name: 'screen-transfers' },
  '/transfers/new': { name: 'screen-transfer-new' },
  '/transfers/eligibility': { name: 'screen-eligibility' },
  '/callbacks': { name: 'screen-callbacks' },
  '/open-requests': { name: 'screen-open-requests' },
  '/audit': { name: 'screen-audit', has: 'audit-row' },
  '/connections': { name: 'screen-connections' },
  '/connections/new': { name: 'screen-connection-new' },
  '/connections/:id': { name: 'screen-connection' },
  '/inspector': { name: 'screen-inspector' },
}

/** Folder, window size and colours; the last round is for docs/images. */
const rounds = [
  ['large', { width: 1920, height: 1080 }, 'light'],
  ['small', { width: 1024, height: 640 }, 'light'],
  ['dark', { width: 1280, height: 800 }, 'dark'],
  ['screens', { width: 1280, height: 800 }, 'light'],
] as const

export async function everyScreen(fixture: Fixture): Promise<void> {
  const found = await fixture.call('recipient:list', { connectionId: 'sandbox' })
  const recipient = found.ok ? (found.value[0]?.id ?? '') : found.fault.message
  const runs = await fixture.call('run:list', {})
  const run = runs.ok ? (runs.value[0]?.id ?? '') : runs.fault.message
  const reports = await fixture.call('reconcile:list', {})
  const report = reports.ok ? (reports.value[0]?.id ?? '') : reports.fault.message
  const orderOf = async ({ order, isFresh }: ShownScreen): Promise<string> => {
    if (order === undefined) return ''
    if (isFresh !== true) return (await fixture.practice(order)).orderid
    const fresh = (await fixture.freshPractice()).find(({ about }) => order.test(about))
    const orderid = String(fresh?.orderid)
    await fixture.lookUp(orderid)
    return orderid
  }
  const routeOf = async (pattern: string, shown: ShownScreen): Promise<string> => {
    const ofReport = pattern.startsWith('/reconcile') ? report : 'sandbox'
    const id = pattern.startsWith('/payouts') ? recipient : ofReport
    return (
      pattern
        .replace(':connectionId', 'sandbox')
        .replace(':orderid', await orderOf(shown))
        .replace(':runId', run)
        // The second one of the list is none that the gateway knows.
        .replace(':number', '2')
        .replace(':id', id)
    )
  }
  // What was typed and said on the way here is no part of a screen.
  await fixture.call('preference:set', { name: 'drafts', value: null })
  await fixture.page.reload()
  await fixture.settle()
  for (const [pattern, shown] of Object.entries(gallery)) {
    await fixture.go(await routeOf(pattern, shown))
    if (shown.has !== undefined) await fixture.at(shown.has).first().waitFor()
    await fixture.page.waitForFunction(() => document.querySelector('.loading') === null)
    for (const [folder, viewport, colorScheme] of rounds) {
      await fixture.page.setViewportSize(viewport)
      await fixture.page.emulateMedia({ colorScheme })
      await fixture.shot(shown.name, folder)
    }
  }
  const count = Object.keys(gallery).length
  fixture.say(`${count} screens at 1280×800 light and dark, at 1024×640 and at 1920×1080`)
}
