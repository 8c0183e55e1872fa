// Every kind of entry has a sentence: the list of the log, its export and its search show that one.
import { expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { kindMessages } from '#shared/audit/audit-kinds.ts'
import { actionMessage } from '#shared/audit/audit-labels.ts'
import { auditLabel } from '../../../src/renderer/messages/audit.ts'

it.each(Object.keys(kindMessages))('%s is shown as a sentence', (kind) => {
  const shown = formatMessage(actionMessage({ kind, details: {} }))
  expect(shown).toMatch(/^[A-Z][^[\]]+$/)
  expect(auditLabel(kind)).toBe(shown)
})
