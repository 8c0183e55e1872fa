// Counts what the verifiers said against what the format's description says they have to say. Both
// offline verifiers are asked for every case, two beside each other; one case in some goes
// through their command lines as well.
import { rmSync } from 'node:fs'
import type { Verification } from '#shared/bridge/lists.ts'
import type { Random } from '../faults/random.ts'
import type { Verdict } from './attacks.ts'
import { openVerifiers, runPrograms, type Said, type Verifiers } from './verifiers.ts'

export interface Expected {
  outcomes: readonly (Verdict['word'] | 'intact')[]
  /** Left out where more than one answer is right. */
  bad?: number | null
}

interface Case {
  name: string
  folder: string
  /** The folders it is joined with, which stay. */
  before?: readonly string[]
  after?: readonly string[]
  args?: string[]
  expect: Expected
}

export interface Counts {
  cases: number
  asPrograms: number
  inApp: number
  missed: number
  wrongVerdicts: number
  disagreements: number
  falseAlarms: number
}

export interface Tally {
  counts: Counts
  /** Asks both verifiers and removes the folder; resolves as soon as there is room for another. */
  check(one: Case): Promise<void>
  /** What the program itself said about its ledger. */
  checkInApp(name: string, expect: Expected, found: Verification): void
  /** Any other sign the program gives, like the mark in the keychain. */
  note(name: string, isFound: boolean): void
  /** It found fault with what nobody touched. */
  alarm(name: string, message: string): void
  finished(): Promise<void>
}

const codes = { intact: 0, tampered: 2, truncated: 3, uncheckable: 4 } as const
const mostAtOnce = 2
const programsOf = 1 / 200

export const expected = ({ word, bad }: Verdict): Expected => ({ outcomes: [word], bad })
export const intact: Expected = { outcomes: ['intact'] }

export async function openTally(random: Random, say: (line: string) => void): Promise<Tally> {
  const counts: Counts = {
    cases: 0,
    asPrograms: 0,
    inApp: 0,
    missed: 0,
    wrongVerdicts: 0,
    disagreements: 0,
    falseAlarms: 0,
  }
  const free: Verifiers[] = []
  for (let n = 0; n < mostAtOnce; n += 1) free.push(await openVerifiers())
  const running = new Set<Promise<void>>()
  let failure: unknown

  const count = (name: string, expect: Expected, word: string, bad: number | null): void => {
    const mayBe = expect.outcomes as readonly string[]
    const isRight =
      mayBe.includes(word) &&
      (expect.bad === undefined || word === 'uncheckable' || bad === expect.bad)
    if (isRight) return
    if (mayBe.includes('intact')) counts.falseAlarms += 1
    else if (word === 'intact') counts.missed += 1
    else counts.wrongVerdicts += 1
    say(`${name}: ${word}, first bad ${bad ?? '?'}, not ${mayBe.join(' or ')} ${expect.bad ?? ''}`)
  }

  const ask = async (verifiers: Verifiers, one: Case, isProgram: boolean): Promise<void> => {
    const { before = [], after = [] } = one
    const args = [...before, one.folder, ...after, ...(one.args ?? [])]
    const answers = await verifiers.ask(args)
    counts.cases += 1
    const same = (a: Said, b: Said, message: string): void => {
      if (a.code === b.code && a.text === b.text) return
      counts.disagreements += 1
      say(`${one.name}: ${message}\n${a.text}${b.text}`)
    }
    same(answers.node, answers.python, 'the two verifiers differ')
    for (const said of [answers.node, answers.python]) {
      const { word, bad } = readSaid(said)
      count(one.name, one.expect, word, bad)
    }
    if (isProgram) {
      const programs = await runPrograms(args)
      counts.asPrograms += 1
      same(answers.node, programs.node, 'the program says something else than its entry point')
      same(answers.python, programs.python, 'the program says something else than its entry point')
    }
    rmSync(one.folder, { recursive: true })
  }

  return {
    counts,
    check: async (one) => {
      const verifiers = free.pop()!
      // Drawn here, in the order of the cases, so that the same seed runs the same ones.
      const job = ask(verifiers, one, random.chance(programsOf))
        .catch((error: unknown) => (failure ??= error))
        .then(() => {
          free.push(verifiers)
          running.delete(job)
        })
      running.add(job)
      if (free.length === 0) await Promise.race(running)
      if (failure !== undefined) throw failure
    },
    checkInApp: (name, expect, found) => {
      counts.inApp += 1
      count(`${name} (in the program)`, expect, found.outcome, found.firstBadSeq)
    },
    note: (name, isFound) => {
      if (isFound) return
      counts.missed += 1
      say(`${name}: not found`)
    },
    alarm: (name, message) => {
      counts.falseAlarms += 1
      say(`${name}: ${message}`)
    },
    finished: async () => {
      await Promise.all(running)
      for (const one of free) one.close()
      if (failure !== undefined) throw failure
    },
  }
}

/**
 * An exit code that does not belong to its word is an answer of its own, and never the right one.
 */
function readSaid({ code, text }: Said): { word: string; bad: number | null } {
  const word = text.split(':', 1)[0] ?? ''
  const bad = /^first bad entry: (\d+)$/m.exec(text)?.[1]
  const isOwn = Object.hasOwn(codes, word) && codes[word as keyof typeof codes] === code
  return {
    word: isOwn ? word : `${word} with exit code ${code}`,
    bad: bad === undefined ? null : Number(bad),
  }
}
