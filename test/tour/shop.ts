// A list of the shop in the tour: imported, searched, and opened by reading the status.
import type { Fixture } from './fixture.ts'

export async function aShopList(fixture: Fixture): Promise<void> {
  const fresh = await fixture.freshPractice()
  const { orderid } = fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!
  const names = ['Jörg Müller', 'Zoë de Vries', 'Ana García', 'Łukasz Nowak', 'Mary Jones']
  const lines = names.map((name, n) =>
    [
      ...[`70000${4_711 + n * 13}`, `shop-${2_001 + n}`, `${19 + n * 12}.90`, 'EUR'],
      ...[`2026-03-0${n + 1}`, `customer${n + 1}@shop.example`, `${1_881 + n * 37}`, name],
    ].join('\t'),
  )
  const head = 'Order ID\tMerchant order ID\tAmount\tCurrency\tDate\tEmail\tLast 4\tName'
  const own = `${orderid}\t\t120.00\tEUR\t2026-03-06\tann@shop.example\t1111\tAnn Smith`
  await fixture.go('/shop-orders/new')
  await fixture.at('list-pasted').fill([head, own, ...lines].join('\n'))
  await fixture.at('list-paste-read').click()
  await fixture.sees('list-counts', '6 of 6 rows')
  await fixture.shot('shop-list-read')
  await fixture.at('shop-take').click()
  await fixture.sees('shop-taken', '6 added')
  await fixture.at('shop-to-orders').click()
  await fixture.at('shop-search').fill('ann')
  await fixture.sees('shop-rows', 'Ann Smith')
  await fixture.page.getByText('Mary Jones').waitFor({ state: 'hidden' })
  await fixture.shot('shop-search')
  await fixture.page.getByRole('link', { name: orderid }).click()
  await fixture.sees('order-amount', '120.00')
  await fixture.sees('shop-says', 'ann@shop.example')
  await fixture.shot('shop-order-read')
  fixture.say('A list of the shop: imported, searched, and an order read when it was opened')
}
