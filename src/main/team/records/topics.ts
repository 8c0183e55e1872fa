// What records are about. A topic is a text; whoever writes its next version is first. MONEY: two
// texts for one order would be two locks: the text of an order is the lock of its ledger.
import { orderLock, type OrderPlace } from '#shared/order-place.ts'

export const orderTopic = (place: OrderPlace): string => `order/${orderLock(place)}`
export const deskTopic = (desk: string): string => `desk/${desk}`
export const personTopic = (id: string): string => `person/${id}`
export const beatTopic = (desk: string): string => `beat/${desk}`
/** Of its own: the newest heartbeat has to stay the one that names heads. */
export const signTopic = (desk: string): string => `on/${desk}`
export const presentTopic = (epoch: string, desk: string): string => `present/${epoch}/${desk}`

/** Where people sign that a claim is released, one after the other. */
export const releaseTopic = (claimDigest: string): string => `release/${claimDigest}`

export const isOrderTopic = (topic: string): boolean => topic.startsWith('order/')
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
export const presentRange = (epoch: string): TopicRange => beginningWith(`present/${epoch}/`)
