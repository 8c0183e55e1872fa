import { describe, expect, it } from 'vitest'
import { controlKeySlot } from '#shared/connections/connection.ts'
import { changedMeanwhile, ledgerTampered } from '../../../../src/main/desk/base/faults.ts'
import { slotOf } from '../../../../src/main/desk/connections/key-questions.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import { answered, lasting, openKeys, pair } from '../api/keys-rig.ts'

const connectionId = 'c-1'
const slot = controlKeySlot(connectionId)
type Rig = ReturnType<typeof openKeys>

/** Both keys of both kinds. */
async function withNext(rig: Rig = openKeys()): Promise<Rig> {
  const { keys } = rig
  const kept = [
    await keys['key:set-control']({ connectionId, key: 'OLD' }),
    await keys['key:set-control']({ connectionId, key: 'NEW', role: 'next' }),
    await keys['key:import-rsa']({ connectionId, pem: pair() }),
    await keys['key:import-rsa']({ connectionId, pem: pair(), role: 'next' }),
  ]
  expect(kept.map(({ ok }) => ok)).toEqual([true, true, true, true])
  return rig
}
const kinds = ['control', 'private'] as const
const facts = ({ parts }: Rig) =>
  ['merchant_control_key', 'private_key'].flatMap((name) => [
    parts.secrets.find(`connection/${connectionId}/${name}`)?.fingerprint ?? null,
    parts.secrets.find(`connection/${connectionId}/next_${name}`)?.fingerprint ?? null,
  ])
const signing = async ({ ring, parts }: Rig) =>
  Promise.all(
    [slot, `connection/${connectionId}/private_key`].map(async (one) => {
      const read = await ring.read(one)
      return read.ok ? read.value : parts.secrets.find(one)
    }),
  )
const lastEntry = ({ log }: Rig) => log().at(-1)

describe.each(kinds)('a switch of the %s key', (which) => {
  const at = which === 'control' ? 0 : 2

  it('is one entry that names the key that signs and the one that is retired', async () => {
    const rig = await withNext()
    const before = facts(rig)
    const switched = await rig.keys['key:switch']({ connectionId, which })
    expect(switched).toMatchObject({ ok: true })
    expect(facts(rig).slice(at, at + 2)).toEqual([before[at + 1], null])
    expect(lastEntry(rig)).toMatchObject({
      kind: 'key:switched',
      details: {
        which,
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}/),
        retired: expect.stringMatching(/^[0-9a-f]{16}/),
      },
    })
    expect(JSON.stringify(rig.log())).not.toMatch(/"NEW"|"OLD"|PRIVATE KEY/)
  })

  it('does not happen where the gateway refuses the next key', async () => {
    const rig = await withNext()
    const before = facts(rig)
    rig.service.answers = (role) =>
      answered(role === 'next' ? 'control is wrong: signature does not match' : 'order not found')
    expect(await rig.keys['key:test-next']({ connectionId, which })).toMatchObject({
      value: { next: { verdict: 'refused' }, present: { verdict: 'taken' } },
    })
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: { reason: 'not-possible' },
    })
    expect(facts(rig)).toEqual(before)
    expect(lastEntry(rig)).toMatchObject({ kind: 'key:next-tested', outcome: 'bad' })
  })

  it('does not happen where a key changed while the system asked', async () => {
    const rig = await withNext()
    rig.person.answer = async () => {
      rig.person.answer = () => Promise.resolve('yes')
      await (which === 'control'
        ? rig.keys['key:set-control']({ connectionId, key: 'OTHER', role: 'next' })
        : rig.keys['key:import-rsa']({ connectionId, pem: pair(), role: 'next' }))
      return 'yes'
    }
    const before = facts(rig)[at]
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: { kind: 'denied' },
    })
    expect(facts(rig)[at]).toBe(before)
  })

  it('does not happen where the key changed while the gateway answered, and no test is logged', async () => {
    const rig = await withNext()
    const before = facts(rig)[at]
    const answers = rig.service.answers
    let change: Promise<unknown> | undefined
    rig.service.answers = (role) => {
      // The question is answered only after the other key stands there.
      change ??= (
        which === 'control'
          ? rig.keys['key:set-control']({ connectionId, key: 'OTHER', role: 'next' })
          : rig.keys['key:import-rsa']({ connectionId, pem: pair(), role: 'next' })
      ).then(() => undefined)
      return answers(role)
    }
    const ask = rig.parts.ports.gateway
    rig.parts.ports.gateway = (id) => ({
      ...ask(id),
      ask: async (...of) => {
        const answer = await ask(id).ask(...of)
        await change
        return answer
      },
    })
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: { kind: 'denied' },
    })
    expect(facts(rig)[at]).toBe(before)
    expect(lastEntry(rig)?.kind).not.toMatch(/next-tested|switched/)
  })

  it('does not happen where the key changed after its test, before anybody was asked', async () => {
    const rig = await withNext()
    const before = facts(rig)[at]
    const { commit } = rig.parts
    rig.parts.commit = (draft, rows) => {
      commit(draft, rows)
      if (draft.kind !== 'key:next-tested') return
      rig.parts.commit = commit
      // The keychain took another key a moment ago, and the ledger names it now.
      void Promise.resolve().then(() =>
        commit({ ...draft, kind: 'key:set' }, () =>
          rig.parts.secrets.note(slotOf({ which, role: 'next' }, connectionId), 'f'.repeat(64)),
        ),
      )
    }
    let asked = 0
    rig.person.answer = () => {
      asked += 1
      return Promise.resolve('yes')
    }
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: changedMeanwhile,
    })
    expect([facts(rig)[at], asked]).toEqual([before, 0])
  })

  it.each([
    ['before', 0],
    ['while the system asked', 1],
  ])('does not happen where another program changed the ledger: %s', async (_, questions) => {
    const rig = await withNext()
    const before = facts(rig)
    const why = 'Another program changed a table.'
    const find = (): void => {
      rig.parts.ports.tampering = () => why
    }
    if (questions === 0) find()
    let asked = 0
    rig.person.answer = () => {
      asked += 1
      find()
      return Promise.resolve('yes')
    }
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: ledgerTampered(why),
    })
    expect([facts(rig), asked]).toEqual([before, questions])
  })

  it('does not happen where the connection went while the keychain opened the key', async () => {
    const vault = lasting()
    let whileRead = (): void => undefined
    const read = vault.read
    vault.read = (one) => {
      whileRead()
      return read(one)
    }
    const rig = await withNext(openKeys(vault))
    const before = facts(rig)
    rig.person.answer = async () => {
      whileRead = () => {
        whileRead = () => undefined
        rig.remove(connectionId)
      }
      return 'yes'
    }
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: { kind: 'denied' },
    })
    expect(facts(rig)).toEqual(before)
  })

  it.each([
    ['the keychain', lasting],
    ['memory', createMemoryVault],
  ])(
    'that can’t be written into the log leaves both keys as they were, in %s',
    async (_, vault) => {
      const rig = await withNext(openKeys(vault()))
      const [before, signed] = [facts(rig), await signing(rig)]
      rig.person.answer = () => {
        rig.trouble.onCommit = () => {
          throw new Error('disk full')
        }
        return Promise.resolve('yes')
      }
      await expect(rig.keys['key:switch']({ connectionId, which })).rejects.toThrow('disk full')
      expect(facts(rig)).toEqual(before)
      expect(await signing(rig)).toEqual(signed)
      rig.trouble.onCommit = () => undefined
      rig.person.answer = () => Promise.resolve('yes')
      expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({ ok: true })
      expect(facts(rig)[at]).toBe(before[at + 1])
      expect((await signing(rig))[at / 2]).not.toBe(signed[at / 2])
    },
  )

  it('says in the system’s question that nobody knows, where the answer does not tell', async () => {
    const rig = await withNext()
    rig.service.answers = () => answered('something odd')
    const asked: string[] = []
    rig.parts.shell.ask = (question) => {
      asked.push(JSON.stringify(question.detail))
      return Promise.resolve('no')
    }
    expect(await rig.keys['key:switch']({ connectionId, which })).toMatchObject({
      fault: { reason: 'not-permitted' },
    })
    expect(asked).toEqual([expect.stringContaining('keys.next-key-unclear')])
  })
})

it('a next key that the keychain has under another’s name is not switched to', async () => {
  const vault = lasting()
  const rig = await withNext(openKeys(vault))
  const before = facts(rig)
  // Killed after the keychain took another next key, before the ledger named it.
  await vault.write(controlKeySlot(connectionId, 'next'), 'NEW2')
  const seen = await rig.ring.read(controlKeySlot(connectionId, 'next'))
  expect(seen).toMatchObject({ ok: false, fault: { kind: 'vault', reason: 'lost' } })
  expect(await rig.keys['key:switch']({ connectionId, which: 'control' })).toMatchObject({
    fault: { kind: 'vault', reason: 'lost' },
  })
  expect(facts(rig)).toEqual(before)
  expect(lastEntry(rig)?.kind).not.toBe('key:switched')
})

it('no switch retires a present key that lies in a keychain that is away', async () => {
  const rig = await withNext(openKeys(createMemoryVault()))
  const before = facts(rig)
  const find = rig.parts.secrets.find
  rig.parts.secrets.find = (one) => {
    const note = find(one)
    return note === undefined || one !== slot ? note : { ...note, storedIn: 'keychain' }
  }
  expect(await rig.keys['key:switch']({ connectionId, which: 'control' })).toMatchObject({
    fault: { kind: 'vault', reason: 'absent' },
  })
  expect(facts(rig)).toEqual(before)
  expect(lastEntry(rig)?.kind).not.toBe('key:switched')
})

it('a next key that lies in another keychain is not switched to without one', async () => {
  const rig = await withNext(openKeys(createMemoryVault()))
  const find = rig.parts.secrets.find
  rig.parts.secrets.find = (one) => {
    const note = find(one)
    return note === undefined ? note : { ...note, storedIn: 'keychain' }
  }
  expect(await rig.keys['key:switch']({ connectionId, which: 'control' })).toMatchObject({
    fault: { kind: 'vault', reason: 'absent' },
  })
})

it('a next key is removed without a change of the present one', async () => {
  const rig = await withNext()
  const [before, signed] = [facts(rig), await signing(rig)]
  for (const which of kinds)
    expect(await rig.keys['key:remove']({ connectionId, which, role: 'next' })).toMatchObject({
      ok: true,
    })
  expect(facts(rig)).toEqual([before[0], null, before[2], null])
  expect(await signing(rig)).toEqual(signed)
  expect(await rig.keys['key:public']({ connectionId })).toMatchObject({ ok: true })
})
