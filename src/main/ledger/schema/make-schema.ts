// Makes the tables of a new ledger in one transaction: a start that is killed leaves a whole ledger
// or none. Of a ledger that is there it says how its schema differs. It never touches one that
// another version of the program wrote.
import { say } from '#shared/message.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { Database } from '../db/database.ts'
import type { LedgerFinding } from './findings.ts'
import { deviationsOf, messageOf, putRight, schemaOf, type SchemaObject } from './schema-drift.ts'
import { stopped } from '../db/sqlite-fault.ts'
import { openingSql } from './of-file.ts'
import { schemaFormat, schemaSql } from './schema.ts'

export interface SchemaOptions {
  clock: () => number
  /** It holds no table. */
  isNew: boolean
  applicationId: number
  /** An empty database in memory, to see what the program makes. */
  openMemory: () => Database
}

export interface SchemaThere {
  /** What was not as this program makes it, before anything was written. */
  findings: LedgerFinding[]
  /** How everything has to be. */
  schema: SchemaObject[]
}

/** Faults: denied/money-stopped when another version of the program wrote the ledger. */
export function prepareSchema(db: Database, options: SchemaOptions): Result<SchemaThere> {
  const fault = formatFault(Number(db.pragma('user_version', { simple: true })), options.isNew)
  if (fault !== null) return fail(fault)
  if (options.isNew) {
    make(db, options.applicationId)
    return ok({ findings: [], schema: schemaOf(db) })
  }
  const schema = schemaMade(options)
  // MONEY: before the first write, which a trigger of somebody else could turn into any other.
  const finding = schemaFinding(db, schema, options.clock)
  db.exec(openingSql)
  return ok({ findings: finding === null ? [] : [finding], schema })
}

function formatFault(format: number, isNew: boolean): Fault | null {
  const values = { format, known: schemaFormat }
  if (format > schemaFormat) return stopped(say('a-newer-paydesk-wrote-this-ledger', values))
  if (isNew) return format === 0 ? null : stopped(say('this-ledger-holds-no-table', values))
  return format < schemaFormat ? stopped(say('an-older-paydesk-wrote-this-ledger', values)) : null
}

const make = (db: Database, applicationId: number): void =>
  db
    .transaction(() => {
      db.exec(schemaSql)
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${schemaFormat}`)
    })
    .immediate()

function schemaMade({ openMemory, applicationId }: SchemaOptions): SchemaObject[] {
  const made = openMemory()
  try {
    make(made, applicationId)
    return schemaOf(made)
  } finally {
    made.close()
  }
}

/** How the ledger differs from what the program makes, or null. */
export function schemaFinding(
  db: Database,
  expected: readonly SchemaObject[],
  clock: () => number,
): LedgerFinding | null {
  const deviations = deviationsOf(schemaOf(db), expected)
  if (deviations.length === 0) return null
  const message = messageOf(deviations)
  // No row of the ledger: what was changed could be what keeps such rows.
  return { id: 0, kind: 'schema', at: clock(), message, putRight: () => putRight(db, deviations) }
}
