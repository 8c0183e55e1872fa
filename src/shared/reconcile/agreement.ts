// Says in which numbers a line of a report and a movement agree.
import { roleName } from '../files/column-role.ts'
import { say } from '../message.ts'
import type { Witness } from './report-line.ts'

/** "The same order ID and RRN." */
export const agreementOf = (witnesses: readonly Witness[]): string =>
  say('reconcile.agrees', { names: witnesses.map((one) => roleName[one]) })
