// Faults in who is asked about what, and when.
import { faults, type Mutant, testOf } from './row.ts'

const pollerTest = testOf('desk/payments/watch/status-poller')
const poller = 'src/main/desk/payments/watch/status-poller.ts'

export const asking: readonly Mutant[] = [
  {
    id: 'not-asked-at-start',
    story: 'What is open as the program starts is not asked about.',
    file: poller,
    find: '  wake(0)\n',
    replace: '',
    tests: [pollerTest],
    campaigns: [faults('restart / unknown', 3)],
  },
  {
    id: 'asked-once',
    story: 'An open request is asked about once and never again.',
    file: poller,
    find: 'if (next !== null) put(',
    replace: 'if (next !== null && isStopped) put(',
    tests: [pollerTest],
    campaigns: [faults('send / return / swallowed', 3)],
  },
  {
    id: 'due-by-the-wall-clock',
    story: 'A clock that goes back by years puts off the next question by years.',
    file: poller,
    find: 'isWatched(row.state) ? watchLeftMs(row) : delayMs)',
    replace:
      'isWatched(row.state) ? watchLeftMs(row) : Math.max(delayMs, (row.nextCheckAt ?? 0) - ports.clock()))',
    tests: [pollerTest],
    campaigns: [faults('clock / unknown / 3', 8)],
  },
  {
    id: 'not-woken',
    story: 'A request that becomes open while others are awaited is not asked about.',
    file: 'src/main/composition/wire-payments.ts',
    find: 'if (nextCheckAt !== null) wake()',
    replace: 'if (nextCheckAt === -1) wake()',
    tests: ['test/journeys/liveness.test.ts'],
    campaigns: [faults('send / return / answer-lost', 3)],
  },
  {
    id: 'no-pause-between-questions',
    story: 'A gateway is asked as fast as it can be.',
    file: 'src/main/desk/payments/watch/question-queue.ts',
    find: 'mayAskAt = now + gapMs',
    replace: 'mayAskAt = now',
    tests: [pollerTest],
    campaigns: [faults('many', 1)],
  },
  {
    id: 'one-queue-for-all',
    story: 'A gateway that hangs holds up the questions to all others.',
    file: poller,
    find: 'const key = row.service',
    replace: 'const key = row.service.slice(0, 0)',
    tests: [pollerTest],
    campaigns: [],
    unseen:
      'A queue has room for twenty questions without an answer. No campaign has so many open requests at a gateway that hangs.',
  },
]
