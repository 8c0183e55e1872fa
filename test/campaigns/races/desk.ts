// A desk in a process of its own that plays one round and says each step, to be killed at any of
// them.
import { setTimeout as sleep } from 'node:timers/promises'
import { say, taskOf } from '../runner/own-desk.ts'
import { playRound, type Round } from './round.ts'
import { openPlace, type PlaceTask } from './place.ts'

const { round, ...task } = taskOf<PlaceTask & { round: Round }>()
const place = await openPlace(task)
say('open')
await playRound(place, round, say)
say('done')
await sleep(600_000)
