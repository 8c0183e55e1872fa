// Reports that are saved regularly: which there are, and setting one up from what is shown.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Every, ExportPlan, PlannedAs } from '#shared/reports/plan-methods.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export interface PlanForm {
  every: Every
  as: PlannedAs['as']
}

export const usePlansStore = defineStore('export-plans', () => {
  const plans = shallowRef<ExportPlan[]>([])
  const fault = shallowRef<Fault | null>(null)
  /** What is being set up; null while nothing is. */
  const form = ref<PlanForm | null>(null)
  const formFault = shallowRef<Fault | null>(null)
  const isBusy = ref(false)

  function take(result: Result<ExportPlan[] | null>): boolean {
    if (result.ok && result.value !== null) plans.value = result.value
    fault.value = result.ok ? null : result.fault
    return result.ok && result.value !== null
  }
  async function load(): Promise<void> {
    take(await call('export-plan:list', {}))
  }
  const begin = (): void => {
    formFault.value = null
    form.value = { every: 'month', as: 'xlsx' }
  }
  const cancel = (): void => {
    form.value = null
  }
  async function add(of: Omit<PlannedAs, keyof PlanForm>): Promise<void> {
    if (form.value === null || isBusy.value) return
    isBusy.value = true
    const result = await call('export-plan:add', { ...of, ...form.value })
    isBusy.value = false
    formFault.value = result.ok ? null : result.fault
    if (!result.ok || result.value === null) return
    plans.value = result.value
    form.value = null
  }
  async function move(planId: string): Promise<void> {
    take(await call('export-plan:move', { planId }))
  }
  async function remove(planId: string): Promise<void> {
    take(await call('export-plan:remove', { planId }))
  }
  return { plans, fault, form, formFault, isBusy, load, begin, cancel, add, move, remove }
})
