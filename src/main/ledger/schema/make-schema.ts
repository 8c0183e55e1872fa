// Makes the tables of a new ledger in one transaction: a start that is killed leaves a whole ledger
// or none. Of a ledger that is there it says how its schema differs. It never touches one that
// another version of the program wrote.
import { say } from '#shared/message.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { Database } from '../db/database.ts'
import { recordFinding } from './findings.ts'
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

/**
 * How everything has to be. What another program added or took away beside the tables is put right,
 * and is a finding of the ledger from then on. Faults: denied/money-stopped when another version of
 * the program wrote the ledger.
 */
export function prepareSchema(db: Database, options: SchemaOptions): Result<SchemaObject[]> {
  const fault = formatFault(Number(db.pragma('user_version', { simple: true })), options.isNew)
  if (fault !== null) return fail(fault)
  if (options.isNew) {
    make(db, options.applicationId)
    return ok(schemaOf(db))
  }
  const schema = schemaMade(options)
  // MONEY: before the first write, which a trigger of somebody else could turn into any other.
  db.transaction(() => {
    const deviations = deviationsOf(schemaOf(db), schema)
    putRight(db, deviations)
    db.exec(openingSql)
    // Whoever writes the ledger anew tells of what is not right by that.
    const left = deviationsOf(schemaOf(db), schema)
    const right = deviations.filter(({ name }) => !left.some((one) => one.name === name))
    if (right.length > 0)
      recordFinding(db, { kind: 'schema', at: options.clock(), message: messageOf(right) })
  }).immediate()
  return ok(schema)
}

function formatFault(format: number, isNew: boolean): Fault | null {
  const values = { format, known: schemaFormat }
  if (format > schemaFormat) return stopped(say('ledger.of-newer-version', values))
  if (isNew) return format === 0 ? null : stopped(say('ledger.this-ledger-holds-no-table', values))
  return format < schemaFormat ? stopped(say('ledger.of-older-version', values)) : null
}

const make = (db: Database, applicationId: number): void =>
  db
    .transaction(() => {
      db.exec(schemaSql)
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${schemaFormat}`)
    })
    .immediate()

/** The program makes the same as long as it runs. */
let known: SchemaObject[] | undefined

/** How everything has to be. */
export function schemaMade({
  openMemory,
  applicationId,
}: Pick<SchemaOptions, 'openMemory' | 'applicationId'>): SchemaObject[] {
  if (known !== undefined) return known
  const made = openMemory()
  try {
    make(made, applicationId)
    return (known = schemaOf(made))
  } finally {
    made.close()
  }
}
