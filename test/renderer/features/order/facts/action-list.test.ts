// What the person reads of the actions of an order: a button for each possible one, and one line
// for the rest.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import ActionList from '../../../../../src/renderer/features/order/facts/ActionList.vue'

const can = {
  isPossible: true,
  most: null,
  mayBePartial: false,
  effect: 'Gives it back.',
  note: '',
}
const cannot = (why: string) => ({ isPossible: false, why })
const giveBack = { chosen: null, ways: [], why: '' }

async function listOf(
  actions: Record<string, object>,
  phase = 'captured',
  more: object = {},
): Promise<string> {
  const order = { phase, giveBack, actions, ...more }
  return renderToString(createSSRApp(ActionList, { order }))
}
const buttons = (html: string): string[] =>
  [...html.matchAll(/data-testid="action-(\w+)"/g)].map(([, action]) => action!)

it('folds the actions that are not possible into one line with their reasons', async () => {
  const html = await listOf({
    return: can,
    capture: cannot('Only a hold can be captured.'),
    void: cannot('The payment is settled.'),
  })
  expect(buttons(html)).toEqual(['return'])
  const [line] = /<details.*<\/details>/s.exec(html) ?? ['']
  expect(line).toContain('Not possible now: Capture, Void')
  expect(line).toContain('Only a hold can be captured.')
  expect(line).toContain('The payment is settled.')
})

it('says once a reason that all actions share', async () => {
  const why = 'A request on this order has an unknown outcome.'
  const html = await listOf({ return: cannot(why), capture: cannot(why), void: cannot(why) })
  expect(buttons(html)).toEqual([])
  expect(html.split(why)).toHaveLength(2)
  expect(html).not.toContain('<details')
})

it('has the other possible actions on one line, and what they do behind a quiet one', async () => {
  const html = await listOf(
    {
      return: { ...can, effect: 'Releases it.', note: 'A release may refund.' },
      capture: { ...can, effect: 'Charges it.' },
      void: { ...can, effect: 'Cancels it.' },
    },
    'authorised',
  )
  expect(buttons(html)).toEqual(['capture', 'return', 'void'])
  const [line] = /<details.*<\/details>/s.exec(html) ?? ['']
  expect(line).toContain('What these do: ')
  for (const text of ['Releases it.', 'Cancels it.', 'A release may refund.'])
    expect(line).toContain(text)
  expect(line).not.toContain('Charges it.')
  expect(html).toContain('Charges it.')
})

it('says below a refund of an order in doubt what is refundable for certain', async () => {
  const money = (amount: string) => ({ amount, currency: 'EUR' })
  const doubtOf = (least: string) => ({ doubt: { least: money(least), part: money('7.00') } })
  const actions = { return: can, capture: cannot('No hold.'), void: cannot('Captured.') }
  expect(await listOf(actions, 'captured', doubtOf('113.00'))).toMatch(
    /113\.00.* is refundable for certain\. A report puts the rest in doubt\./s,
  )
  expect(await listOf(actions, 'captured', doubtOf('0.00'))).not.toContain('for certain')
  expect(await listOf(actions)).not.toContain('for certain')
})
