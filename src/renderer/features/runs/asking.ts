// What the screens of runs ask main for.
import type { Input } from '#shared/contract/bridge.ts'
import { call } from '../../api/bridge.ts'

export const createRun = (asked: Input<'run:create'>) => call('run:create', asked)
export const reviewRun = (runId: string, reason: string) => call('run:review', { runId, reason })
export const confirmRun = (asked: Input<'run:confirm'>) => call('run:confirm', asked)
export const askForRun = (asked: Input<'run:ask'>) => call('run:ask', asked)
export const keepRows = (asked: Input<'run:keep'>) => call('run:keep', asked)
export const dropRun = (runId: string) => call('run:discard', { runId })
export const runAgain = (runId: string) => call('run:again', { runId })
export const beginRun = (runId: string) => call('run:send-now', { runId })
export const saveRun = (runId: string, as: 'csv' | 'xlsx') => call('run:save', { runId, as })
export const payChecked = (runId: string) => call('run:pay', { runId })
