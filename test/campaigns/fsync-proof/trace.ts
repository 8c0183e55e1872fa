// Reads a trace of system calls (strace -f -y) and says whether the attempt was on disk before the
// gateway's socket was asked for anything: its last write to the write-ahead log, then a completed
// sync of that log, then the witness beside the ledger written and synced, then connect(), then the
// request. Pure.
import type { MessageCode } from '#messages/catalogue.ts'

export interface Proof {
  isProved: boolean
  message: string
  /** The calls that prove it, in order, shortened. */
  calls: string[]
}

interface Call {
  name: string
  fd: string
  path: string
  text: string
  line: string
}

const form = /^(\d+)\s+(\w+)\((\d+)(?:<([^>]*)>+)?(.*)$/
const resumed = /^(\d+)\s+<\.\.\. (\w+) resumed>/
/** Words of the row in SENDING and of nothing else. */
const mark: MessageCode = 'requests.being-sent'

/**
 * Calls in the order in which they count: a sync when it has come back, everything else when it
 * begins.
 */
function readCalls(trace: string): Call[] {
  const calls: Call[] = []
  const waiting = new Map<string, Call>()
  for (const line of trace.split('\n')) {
    const back = resumed.exec(line)
    if (back !== null) {
      const begun = waiting.get(back[1]!)
      waiting.delete(back[1]!)
      if (begun !== undefined && /\) = 0$/.test(line.trimEnd())) calls.push(begun)
      continue
    }
    const [, pid, name, fd, path, text] = form.exec(line) ?? []
    if (pid === undefined || name === undefined || fd === undefined) continue
    const call: Call = { name, fd, path: path ?? '', text: text ?? '', line }
    const isSync = name === 'fdatasync' || name === 'fsync'
    if (isSync && line.includes('<unfinished')) waiting.set(pid, call)
    else if (!isSync || /\) = 0$/.test(line.trimEnd())) calls.push(call)
  }
  return calls
}

export function proofOf(trace: string, request: string): Proof {
  const calls = readCalls(trace)
  const isWal = (call: Call): boolean => call.path.endsWith('ledger.sqlite-wal')
  const isLock = (call: Call): boolean => call.path.endsWith('ledger.sqlite-lock')
  const isWrite = ({ name }: Call): boolean => name.startsWith('pwrite')
  const isSync = ({ name }: Call): boolean => /^f(data)?sync$/.test(name)
  const fail = (message: string, ...found: number[]): Proof => ({
    isProved: false,
    message,
    calls: found.filter((at) => at >= 0).map((at) => shorten(calls[at]!.line)),
  })
  const sent = calls.findIndex(
    (call) => /^(write|writev|sendto|sendmsg)$/.test(call.name) && call.text.includes(request),
  )
  if (sent === -1) return fail(`“${request}” was never written to a socket`)
  const connected = lastBefore(
    calls,
    sent,
    (call) => call.name === 'connect' && call.fd === calls[sent]!.fd,
  )
  if (connected === -1) return fail('its connect() is not in the trace', sent)
  const noted = lastBefore(
    calls,
    connected,
    (call) => isWrite(call) && isWal(call) && call.text.includes(mark),
  )
  if (noted === -1) return fail('SENDING was not written before connect()', connected, sent)
  const lastWrite = lastBefore(calls, connected, (call) => isWrite(call) && isWal(call))
  const synced = lastBefore(calls, connected, (call) => isSync(call) && isWal(call))
  if (synced < lastWrite)
    return fail(
      'what was written to the log was not synced before connect()',
      noted,
      connected,
      sent,
    )
  const witnessed = lastBefore(calls, connected, (call) => isWrite(call) && isLock(call))
  const committed = calls.findIndex((call, at) => at > noted && isSync(call) && isWal(call))
  if (witnessed < committed)
    return fail('no witness was written between SENDING and connect()', noted, connected, sent)
  const kept = lastBefore(calls, connected, (call) => isSync(call) && isLock(call))
  if (kept < witnessed)
    return fail('the witness was not synced before connect()', witnessed, connected, sent)
  // Until its journal is ended on the disk, a power cut brings the witness from before back.
  const ended = lastBefore(
    calls,
    connected,
    (call) => isSync(call) && call.path.endsWith('ledger.sqlite-lock-journal'),
  )
  if (ended < kept)
    return fail('the journal of the witness was not ended before connect()', kept, connected, sent)
  return {
    isProved: true,
    message:
      'SENDING and its witness were written and synced, in this order, before the connection was asked for.',
    calls: [noted, committed, witnessed, kept, ended, connected, sent].map((at) =>
      shorten(calls[at]!.line),
    ),
  }
}

function lastBefore(calls: readonly Call[], end: number, isIt: (call: Call) => boolean): number {
  return calls.slice(0, end).findLastIndex(isIt)
}

const shorten = (line: string): string =>
  line.length > 160 ? `${line.slice(0, 120)} … ${line.slice(-30)}` : line
