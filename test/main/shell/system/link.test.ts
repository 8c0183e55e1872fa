// Links of the system: exactly paydesk://order/<digits> opens the field that finds orders, with the
// id in it. Five hundred others open nothing.
import { expect, it } from 'vitest'
import { placeOfLink, placeOfStart } from '../../../../src/main/shell/system/link.ts'
import { seeded } from '../../../fakes/seeded.ts'

const good = 'paydesk://order/6760150'

/** Each is good but for what was done to it. */
function hostileLinks(count: number): string[] {
  const draw = seeded(11)
  const pick = <T>(from: readonly T[]): T => from[draw() % from.length] as T
  const marks = [
    ...'/?#&%\\:@;,.<>"\'`{}[]()|^~ \t\n\r\0\u202e\u200b\u0660\uff11=+*$!é-_',
    '%2f',
    '%00',
  ]
  const hosts = [
    'orders',
    'order.evil.example',
    'refund',
    'open',
    '',
    'order@evil.example',
    '127.0.0.1',
  ]
  const tails = [
    '/return',
    '?confirm=1',
    '#/connections',
    '/../audit',
    '?amount=20',
    '\\..\\x',
    '/1',
    '&x',
  ]
  const schemes = [
    'paydesk:',
    'PAYDESK://',
    'paydesk:/',
    'paydesk:///',
    'javascript:',
    'file://',
    'http://',
  ]
  const ways = [
    () => good + pick(tails),
    () => good.slice(0, 16 + (draw() % 7)) + pick(marks) + good.slice(16 + (draw() % 7)),
    () => `paydesk://${pick(hosts)}/${draw()}`,
    () => `${pick(schemes)}order/${draw()}${pick(['', '/', '?'])}`,
    () => `paydesk://order/${'9'.repeat(20 + (draw() % 50))}`,
    () => `paydesk://order/${pick(['4111111111111111', '5500005555555559', '340000000000009'])}`,
    () => `${pick(marks)}${good}`,
    () => `paydesk://order/${pick(['refund', 'return', '-1', '0x1f', '1e9', '١٢٣', '', 'null'])}`,
  ]
  return Array.from({ length: count }, () => pick(ways)())
}
const isRight = (link: string): boolean => /^paydesk:\/\/order\/\d{1,19}$/.test(link)

it('opens the field that finds orders with the id, and asks for nothing', () => {
  expect(placeOfLink(good)).toEqual({ find: '6760150' })
})

it('opens none of five hundred hostile links', () => {
  const links = hostileLinks(500)
  const cards = /\/(4111111111111111|5500005555555559|340000000000009)$/
  const opened = links.filter((link) => placeOfLink(link) !== null)
  // A mark that was put in may be taken for a part of the id by chance: then it is a right link.
  expect(opened.filter((link) => !isRight(link) || cards.test(link))).toEqual([])
  expect(links.filter((link) => !isRight(link) || cards.test(link)).length).toBeGreaterThan(470)
})

it('takes one link of a start, and none of several', () => {
  expect(placeOfStart(['/usr/bin/paydesk', good])).toEqual({ find: '6760150' })
  expect(placeOfStart([good, 'paydesk://order/7'])).toBe('refused')
  expect(placeOfStart(['paydesk://order/7/return'])).toBe('refused')
  expect(placeOfStart(['--open=find'])).toEqual({ find: '' })
  expect(placeOfStart(['--open=refund', '--inspect', '__proto__'])).toBeNull()
})
