// Lists as files: asks where, has all rows written there, and notes who took which list, how much
// of it and the digest of the file, before the file is there.
import type { ListReport, OrderFile, ShownList } from '#shared/bridge/lists.ts'
import type { RequestFile } from '#shared/bridge/operations.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { ShopFileQuery } from '../../ledger/shop/shop-file.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'

/** Null when it was ended; `tell` is called before the file is there. */
type Save<Asked> = (
  file: string,
  asked: Asked,
  tell: (facts: ListFacts) => void,
  run: Required<RunOptions>,
) => Promise<Result<ListReport | null>>

export interface ExportParts {
  shell: Pick<ShellPorts, 'chooseFile'>
  work: Jobs
  note: (draft: AuditDraft) => void
  actor: () => string
  clock: () => number
  saveOrders: Save<OrderFile>
  saveRequests: Save<RequestFile>
  saveShown: Save<ShownList>
  saveShop: Save<Omit<ShopFileQuery, 'folder'>>
}

export function createExportMethods(
  parts: ExportParts,
): Pick<Desk, 'order:export' | 'register:export' | 'list:save' | 'shop:save'> {
  return {
    'order:export': (asked) => exported(parts, 'orders', asked, parts.saveOrders),
    'register:export': (asked) =>
      exported(parts, 'requests', asked, parts.saveRequests, { ...asked, of: namedOf(asked) }),
    'list:save': async (asked) => {
      if (asked.rows.some(({ length }) => length !== asked.columns.length))
        return fail(inputFault('rows', say('program.rows-of-another-width')))
      const { as, columns } = asked
      const told = { as, columns: columns.map(({ name }) => name), source: 'screen' }
      return exported(parts, asked.list, asked, parts.saveShown, told)
    },
    'shop:save': (asked) => {
      // What is searched for is kept nowhere.
      const { text = '', ...told } = asked
      const isSearched = text !== ''
      return exported(parts, 'shop-orders', asked, parts.saveShop, { ...told, isSearched })
    },
  }
}

/** The log keeps how many requests were named one by one; the file's digest says which. */
const namedOf = ({ of }: RequestFile): unknown =>
  'attempts' in of ? { ...of, attempts: of.attempts.length } : of

/** `told`: what the entry says of what was asked for. */
async function exported<Asked extends { as: string }>(
  { shell, work, actor, clock, note }: ExportParts,
  list: string,
  asked: Asked,
  save: Save<Asked>,
  told: object = asked,
): Promise<Result<ListReport | null>> {
  const minute = new Date(clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
  const chosen = await shell.chooseFile({
    title: say('orders.export-the-list'),
    suggestedName: `paydesk-${list}-${minute}Z.${asked.as}`,
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const file = chosen.value
  const tell = (outcome: string, details: Record<string, unknown>): void =>
    note({
      ...{ actor: actor(), kind: 'list:exported', outcome, subject: list },
      origin: outcome === 'failed' ? 'desk' : 'operator',
      details: { file, ...told, ...details },
    })
  const noteSaved = ({ rows, bytes, sha256 }: ListFacts): void =>
    tell('ok', { rows, bytes, sha256 })
  const saved = await work.run('list', (run) => save(file, asked, noteSaved, run))
  if (!saved.ok) tell('failed', { fault: saved.fault.message })
  else if (saved.value === null) tell('cancelled', {})
  return saved
}
