// A fact of a row, drawn by its kind. A function, because a list draws hundreds of them at once.
import { type FunctionalComponent, h, type VNode } from 'vue'
import type { Fact } from '../../messages/lists/list-columns.ts'
import AgeText from '../../ui/text/AgeText.vue'
import AmountText from '../../ui/text/AmountText.vue'
import TimeText from '../../ui/text/TimeText.vue'

/**
 * `time`: how a number that is a time is written; any other number is a count. `none`: why an
 * amount or a text is not there, for whoever points at its dash or hears it.
 */
export const FactCell: FunctionalComponent<{
  fact: Fact
  time?: 'moment' | 'age' | undefined
  none?: string
}> = ({ fact, time, none }) => {
  if (fact === null || (fact === '' && none !== undefined)) return dash(none ?? '')
  if (typeof fact === 'string') return h('bdi', { translate: 'no', title: fact }, fact)
  if (typeof fact !== 'number') return h(AmountText, { money: fact })
  if (time === 'age') return h(AgeText, { class: 'muted', at: fact })
  return time === 'moment'
    ? h(TimeText, { at: fact, inList: 'minute' })
    : h('span', { class: 'figures' }, String(fact))
}
/**
 * Quiet in a list, where it may stand in many rows. Whoever points at it or hears it learns why.
 */
const dash = (why: string): VNode =>
  why === ''
    ? h('span', { class: 'muted' }, '–')
    : h('span', { class: 'muted', role: 'img', 'aria-label': why, title: why }, '–')
FactCell.props = ['fact', 'time', 'none']
