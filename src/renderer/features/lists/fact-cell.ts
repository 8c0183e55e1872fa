// A fact of a row, drawn by its kind, for all tables. What Paydesk does not know is a quiet dash in
// a table, and “Not known” on a page. An empty cell says that the column is nothing to the row. A
// function, because a list draws hundreds of cells at once.
import { type FunctionalComponent, h } from 'vue'
import type { Fact } from '../../messages/lists/list-columns.ts'
import AmountText from '../../ui/text/AmountText.vue'
import TimeText from '../../ui/text/TimeText.vue'
import { t } from '../../messages/message.ts'

const unknownDash = (why = t('everywhere.not-known')) =>
  h('span', { class: 'muted', title: why }, [
    h('span', { 'aria-hidden': 'true' }, '–'),
    h('span', { class: 'sr-only' }, why),
  ])

/**
 * `isTime`: a number is a time; any other number is a count. `why`: why the fact is not known, for
 * whoever points at the dash or hears it; empty where there can't be one. A text that was left
 * empty is known.
 */
export const FactCell: FunctionalComponent<{
  fact: Fact
  isTime?: boolean
  why?: string
}> = ({ fact, isTime, why }) => {
  if (fact === null || fact === '')
    return why === '' || (fact === '' && why === undefined) ? h('span') : unknownDash(why)
  if (typeof fact === 'string') return h('bdi', { translate: 'no', title: fact }, fact)
  if (typeof fact !== 'number') return h(AmountText, { money: fact })
  return isTime === true
    ? h(TimeText, { at: fact, inList: 'minute' })
    : h('span', { class: 'figures' }, String(fact))
}
FactCell.props = { fact: null, isTime: Boolean, why: null }
