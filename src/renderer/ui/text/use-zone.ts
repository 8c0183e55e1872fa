// The time zone in which times are shown. The window provides the zone to all of its parts; without
// one, the zone of this computer holds.
import { computed, inject, type InjectionKey, type Ref } from 'vue'
import { systemZone } from '../../messages/times.ts'
import { t } from '../../messages/message.ts'

export const shownZone: InjectionKey<Readonly<Ref<string>>> = Symbol(t('frame.shown-zone'))

export const useZone = (): Readonly<Ref<string>> =>
  inject(shownZone, () => computed(systemZone), true)
