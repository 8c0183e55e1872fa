// Two people at the desk of a walk. Each may ask, approve and send, as far as the standing of the
// walk lets them: the product's own gate and its methods of approvals decide.
import { generateKeyPairSync, sign } from 'node:crypto'
import { ok, fail } from '#shared/fault.ts'
import type { Limit } from '#shared/people/limits.ts'
import type { Person } from '#shared/people/roll.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import {
  type ApprovalPorts,
  createApprovalMethods,
} from '../../../src/main/desk/approvals/approval-methods.ts'
import { signInFirst } from '../../../src/main/desk/base/faults.ts'
import type { DeskPorts } from '../../../src/main/desk/base/ports.ts'
import type { Standing, Truth } from './oracle/truth.ts'
import type { Call } from './wire.ts'

/** Ids, which are their names as well. */
export const names = ['p-00000000000000b0', 'p-00000000000000c1'] as const
type Name = (typeof names)[number]
/** What a standing may let one person do alone: mostly nothing, or a part of an order. */
export const limits = [0, 0, 1_500] as const

const [ofFirst, ofSecond] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
const keyOf = (name: string) => (name === names[0] ? ofFirst : ofSecond)

export interface People {
  roll: DeskPorts['roll']
  /** Null before anybody signed in, and once the desk is locked. */
  me(): Name | null
  number(): number
  signIn(name: Name | null): void
  /** What an approver was shown of an approval, by its id. */
  shown: Map<string, { seen: string; digest: string }>
  /** An approver looks at one, or signs it. */
  busy: boolean
  desk: Pick<Desk, 'approval:ask' | 'approval:show' | 'approval:approve' | 'approval:refuse'> &
    Pick<Desk, 'approval:withdraw'>
  /** The rest of the desk is there. */
  meet(ports: ApprovalPorts): void
}

export function openPeople({
  truth,
  calls,
  alive,
}: {
  truth: Truth
  calls: Set<Call>
  alive: () => void
}): People {
  let [me, number] = [null as Name | null, 0]
  const { deeds } = truth
  let reviews: ApprovalPorts['reviews'] = new Map()
  const session = {
    me: () => (me === null || truth.standing === null ? null : personOf(me, truth.standing)),
    number: () => number,
    sign: ({ id }: Pick<Person, 'id'>, _: string, { text }: { text: Buffer }) =>
      new Promise<ReturnType<typeof ok<Buffer>> | ReturnType<typeof fail>>((resolve) => {
        alive()
        const call: Call = {
          kind: 'passphrase',
          end: (isRefused) => {
            calls.delete(call)
            if (isRefused) return resolve(fail(signInFirst))
            const said = JSON.parse(text.toString().split('\n')[1]!) as { approval: string }
            deeds.signed.push({ approval: said.approval, by: id })
            resolve(ok(sign(null, text, keyOf(id).privateKey)))
          },
        }
        calls.add(call)
      }),
  }
  const people: People = {
    roll: {
      isOn: () => truth.standing !== null,
      read: () => rollOf(truth.standing),
      fault: () => null,
    },
    me: () => me,
    number: () => number,
    signIn: (name) => {
      // As at a lock: what was read belongs to whoever read it.
      reviews.clear()
      people.shown.clear()
      people.busy = false
      me = name
      number += 1
    },
    shown: new Map(),
    busy: false,
    desk: {} as never,
    meet: (ports) => {
      reviews = ports.reviews
      const unused = {} as never
      people.desk = createApprovalMethods({
        ...{ ports, session, outside: unused, onChange: () => undefined },
        runToApprove: () => Promise.reject(new Error('no run is walked')),
      })
    },
  }
  return people
}

const personOf = (name: Name, { approvers }: Standing): Person => ({
  ...{ id: name, name, isRemoved: false, since: 0, signedBy: name },
  roles: approvers.includes(name) ? ['payments', 'payouts', 'approver'] : ['payments', 'payouts'],
  key: keyOf(name)
    .publicKey.export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64'),
})

const limitOf = (role: Limit['role'], group: Limit['group'], above: number): Limit => ({
  ...{ role, group, currency: 'EUR', above: String(above), digits: 2, approvals: 1 },
})

type Roll = ReturnType<DeskPorts['roll']['read']>
const rolls = new WeakMap<Standing, Roll>()
const nobody = { above: 0, approvers: [] }

/** One for each standing. */
function rollOf(standing: Standing | null): Roll {
  const of = standing ?? nobody
  const known = rolls.get(of)
  if (known !== undefined) return known
  const people = new Map(names.map((name) => [name, personOf(name, of)]))
  const roll: Roll = {
    ...{ people, idleMinutes: 10, ownRoles: [], removedRoles: new Set(), size: 1 },
    ...{ recovery: null, brokenAt: null },
    limits: [
      limitOf('payments', 'refunds', of.above),
      limitOf('payments', 'payments', of.above),
      limitOf('payouts', 'payouts', of.above),
    ],
  }
  rolls.set(of, roll)
  return roll
}
