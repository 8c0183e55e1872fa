// Plays a run: the cell its seed chose, and perhaps another story on the same desk before it.
import type { End } from './end.ts'
import { type Cell, cellOf } from './matrix.ts'
import { type Run, takeApprovals } from './run.ts'
import { playApproval, playApproved } from './stories/approvals.ts'
import { playCopies, playLid } from './stories/copies.ts'
import { playOperator } from './stories/operators.ts'
import { playAgain, playClosing, playUnwritten } from './stories/held-up.ts'
import {
  playCopy,
  playKeychain,
  playMany,
  playMoment,
  playNeighbour,
  playSetting,
} from './stories/machine.ts'
import { playBeyondTheHold, playMisled, playMisnamed } from './stories/misled.ts'
import { plainDay, playClaimed, playHand, playRecords, playTwin } from './stories/people.ts'
import { playRefused, playSend, playStatus } from './stories/send.ts'
import { playAtOnce, playStopped } from './stories/stopped.ts'
import { playBooks, playEdge } from './stories/sums.ts'
import {
  playAmount,
  playAskedBefore,
  playColleague,
  playContradiction,
  playIds,
  playPaymentRetold,
  playRetold,
  playSeenWhileSigning,
} from './stories/told.ts'

export async function play(run: Run, cell: Cell = cellOf(run.seed)): Promise<End> {
  if (cell.story === 'approved' || cell.story === 'approval') await takeApprovals(run)
  const luck = run.random.below(10)
  if (luck === 0) await plainDay(run)
  if (luck === 1) await playCell(run, { story: 'operator', step: 'undo-too-late' })
  if (luck === 2) await playCell(run, { story: 'send', operation: 'payout', wire: 'answer-lost' })
  clear(run)
  return (await playCell(run, cell)) ?? {}
}

/** Each story begins with a wire and a gateway that do nothing special. */
function clear(run: Run): void {
  run.fixture.sandbox.clearFaults()
  run.fixture.wire.clear()
  run.fixture.wire.teller = null
}

function playCell(run: Run, cell: Cell): Promise<End | void> {
  switch (cell.story) {
    case 'send':
      return playSend(run, cell)
    case 'refused-and-done':
      return playRefused(run, cell)
    case 'status':
      return playStatus(run, cell)
    case 'retold':
      return playRetold(run, cell)
    case 'asked-before':
      return playAskedBefore(run, cell)
    case 'seen-while-signing':
      return playSeenWhileSigning(run, cell)
    case 'amount':
      return playAmount(run, cell)
    case 'ids':
      return playIds(run, cell)
    case 'colleague':
      return playColleague(run, cell)
    case 'payment-retold':
      return playPaymentRetold(run, cell)
    case 'claimed':
      return playClaimed(run, cell)
    case 'many':
      return playMany(run, cell)
    case 'contradiction':
      return playContradiction(run, cell)
    case 'setting':
      return playSetting(run, cell)
    case 'clock':
    case 'restart':
      return playMoment(run, cell)
    case 'copy':
      return playCopy(run, cell)
    case 'keychain':
      return playKeychain(run, cell)
    case 'records':
      return playRecords(run, cell)
    case 'neighbour':
      return playNeighbour(run, cell)
    case 'hand':
      return playHand(run, cell)
    case 'books':
      return playBooks(run, cell)
    case 'edge':
      return playEdge(run, cell)
    case 'copies':
      return playCopies(run, cell)
    case 'lid':
      return playLid(run, cell)
    case 'twin':
      return playTwin(run, cell)
    case 'at-once':
      return playAtOnce(run, cell)
    case 'stopped':
      return playStopped(run, cell)
    case 'misled':
      return playMisled(run, cell)
    case 'misnamed':
      return playMisnamed(run, cell)
    case 'beyond-the-hold':
      return playBeyondTheHold(run, cell)
    case 'unwritten':
      return playUnwritten(run, cell)
    case 'closing':
      return playClosing(run, cell)
    case 'again':
      return playAgain(run, cell)
    case 'approved':
      return playApproved(run, cell)
    case 'approval':
      return playApproval(run, cell)
    case 'operator':
      run.hits.add(`operator / ${cell.step}`)
      return playOperator(run, cell.step)
  }
}
