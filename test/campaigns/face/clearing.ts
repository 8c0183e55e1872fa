// The gateway tells one transaction with two amounts, and a person clears what stands on the order.
import type { OrderView } from '#shared/bridge/views.ts'
import { clearOrder } from '../../../src/main/desk/payments/watch/clear-order.ts'
import type { Transaction } from '../../../src/sandbox/book/book.ts'
import { toMajor } from '../../../src/sandbox/http/currency.ts'
import type { Play } from './stage.ts'

interface Reported {
  play: Play
  view: () => OrderView | null
  moves: () => readonly Transaction[]
  check: () => Promise<void>
}

/** Only what was told before has a second amount. */
export async function tellTwice({ play, moves, check }: Reported, more: number): Promise<void> {
  const { stage, story } = play
  // Without an id of its own each amount is a transaction of its own.
  if (['terse', 'by-request'].includes(story.host) || story.voice === 'one-id') return
  const last = moves().at(-1)
  if (last === undefined || stage.reported.byOrder.get(last.id) !== 'approved') return
  const minor = last.amountMinor + more
  if (minor <= 0) return
  play.isContested = true
  stage.lie = { at: last.id, amount: toMajor(minor, story.currency) }
  await check()
  stage.lie = null
}

/** MONEY: a chargeback that is not over is cleared against the books. */
export async function clearAll({ play, view }: Reported, isOver: boolean): Promise<void> {
  const { stage, connectionId, ids } = play
  const { ports } = stage.desk
  for (const { kind, about, reportedSeq } of view()?.clearable ?? []) {
    const input = { connectionId, orderid: ids.orderid, kind, about, reportedSeq }
    const ask = (isYes: boolean) =>
      clearOrder(
        ports,
        {
          shell: { ask: () => Promise.resolve(isYes ? 'yes' : 'no') },
          note: () => undefined,
          actor: () => 'anna',
        },
        { ...input, reason: 'the support wrote so' },
      )
    const before = JSON.stringify(view())
    await ask(false)
    if (JSON.stringify(view()) !== before)
      throw new Error('what a person declined changed the page')
    const done = await ask(true)
    if (!done.ok) throw new Error(JSON.stringify(done.fault))
    stage.counts.cleared += 1
    if (kind === 'contradiction') continue
    if (!isOver) play.isMisled = true
    for (const [at, { type }] of stage.heldBack)
      if (type === 'chargeback') {
        stage.heldBack.delete(at)
        stage.cleared.add(at)
      }
  }
}
