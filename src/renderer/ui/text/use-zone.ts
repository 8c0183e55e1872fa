// The zone times are shown in: given by the window to everything in it, this computer's where
// nothing is given.
import { computed, inject, type InjectionKey, type Ref } from 'vue'
import { systemZone } from '../../messages/times.ts'
import { t } from '../../messages/message.ts'

export const shownZone: InjectionKey<Readonly<Ref<string>>> = Symbol(t('shown-zone'))

export const useZone = (): Readonly<Ref<string>> =>
  inject(shownZone, () => computed(systemZone), true)
