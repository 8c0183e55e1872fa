// Diagnostics as main would save them: shown first, saved when a person says so.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { DiagnosticPart } from '#shared/desktop/diagnostics.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../bridge.ts'

export const useDiagnosticsStore = defineStore('diagnostics', () => {
  const isShown = ref(false)
  const parts = ref<DiagnosticPart[] | null>(null)
  const fault = ref<Fault | null>(null)
  const saved = ref<string | null>(null)

  async function open(): Promise<void> {
    parts.value = null
    fault.value = null
    saved.value = null
    isShown.value = true
    const shown = await call('diagnostics:show', {})
    if (shown.ok) parts.value = shown.value.parts
    else fault.value = shown.fault
  }

  async function save(): Promise<void> {
    const result = await call('diagnostics:save', {})
    fault.value = result.ok ? null : result.fault
    saved.value = result.ok && result.value !== null ? result.value.file : null
  }

  const close = (): void => {
    isShown.value = false
  }

  return { isShown, parts, fault, saved, open, save, close }
})
