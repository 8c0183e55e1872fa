// The picture of a card beside its facts: what it shows is no text, and nothing is drawn where the
// digits of the card are not known.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import CardPicture from '../../../../src/renderer/ui/pictures/CardPicture.vue'

const drawn = (card: string): Promise<string> =>
  renderToString(createSSRApp(CardPicture, { card, holder: 'ZOE MULLER' }))

it('shows brand, last four digits and holder, and says none of it', async () => {
  const html = await drawn('Visa 1111')
  expect(html).toContain('data-digits="•••• 1111"')
  expect(html).toContain('data-holder="ZOE MULLER"')
  expect(html).toContain('aria-hidden="true"')
  expect(html).toContain('data-testid="card-mark"')
  expect(html.replaceAll(/<[^>]*>/g, '').trim()).toBe('')
})

it.each(['Card', '', 'wallet-0099x'])('draws nothing of %j', async (card) => {
  expect(await drawn(card)).not.toContain('card-picture')
})
