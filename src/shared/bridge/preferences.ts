// What a person set up or typed and wants to find again after a restart: small, named, with a
// schema each. It lies in the ledger, because the window's own storage ends with the program. Never
// card data: main refuses what looks like it.
import { say } from '../message.ts'
import { z } from 'zod'
import { columnRoles } from '../files/column-role.ts'
import { kindChoice, listUses, nameInFile } from '../files/file-methods.ts'
import { savedDrafts } from './drafts.ts'
import { listLook, savedLook, ordersView, zoneName } from './lists.ts'
import { noticeLevels } from '../desktop/person-events.ts'

/** Fields of requests that say the same most of the time. */
export const repeatedFields = [
  ...(['currency', 'ipaddress', 'customer-ip', 'redirect_url', 'server_callback_url'] as const),
] as const

/** Every name with the shape of what is kept under it. */
export const preferenceSchemas = {
  /** How the list of orders was looked at last. */
  'orders-look': savedLook,
  'orders-views': z.array(ordersView).max(50, say('operations.at-most-50-views')),
  /** How the other lists are looked at, and how wide the columns of each list are. */
  'list-looks': z.record(z.string().max(32), listLook),
  /** What was typed into forms and neither sent nor saved, newest first. */
  drafts: savedDrafts,
  appearance: z.strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    /** Whether single keys do something. */
    hasShortcuts: z.boolean(),
    /** Whether the rail shows icons alone. */
    isRailNarrow: z.boolean().default(false),
    /** Whether Today shows the first steps while some are not done. */
    hasFirstSteps: z.boolean().default(true),
  }),
  /** How much notifications of the system say. */
  notices: z.strictObject({ level: z.enum(noticeLevels) }),
  /** What was sent last on a connection in the fields that rarely change. */
  'last-used': z.record(
    z.string().max(64),
    z.partialRecord(z.enum(repeatedFields), z.string().max(300)),
  ),
  /** How columns of lists were read, by what the list is for and what its columns are called. */
  'list-columns': z
    .array(
      z.strictObject({
        operation: z.enum(listUses),
        names: z.array(z.string().max(64)).max(256),
        roles: z.array(z.enum(columnRoles)).max(256),
      }),
    )
    .max(50),
  /** What names in the kind column of a report mean, by connection, as a person said it last. */
  'report-kinds': z.record(z.string().max(64), z.record(nameInFile, kindChoice)),
  /** The zone times are shown in. */
  zone: z.strictObject({ choice: z.union([z.literal('system'), zoneName.unwrap()]) }),
} as const

export type PreferenceName = keyof typeof preferenceSchemas
export type Preference<N extends PreferenceName> = z.output<(typeof preferenceSchemas)[N]>

const preferenceNames = Object.keys(preferenceSchemas) as [PreferenceName, ...PreferenceName[]]
const name = z.enum(preferenceNames)

export const preferenceMethods = {
  /** Null forgets it. */
  'preference:set': z.strictObject({ name, value: z.unknown() }).superRefine((input, context) => {
    if (input.value === null) return
    const parsed = preferenceSchemas[input.name].safeParse(input.value)
    for (const issue of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['value', ...issue.path], message: issue.message })
  }),
  'preference:find': z.strictObject({ name }),
} as const

export interface PreferenceOutput {
  'preference:set': null
  /**
   * In the shape of its name; null when nothing was kept, or something this program doesn't know.
   */
  'preference:find': unknown
}
