// A connection's form as typed: texts, choices and switches, right or not. Never a key. Its schema
// is for what was kept over a restart.
import { z } from 'zod'
import { connectionSettings } from './connection.ts'

const text = z.string()
const texts = z.record(z.string(), text)

const connectionDraft = z.strictObject({
  name: text,
  environment: z.enum(['', 'test', 'production']),
  baseUrl: text,
  endpointId: text,
  login: text,
  /** Numbers as typed, in the unit of the form. */
  numbers: z.strictObject({
    connectTimeoutMs: text,
    answerTimeoutMs: text,
    requestsPerSecond: text,
    requestsAtOnce: text,
    maxBodyBytes: text,
    maxHeaderBytes: text,
  }),
  choices: z.strictObject({
    controlEncoding: connectionSettings.shape.controlEncoding,
    digitsRule: connectionSettings.shape.digitsRule,
    amountUnit: connectionSettings.shape.amountUnit,
    statusAmount: connectionSettings.shape.statusAmount,
    statusBy: connectionSettings.shape.statusBy,
    orderidOf: connectionSettings.shape.orderidOf,
    statusIds: connectionSettings.shape.statusIds,
  }),
  proxy: z.enum(['system', 'none', 'own']),
  proxyUrl: text,
  caFile: text,
  /** Codes, as typed. */
  currencies: text,
  /** Rules about fields, a line each. */
  fields: text,
  /** Words of the gateway and what they mean, a line each. */
  terms: text,
  /** Per operation; empty where the default is kept. */
  paths: texts,
  schemes: texts,
  /** By operation: whether one beyond the gateway's description is switched on. */
  extensions: z.record(z.string(), z.boolean()),
})
export type ConnectionDraft = z.output<typeof connectionDraft>

/** A text per field, by its path: "baseUrl", "paths.sale". */
export const fieldsOfDraft = (draft: ConnectionDraft): Record<string, string> =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string'
        ? [[name, value]]
        : Object.entries(value).map(([key, leaf]) => [`${name}.${key}`, String(leaf)]),
    ),
  )

/**
 * `saved` with these fields typed over it; those it does not have, or that don't fit any more, are
 * left out.
 */
export function typedOver(
  saved: ConnectionDraft,
  fields: Readonly<Record<string, string>>,
): ConnectionDraft {
  const draft: Record<string, unknown> = { ...saved }
  const known = fieldsOfDraft(saved)
  for (const [path, value] of Object.entries(fields)) {
    if (known[path] === undefined) continue
    const [name = '', ...rest] = path.split('.')
    const leaf = name === 'extensions' ? value === 'true' : value
    const before = draft[name]
    draft[name] =
      rest.length === 0 ? leaf : { ...(before as Record<string, unknown>), [rest.join('.')]: leaf }
    if (!connectionDraft.safeParse(draft).success) draft[name] = before
  }
  return connectionDraft.parse(draft)
}
