// Puts old copies of the ledger back: npm run -s restores -- --runs N --seed S. A copy of every
// commit of every run, each in a drawn form, at a drawn later moment and with a drawn keychain; and
// the whole folder of every moment. One JSON line last. Exits 1 when a forgetful copy was not
// noticed, or when a copy was opened without all that it knows.
import { makeRandom, type Random } from './faults/random.ts'
import { type KeychainState, keychainStates } from './restores/keychain.ts'
import { type CopyForm, copyForms, restore } from './restores/restore.ts'
import { playStory, type Story } from './restores/story.ts'
import type { LedgerBytes } from './restores/wal.ts'
import { campaign, type Say } from './runner/campaign.ts'

export interface RestoresSummary {
  runs: number
  commits: number
  restored: number
  /** Copies that had forgotten a request which had left. */
  forgetful: number
  /** Forgetful copies after which money was not stopped. */
  undetected: number
  doubleRequests: number
  /** Copies of which something was gone once they were opened. */
  lost: number
  /** Honest restarts with a good keychain after which money was stopped. */
  falseAlarms: number
  /** How often each form and each keychain met a forgetful copy. */
  cells: Record<string, number>
  missed: string[]
}

type Asked = Parameters<typeof restore>[1]
/** What a commit is put back as: a whole folder has moments of its own. */
const formsOfCommits = copyForms.filter((name) => name !== 'whole folder')
const cellOf = (form: CopyForm, keychain: KeychainState): string => `${form}, keychain ${keychain}`
const allCells = copyForms.flatMap((form) => keychainStates.map((state) => cellOf(form, state)))

interface Cell {
  form: CopyForm
  keychain: KeychainState
}

/**
 * One that no forgetful copy has met, before all others, and of these the one that was tried least:
 * how many commits there are is a matter of time, and each cell has to be met.
 */
function drawnCell(
  forms: readonly CopyForm[],
  { random, met, tried }: { random: Random } & Record<'met' | 'tried', Record<string, number>>,
): Cell {
  const all = forms.flatMap((form) =>
    keychainStates.map((keychain) => ({ form, keychain, cell: cellOf(form, keychain) })),
  )
  const unmet = all.filter(({ cell }) => met[cell] === 0)
  const open = unmet.length > 0 ? unmet : all
  const least = Math.min(...open.map(({ cell }) => tried[cell]!))
  return random.pick(open.filter(({ cell }) => tried[cell] === least))
}

export async function runRestores(options: {
  runs: number
  seed: number
  say: Say
}): Promise<RestoresSummary> {
  const sum = {
    commits: 0,
    restored: 0,
    forgetful: 0,
    undetected: 0,
    doubleRequests: 0,
    lost: 0,
    falseAlarms: 0,
  }
  const cells = Object.fromEntries(allCells.map((cell) => [cell, 0]))
  const tried = { ...cells }
  const drawCell = (random: Random, forms: readonly CopyForm[]): Cell =>
    drawnCell(forms, { random, met: cells, tried })

  async function one(story: Story, random: Random, seed: number, copy: LedgerBytes): Promise<void> {
    const { form, keychain } = drawCell(
      random,
      formsOfCommits.filter((name) => name !== 'backup' || story.backups.length > 0),
    )
    const beside = random.pick(story.later)
    const put =
      form === 'backup' ? { file: random.pick(story.backups), wal: Buffer.alloc(0) } : copy
    await putBack(story, seed, { copy: put, beside, form, keychain })
  }

  async function putBack(story: Story, seed: number, asked: Asked): Promise<void> {
    const { form, keychain } = asked
    const found = await restore(story, asked)
    sum.restored += 1
    const cell = cellOf(form, keychain)
    tried[cell]! += 1
    if (found.hasLost) {
      sum.lost += 1
      options.say(`seed ${seed}: ${cell}: what the copy knew is gone`)
    }
    if (!found.isForgetful) return
    sum.forgetful += 1
    cells[cell] = (cells[cell] ?? 0) + 1
    if (found.isStopped && !found.hasLeft) return
    sum.undetected += 1
    if (found.hasLeft) sum.doubleRequests += 1
    options.say(`seed ${seed}: ${cell}: ${found.hasLeft ? 'sent again' : 'not stopped'}`)
  }

  for (let run = 0; run < options.runs; run += 1) {
    const seed = options.seed + run
    const random = makeRandom(seed)
    const story = await playStory(random, random.chance(0.2) ? 'memory' : 'good')
    try {
      sum.commits += story.copies.length
      for (const copy of story.copies) await one(story, random, seed, copy)
      for (const [nth, beside] of story.later.entries()) {
        // Each folder from before.
        for (const { folder, present: copy } of story.later.slice(0, nth)) {
          const { form, keychain } = drawCell(random, ['whole folder'])
          await putBack(story, seed, { copy, form, keychain, beside: { ...beside, folder } })
        }
      }
      for (const beside of story.later) {
        const honest = { copy: beside.present, beside, form: 'file and wal', keychain: 'good' }
        const found = await restore(story, honest as Parameters<typeof restore>[1])
        if (!found.isStopped || beside.slots.size === 0) continue
        sum.falseAlarms += 1
        options.say(`seed ${seed}: an honest restart was stopped`)
      }
    } finally {
      await story.remove()
    }
  }
  return {
    runs: options.runs,
    ...sum,
    cells,
    missed: allCells.filter((cell) => cells[cell] === 0),
  }
}

if (import.meta.main)
  await campaign({
    options: { runs: 20, seed: 1 },
    run: runRestores,
    isGood: ({ undetected, lost, falseAlarms }) => undetected + lost + falseAlarms === 0,
  })
