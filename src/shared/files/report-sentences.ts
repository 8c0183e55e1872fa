// Sentences about the lines of a report.
import { roleName } from './column-role.ts'
import { say } from '../message.ts'
import type { Witness } from '../reconcile/report-line.ts'

/** "The same order ID and RRN." */
export const agreementOf = (witnesses: readonly Witness[]): string =>
  say('reconcile.agrees', { names: witnesses.map((one) => roleName[one]) })

/** How many lines a word leaves out, with what they add up to. */
export const leftOutBy = (word: string, count: number, sums: readonly string[]): string =>
  say('reconcile.left-kind', { word, count, sums: [...sums] })
