// The process that is traced: a desk that sends one refund and ends. With another sync mode than
// the product's it shows what the proof is worth: better-sqlite3 is then told to lie to the ledger,
// which would refuse to open otherwise.
import BetterSqlite3 from 'better-sqlite3'
import { must } from '../faults/must.ts'
import { type DeskTask, openOwnDesk, reviewRefund, sendAtOnce, taskOf } from '../runner/own-desk.ts'

const task = taskOf<DeskTask & { sync: 'extra' | 'normal' | 'off' }>()

if (task.sync !== 'extra') {
  const proto = BetterSqlite3.prototype as { pragma: (...call: unknown[]) => unknown }
  const { pragma } = proto
  proto.pragma = function (this: unknown, text: unknown, ...more: unknown[]) {
    if (text === 'synchronous = EXTRA') return pragma.call(this, `synchronous = ${task.sync}`)
    const reported = pragma.call(this, text, ...more)
    return text === 'synchronous' ? 3 : reported
  }
}

const { desk, close } = must(await openOwnDesk(task))
must(await sendAtOnce(desk))
const review = must(await reviewRefund(desk, task.orders[0]!, '1.50', 'traced'))
must(await desk['attempt:confirm'](review))
await close()
