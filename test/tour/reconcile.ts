// A report of the gateway in the tour: read with a kind that nobody knows, matched, and decided.
import type { Fixture } from './fixture.ts'

export async function aReconciliation(fixture: Fixture): Promise<void> {
  const { orderid, clientOrderid } = await fixture.practice(/paid sale of 120\.00 EUR/)
  await fixture.lookUp(orderid)
  const day = new Date().toISOString().slice(0, 10)
  const line = (kind: string, amount: string): string =>
    [orderid, clientOrderid, kind, amount, 'EUR', day].join('\t')
  const unknown = ['990000017', 'shop-17', 'CBK', '35.00', 'EUR', day].join('\t')
  const head = 'Order ID\tMerchant order ID\tType\tAmount\tCurrency\tDate'
  const lines = [line('Sale', '120.00'), line('Refund', '7.00'), unknown]
  await fixture.go('/reconcile/new')
  await fixture.at('list-pasted').fill([head, ...lines].join('\n'))
  await fixture.at('list-paste-read').click()
  await fixture.sees('list-questions', 'CBK')
  await fixture.shot('report-read')
  await fixture.at('list-kind-charged-back').click()
  await fixture.at('reconcile-take').click()
  await fixture.sees('reconcile-rows', orderid)
  await fixture.shot('report-matched')
  fixture.say('A report of the gateway: what nothing explains comes first')
}
