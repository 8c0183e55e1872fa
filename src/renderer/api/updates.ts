// The state of updates, as main reports it. The page only passes on what a person pressed; main
// decides which update may be trusted and installed.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Fault, Result } from '#shared/fault.ts'
import type { UpdateView } from '#shared/desktop/updates.ts'
import { call } from './bridge.ts'
import { readOnChange } from './changes.ts'

export const useUpdatesStore = defineStore('updates', () => {
  const view = ref<UpdateView | null>(null)
  const fault = ref<Fault | null>(null)

  function took(result: Result<UpdateView>, isPressed: boolean): void {
    if (result.ok) view.value = result.value
    if (isPressed || !result.ok) fault.value = result.ok ? null : result.fault
  }
  const load = async (): Promise<void> => took(await call('update:show', {}), false)
  /** Reads on while the dialog is open; returns the function that stops it. */
  const watchUpdates = (): (() => void) => {
    void load()
    return readOnChange(({ topic }) => ['update', 'attempt', 'app'].includes(topic), load)
  }
  const setFeed = async (
    feed: string | null,
    channel: UpdateView['channel'] = 'stable',
  ): Promise<void> => took(await call('update:set-feed', { feed, channel }), true)
  const check = async (): Promise<void> => took(await call('update:check', {}), true)
  const download = async (): Promise<void> => took(await call('update:download', {}), true)
  const stop = async (): Promise<void> => took(await call('update:stop', {}), true)
  const install = async (): Promise<void> => took(await call('update:install', {}), true)

  const restart = async (): Promise<void> => took(await call('update:restart', {}), true)

  return { view, fault, watchUpdates, setFeed, check, download, stop, install, restart }
})
