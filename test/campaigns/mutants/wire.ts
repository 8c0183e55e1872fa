// Faults in what is written to the socket and in what an answer is taken for.
import { faults, type Mutant, testOf } from './row.ts'

const answer = 'src/main/gateway/answers/answer.ts'
const answerTest = testOf('gateway/answers/answer')
const transportTest = testOf('gateway/transport/transport')

export const wire: readonly Mutant[] = [
  {
    id: 'page-is-a-refusal',
    story: 'A page under HTTP 401 or 403 counts as the gateway’s refusal.',
    file: answer,
    find: 'return isShut && isQuestion',
    replace: 'return isShut',
    tests: [answerTest],
    campaigns: [faults('send / return / page-403-after,send / payout / page-401-after', 4)],
  },
  {
    id: 'error-under-5xx-is-a-refusal',
    story: 'An error record under any HTTP status counts as a refusal.',
    file: answer,
    find: '[200, 400, 401, 403].includes(status) || isWholeRefusal',
    replace: 'status >= 200 || isWholeRefusal',
    tests: [answerTest],
    campaigns: [faults('send / return / http-5,send / payout / http-5', 6)],
  },
  {
    id: 'answer-about-another-order',
    story: 'An answer that names another order is taken for this one’s.',
    file: answer,
    find: 'if (foreign !== null) return',
    replace: "if (foreign === '') return",
    tests: [answerTest],
    campaigns: [faults('send / payout / foreign-order-after-effect', 4)],
  },
  {
    id: 'no-answer-is-not-sent',
    story: 'A request without an answer is called not sent.',
    file: 'src/main/gateway/answers/outcome.ts',
    find: "case 'unreached':",
    replace: "case 'no-answer' as 'unreached':\n    case 'unreached':",
    tests: [testOf('gateway/client'), testOf('desk/payments/send/confirm')],
    campaigns: [faults('send / return / answer-lost,send / payout / answer-lost', 4)],
  },
  {
    id: 'time-out-is-not-sent',
    story: 'A request whose answer takes too long is called not sent.',
    file: 'src/main/gateway/transport/transport.ts',
    find: "giveUp(\n      'answer-timeout',",
    replace:
      "finish({ kind: 'unreached', code: 'timeout', detail: '' })\n    giveUp(\n      'answer-timeout',",
    tests: [transportTest],
    campaigns: [faults('send / return / answer-held,send / return / hang-after-effect', 4)],
  },
  {
    id: 'written-twice',
    story: 'The request is written to its connection twice.',
    file: 'src/main/gateway/transport/transport.ts',
    find: '  socket.write(bytes)',
    replace: '  socket.write(bytes)\n  socket.write(bytes)',
    tests: [transportTest],
    campaigns: [faults('send / payout / in-pieces,send / return / in-pieces', 3)],
  },
  {
    id: 'signed-sent-twice',
    story: 'A signed request can be sent a second time.',
    file: 'src/main/gateway/client.ts',
    find: 'unsent.delete(signed)',
    replace: 'unsent.has(signed)',
    tests: [testOf('gateway/client')],
    campaigns: [],
    unseen:
      'The campaigns play the whole program, and confirm() in src/main/desk/payments/send/confirm.ts hands each signed request to the client once.',
  },
]
