// One box of the system at a time, whoever asks for it. A page that asks for many must neither bury
// a question under others nor wear a person out: what is asked while a box is open is refused at
// once, and nothing is queued. The questions of an end (quit.ts) and of a window that is gone are
// main's own and are not held up by any box. Pure.
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Answer } from '../../desk/base/desk.ts'

export interface Boxes {
  /** The box closes with `signal`, when Paydesk ends. */
  ask(show: (signal: AbortSignal) => Promise<boolean>): Promise<Answer>
  /** Faults: denied/question-open. */
  choose<T>(show: () => Promise<T>): Promise<Result<T>>
  /** From now on no box is shown, and no answer arrives any more. */
  end(): void
}

export function createBoxes(): Boxes {
  const over = new AbortController()
  let isOpen = false
  let refused = 0

  const mayOpen = (): boolean => !isOpen && !over.signal.aborted
  async function open<T>(show: () => Promise<T>): Promise<T> {
    isOpen = true
    refused = 0
    try {
      const answer = await show()
      // MONEY: a yes that arrives while the ledger is being closed carries nothing out.
      return over.signal.aborted ? await new Promise<never>(() => undefined) : answer
    } finally {
      isOpen = false
    }
  }

  return {
    ask: async (show) => {
      if (!mayOpen()) {
        refused += 1
        return { fault: questionOpen, isFirst: refused === 1 }
      }
      return (await open(() => show(over.signal))) ? 'yes' : 'no'
    },
    choose: async (show) => (mayOpen() ? ok(await open(show)) : fail(questionOpen)),
    end: () => over.abort(),
  }
}

const questionOpen: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'question-open',
  message: say('program.question-open'),
}
