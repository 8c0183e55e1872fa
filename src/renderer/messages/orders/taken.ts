// An order, and a row of the list, as a colleague of the team leaves it: what they asked for is not
// counted as refundable or on hold, and nothing more can be asked for. Pure. MONEY: main asks the
// team again before anything is sent.
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { MoneyText } from '#shared/money.ts'
import type { TeamRequest } from '#shared/team/team-methods.ts'
import { listTime } from '../times.ts'
import { t } from '../message.ts'
import { type KnownMoney, lessOf, type Taken } from './money-bar.ts'

/** "Bo at desk-1 has had this order since 14:05." */
export const whyTaken = ({ by, desk, at }: TeamRequest, now: number, zone: string): string =>
  t('team.taken', { by, desk, time: listTime(at, now, zone) })

const actions = ['return', 'void', 'capture'] as const satisfies readonly ActionId[]

export function takenView(
  view: OrderView,
  request: TeamRequest,
  now: number,
  zone: string,
): OrderView & { taken: Taken } {
  const why = whyTaken(request, now, zone)
  const ways = view.giveBack.ways.map((way) => ({ ...way, whyNot: way.whyNot ?? why }))
  const shut = actions.map((id) => {
    const can = view.actions[id]
    return [id, can.isPossible ? { isPossible: false, why } : can] as const
  })
  return {
    ...{ ...view, ...takenFrom(view, request) },
    actions: Object.fromEntries(shut) as OrderView['actions'],
    giveBack: view.giveBack.chosen === null ? view.giveBack : { chosen: null, why, ways },
  }
}

/** Itself where nobody has it. A row knows nothing of a hold. */
export function takenRow(
  row: OrderRow,
  request: TeamRequest | undefined,
): OrderRow & { taken?: Taken } {
  if (request === undefined) return row
  const { taken, returnable } = takenFrom({ ...row, held: null }, request)
  return { ...row, returnable, taken }
}

/**
 * A refund takes captured money; a capture, a void and a release take what is on hold, where
 * something is. An amount that the claim does not name, or not as this order does, may be all.
 */
function takenFrom(
  { phase, held, returnable }: Pick<KnownMoney, 'phase' | 'held' | 'returnable'>,
  request: TeamRequest,
): Pick<KnownMoney, 'held' | 'returnable'> & { taken: Taken } {
  const isOfHold = held !== null && (request.operation !== 'return' || phase === 'authorised')
  const whole = isOfHold ? held : returnable
  const [rest, part] = whole === null ? [null, null] : splitBy(whole, request.amount)
  const taken: Taken = { request, part, most: rest === null ? whole : null, isOfHold }
  return isOfHold ? { held: rest, returnable, taken } : { held, returnable: rest, taken }
}

/** What is left for certain, and what was asked for of it: no more than there is. */
function splitBy(
  whole: MoneyText,
  asked: MoneyText | null,
): readonly [rest: MoneyText | null, part: MoneyText | null] {
  if (asked === null) return [null, null]
  const rest = lessOf(whole, asked)
  if (rest !== null) return [rest, asked]
  const isMore = lessOf(asked, whole) !== null
  return isMore ? [lessOf(whole, whole), whole] : [null, null]
}
