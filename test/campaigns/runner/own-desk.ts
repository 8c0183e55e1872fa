// The desk inside such a program: opened by the task it was given, with the sandbox's connection.
import { flushCompileCache } from 'node:module'
import type { Result } from '#shared/fault.ts'
import type { Review } from '#shared/bridge/views.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Identity } from '../../../src/sandbox/start.ts'
import { type DeskParts, openDeskAt } from '../faults/fixture.ts'

export interface DeskTask {
  folder: string
  baseUrl: string
  identity: Identity
  orders: { orderid: string; clientOrderid: string }[]
  seed: number
}

/**
 * What this program is told. Asked once, before its work: what Node compiled for it is kept for the
 * next one here, as a program that is killed keeps nothing at its end.
 */
export function taskOf<T>(): T {
  flushCompileCache()
  return JSON.parse(process.argv[2]!) as T
}
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

export const openOwnDesk = (
  task: Pick<DeskTask, 'folder' | 'baseUrl' | 'identity'>,
  more: Partial<DeskParts> = {},
): Promise<Result<Assembled>> =>
  openDeskAt({
    folder: task.folder,
    baseUrl: task.baseUrl,
    sandbox: { identity: task.identity, trainingOrders: () => [] },
    vault: createMemoryVault(),
    clock: Date.now,
    ...more,
  })

/** Looks the order up and reviews a refund of a part of it. */
export async function reviewRefund(
  desk: Assembled['desk'],
  { orderid, clientOrderid }: DeskTask['orders'][number],
  amount: string,
  comment: string,
): Promise<Result<Review>> {
  await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value: orderid })
  return desk['attempt:review']({
    connectionId: sandboxId,
    operation: 'return',
    request: { client_orderid: clientOrderid, orderid, amount, currency: 'EUR', comment },
  })
}

export const sendAtOnce = (desk: Assembled['desk']) =>
  desk['connection:set-money']({ connectionId: sandboxId, money: { undoMs: 0 } })
