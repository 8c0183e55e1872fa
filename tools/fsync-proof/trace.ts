// Reads a trace of system calls (strace -f -y) and says whether the attempt was on disk before the service's socket was asked for
// anything: its last write to the write-ahead log, then a completed sync of that log, then connect(), then the request. Pure.

export interface Proof {
  isProved: boolean
  words: string
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
const mark = 'Being sent. If Paydesk stops now'

/** Calls in the order in which they count: a sync when it has come back, everything else when it begins. */
export function readCalls(trace: string): Call[] {
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
  const fail = (words: string, ...found: number[]): Proof => ({
    isProved: false,
    words,
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
    (call) => call.name.startsWith('pwrite') && isWal(call) && call.text.includes(mark),
  )
  if (noted === -1) return fail('SENDING was not written before connect()', connected, sent)
  const lastWrite = lastBefore(
    calls,
    connected,
    (call) => call.name.startsWith('pwrite') && isWal(call),
  )
  const synced = lastBefore(
    calls,
    connected,
    (call) => /^f(data)?sync$/.test(call.name) && isWal(call),
  )
  if (synced < lastWrite)
    return fail(
      'what was written to the log was not synced before connect()',
      noted,
      connected,
      sent,
    )
  return {
    isProved: true,
    words: 'SENDING was written to the log and synced before the connection was asked for.',
    calls: [noted, synced, connected, sent].map((at) => shorten(calls[at]!.line)),
  }
}

function lastBefore(calls: readonly Call[], end: number, isIt: (call: Call) => boolean): number {
  return calls.slice(0, end).findLastIndex(isIt)
}

const shorten = (line: string): string =>
  line.length > 160 ? `${line.slice(0, 120)} … ${line.slice(-30)}` : line
