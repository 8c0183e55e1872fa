// What records are about. A topic is a text; whoever writes its next version is first. MONEY: two
// texts for one order would be two locks: the text of an order is the lock of its ledger.
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto'
import { type AskedPlace, askedIn, askedText } from '#shared/approvals/asked-place.ts'
import { orderLock, type OrderPlace } from '#shared/order-place.ts'

export const orderTopic = (place: OrderPlace): string => `order/${orderLock(place)}`
/**
 * Of a payment that makes its own order: whoever asks for an equal one asks for this topic. The key
 * is the team's, so that whoever reads the database can't try account numbers.
 */
export const payTopic = (paymentKey: string, payment: string): string =>
  `pay/${createHmac('sha256', Buffer.from(paymentKey, 'base64url')).update(payment).digest('hex')}`

/** 32 bytes, base64url. The founder's key alone gives it, and each joining file has it. */
export function paymentKeyOf(founder: KeyObject, team: string): string {
  const secret = founder.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const made = hkdfSync('sha256', secret, team, 'paydesk team payments 1', 32)
  return Buffer.from(made).toString('base64url')
}

export const deskTopic = (desk: string): string => `desk/${desk}`
export const personTopic = (id: string): string => `person/${id}`
export const beatTopic = (desk: string): string => `beat/${desk}`
/** Of its own: the newest heartbeat has to stay the one that names heads. */
export const signTopic = (desk: string): string => `on/${desk}`
export const presentTopic = (epoch: string, desk: string): string => `present/${epoch}/${desk}`

/** Where people sign that a claim is released, one after the other. */
export const releaseTopic = (claimDigest: string): string => `release/${claimDigest}`

/** Of one computer alone: what it says of what was asked. So none waits for another's record. */
export const approvalTopic = (place: AskedPlace, desk: string): string =>
  `approval/${askedText(place)}/${desk}`

/** What was asked, and whose topic it is; null for any other text. */
export function approvalIn(topic: string): { place: AskedPlace; desk: string } | null {
  const [, asked = '', desk = ''] = /^approval\/(.*)\/([a-z][a-z0-9-]{0,30})$/.exec(topic) ?? []
  const place = askedIn(asked)
  return place === null ? null : { place, desk }
}

export const isOrderTopic = (topic: string): boolean => topic.startsWith('order/')
/** Of what is claimed: an order, or a payment. */
export const isClaimedTopic = (topic: string): boolean =>
  isOrderTopic(topic) || /^pay\/[0-9a-f]{64}$/.test(topic)
export const isRosterTopic = (topic: string): boolean => /^(desk|person)\//.test(topic)
export const isPresentTopic = (topic: string): boolean => topic.startsWith('present/')
export const isReleaseTopic = (topic: string): boolean => topic.startsWith('release/')

/** A page of topics: all that begin with it. */
export interface TopicRange {
  from: string
  to: string
}

/** `before` ends in a slash: the next letter of the alphabet of bytes stands behind all of them. */
const beginningWith = (before: string): TopicRange => ({
  from: before,
  to: `${before.slice(0, -1)}0`,
})

export const desksRange = beginningWith('desk/')
export const peopleRange = beginningWith('person/')
/** What is not over at that time, soonest first. */
export const approvalsFrom = (now: number): TopicRange => ({
  from: `approval/${String(now).padStart(13, '0')}`,
  to: 'approval0',
})
/** All that was said of one. */
export const approvalRange = (place: AskedPlace): TopicRange =>
  beginningWith(`approval/${askedText(place)}/`)
export const presentRange = (epoch: string): TopicRange => beginningWith(`present/${epoch}/`)
