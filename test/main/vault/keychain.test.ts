import { describe, expect, it } from 'vitest'
import { createKeychainVault, type Keytar } from '../../../src/main/vault/keychain.ts'
import { openVault } from '../../../src/main/vault/open.ts'

interface FakeKeytar extends Keytar {
  items: Map<string, string>
  calls: string[]
}

/** A keychain in memory whose single calls a test can make fail or hang. */
function fakeKeytar(more: Partial<Keytar> = {}): FakeKeytar {
  const items = new Map<string, string>()
  const calls: string[] = []
  return {
    items,
    calls,
    getPassword: (service, account) => {
      calls.push(`get ${service} ${account}`)
      return Promise.resolve(items.get(account) ?? null)
    },
    setPassword: (_service, account, secret) => {
      calls.push(`set ${account}`)
      items.set(account, secret)
      return Promise.resolve()
    },
    deletePassword: (_service, account) => Promise.resolve(items.delete(account)),
    ...more,
  }
}

const vaultOn = (keytar: Keytar, limitMs = 1000) =>
  createKeychainVault({ profile: 'p', limitMs, loadKeytar: () => Promise.resolve(keytar) })

const failing = (message: string): FakeKeytar => {
  const refuse = () => Promise.reject(new Error(message))
  return fakeKeytar({ getPassword: refuse, setPassword: refuse, deletePassword: refuse })
}

const reasonOf = async (keytar: Keytar) => {
  const read = await vaultOn(keytar).read('s')
  return !read.ok && read.fault.kind === 'vault' ? read.fault.reason : 'no vault fault'
}

describe('the keychain vault', () => {
  it('names its items by service, profile and slot', async () => {
    const keytar = fakeKeytar()
    await vaultOn(keytar).write('connection/1/key', 'x')
    expect([...keytar.items.keys()]).toEqual(['p/connection/1/key'])
    await vaultOn(keytar).read('connection/1/key')
    expect(keytar.calls.at(-1)).toBe('get Paydesk p/connection/1/key')
  })

  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'absent'],
    ['Failed to execute child process “dbus-launch” (No such file or directory)', 'absent'],
    ['Error spawning command line “dbus-launch --autolaunch=0a --binary-syntax”: exit 1', 'absent'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'absent'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['The user name or passphrase you entered is not correct.', 'refused'],
  ])('takes "%s" for %s', async (message, reason) => {
    expect(await reasonOf(failing(message))).toBe(reason)
  })

  it('is absent, not broken, where the native module can’t be loaded', async () => {
    const loadKeytar = () =>
      Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'))
    const vault = await openVault({ profile: 'p', hasSecrets: false, loadKeytar })
    expect(vault.kind).toBe('memory')
  })

  it('takes null for locked when even the canary can’t be written, whatever the words', async () => {
    const keytar = fakeKeytar({ setPassword: () => Promise.reject(new Error('something else')) })
    expect(await reasonOf(keytar)).toBe('locked')
  })

  it('takes null for locked when the canary is accepted and not kept', async () => {
    expect(await reasonOf(fakeKeytar({ setPassword: () => Promise.resolve() }))).toBe('locked')
  })

  it('takes null for lost when the canary sings', async () => {
    const keytar = fakeKeytar()
    keytar.items.set('p/canary', 'alive')
    expect(await reasonOf(keytar)).toBe('lost')
    expect(keytar.calls.some((call) => call.startsWith('set'))).toBe(false)
  })

  it('finds a secret that appears while it asks: the keychain was opened in between', async () => {
    const keytar = fakeKeytar()
    let asked = 0
    keytar.getPassword = (_service, account) => {
      asked += 1
      if (asked === 1) return Promise.resolve(null)
      return Promise.resolve(account === 'p/canary' ? 'alive' : 'secret')
    }
    expect(await vaultOn(keytar).read('s')).toEqual({ ok: true, value: 'secret' })
  })

  it('gives up after its limit, and starts no second call while the first still hangs', async () => {
    let calls = 0
    let wake: (value: string | null) => void = () => undefined
    const keytar = fakeKeytar({
      getPassword: () => {
        calls += 1
        return new Promise((resolve) => {
          wake = resolve
        })
      },
    })
    const vault = vaultOn(keytar, 30)
    for (let n = 0; n < 6; n += 1)
      expect(await vault.read('s')).toMatchObject({ ok: false, fault: { reason: 'no-answer' } })
    expect(calls).toBe(1)
    expect(await vault.probe()).toMatchObject({ state: 'locked' })
    wake('late')
    keytar.getPassword = () => Promise.resolve('in time')
    await new Promise((resolve) => setImmediate(resolve))
    expect(await vault.read('s')).toEqual({ ok: true, value: 'in time' })
  })

  it('stays the keychain while that does not answer: a slow one is not an absent one', async () => {
    const keytar = fakeKeytar({ getPassword: () => new Promise(() => undefined) })
    const vault = await openVault({
      profile: 'p',
      hasSecrets: true,
      limitMs: 20,
      loadKeytar: () => Promise.resolve(keytar),
    })
    expect(vault.kind).toBe('keychain')
  })

  it('never puts a secret or the keychain’s own words into a fault', async () => {
    const written = await vaultOn(failing('bad value hunter2 for p/s')).write('s', 'hunter2')
    expect(JSON.stringify(written)).not.toContain('hunter2')
    expect(written.ok).toBe(false)
  })
})
