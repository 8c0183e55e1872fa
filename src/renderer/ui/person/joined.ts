// Names by the time of joining, for the colours of their marks. App.vue provides them; a part that
// stands alone goes without.
import { computed, inject, type InjectionKey, type Ref, ref } from 'vue'
import { markColours } from './initials.ts'

export const joinedKey: InjectionKey<Readonly<Ref<readonly string[]>>> = Symbol('joined')

export function useMarkColours(name: () => string) {
  const joined = inject(joinedKey, () => ref([]), true)
  return computed(() => markColours(name(), joined.value))
}
