// Saved recipients of payouts, each version appended in one transaction with its audit entry; when
// one was last used is read from what was sent. It sends nothing. Callers have refused card numbers
// before (shared/recipients/recipient.ts).
import { unspentStates } from '#shared/attempt.ts'
import {
  type ChangedRecipient,
  changeLastsMs,
  type RecipientView,
} from '#shared/bridge/recipients.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import {
  destinationOf,
  differencesOf,
  goesTo,
  type RecipientWay,
  recipientWays,
} from '#shared/recipients/recipient.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { nextNumber } from '../projections/changes.ts'

interface RecipientDraft {
  id: string
  connectionId: string
  name: string
  way: RecipientWay
  fields: Record<string, string>
}

export interface Recipients {
  /** By name. */
  list(connectionId: string): RecipientView[]
  find(connectionId: string, id: string): RecipientView | null
  /** A first or a further version. */
  save(draft: RecipientDraft, actor: string): RecipientView
  remove(recipient: RecipientView, actor: string): void
}

interface Version extends RecipientDraft {
  at: number
  actor: string
  isRemoved: boolean
}

export function openRecipients(db: Database, audit: AuditLog, clock: () => number): Recipients {
  const selectIds = statement<[string], string>(
    db,
    'SELECT DISTINCT recipient_id FROM recipient_version WHERE connection_id = ?',
    { as: 'value' },
  )
  const find = finder(db, clock)

  const append = (draft: RecipientDraft, actor: string, isRemoved: boolean): void => {
    const { id, connectionId, name, way, fields } = draft
    const before = find(connectionId, id)
    const cells = {
      ...{ seq: nextNumber(db, 'recipient_version'), recipient_id: id },
      ...{ connection_id: connectionId, at: clock(), actor, name, way, fields },
      is_removed: isRemoved ? 1 : 0,
    }
    const step = isRemoved ? 'removed' : before === null ? 'added' : 'changed'
    audit.append(
      {
        actor,
        kind: `recipient:${step}`,
        outcome: 'ok',
        origin: 'operator',
        subject: `connection/${connectionId}`,
        details: {
          recipientId: id,
          name,
          way,
          ...(step === 'changed' && before !== null
            ? {
                was: before.name,
                changes: differencesOf({ way: before.way, ...before.fields }, { way, ...fields }),
              }
            : { fields }),
        },
      },
      [['add', 'recipient_version', cells]],
    )
  }

  return {
    list: (connectionId) =>
      selectIds
        .all(connectionId)
        .map((id) => find(connectionId, id))
        .filter((one) => one !== null)
        .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    find,
    save: (draft, actor) =>
      inTransaction(db, () => {
        append(draft, actor, false)
        const saved = find(draft.connectionId, draft.id)
        if (saved === null) throw new Error('a recipient that was saved is not there')
        return saved
      }),
    remove: (recipient, actor) => inTransaction(db, () => append(recipient, actor, true)),
  }
}

/** One recipient as it is now, and what changed in it since money last went there. */
function finder(db: Database, clock: () => number): Recipients['find'] {
  const selectVersions = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM recipient_version WHERE connection_id = ? AND recipient_id = ? ORDER BY seq',
  )
  const selectLastFour = statement<[string, string]>(
    db,
    `SELECT answer ->> 'last-four-digits' FROM attempt INDEXED BY attempt_card_ref
       WHERE operation IN ('create-card-ref', 'create-card-ref-v4') AND connection_id = ? AND answer ->> 'card-ref-id' = ?
       LIMIT 1`,
    { as: 'value' },
  )
  const useOf = lastUse(db)
  const viewOf = (versions: readonly Version[]): RecipientView | null => {
    const now = versions.at(-1)
    if (now === undefined || now.isRemoved) return null
    const uses = versions
      .filter((version) => !version.isRemoved)
      .map((version) => ({ version, at: useOf(version) }))
    const used = lastOf(uses)
    const changed = changeOf(
      versions,
      used,
      lastOf(uses.filter(({ version }) => differ(version, now))),
    )
    const lastFour = selectLastFour.get(now.connectionId, now.fields['cardrefid'] ?? '')
    return {
      id: now.id,
      connectionId: now.connectionId,
      name: now.name,
      way: now.way,
      fields: now.fields,
      lastFour: typeof lastFour === 'string' ? lastFour : null,
      changedAt: now.at,
      changedBy: now.actor,
      lastUsedAt: used?.at ?? null,
      changes: changed === null || changed.wasPaidSince ? [] : changed.changes,
      changed: changed !== null && isShown(changed, clock()) ? changed : null,
    }
  }
  return (connectionId, id) => viewOf(selectVersions.all(connectionId, id).map(versionOf))
}

interface Use {
  version: Version
  at: number | null
}

const lastOf = (uses: readonly Use[]): Use | null =>
  uses.reduce<Use | null>(
    (last, use) => (use.at !== null && use.at >= (last?.at ?? 0) ? use : last),
    null,
  )

const differencesIn = (was: Version, is: Version): ChangedRecipient['changes'] =>
  differencesOf(destinationOf(was.way, was.fields), destinationOf(is.way, is.fields))
const differ = (one: Version, other: Version): boolean => differencesIn(one, other).length > 0

/** How the destination differs from `before`, the last one of another that money went to. */
function changeOf(
  versions: readonly Version[],
  used: Use | null,
  before: Use | null,
): ChangedRecipient | null {
  const now = versions.at(-1)
  if (now === undefined || before === null) return null
  const since = versions.findLastIndex((one) => differ(one, now)) + 1
  const { at, actor } = versions[since] ?? now
  return {
    ...{ name: now.name, changedAt: at, changedBy: actor },
    changes: differencesIn(before.version, now),
    wasPaidSince: used !== before,
  }
}

/** By a clock that was ahead, a change may lie in the future. */
const isShown = ({ wasPaidSince, changedAt }: ChangedRecipient, now: number): boolean =>
  !wasPaidSince || now - changedAt < changeLastsMs

/**
 * The last payout that went to this version, or null. MONEY: a check moves nothing, so that the
 * step which pays it still warns of a changed recipient.
 */
function lastUse(db: Database): (version: Version) => number | null {
  const unspent = unspentStates.map((state) => `'${state}'`).join(', ')
  const selectUse = statement<{ connectionId: string; key: unknown }, SqlRow>(
    db,
    `SELECT request, run_id, sent_at FROM attempt INDEXED BY attempt_destination
     WHERE operation IN ('payout', 'payout-check') AND sent_at IS NOT NULL AND connection_id = @connectionId
       AND coalesce(request ->> 'account_number', request ->> 'cardrefid', request ->> 'phone') = @key
       AND state NOT IN (${unspent})
       AND (operation = 'payout' OR EXISTS (SELECT 1 FROM attempt AS paid
         WHERE paid.service = attempt.service AND paid.orderid = attempt.orderid AND paid.orderid <> ''
           AND paid.operation = 'payout-pay' AND paid.sent_at IS NOT NULL AND paid.state NOT IN (${unspent})))
     ORDER BY sent_at DESC LIMIT 50`,
  )
  return ({ connectionId, way, fields }) => {
    const sent = redact(destinationOf(way, fields))
    const rows = selectUse.all({ connectionId, key: sent[recipientWays[way].needs] })
    const row = rows.find((one) => {
      const request = JSON.parse(String(one.request)) as Record<string, string>
      return one.run_id === null ? goesTo(way, sent, request) : mayGoTo(sent, request)
    })
    return row === undefined ? null : Number(row.sent_at)
  }
}

/**
 * A list names the account and little beside it, and spells a name in its own way: a payout of a
 * run went to the recipient whose account it names, unless another field says otherwise.
 */
const mayGoTo = (
  destination: Readonly<Record<string, string>>,
  { account_name: _name, ...request }: Readonly<Record<string, string>>,
): boolean =>
  Object.entries(destination).every(
    ([name, value]) => request[name] === undefined || request[name] === value,
  )

const versionOf = (row: SqlRow): Version => ({
  id: String(row.recipient_id),
  connectionId: String(row.connection_id),
  name: String(row.name),
  way: String(row.way) as RecipientWay,
  fields: JSON.parse(String(row.fields)) as Record<string, string>,
  at: Number(row.at),
  actor: String(row.actor),
  isRemoved: row.is_removed === 1n,
})
