// Words about connections: a fault of a change never claims that something was sent, and clocks
// read the right way round.
import { describe, expect, it } from 'vitest'
import {
  clockMessage,
  grouped,
  remedyOf,
  secretLabel,
  skewLabel,
  messageOfChangeFault,
} from '../../../../src/renderer/messages/forms/connections.ts'
import type { TestCheck } from '../../../../src/shared/bridge/connections.ts'
import type { Fault } from '../../../../src/shared/fault.ts'
import { noSecret, secretOf } from '../../../fakes/bridge-connections.ts'

describe('the gateway’s clock', () => {
  it.each([
    [0, 'the same time'],
    [400, '0.4 s ahead'],
    [-45_200, '45.2 s behind'],
    [185_000, '3 min 5 s ahead'],
    [-119_960, '2 min 0 s behind'],
  ])('%i ms reads as %s', (skewMs, message) => {
    expect(skewLabel(skewMs)).toBe(message)
  })

  it('agrees, differs or was not seen yet', () => {
    expect(clockMessage(null)).toBe('Not seen yet')
    expect(clockMessage({ skewMs: 900, at: 0, state: 'good' })).toBe('Agrees')
    expect(clockMessage({ skewMs: 130_000, at: 0, state: 'stopped' })).toBe('2 min 10 s ahead')
  })
})

describe('keys', () => {
  it('are missing, set, or gone when the program closes', () => {
    expect(secretLabel(noSecret).label).toBe('Missing')
    expect(secretLabel(secretOf('aa', 1))).toEqual({ label: 'Set', tone: 'good' })
    expect(secretLabel({ ...secretOf('aa', 1), storedIn: 'memory' }).tone).toBe('warn')
  })

  it('have fingerprints in groups that can be read aloud', () => {
    expect(grouped('a0b3e5f607')).toBe('a0b3 e5f6 07')
    expect(grouped('')).toBe('')
  })
})

describe('a check of a test', () => {
  const check = (state: TestCheck['state'], topic: TestCheck['topic'] = 'credentials') =>
    remedyOf({ topic, state, message: '', detail: '' })

  it('leads to where it can be put right only when something is wrong', () => {
    expect(check('bad')?.place).toBe('control-key')
    expect(check('warning', 'certificate')?.place).toBe('network')
    expect(check('good')).toBeNull()
    expect(check('unknown')).toBeNull()
    expect(check('bad', 'clock')).toBeNull()
  })
})

describe('faults of a change', () => {
  const message = 'message'
  const faults: Fault[] = [
    { kind: 'input', sent: 'no', field: 'name', message },
    { kind: 'denied', sent: 'no', reason: 'not-possible', message },
    { kind: 'denied', sent: 'no', reason: 'not-found', message },
    { kind: 'vault', sent: 'no', reason: 'locked', message },
    { kind: 'vault', sent: 'no', reason: 'lost', message },
    { kind: 'unreached', sent: 'no', message, detail: '' },
    { kind: 'bug', sent: 'maybe', message, incident: 'i' },
  ]

  it.each(faults)('never speak of sending or of an order: $kind', (fault) => {
    const { title, advice } = messageOfChangeFault(fault)
    expect(title.length).toBeGreaterThan(5)
    expect(`${title} ${advice}`).not.toMatch(/sent|order|repeat/i)
  })

  it('say how to go on when the keychain is locked', () => {
    expect(messageOfChangeFault(faults[3]!).advice).toContain('Unlock the keychain')
  })

  it('do not claim that nothing changed when that is not known', () => {
    expect(messageOfChangeFault(faults[6]!).advice).not.toContain('Nothing was changed')
  })
})
