// Faults in what keeps the rows of a run from leaving twice, or before a person says so.
import { campaign, type Mutant, testOf } from './row.ts'

const guards = testOf('desk/runs/guards')
const journey = 'test/journeys/runs/runs.test.ts'
const payouts = 'test/journeys/runs/payouts.test.ts'
const rebills = 'test/journeys/runs/rebills.test.ts'
const short = campaign('runs', '--rows', '8', '--kills', '3', '--sets', '2', '--seed', '5')

export const ofRuns: readonly Mutant[] = [
  {
    id: 'run-goes-on-by-itself',
    story: 'A run that was cut off goes on at a start before a person resumes it.',
    file: 'src/main/desk/runs/runs.ts',
    find: "for (const run of ports.runs.inRunStates(['CHECKING'])) check(run.id)",
    replace: `for (const run of ports.runs.inRunStates(['CHECKING'])) check(run.id)
      for (const run of ports.runs.inRunStates(['PAUSED'])) void sending(room, check).resume(run)`,
    tests: [guards, journey],
    campaigns: [short],
  },
  {
    id: 'row-of-a-held-run',
    story: 'A row leaves although its run was paused meanwhile.',
    file: 'src/main/desk/payments/send/run-stands.ts',
    find: "run?.state !== 'RUNNING' || check === null",
    replace: "run === null || run.state === 'DROPPED' || check === null",
    tests: [guards],
    campaigns: [],
    unseen: 'No campaign pauses a run between the review of a row and its sending.',
  },
  {
    id: 'row-claimed-twice',
    story: 'The index lets a row have two requests that may have left.',
    file: 'src/main/ledger/schema/of-requests.ts',
    find: 'CREATE UNIQUE INDEX attempt_one_per_row',
    replace: 'CREATE INDEX attempt_one_per_row',
    tests: [guards],
    campaigns: [short],
    heldBy: 'src/main/desk/runs/run-queue.ts has a row in the queue or in its turn, never both.',
  },
  {
    id: 'told-since-the-check',
    story:
      'A row is sent although its own status tells that somebody else sent it since its check.',
    file: 'src/main/desk/payments/send/run-stands.ts',
    find: 'firstAt > (askedAt ?? createdAt)',
    replace: 'firstAt > (askedAt ?? createdAt) + 3_600_000',
    tests: ['test/journeys/runs/sent-once.test.ts'],
    campaigns: [],
    unseen: 'Two computers on one list come to the moment in every second list only.',
  },
  {
    id: 'paid-since-the-check',
    story: 'A row pays although the same was paid since its check, and nobody was asked about it.',
    file: 'src/main/desk/payments/send/run-stands.ts',
    find: "other.row?.runId === run.id ? check.group === 'look' : wasSeen(run, check, other)",
    replace: 'other.id !== check.finding',
    tests: [payouts],
    campaigns: [],
    unseen: 'No campaign pays the accounts of a run beside it.',
  },
  {
    id: 'charged-lately',
    story: 'A card is charged the same amount once more within days, and nobody was asked.',
    file: 'src/main/desk/runs/plan-new.ts',
    find: '(!isOfCard || isFreshCharge(ports, made))',
    replace: '!isOfCard',
    tests: [rebills],
    campaigns: [],
    unseen: 'No campaign charges the cards of a run beside it.',
  },
  {
    id: 'run-not-as-confirmed',
    story: 'A run is resumed although its rows are not what was confirmed.',
    file: 'src/main/desk/runs/review-run.ts',
    find: 'if (digest !== run.digest) return fail(runChanged)',
    replace: "if (digest === '') return fail(runChanged)",
    tests: [guards],
    campaigns: [],
    unseen: 'No campaign changes the rows of a run beside Paydesk.',
  },
]
