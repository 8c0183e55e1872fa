// The zone in which times are shown and days are counted: this computer's, UTC, or a chosen one.
// The choice survives restarts.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { systemZone } from '../messages/times.ts'
import { findPreference, keep } from './preferences.ts'
import { t } from '../messages/message.ts'

export const useZoneStore = defineStore('zone', () => {
  const system = systemZone()
  /** 'system' or the name of a zone. */
  const choice = ref('system')
  const zone = computed(() => (choice.value === 'system' ? system : choice.value))
  /** For a day's label: whose days they are. */
  const dayLabel = computed(() =>
    zone.value === 'UTC' ? t('frame.utc-day') : t('frame.day-in-zone', { zone: zone.value }),
  )

  async function load(): Promise<void> {
    const saved = await findPreference('zone')
    if (saved !== null) choice.value = saved.choice
  }

  async function choose(name: string): Promise<void> {
    choice.value = name
    await keep('zone', { choice: name })
  }

  /** A filter with days says whose they are; UTC is what is meant without. */
  const withZone = <F extends { from?: string | undefined; until?: string | undefined }>(
    filter: F,
  ): F & { zone?: string } =>
    zone.value === 'UTC' || (filter.from === undefined && filter.until === undefined)
      ? filter
      : { ...filter, zone: zone.value }

  return { system, choice, zone, dayLabel, load, choose, withZone }
})
