// Who is signed in and what they may do, as main says it. Shown by the frame; whatever takes a
// right says here why it is not there. Nothing of this decides: main asks at every call.
import { defineStore } from 'pinia'
import { computed, onBeforeUnmount, onMounted, ref } from 'vue'
import type { PeopleStanding } from '#shared/people/people-methods.ts'
import type { Right } from '#shared/people/rights.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../bridge.ts'

export const usePeopleStanding = defineStore('people-standing', () => {
  const standing = ref<PeopleStanding | null>(null)
  const fault = ref<Fault | null>(null)

  const isOn = computed(() => standing.value?.isOn === true)
  const me = computed(() => standing.value?.me ?? null)
  /** Nobody has to sign in, or somebody is signed in. False also before that is known. */
  const isOpen = computed(() => standing.value !== null && (!isOn.value || me.value !== null))
  const mayNot = (right: Right): string | null => standing.value?.mayNot[right] ?? null

  async function load(): Promise<void> {
    const result = await call('people:standing', {})
    fault.value = result.ok ? null : result.fault
    if (result.ok) standing.value = result.value
  }

  /** Null when the person is signed in. Faults: input, denied, vault. */
  async function signIn(personId: string, passphrase: string): Promise<Fault | null> {
    const result = await call('people:sign-in', { personId, passphrase })
    if (result.ok) standing.value = result.value
    return result.ok ? null : result.fault
  }

  async function lock(): Promise<void> {
    await call('people:sign-out', {})
    await load()
  }

  return { standing, fault, isOn, me, isOpen, mayNot, load, signIn, lock }
})

/** Main locks by itself: it has to hear that a person is here, but not of each key. */
const tellEveryMs = 15_000

/** Tells main that somebody is at the window, for as long as the calling component lives. */
export function useActive(): void {
  const people = usePeopleStanding()
  let toldAt = -tellEveryMs
  const tell = (): void => {
    const now = performance.now()
    if (people.me === null || now - toldAt < tellEveryMs) return
    toldAt = now
    void call('people:active', {})
  }
  const events = ['keydown', 'pointerdown', 'wheel'] as const
  onMounted(() => {
    for (const name of events) window.addEventListener(name, tell, { passive: true, capture: true })
  })
  onBeforeUnmount(() => {
    for (const name of events) window.removeEventListener(name, tell, { capture: true })
  })
}
