// What parts of the page know of the frame around them. App.vue provides it; a part that stands
// alone goes without.
import { computed, inject, type InjectionKey, type Ref } from 'vue'

export interface FrameFacts {
  /** Null while there is none. */
  connectionId: string | null
  /** MONEY: no request leaves on this connection now, so no button invites to one. */
  isMoneyStopped: boolean
}

export const frameFacts: InjectionKey<Readonly<Ref<FrameFacts>>> = Symbol('frame-facts')

export const useFrameFacts = (): Readonly<Ref<FrameFacts>> =>
  inject(frameFacts, () => computed(() => ({ connectionId: null, isMoneyStopped: false })), true)
