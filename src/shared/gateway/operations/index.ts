// THE TABLE: every operation of the gateway, one row each. The id is also the permission name, the
// journal verb, the text key and the vector's name. To add one: a row in its family's file and a
// vector.
import type { z } from 'zod'
import type { Operation } from './parts/operation.ts'
import { card } from './card.ts'
import { form } from './form.ts'
import { payment } from './payment.ts'
import { payout } from './payout.ts'
import { recurring } from './recurring.ts'
import { secure3d } from './secure3d.ts'

export const operations = {
  ...payment,
  ...form,
  ...card,
  ...recurring,
  ...payout,
  ...secure3d,
}

export type OperationId = keyof typeof operations
export type Request<Id extends OperationId> = z.output<(typeof operations)[Id]['request']>
export type Answer<Id extends OperationId> = z.output<(typeof operations)[Id]['response']>

export const operationIds = Object.keys(operations) as OperationId[]

/** The row of an id, with its types widened for code that treats all rows alike. */
export const rowOf = (id: OperationId): Operation => operations[id] as unknown as Operation

export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id)
