// What a regular report waits for beside its folder: a time that a gateway vouches for, a person
// who may still have it, the connection that it is of, and a desk that goes on here. It writes
// nothing.
import type { Connection } from '#shared/connections/connection.ts'
import { moneyKindOf } from '#shared/bridge/today.ts'
import { say } from '#shared/message.ts'
import { rightsHeld } from '#shared/people/own-roles.ts'
import type { PlannedAs } from '#shared/reports/plan-methods.ts'
import type { PlanRecord } from '../../ledger/reports/export-plans.ts'
import { personNamed } from '../approvals/approval-gate.ts'
import type { DeskPorts } from '../base/ports.ts'

export interface PlanGuard extends Pick<DeskPorts, 'checked'> {
  /** Milliseconds since 1970, never later than a gateway said; what is over by then is over. */
  now(): number
  /** Why nothing of the plan may be saved now, for a person, or null. */
  whyNot(plan: Pick<PlanRecord, 'of' | 'actor'>): string | null
}

interface GuardParts extends Pick<DeskPorts, 'roll' | 'checked' | 'tampering'> {
  clock: () => number
  connections: () => readonly Connection[]
  /** Where work goes on, or null. */
  moved: () => string | null
  /** How far its gateway's clock was ahead of this computer's, and when. */
  skew: (connectionId: string) => { skewMs: number; at: number } | null
}

/** Else every file would be empty and say nothing of it. */
const hasConnection = (all: readonly Connection[], { kind, connectionId }: PlannedAs): boolean =>
  kind === 'removed' ||
  all.some(
    (one) => moneyKindOf(one) === kind && (connectionId === undefined || one.id === connectionId),
  )

const DAY_MS = 86_400_000

export function createPlanGuard(parts: GuardParts): PlanGuard {
  const { clock, roll, connections, skew, checked, tampering, moved } = parts
  // The practice gateway has this computer's clock. An older answer knows no change since then.
  const gateways = (): Connection[] => connections().filter((one) => moneyKindOf(one) !== 'sandbox')
  const told = (): number[] =>
    gateways().flatMap(({ id }) => {
      const one = skew(id)
      return one === null || Math.abs(clock() - one.at) > DAY_MS ? [] : [one.skewMs]
    })
  const clockTrouble = (): string | null => {
    const skews = told()
    if (skews.some((ms) => Math.abs(ms) > DAY_MS)) return say('reports.plan-clock-doubted')
    return gateways().length > 0 && skews.length === 0 ? say('reports.plan-clock-unproven') : null
  }
  const personTrouble = (name: string): string | null => {
    if (!roll.isOn()) return null
    const person = personNamed(roll.read().people, name)
    const held = rightsHeld(person ?? { roles: [] })
    const isHere = person?.isRemoved === false
    const may = isHere && held.has('reports') && held.has('export')
    return may ? null : (roll.fault() ?? say('reports.plan-person-may-not', { name }))
  }
  return {
    checked,
    now: () => clock() + Math.min(0, ...told()),
    whyNot: ({ of, actor }) => {
      // Where work goes on, the same period is saved with all that was done since. And what another
      // program wrote names no folder and no person.
      const found = moved() ?? tampering()
      if (found !== null) return found
      return hasConnection(connections(), of)
        ? (personTrouble(actor) ?? clockTrouble())
        : say('reports.plan-no-connection')
    },
  }
}
