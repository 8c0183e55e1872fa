// A wire between desk and gateway that can be cut, held up, or made to tell something else at a
// chosen request. It keeps what passed and in which order (oracle/witness.ts), which is the proof
// of what left the desk and of what the desk could know. It never makes up a request of money and
// never lets one through twice.
import net, { type AddressInfo, type Socket } from 'node:net'
import { type Fields, type Passage, realIdOf } from './oracle/witness.ts'
import { saidIn, frame, readAnswer, serialIn } from './wire-answers.ts'
import { isRequest } from './requests.ts'
import { substitute, type WireFault } from './wire-faults.ts'

/** An answer as this host words it, and what it is about in the gateway's own books. */
export interface Meant {
  record: Fields
  real: Fields
}
/** Which transaction is told, and how. */
export interface Telling {
  of: Meant
  as: Fields
}
export type Teller = (honest: Meant, history: readonly Meant[], asked: Fields) => Telling | null

export interface Wire {
  place: string
  baseUrl: string
  passages: Passage[]
  /** Told of every request of money as it arrives here. */
  onMoney: (passage: Passage) => void
  /** What else happens before a request of money goes on from here; null: nothing. */
  beforeForwarding: ((passage: Passage) => Promise<void>) | null
  /** The next request of the operation meets the fault; `times` requests with more. */
  spoil(operation: string, fault: WireFault, times?: number, doorMs?: number): void
  /** Whether a fault that was set has been met. */
  wasMet(): boolean
  clear(): void
  /** How status is told while it is set; null for honestly. */
  teller: Teller | null
  /** The order that answers to requests of money name while it is set, instead of their own. */
  misnames: string | null
  /** Questions get no answer while it is set. */
  isHanging: boolean
  /** How long each request of money, and each answer to one, is under way. */
  delayMs: () => number
  /**
   * The answer to the next request of the operation is kept back until the returned function is
   * called.
   */
  hold(operation: string): () => void
  /** From now on nothing passes in either direction; what the gateway has got, it has. */
  cut(): void
  mend(): void
  /** Resolves when nothing is under way to the gateway any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Parts {
  place: string
  target: string
  /** The next place in the order of all that passes. */
  next: () => number
  now: () => number
  /** What the gateway's books have of the transaction an answer is about. */
  meantBy?: (serial: string) => Fields | null
}

/** Longer than the desk waits for an answer. */
const lateMs = 8_000
const questionsOfOrder = ['return', 'capture', 'void', 'payout-pay']

export async function openWire({
  place,
  target,
  next,
  now,
  meantBy = () => null,
}: Parts): Promise<Wire> {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  const history = new Map<string, Meant[]>()
  let set: { operation: string; fault: WireFault; left: number } | null = null
  let held: { operation: string; until: Promise<void> } | null = null
  let isMet = false
  let isCut = false
  let underWay = 0
  /** What becomes of a connection, before anybody knows what it is for. */
  let shutMs = 0
  let door: 'open' | 'refused' | 'reset-on-connect' = 'open'

  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    if (door === 'reset-on-connect') isMet = true
    if (isCut || door !== 'open') return void socket.resetAndDestroy()
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? '0')
      if (text.length < end + 4 + length) return
      take(socket, text, text.slice(end + 4))
      text = ''
    })
  })

  const wire: Wire = {
    place,
    baseUrl: '',
    passages: [],
    onMoney: () => undefined,
    beforeForwarding: null,
    teller: null,
    misnames: null,
    isHanging: false,
    delayMs: () => 0,
    spoil: (operation, fault, times = 1, doorMs = 1_500) => {
      set = { operation, fault, left: times }
      isMet = false
      const isAtTheDoor = fault === 'refused' || fault === 'reset-on-connect'
      // An operation on an order is led in by its question: the door is shut behind that one.
      shutMs = doorMs
      if (isAtTheDoor && !questionsOfOrder.includes(operation)) shut(fault)
    },
    wasMet: () => isMet,
    clear: () => {
      set = null
    },
    hold: (operation) => {
      let release = (): void => undefined
      held = { operation, until: new Promise((resolve) => (release = resolve)) }
      return () => release()
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    idle: async () => {
      while (underWay > 0 || door !== 'open')
        await new Promise((resolve) => setTimeout(resolve, 50))
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  const meet = (): void => {
    isMet = true
    if (set === null) return
    set.left -= 1
    if (set.left === 0) set = null
  }
  function shut(fault: 'refused' | 'reset-on-connect'): void {
    set = null
    door = fault
    if (fault === 'refused') {
      isMet = true
      server.close()
    }
    setTimeout(() => {
      door = 'open'
      if (!server.listening) server.listen(Number(new URL(wire.baseUrl).port), '127.0.0.1')
    }, shutMs)
  }

  function take(socket: Socket, text: string, body: string): void {
    const operation = /^POST \S*\/(?!group\/)([a-z-]+)\/(?:group\/)?\d+ /.exec(text)?.[1] ?? ''
    const passage: Passage = {
      place,
      operation,
      fields: Object.fromEntries(new URLSearchParams(body)),
      left: next(),
      forwarded: null,
      answered: null,
      at: now(),
      answeredAt: null,
      serial: null,
      reported: null,
      real: null,
      isDoubtful: false,
    }
    wire.passages.push(passage)
    if (isRequest(operation)) wire.onMoney(passage)
    if (!isRequest(operation) || wire.beforeForwarding === null) return goOn(socket, text, passage)
    underWay += 1
    void wire.beforeForwarding(passage).finally(() => {
      underWay -= 1
      goOn(socket, text, passage)
    })
  }

  function goOn(socket: Socket, text: string, passage: Passage): void {
    const { operation } = passage
    if (operation === 'status' && wire.isHanging) return
    const fault = set?.operation === operation ? set.fault : null
    if (fault !== null) meet()
    const keep = held?.operation === operation ? held.until : null
    if (keep !== null) held = null
    const instead = fault === null ? null : substitute(fault)
    if (instead?.isForwarded === false)
      return void answerWith(socket, passage, instead.answer, fault)
    switch (fault) {
      case 'cut-request':
        return void socket.resetAndDestroy()
      case 'swallowed':
        return
      case 'late':
        return travel(lateMs, () =>
          forward(text, passage, (answer) => {
            passage.serial = serialIn(answer)
          }),
        )
    }
    const delayMs = isRequest(operation) ? wire.delayMs() : 0
    const tell = (answer: string): void => {
      passage.serial = serialIn(answer)
      if (instead !== null) answerWith(socket, passage, instead.answer, fault)
      else if (keep === null) answerWith(socket, passage, answer, fault)
      else void keep.then(() => answerWith(socket, passage, answer, fault))
    }
    travel(delayMs, () => forward(text, passage, (answer) => travel(delayMs, () => tell(answer))))
  }

  function travel(ms: number, arrive: () => void): void {
    if (ms === 0) return arrive()
    underWay += 1
    setTimeout(() => {
      underWay -= 1
      arrive()
    }, ms)
  }

  function forward(text: string, passage: Passage, onAnswer: (answer: string) => void): void {
    underWay += 1
    passage.forwarded = next()
    let answer = ''
    const upstream = net.connect(Number(port), hostname, () => upstream.write(text, 'latin1'))
    upstream.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    upstream.on('error', () => upstream.destroy())
    // The sandbox closes after each answer; one that never comes is ended here.
    const limit = setTimeout(() => upstream.destroy(), 2 * lateMs)
    upstream.once('close', () => {
      clearTimeout(limit)
      underWay -= 1
      onAnswer(answer)
    })
  }

  /** The last thing that can happen to an answer: told in another way, and then spoilt. */
  function answerWith(
    socket: Socket,
    passage: Passage,
    answer: string,
    fault: WireFault | null,
  ): void {
    const reading = readAnswer(answer)
    const meant = reading === null ? null : meantIn(reading.record)
    let telling: Telling | null = meant && { of: meant, as: meant.record }
    if (reading !== null && meant !== null && passage.operation === 'status') {
      const known = history.get(meant.record['paynet-order-id'] ?? '') ?? []
      telling = (reading.isPlain ? wire.teller?.(meant, known, passage.fields) : null) ?? telling
      remember(meant, known)
      if (fault === 'contradicted' && telling !== null)
        telling = { ...telling, as: { ...telling.as, status: 'declined' } }
    }
    if (wire.misnames !== null && telling !== null && isRequest(passage.operation))
      telling = { ...telling, as: { ...telling.as, 'paynet-order-id': wire.misnames } }
    const isChanged = telling !== null && telling.as !== reading?.record
    const text = isChanged && telling !== null ? frame(answer, telling.as) : answer
    if (!pass(socket, text, fault)) return
    passage.answered = next()
    passage.answeredAt = now()
    passage.reported = telling?.as ?? null
    passage.real = telling?.of.real ?? null
    passage.isDoubtful = reading?.isPlain !== true || (fault !== null && fault !== 'contradicted')
    if (passage.operation === 'status' && set !== null && questionsOfOrder.includes(set.operation))
      if (set.fault === 'refused' || set.fault === 'reset-on-connect') shut(set.fault)
  }

  /** A host may leave out most of what its answer is about: the books fill that in. */
  const meantIn = (record: Fields): Meant => {
    const booked = meantBy(record['serial-number'] ?? '')
    const isAboutIt =
      record['type'] === 'status-response' &&
      record['paynet-order-id'] === booked?.['paynet-order-id']
    const type = booked?.['transaction-type'] ?? ''
    return isAboutIt
      ? { record, real: { ...booked, ...record, 'transaction-type': type } }
      : { record, real: record }
  }

  const remember = (meant: Meant, known: readonly Meant[]): void => {
    const last = known.at(-1)
    const isSame =
      last !== undefined &&
      saidIn(last.record) === saidIn(meant.record) &&
      realIdOf(last.real) === realIdOf(meant.real)
    if (!isSame) history.set(meant.record['paynet-order-id'] ?? '', [...known, meant])
  }

  /** False: nothing of the answer reached the desk that it could read. */
  function pass(socket: Socket, answer: string, fault: WireFault | null): boolean {
    if (socket.destroyed || isCut) return false
    const whole = Buffer.from(answer, 'latin1')
    switch (fault) {
      case 'answer-lost':
        socket.resetAndDestroy()
        return false
      case 'answer-held':
        return false
      case 'half-head':
        socket.write(whole.subarray(0, 20), () => socket.destroy())
        return false
      case 'half-body':
        socket.write(whole.subarray(0, -10), () => socket.destroy())
        return false
      case 'answer-twice':
        socket.write(whole)
        socket.end(whole)
        return true
      case 'in-pieces':
        for (let at = 0; at < whole.length; at += 37) socket.write(whole.subarray(at, at + 37))
        socket.end()
        return true
      default:
        if (answer === '') socket.resetAndDestroy()
        else socket.end(whole)
        return answer !== ''
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  wire.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`
  return wire
}
