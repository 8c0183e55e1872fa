// Takes the rows of a list of the shop in: what a file says of orders, as facts of the log, some
// hundred rows a step. It asks the gateway nothing.
import type { Parsed } from '#shared/contract/bridge.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { leastLeftOutReason } from '#shared/files/file-methods.ts'
import { say } from '#shared/message.ts'
import type { ShopListView } from '#shared/shop/shop-methods.ts'
import type { Readings } from '../../files/readings.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import { readOtherwise } from '../base/faults.ts'
import { mintAttemptId } from '../base/ids.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import { shopListView } from './shop-views.ts'

export type TakeListPorts = Pick<
  DeskPorts,
  'shop' | 'connections' | 'clock' | 'randomBytes' | 'actor' | 'onChange'
>

/** Rows of one entry: few enough that nothing waits for them. */
const pageRows = 100

/**
 * Ended early it keeps what it took; the same list goes on from there, since known rows say nothing
 * new. Faults: the reading is otherwise now, or no reason for lines that stay out.
 */
export async function takeList(
  { ports, readings }: { ports: TakeListPorts; readings: Readings },
  connection: Connection,
  { readingId, stamp, meaning, leftOut, leftOutReason }: Parsed<'shop:take'>,
  { signal, onProgress }: Required<RunOptions>,
): Promise<Result<ShopListView>> {
  if (leftOut > 0 && leftOutReason.length < leastLeftOutReason)
    return fail(inputFault('leftOutReason', say('files.say-why-left-out')))
  const taken = readings.take(readingId, { stamp, meaning, leftOut })
  if (taken === null) return fail(readOtherwise)
  const { rows, source, mended } = taken
  const made = ports.shop.create({
    ...{ id: mintAttemptId(ports.clock(), ports.randomBytes), rows: rows.length },
    ...{ connectionId: connection.id, service: ports.connections.gatewayOf(connection) },
    source: {
      ...{ ...source, mended, sumLine: taken.sumLine },
      leftOut:
        leftOut === 0 ? null : { count: leftOut, lines: taken.leftOut, reason: leftOutReason },
    },
    actor: ports.actor(),
  })
  const seen = new Set<number>()
  let list = made
  for (let at = 0; at < rows.length && !signal.aborted; at += pageRows) {
    list = ports.shop.addRows(made, rows.slice(at, at + pageRows), seen)
    onProgress(list.taken, rows.length)
    await othersTurn()
  }
  if (list.taken === rows.length) list = ports.shop.end(made.id)
  ports.onChange({ topic: 'shop' })
  return ok(shopListView(list))
}
