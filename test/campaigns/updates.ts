// Attacks on updates, each served by a hostile feed on this computer and pressed to its end, and
// honest releases beside them: npm run -s updates -- [--lives N] [--seed S] [--only WORDS]. Exits 1
// when an attack is not refused with its code, replaces a file, or an honest release is refused.
import { makeRandom } from './faults/random.ts'
import { campaign, type Say } from './runner/campaign.ts'
import type { Attack } from './updates/attack.ts'
import { files } from './updates/attack-files.ts'
import { keys } from './updates/attack-keys.ts'
import { texts } from './updates/attack-texts.ts'
import { trust } from './updates/attack-trust.ts'
import { isHostileInstalled, swaps } from './updates/hand-over.ts'
import { honestLife } from './updates/honest.ts'
import { newWorld, openPlace, type Place, play } from './updates/world.ts'

export const attacks: readonly Attack[] = [...texts, ...trust, ...keys, ...files]

export interface UpdatesSummary {
  attacks: number
  /** Refused with another code than the one expected, or not at all. */
  wrong: number
  /** The program was replaced: the worst there is. */
  installed: number
  codes: number
  lives: number
  looks: number
  rotations: number
  falseRefusals: number
}

export async function runUpdates({
  lives,
  seed,
  only = '',
  more = [],
  say,
}: {
  lives: number
  seed: number
  only?: string
  /** Tried beside the list. */
  more?: readonly Attack[]
  say: Say
}): Promise<UpdatesSummary> {
  const place = await openPlace()
  const summary: UpdatesSummary = {
    ...{ attacks: 0, wrong: 0, installed: 0, codes: 0 },
    ...{ lives: 0, looks: 0, rotations: 0, falseRefusals: 0 },
  }
  const codes = new Set<string>()
  try {
    for (const attack of [...attacks, ...more]) {
      if (!attack.name.includes(only)) continue
      await tryOne(place, attack, { summary, codes, say })
    }
    for (const swap of swaps.filter(({ name }) => name.includes(only))) {
      summary.attacks += 1
      if (!isHostileInstalled(swap)) continue
      summary.installed += 1
      say(`${swap.name}: INSTALLED`)
    }
    const random = makeRandom(seed)
    for (; summary.lives < lives; summary.lives += 1) {
      const { faults, looks, rotations } = await honestLife(place, random)
      for (const fault of faults) say(`honest life ${summary.lives}: ${fault}`)
      summary.looks += looks
      summary.rotations += rotations
      summary.falseRefusals += faults.length
    }
  } finally {
    await place.close()
  }
  return { ...summary, codes: codes.size }
}

async function tryOne(
  place: Place,
  attack: Attack,
  run: { summary: UpdatesSummary; codes: Set<string>; say: Say },
): Promise<void> {
  const { summary, codes, say } = run
  const world = newWorld(place)
  attack.run(world)
  const { code, isReplaced } = await play(world)
  summary.attacks += 1
  codes.add(code)
  if (isReplaced) summary.installed += 1
  if (code !== attack.expect) summary.wrong += 1
  if (isReplaced || code !== attack.expect)
    say(`${attack.name}: ${code}, not ${attack.expect}${isReplaced ? ', and INSTALLED' : ''}`)
}

export const isClean = ({ wrong, installed, falseRefusals }: UpdatesSummary): boolean =>
  wrong + installed + falseRefusals === 0

if (import.meta.main)
  await campaign({
    options: { lives: 200, seed: 1, only: '' },
    run: runUpdates,
    isGood: isClean,
  })
