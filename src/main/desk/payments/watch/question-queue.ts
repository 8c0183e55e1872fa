// The questions to one gateway that wait for their turn: at most five a second, at most twenty
// without an answer, and in turn between those who ask, so that many questions of one connection do
// not hold up the only one of another. It asks nothing itself.

const gapMs = 200
const mostAtOnce = 20

interface Question {
  id: string
  /** The connection that asks: connections take turns. */
  party: string
  /** By the monotonic clock. */
  dueAt: number
}

export interface QuestionQueue {
  has(id: string): boolean
  put(question: Question): void
  keepOnly(isWanted: (id: string) => boolean): void
  /** The id whose turn it is now, taken out; null when nothing is due or may be asked yet. */
  take(now: number): string | null
  /** A question that was taken has ended, whatever came of it. */
  ended(): void
  /** The earliest time at which take() may give an id; Infinity while nothing waits. */
  nextAt(): number
}

export function createQuestionQueue(): QuestionQueue {
  const waiting = new Map<string, Question>()
  /** The one who asked last comes last. */
  let turns: string[] = []
  let underWay = 0
  let mayAskAt = -Infinity

  const soonest = (among: Iterable<Question>): Question | null => {
    let found: Question | null = null
    for (const question of among)
      if (found === null || question.dueAt < found.dueAt) found = question
    return found
  }

  return {
    has: (id) => waiting.has(id),
    put: (question) => {
      waiting.set(question.id, question)
      if (!turns.includes(question.party)) turns.push(question.party)
    },
    keepOnly: (isWanted) => {
      for (const id of waiting.keys()) if (!isWanted(id)) waiting.delete(id)
    },
    take: (now) => {
      if (underWay >= mostAtOnce || now < mayAskAt) return null
      const soonestOf = new Map<string, Question>()
      for (const question of waiting.values()) {
        const known = soonestOf.get(question.party)
        if (question.dueAt <= now && (known === undefined || question.dueAt < known.dueAt))
          soonestOf.set(question.party, question)
      }
      const party = turns.find((one) => soonestOf.has(one))
      const taken = party === undefined ? undefined : soonestOf.get(party)
      if (taken === undefined) return null
      turns = [...turns.filter((one) => one !== taken.party), taken.party]
      waiting.delete(taken.id)
      underWay += 1
      mayAskAt = now + gapMs
      return taken.id
    },
    ended: () => {
      underWay -= 1
    },
    nextAt: () => {
      const next = soonest(waiting.values())
      if (next === null || underWay >= mostAtOnce) return Infinity
      return Math.max(next.dueAt, mayAskAt)
    },
  }
}
