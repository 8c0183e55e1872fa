// What a person does about the team of this computer. Main reads the file and asks; nothing that is
// secret comes here.
import { ref } from 'vue'
import type { Input } from '#shared/contract/bridge.ts'
import type { Fault } from '#shared/fault.ts'
import type { TeamOutput } from '#shared/team/team-methods.ts'
import { call } from '../bridge.ts'

export const releasePayment = (asked: Input<'team:release-payment'>) =>
  call('team:release-payment', asked)

export function useTeam() {
  const key = ref<TeamOutput['team:key'] | null>(null)
  const fault = ref<Fault | null>(null)
  const isActing = ref(false)

  type Plain = 'team:key' | 'team:join' | 'team:leave' | 'team:renew'
  async function act(method: Plain): Promise<void> {
    if (isActing.value) return
    isActing.value = true
    const done = await call(method, {})
    isActing.value = false
    fault.value = done.ok ? null : done.fault
    if (done.ok) key.value = method === 'team:key' ? (done.value as TeamOutput['team:key']) : null
  }

  /** Whether it was left. */
  async function giveUp(reason: string): Promise<boolean> {
    if (isActing.value) return false
    isActing.value = true
    const done = await call('team:give-up', { reason })
    isActing.value = false
    fault.value = done.ok ? null : done.fault
    return done.ok
  }

  return {
    ...{ key, fault, isActing },
    showKey: () => act('team:key'),
    join: () => act('team:join'),
    leave: () => act('team:leave'),
    renew: () => act('team:renew'),
    giveUp,
  }
}
