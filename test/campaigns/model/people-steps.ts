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
  for (const name of names)
    if (name !== me)
      add(me === null ? 14 : waiting.length > 0 ? 4 : 0.5, `${name} signs in`, () =>
        people.signIn(name),
      )
  for (const name of names) {
    const approvers = standing.approvers.includes(name)
      ? standing.approvers.filter((one) => one !== name)
      : [...standing.approvers, name]
    add(approvers.length < 2 ? 0.4 : 2, `those may approve: ${approvers.join()}`, () => {
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

function approvalSteps(walk: Walk, { id, author, operation }: Approval, add: Add): void {
  const { people } = walk.life
  const { deeds } = walk.truth
  const approvalId = id
  const what = `the ${operation} that ${author} asked for`
  const shown = people.shown.get(id)
  // Whoever asked may try as well: the product says no.
  const isOwn = people.me() === author
  if (shown === undefined)
    add(isOwn ? 1 : 8, `look at ${what}`, () =>
      walk.follow(
        people.desk['approval:show']({ approvalId }).then((answer) => {
          if (answer.ok) people.shown.set(id, answer.value)
        }),
      ),
    )
  else
    add(isOwn ? 2 : 8, `approve ${what}`, () => {
      const { seen, digest } = shown
      walk.follow(people.desk['approval:approve']({ approvalId, seen, digest, own: 'typed' }))
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
  { attemptId, token }: Pick<Walk['drafts'][number], 'attemptId' | 'token'>,
  what: string,
  add: Add,
): void {
  const { truth, life, time } = walk
  if (truth.standing === null || !life.ports.reviews.has(attemptId)) return
  add(12, `ask for ${what}`, () =>
    walk.follow(
      life.people.desk['approval:ask']({ attemptId, token }).then((asked) => {
        if (asked.ok) truth.deeds.askedAt.set(asked.value.id, time.wall())
      }),
    ),
  )
}
