// Every status, transaction type and stage that the interface, its family or a played host tells
// has a label: none of them stands raw on a screen.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operationIds } from '#shared/gateway/operations/index.ts'
import {
  knownStatuses,
  knownTransactionTypes,
  statusTypesOf,
} from '#shared/gateway/status/status.ts'
import type { TransactionType } from '../../../src/sandbox/book/rules.ts'
import { hostNames, hostProfile } from '../../../src/sandbox/hosts/profiles.ts'
import { stageInVoice } from '../../../src/sandbox/hosts/voice.ts'
import type { Transaction } from '../../../src/sandbox/book/book.ts'
import type { SwitchName, Switches } from '../../../src/sandbox/context/switches.ts'
import { wordingOfState } from '../../../src/renderer/messages/attempts.ts'
import { pageOf, saysOf } from '../../../src/renderer/messages/forms/secure3d.ts'
import { stageLabel, statusLabel, typeLabel } from '../../../src/renderer/messages/phases.ts'

const transactionTypes: readonly TransactionType[] = [
  'sale',
  'preauth',
  'capture',
  'cancel',
  'reversal',
  'void',
  'account verification',
  'payout',
  'payout check',
  'transfer',
  'chargeback',
  'chargeback reversal',
]

/** What status tells at a host, of every type at every age and amount that changes it. */
function reportedAt(name: (typeof hostNames)[number]) {
  const differs = new Set<SwitchName>(hostProfile(name).differs.map((one) => one.name))
  const switches = { isOn: (one: SwitchName) => differs.has(one) } as unknown as Switches
  return transactionTypes.flatMap((type) =>
    ['approved', 'declined', 'filtered', 'error', 'processing', 'unknown'].flatMap((status) =>
      [1000, 1031, 1032, 1033].map((amountMinor) =>
        stageInVoice(
          switches,
          { type, status, changedAt: 0 } as Transaction,
          { amountMinor },
          3_600_000,
        ),
      ),
    ),
  )
}
const reported = hostNames.flatMap(reportedAt)
const types = new Set([
  ...knownTransactionTypes,
  ...operationIds.flatMap(statusTypesOf),
  ...reported.map(({ type }) => type),
])
const statuses = new Set([...knownStatuses, 'refused', ...reported.map(({ status }) => status)])

const isLabel = (label: string, raw: string): boolean =>
  label !== raw && /^[A-Z0-9]/.test(label) && !label.includes('_')

describe('a label', () => {
  it('is there for every transaction type', () => {
    expect(types.size).toBeGreaterThan(18)
    expect([...types].filter((type) => !isLabel(typeLabel(type), type))).toEqual([])
  })

  it('is there for every status, also in a timeline', () => {
    expect(statuses.size).toBeGreaterThan(6)
    expect([...statuses].filter((status) => !isLabel(statusLabel(status), status))).toEqual([])
    for (const status of statuses) expect(wordingOfState(status).label).toBe(statusLabel(status))
  })

  it('is there for every stage', () => {
    const ends = ['approved', 'declined', 'failed', 'chain_declined', '3d_validating', 'processing']
    const stages = [...knownTransactionTypes, 'auth'].flatMap((type) =>
      ends.map((end) => `${type.replaceAll(' ', '_')}_${end}`),
    )
    expect(stages.filter((stage) => !isLabel(stageLabel(stage), stage))).toEqual([])
    expect(stageLabel('sale_chain_declined')).toMatch(/another is tried/)
    expect(stageLabel('SALE_DECLINED')).toBe('Sale declined')
  })

  it('leaves a word alone that nobody knows', () => {
    expect([statusLabel('waiting'), typeLabel('gift'), stageLabel('gift_given')]).toEqual([
      ...['waiting', 'gift', 'gift_given'],
    ])
  })
})

it('no template shows a status, type or stage without its label', () => {
  const root = new URL('../../../src/renderer', import.meta.url).pathname
  const raw =
    /(?:\{\{|:label="|`[^`]*\$\{)\s*[\w.]*\.(?:status|transactionType|stage)(?![\w(])(?!\s*===)/
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.vue'),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => raw.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
  // The pattern finds what it is for.
  for (const text of ['{{ row.status }}', ':label="view.status"', '`Unclear: ${row.status}`'])
    expect(raw.test(text)).toBe(true)
})

describe('an order in 3-D Secure', () => {
  it('says where it stands in words', () => {
    const answer = { 'order-stage': 'sale_3d_validating' }
    expect(saysOf({ status: 'processing', answer })).toBe('Sale in 3-D Secure')
    expect(saysOf({ status: 'processing', answer: {} })).toBe('Processing')
  })

  it('offers the page that a gateway gives instead of an address', () => {
    const html = '<form></form>'
    expect(pageOf({ answer: { html } })).toBe(html)
    expect(pageOf({ answer: { html, 'redirect-to': 'https://bank.example/' } })).toBe('')
    expect(pageOf({ answer: {} })).toBe('')
  })
})
