import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionDetails } from '../../src/shared/bridge/connections.ts'
import { connectionRecord, privateKeySlot } from '../../src/shared/connections/connection.ts'
import { createClient } from '../../src/main/gateway/client.ts'
import { createSigner } from '../../src/main/gateway/signing/sign.ts'
import { sendOnce } from '../../src/main/gateway/transport/transport.ts'
import { keyRing } from '../../src/main/vault/key-ring.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { testCardDigits } from '../fakes/test-card.ts'
import { filesBelow } from '../files-below.ts'
import { makeCertificates } from '../main/gateway/transport/certificates.ts'
import { answer, startRaw } from '../main/gateway/transport/raw-service.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'
import { freeTurns } from '../fakes/turns.ts'

const root = new URL('../../', import.meta.url).pathname
const vectors = JSON.parse(readFileSync(join(root, 'test/vectors/signing.json'), 'utf8')) as {
  keys: Record<string, { bits: number; pkcs8: string; pkcs1: string; spki: string }>
}

let folder: string
let sandbox: Sandbox
let vault: Vault
let open: OpenDesk
let serviceAheadMs = 0
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-connections-'))
  serviceAheadMs = 0
  sandbox = await startSandbox({ processingMs: 50, clock: () => Date.now() + serviceAheadMs })
  // Keeps its secrets as a keychain does, so that private keys are sealed on the disk.
  vault = { ...createMemoryVault(), kind: 'keychain' }
  open = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const draft = (more: Record<string, unknown> = {}) => ({
  name: 'Our shop',
  environment: 'test' as const,
  baseUrl: sandbox.baseUrl,
  endpointId: sandbox.identity.endpointId,
  login: sandbox.identity.login,
  settings: { statusAmount: 'latest', money: { undoMs: 0 } },
  ...more,
})
type SaveInput = Parameters<OpenDesk['desk']['connection:save']>[0]
/** As the bridge would hand it over: parsed, defaults filled in. */
const parsed = (input: Record<string, unknown>): SaveInput => {
  const { connectionId, ...fields } = input
  const {
    id: _id,
    isEmbedded: _isEmbedded,
    ...record
  } = connectionRecord.parse({
    ...fields,
    id: 'x',
    isEmbedded: false,
  })
  return connectionId === undefined ? record : { ...record, connectionId: String(connectionId) }
}
const save = (more: Record<string, unknown> = {}) =>
  open.desk['connection:save'](parsed(draft(more)))
const created = async (more: Record<string, unknown> = {}): Promise<ConnectionDetails> =>
  must(await save(more))
const withKey = async (): Promise<ConnectionDetails> => {
  const { id } = await created()
  const key = sandbox.identity.merchantControlKey
  return must(await open.desk['key:set-control']({ connectionId: id, key }))
}
const testOf = async (connectionId: string) =>
  must(await open.desk['connection:test']({ connectionId }))
const checkOf = (test: Awaited<ReturnType<typeof testOf>>, topic: string) =>
  test.checks.find((check) => check.topic === topic)
/** The audit log as it lies in the file, newest first. */
const entries = (): { kind: string; details: Record<string, unknown> }[] => {
  const db = new BetterSqlite3(join(folder, 'ledger.sqlite'), { readonly: true })
  const bodies = db
    .prepare('SELECT body FROM audit_entry ORDER BY seq DESC')
    .pluck()
    .all() as Buffer[]
  db.close()
  return bodies.map((body) => JSON.parse(body.toString()) as ReturnType<typeof entries>[number])
}

describe('a connection of one’s own', () => {
  it('is tested in words: without a key, with a wrong one and with the right one', async () => {
    const { id } = await created()
    const without = await testOf(id)
    expect(without.verdict).toBe('bad')
    expect(checkOf(without, 'credentials')?.message).toContain('No merchant control key')

    await open.desk['key:set-control']({ connectionId: id, key: 'NOT-THE-KEY' })
    const wrong = await testOf(id)
    expect(wrong.verdict).toBe('bad')
    expect(checkOf(wrong, 'credentials')).toMatchObject({ state: 'bad' })
    expect(checkOf(wrong, 'credentials')?.message).toContain('does not accept the signature')
    expect(checkOf(wrong, 'address')?.state).toBe('good')

    const key = sandbox.identity.merchantControlKey
    must(await open.desk['key:set-control']({ connectionId: id, key }))
    const right = await testOf(id)
    expect(right.checks.map((check) => [check.topic, check.state])).toEqual([
      ['address', 'good'],
      // Plain HTTP on this computer has none.
      ['certificate', 'unneeded'],
      ['path', 'good'],
      ['answer', 'good'],
      ['credentials', 'good'],
      ['clock', 'good'],
      ['hmac', 'good'],
      ['rsa', 'unknown'],
      ['record', 'unknown'],
    ])
    expect(right.verdict).toBe('unread')
    expect(checkOf(right, 'rsa')?.message).toContain('not tested')
    const order = { by: 'orderid', value: '1' } as const
    const read = must(await open.desk['connection:test']({ connectionId: id, order }))
    expect(read.verdict).toBe('bad')
    expect(checkOf(read, 'record')).toMatchObject({ state: 'bad' })
    expect(sandbox.effects()).toEqual([])
  })

  it('is tried as the first refund and the first payout will be', async () => {
    const { id } = await withKey()
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
      publicKeyEncoding: { format: 'pem', type: 'spki' },
    })
    must(await open.desk['key:import-rsa']({ connectionId: id, pem: privateKey }))
    const strange = await testOf(id)
    expect(strange.verdict).toBe('bad')
    expect(checkOf(strange, 'rsa')).toMatchObject({ state: 'bad' })
    expect(strange.summary).toContain('public half')

    const pem = sandbox.identity.privateKeyPem
    must(await open.desk['key:import-rsa']({ connectionId: id, pem }))
    sandbox.playHost('strict')
    const right = await testOf(id)
    sandbox.playHost('plain')
    expect(right.verdict).toBe('unread')
    const tried = right.checks.filter(({ topic }) => topic !== 'record')
    const others = tried.filter(({ topic }) => topic !== 'certificate')
    expect(others.every(({ state }) => state === 'good')).toBe(true)
    expect(checkOf(right, 'certificate')?.state).toBe('unneeded')
    const asked = sandbox.requests().filter(({ operation }) => operation === 'status')
    expect(asked.at(-1)?.fields.map(([name]) => name)).toEqual(
      expect.arrayContaining(['client_orderid', 'orderid']),
    )
    expect(sandbox.effects()).toEqual([])
  })

  it('looks up orders like any other connection', async () => {
    const { id } = await withKey()
    const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
    const order = must(
      await open.desk['order:look-up']({ connectionId: id, by: 'orderid', value: orderid }),
    )
    expect(order).toMatchObject({ connectionId: id, connectionName: 'Our shop' })
  })

  it('names what is wrong: login, endpoint, path, port', async () => {
    const key = sandbox.identity.merchantControlKey
    const found = async (more: Record<string, unknown>, topic: string) => {
      const { id } = await created({
        name: `Shop ${topic} ${JSON.stringify(more)}`.slice(0, 60),
        ...more,
      })
      must(await open.desk['key:set-control']({ connectionId: id, key }))
      return checkOf(await testOf(id), topic)
    }
    expect(await found({ login: 'nobody' }, 'credentials')).toMatchObject({
      state: 'bad',
      message: 'The gateway does not know the login “nobody” here.',
    })
    expect(await found({ endpointId: '999' }, 'path')).toMatchObject({
      state: 'bad',
      message: 'The gateway does not know the endpoint ID 999.',
    })
    expect(await found({ baseUrl: `${sandbox.baseUrl}/elsewhere` }, 'path')).toMatchObject({
      state: 'bad',
    })
    const closed = await found({ baseUrl: 'http://127.0.0.1:1/paynet' }, 'address')
    expect(closed?.message).toContain('refuses connections')
    expect(closed?.detail).toContain('ECONNREFUSED')
  })

  it('names the certificate that is refused, and is good with the authority’s file', async () => {
    const certificates = makeCertificates()
    const body = '{"type":"error","error-message":"Order not found","error-code":"31"}'
    const service = await startRaw((socket) => socket.end(answer('400 Bad Request', body)), {
      secure: certificates.good,
    })
    try {
      const baseUrl = service.url('/paynet')
      const { id } = await created({ baseUrl })
      must(await open.desk['key:set-control']({ connectionId: id, key: 'ANY' }))
      const untrusted = checkOf(await testOf(id), 'certificate')
      expect(untrusted).toMatchObject({ state: 'bad' })
      expect(untrusted?.message).toContain('does not trust')
      expect(untrusted?.detail).toContain('CN=good')
      expect(untrusted?.detail).toContain('CN=Test Authority')
      const settings = { caFile: certificates.authorityFile }
      must(await save({ connectionId: id, baseUrl, settings }))
      const trusted = await testOf(id)
      expect(checkOf(trusted, 'certificate')).toMatchObject({ state: 'good' })
      expect(checkOf(trusted, 'credentials')).toMatchObject({ state: 'good' })
      must(await save({ connectionId: id, baseUrl, settings: { caFile: '/nowhere.pem' } }))
      expect(checkOf(await testOf(id), 'certificate')?.message).toContain('can’t be read')
    } finally {
      await service.close()
      certificates.remove()
    }
  })

  it('keeps settings as they were entered, logs what changed and is removed by its name only', async () => {
    const made = await created()
    const changed = must(
      await save({
        connectionId: made.id,
        name: 'Our shop 2',
        settings: { answerTimeoutMs: 9_000 },
      }),
    )
    expect(changed).toMatchObject({ id: made.id, name: 'Our shop 2' })
    expect(changed.settings.answerTimeoutMs).toBe(9_000)
    const [entry] = entries().filter((row) => row.kind === 'connection:changed')
    expect(entry?.details).toMatchObject({
      before: { name: 'Our shop', answerTimeoutMs: 60_000 },
      after: { name: 'Our shop 2', answerTimeoutMs: 9_000 },
    })
    expect(
      faultOf(await open.desk['connection:remove']({ connectionId: made.id, name: 'Our shop' })),
    ).toMatchObject({ kind: 'input', field: 'name' })
    must(await open.desk['connection:remove']({ connectionId: made.id, name: 'Our shop 2' }))
    expect(faultOf(await open.desk['connection:show']({ connectionId: made.id }))).toMatchObject({
      reason: 'not-found',
    })
    expect(entries()[0]).toMatchObject({ kind: 'connection:removed' })
  })

  it('can’t be moved, removed or left without its key while something sent over it is open', async () => {
    const { id } = await withKey()
    const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
    const order = must(
      await open.desk['order:look-up']({ connectionId: id, by: 'orderid', value: orderid }),
    )
    const review = must(
      await open.desk['attempt:review']({
        connectionId: id,
        operation: 'return',
        request: {
          client_orderid: order.clientOrderid,
          orderid,
          amount: '5.00',
          currency: 'EUR',
          comment: 'damaged',
        },
      }),
    )
    // Accepted, and not looked at again for three seconds.
    must(await open.desk['attempt:confirm']({ attemptId: review.attemptId, token: review.token }))
    for (const refused of [
      await open.desk['connection:remove']({ connectionId: id, name: 'Our shop' }),
      await open.desk['key:remove']({ connectionId: id, which: 'control' }),
      await save({ connectionId: id, login: 'somebody-else' }),
      await save({ connectionId: id, baseUrl: `${sandbox.baseUrl}2` }),
    ])
      expect(faultOf(refused)).toMatchObject({ kind: 'denied', reason: 'not-possible' })
    // What was told before and after the sending is read in one way.
    for (const settings of [{ statusAmount: 'initial' }, { digitsRule: 'always-2' }] as const)
      expect(faultOf(await save({ connectionId: id, settings }))).toMatchObject({
        kind: 'denied',
        reason: 'not-possible',
        message: expect.stringContaining('how amounts are read') as unknown,
      })
    // What does not move it is free.
    must(await save({ connectionId: id, name: 'Renamed' }))
  })
})

describe('the sandbox’s own connection', () => {
  it('is tested like any other, and looks after its settings and keys itself', async () => {
    expect((await testOf('sandbox')).verdict).toBe('good')
    for (const refused of [
      await save({ connectionId: 'sandbox' }),
      await open.desk['connection:remove']({ connectionId: 'sandbox', name: 'Sandbox' }),
      await open.desk['key:set-control']({ connectionId: 'sandbox', key: 'k' }),
      await open.desk['key:remove']({ connectionId: 'sandbox', which: 'private' }),
      await open.desk['key:create-rsa']({ connectionId: 'sandbox', bits: 2048 }),
    ])
      expect(faultOf(refused)).toMatchObject({ kind: 'denied', reason: 'not-possible' })
  })
})

describe('test and production', () => {
  it('never share a host, a login or a key, and production needs https', async () => {
    const real = { environment: 'production', name: 'Real' }
    expect(faultOf(await save(real))).toMatchObject({
      field: 'baseUrl',
      message: expect.stringContaining('https'),
    })
    expect(
      faultOf(await save({ ...real, baseUrl: 'https://localhost:9/paynet', login: 'real' })),
    ).toMatchObject({ field: 'baseUrl', message: expect.stringContaining('“Sandbox”') })
    const address = { ...real, baseUrl: 'https://gate.example/paynet' }
    expect(faultOf(await save(address))).toMatchObject({
      field: 'login',
      message: expect.stringContaining('“Sandbox”'),
    })
    const { id } = await created({ ...address, login: 'real-merchant' })
    const key = sandbox.identity.merchantControlKey
    expect(faultOf(await open.desk['key:set-control']({ connectionId: id, key }))).toMatchObject({
      reason: 'not-possible',
      message: expect.stringContaining('“Sandbox” uses the same key'),
    })
    expect(
      faultOf(
        await open.desk['key:import-rsa']({
          connectionId: id,
          pem: sandbox.identity.privateKeyPem,
        }),
      ),
    ).toMatchObject({ message: expect.stringContaining('“Sandbox” uses the same key') })
    expect(must(await open.desk['connection:show']({ connectionId: id }))).toMatchObject({
      control: { isSet: false },
      privateKey: { isSet: false },
    })
    expect(
      faultOf(await save({ ...address, connectionId: id, login: 'r', environment: 'test' })),
    ).toMatchObject({ field: 'environment' })
  })
})

describe('private keys', () => {
  /** A gateway of the same folder and vault, as the desk's own: an operation signed with RSA. */
  const sendSigned = async (connectionId: string, fingerprint: string) => {
    const ring = keyRing(vault, {
      folder: join(folder, 'keys'),
      fingerprintOf: (slot) => (slot === privateKeySlot(connectionId) ? fingerprint : undefined),
    })
    const client = createClient({
      signer: createSigner({
        vault: ring,
        clock: Date.now,
        nonce: () => crypto.randomUUID().replaceAll('-', ''),
        connectionId,
      }),
      takeTurn: freeTurns,
      transport: sendOnce,
      clock: Date.now,
      sleep,
      random: Math.random,
      readCaFile: (path) => Promise.reject(new Error(path)),
      proxyFor: () => ({ ok: true, value: null }),
      stopOAuth: () => null,
      onAnswer: () => undefined,
      report: () => undefined,
    })
    const connection = connectionRecord.parse({
      ...parsed(draft()),
      id: connectionId,
      isEmbedded: false,
    })
    const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
    const found = must(
      await open.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value: orderid }),
    )
    const request = { client_orderid: found.clientOrderid, orderid }
    const signed = must(await client.build('create-card-ref-v4', connection, request, null))
    return client.send(signed, connection, 'create-card-ref-v4')
  }

  it('are made here, sealed, and sign what the gateway accepts once it knows the public half', async () => {
    const { id } = await created()
    const made = must(await open.desk['key:create-rsa']({ connectionId: id, bits: 2048 }))
    expect(made.bits).toBe(2048)
    expect(await sendSigned(id, made.fingerprint)).toMatchObject({ kind: 'rejected' })
    expect(sandbox.registerKey(made.pem)).toBe(made.fingerprint)
    expect(await sendSigned(id, made.fingerprint)).toMatchObject({ kind: 'accepted' })
    expect(must(await open.desk['key:public']({ connectionId: id }))).toEqual(made)
    const [file] = readdirSync(join(folder, 'keys')).filter((name) => name.startsWith(id))
    expect(statSync(join(folder, 'keys', file!)).mode & 0o777).toBe(0o600)
  })

  it('are imported in every form of PEM, and a new one takes the old one’s place', async () => {
    const { id } = await created()
    for (const { pkcs8, pkcs1, spki, bits } of Object.values(vectors.keys))
      for (const pem of [pkcs8, pkcs1, pkcs8.replaceAll('\n', '\r\n')]) {
        const seen = must(await open.desk['key:import-rsa']({ connectionId: id, pem }))
        expect(seen).toMatchObject({ bits, pem: spki })
        expect(
          readdirSync(join(folder, 'keys')).filter((name) => name.startsWith(id)),
        ).toHaveLength(1)
      }
    expect(entries()[0]?.details['replaced']).toMatch(/^[0-9a-f]{64}$/)
    const { privateKey } = must(
      await open.desk['key:remove']({ connectionId: id, which: 'private' }),
    )
    expect(privateKey.isSet).toBe(false)
    expect(readdirSync(join(folder, 'keys')).filter((name) => name.startsWith(id))).toEqual([])
  })

  it('are there again after a restart', async () => {
    const { id } = await created()
    const made = must(
      await open.desk['key:import-rsa']({ connectionId: id, pem: vectors.keys['rsa2048']!.pkcs1 }),
    )
    await open.close()
    open = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
    expect(must(await open.desk['key:public']({ connectionId: id }))).toEqual(made)
  })
})

describe('this computer’s clock', () => {
  it('that was set back by 200 days is warned of on the screen', async () => {
    const warnings = async () => must(await open.desk['app:state']({})).clockWarnings
    expect(await warnings()).toEqual([])
    await open.close()
    const clock = () => Date.now() - 200 * 86_400_000
    open = await openDesk({ folder, sandbox: handleOf(sandbox), vault, clock })
    expect(await warnings()).toMatchObject([
      {
        ...{ connectionId: null, state: 'warning' },
        message: expect.stringMatching(/clock went back by 200 days/) as string,
      },
    ])
    await open.close()
    open = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
    expect(await warnings()).toEqual([])
  })
})

describe('the gateway’s clock', () => {
  it('warns when it is off by more than 30 s, and stops OAuth beyond 120 s until it is right again', async () => {
    serviceAheadMs = 45_000
    expect(checkOf(await testOf('sandbox'), 'clock')).toMatchObject({ state: 'warning' })
    expect(must(await open.desk['app:state']({})).clockWarnings).toMatchObject([
      { connectionId: 'sandbox', state: 'warning' },
    ])
    serviceAheadMs = -150_000
    const test = await testOf('sandbox')
    expect(test.verdict).toBe('bad')
    expect(checkOf(test, 'clock')?.message).toMatch(/2 min (29|30) s behind/)
    const paid = {
      connectionId: 'sandbox',
      operation: 'payout' as const,
      request: {
        amount: '10.00',
        currency: 'EUR',
        order_desc: 'Prize',
        ipaddress: '203.0.113.7',
        phone: '+4915112345678',
      },
    }
    expect(faultOf(await open.desk['attempt:review'](paid))).toMatchObject({
      kind: 'denied',
      reason: 'clock',
    })
    serviceAheadMs = 0
    expect((await testOf('sandbox')).verdict).toBe('good')
    must(await open.desk['attempt:review'](paid))
    expect(must(await open.desk['app:state']({})).clockWarnings).toEqual([])
  })
})

describe('what an inspector sees', () => {
  it('is how an attempt and a draft are signed, without the key', async () => {
    const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
    const order = must(
      await open.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value: orderid }),
    )
    const request = {
      client_orderid: order.clientOrderid,
      orderid,
      amount: '5',
      currency: 'EUR',
      comment: 'damaged',
    }
    const review = must(
      await open.desk['attempt:review']({ connectionId: 'sandbox', operation: 'return', request }),
    )
    const ofAttempt = must(await open.desk['signature:explain']({ attemptId: review.attemptId }))
    const ofDraft = must(
      await open.desk['signature:explain']({
        connectionId: 'sandbox',
        operation: 'return',
        request,
      }),
    )
    expect(ofAttempt).toEqual(ofDraft)
    expect(ofAttempt.plain).toBe(
      `${sandbox.identity.login}${order.clientOrderid}${orderid}500EUR<MERCHANT_CONTROL_KEY>`,
    )
    expect(JSON.stringify(ofAttempt)).not.toContain(sandbox.identity.merchantControlKey)
  })

  it('lists what the answers held that is not known, once', async () => {
    const look = async () => {
      const value = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
      return open.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value })
    }
    await look()
    const before = must(await open.desk['unknown-terms:list']({}))
    await look()
    expect(must(await open.desk['unknown-terms:list']({ connectionId: 'sandbox' }))).toEqual(before)
    expect(must(await open.desk['unknown-terms:list']({ connectionId: 'other' }))).toEqual([])
  })
})

describe('a card number typed where an order id belongs', () => {
  it('is refused before it goes anywhere, and is in no log', async () => {
    for (const by of ['orderid', 'client_orderid'] as const)
      for (const value of ['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111 12/30'])
        expect(
          faultOf(await open.desk['order:look-up']({ connectionId: 'sandbox', by, value })),
        ).toMatchObject({
          kind: 'input',
          field: 'value',
          message: expect.stringContaining('card number'),
        })
    expect(JSON.stringify(sandbox.requests())).not.toMatch(testCardDigits)
    expect(JSON.stringify(entries())).not.toMatch(testCardDigits)
  })
})

describe('secrets', () => {
  it('are in no file but sealed, no audit entry, no answer and no report', async () => {
    const canary = 'CANARY-7f3a91-CONTROL-KEY'
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: {
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: 'CANARY-PASS',
      },
    })
    const { createPrivateKey } = await import('node:crypto')
    const plain = createPrivateKey({ key: pair.privateKey, passphrase: 'CANARY-PASS' })
    const der = plain.export({ format: 'der', type: 'pkcs8' })
    const { d, p } = plain.export({ format: 'jwk' })
    const answers: unknown[] = []
    const { id } = await created()
    const { desk } = open
    answers.push(await desk['key:set-control']({ connectionId: id, key: canary }))
    answers.push(
      await desk['key:import-rsa']({ connectionId: id, pem: pair.privateKey, passphrase: 'wrong' }),
    )
    answers.push(await desk['key:import-rsa']({ connectionId: id, pem: pair.privateKey }))
    answers.push(
      must(
        await desk['key:import-rsa']({
          connectionId: id,
          pem: pair.privateKey,
          passphrase: 'CANARY-PASS',
        }),
      ),
    )
    answers.push(await desk['connection:test']({ connectionId: id }))
    answers.push(await desk['connection:show']({ connectionId: id }))
    answers.push(await desk['connection:list']({}))
    answers.push(await desk['key:public']({ connectionId: id }))
    answers.push(await desk['app:state']({}))
    answers.push(
      await desk['signature:explain']({
        connectionId: id,
        operation: 'status',
        request: { client_orderid: 'x' },
      }),
    )
    answers.push(
      entries(),
      open.reports,
      sandbox.requests(),
      await desk['audit:export']({ filter: {} }),
    )
    const texts = [
      canary,
      'CANARY-PASS',
      der.toString('base64').slice(200, 260),
      d!,
      p!,
      der.toString('hex').slice(200, 260),
    ]
    for (const text of texts) expect(JSON.stringify(answers)).not.toContain(text)

    const files = filesBelow(folder)
    expect(files.map(({ path }) => basename(path))).toContain('ledger.sqlite-wal')
    const bytes = [
      ...texts.map((text) => Buffer.from(text)),
      Buffer.from(d!, 'base64url'),
      Buffer.from(p!, 'base64url'),
      der.subarray(40, 90),
    ]
    for (const { path, content } of files) {
      for (const needle of bytes)
        expect(content.includes(needle), `${path} holds ${needle.toString('latin1')}`).toBe(false)
      // PEM wraps its lines.
      expect(content.toString('latin1')).not.toContain('PRIVATE KEY-----')
    }
  })
})

describe('a path that is wrong', () => {
  it('is mended while the request it cost waits, and not without asking', async () => {
    await open.close()
    const asked: string[] = []
    let says = false
    open = await openDesk({
      ...{ folder, sandbox: handleOf(sandbox), vault },
      ask: (question) => {
        asked.push(question.detail)
        return Promise.resolve(says)
      },
    })
    const wrong = {
      ...{ statusAmount: 'latest' as const, money: { undoMs: 0 } },
      paths: { 'sale-form': '/api/v2/sales-form' },
    }
    const { id } = await created({ settings: wrong })
    const key = sandbox.identity.merchantControlKey
    must(await open.desk['key:set-control']({ connectionId: id, key }))
    const link = {
      ...{ order_desc: 'Lamp', amount: '5.00', currency: 'EUR' },
      ...{ email: 'zoe@example.org', ipaddress: '203.0.113.7' },
    }
    const send = async () => {
      const asking = { connectionId: id, operation: 'sale-form' as const, request: link }
      const review = must(await open.desk['attempt:review'](asking))
      return open.desk['attempt:confirm'](review)
    }
    expect(faultOf(await send()).kind).toBe('outcome-unknown')
    const mended = { connectionId: id, settings: { statusAmount: 'latest', money: { undoMs: 0 } } }
    expect((await save(mended)).ok).toBe(false)
    expect(asked.at(-1)).toBe(
      [
        'Paths of operations: “sale-form: /api/v2/sale-form” (until now: “sale-form: /api/v2/sales-form”)',
        'Open requests: 1. Paydesk checks their outcome by these settings from now on.',
      ].join('\n'),
    )
    says = true
    expect(faultOf(await save({ ...mended, login: 'another' })).kind).toBe('denied')
    must(await save(mended))
    const second = must(await send())
    expect(second.answer['redirect-url']).toMatch(/^http/)
    const [lost] = must(await open.desk['attempt:list']({ isOpen: true })).filter(
      ({ state }) => state === 'UNKNOWN',
    )
    expect(lost?.orderid).toBe('')
    must(
      await open.desk['attempt:resolve']({
        ...{ attemptId: lost!.id, outcome: 'did-not-happen', reportedSeq: null },
        ...{ reason: 'The path was wrong', override: 'Nothing is at that path' },
      }),
    )
  })
})
