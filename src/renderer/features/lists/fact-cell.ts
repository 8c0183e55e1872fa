// A fact of a row, drawn by its kind. A function, because a list draws hundreds of them at once.
import { type FunctionalComponent, h } from 'vue'
import type { Fact } from '../../messages/lists/list-columns.ts'
import AgeText from '../../ui/text/AgeText.vue'
import AmountText from '../../ui/text/AmountText.vue'
import TimeText from '../../ui/text/TimeText.vue'

/**
 * `time`: how a number that is a time is written; any other number is a count. `none`: what
 * stands where an amount or a text should be and is not; empty where there can't be one.
 */
export const FactCell: FunctionalComponent<{
  fact: Fact
  time?: 'moment' | 'age' | undefined
  none?: string
}> = ({ fact, time, none }) => {
  if (fact === null || (fact === '' && none !== undefined))
    return h('span', { class: 'muted' }, none || '–')
  if (typeof fact === 'string') return h('bdi', { translate: 'no', title: fact }, fact)
  if (typeof fact !== 'number') return h(AmountText, { money: fact })
  if (time === 'age') return h(AgeText, { class: 'muted', at: fact })
  return time === 'moment'
    ? h(TimeText, { at: fact, inList: 'minute' })
    : h('span', { class: 'figures' }, String(fact))
}
FactCell.props = ['fact', 'time', 'none']
