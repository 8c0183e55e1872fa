// What the two people of a walk can do next about each other: sign in, ask, look, approve, refuse,
// withdraw; and what an administrator can say meanwhile.
import type { Approval } from './oracle/truth.ts'
import { limits, names } from './people.ts'
import type { Add } from './step.ts'
import type { Walk } from './walk.ts'

const dayMs = 24 * 3_600_000

/** Nobody is signed in: nothing is asked for, and what is under way goes on. */
export const isLocked = ({ truth, life }: Walk): boolean =>
  truth.standing !== null && life.people.me() === null

export function peopleSteps(walk: Walk, add: Add): void {
  const { life, truth, time } = walk
  const { standing } = truth
  if (standing === null) return
  const { people } = life
  const me = people.me()
  const waiting = walk.approvals.filter(({ state }) => state === 'WAITING')
  // Whoever may sign it, and then whoever asked.
  const isWaitedFor = (name: string): boolean =>
    waiting.some(({ author, signatures }) => (name === author) === signatures > 0)
  for (const name of names)
    if (name !== me)
      add(isWaitedFor(name) && !people.busy ? 40 : me === null ? 14 : 0.3, `${name} signs in`, () =>
        people.signIn(name),
      )
  for (const name of names) {
    const approvers = standing.approvers.includes(name)
      ? standing.approvers.filter((one) => one !== name)
      : [...standing.approvers, name]
    add(approvers.length < 2 ? 0.2 : 4, `those may approve: ${approvers.join()}`, () => {
      truth.standing = { ...standing, approvers }
    })
  }
  const above = walk.random.pick(limits)
  add(0.4, `the limit is ${above}`, () => {
    truth.standing = { ...standing, above }
  })
  if (waiting.length > 0) add(0.3, 'a day passes', () => time.pass(dayMs))
  if (me === null) return
  add(0.4, 'the desk is locked', () => people.signIn(null))
  for (const one of waiting) approvalSteps(walk, one, add)
}

function approvalSteps(walk: Walk, one: Approval, add: Add): void {
  const { id, author, operation, signatures } = one
  const { people } = walk.life
  const { deeds } = walk.truth
  const approvalId = id
  const what = `the ${operation} that ${author} asked for`
  const shown = people.shown.get(id)
  // Whoever asked may try as well, and it may be signed twice: the product says no.
  const isLess = people.me() === author || signatures > 0
  const weight = isLess || people.busy ? 0.5 : 40
  if (shown === undefined)
    add(weight, `look at ${what}`, () => {
      people.busy = true
      walk.follow(
        people.desk['approval:show']({ approvalId }).then((answer) => {
          people.busy = false
          if (answer.ok) people.shown.set(id, answer.value)
        }),
      )
    })
  else
    add(weight, `approve ${what}`, () => {
      const { seen, digest } = shown
      people.busy = true
      walk.follow(
        people.desk['approval:approve']({ approvalId, seen, digest, own: 'typed' }).then(() => {
          people.busy = false
          people.shown.delete(id)
        }),
      )
    })
  const end = (how: string, ended: () => Promise<{ ok: boolean }>): void =>
    add(0.4, `${how} ${what}`, () =>
      walk.follow(
        ended().then(({ ok }) => {
          if (ok) deeds.ended.add(id)
        }),
      ),
    )
  end('refuse', () => people.desk['approval:refuse']({ approvalId, reason: 'It came whole' }))
  end('withdraw', () => people.desk['approval:withdraw']({ approvalId }))
}

/** Instead of confirming it. */
export function askStep(
  walk: Walk,
  { attemptId, token, approval }: Walk['drafts'][number],
  what: string,
  add: Add,
): void {
  const { truth, life, time } = walk
  const isDraft = walk.rows.some(({ id, state }) => id === attemptId && state === 'DRAFT')
  if (truth.standing === null || !isDraft || !life.ports.reviews.has(attemptId)) return
  const isNext = approval === 'missing' && !walk.approvals.some(({ state }) => state === 'WAITING')
  add(isNext ? 40 : 0.3, `ask for ${what}`, () =>
    walk.follow(
      life.people.desk['approval:ask']({ attemptId, token }).then((asked) => {
        if (asked.ok) truth.deeds.askedAt.set(asked.value.id, time.mono())
      }),
    ),
  )
}
