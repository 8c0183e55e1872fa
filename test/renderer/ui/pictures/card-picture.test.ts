// The picture of a card beside its facts: what it shows is no text, and nothing is drawn where the
// digits of the card are not known.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { cardMarkOf } from '../../../../src/renderer/theme/card-marks.ts'
import CardPicture from '../../../../src/renderer/ui/pictures/CardPicture.vue'

const drawn = (card: string, more = {}): Promise<string> =>
  renderToString(createSSRApp(CardPicture, { card, holder: 'ZOE MULLER', ...more }))

it('shows brand, last four digits and holder, and says none of it', async () => {
  const html = await drawn('Visa 1111')
  expect(html).toContain('data-digits="•••• 1111"')
  expect(html).toContain('data-holder="ZOE MULLER"')
  expect(html).toContain('aria-hidden="true"')
  expect(html).toContain('data-testid="card-mark"')
  expect(html.replaceAll(/<[^>]*>/g, '').trim()).toBe('')
})

it('shows dots for digits that are not known yet, and the expiry where it is told', async () => {
  const html = await drawn('Visa ••••', { expires: '12/31' })
  expect(html).toContain('data-digits="•••• ••••"')
  expect(html).toContain('data-expires="12/31"')
  expect(html.replaceAll(/<[^>]*>/g, '').trim()).toBe('')
  expect(await drawn('Visa 1111')).not.toContain('data-expires')
})

it('has the colours of its brand, or the usual ones', async () => {
  const { from } = cardMarkOf('Amex 3333')!.face!
  expect(await drawn('Amex 3333')).toContain(`--card-from:${from}`)
  expect(await drawn('JCB 4444')).not.toContain('--card-from')
})

it.each(['Card', '', 'wallet-0099x'])('draws nothing of %j', async (card) => {
  expect(await drawn(card)).not.toContain('card-picture')
})
