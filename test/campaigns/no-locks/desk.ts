// One of two desks on the same folder: reviews a refund, waits for a line on standard input,
// confirms, and says what came of it.
import { once } from 'node:events'
import { formatMessage } from '#wording/format-messages.ts'
import { probeCodes } from '../../../src/main/ledger/db/lock-file.ts'
import {
  type DeskTask,
  openOwnDesk,
  reviewRefund,
  say,
  sendAtOnce,
  taskOf,
} from '../runner/own-desk.ts'
import { probeInNode } from './probe.ts'

const task = taskOf<DeskTask & { isProbed: boolean }>()
const go = once(process.stdin, 'data')

async function act(): Promise<string> {
  const opened = await openOwnDesk(task, {
    probeLock: task.isProbed ? probeInNode() : () => Promise.resolve(probeCodes.lockedOut),
  })
  say('ready')
  await go
  if (!opened.ok) return opened.fault.message
  const { desk } = opened.value
  await sendAtOnce(desk)
  const review = await reviewRefund(desk, task.orders[0]!, '10.00', 'the same for both')
  if (!review.ok) return review.fault.message
  const confirmed = await desk['attempt:confirm'](review.value)
  return confirmed.ok ? confirmed.value.state : confirmed.fault.message
}

// Two programs in one file without locks may also find it damaged: then they send nothing either.
const said = await act().catch((error: unknown) => String(error))
say(`said ${formatMessage(said)}`.replaceAll('\n', ' '))
process.exit(0)
