import { createHmac, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  authorizationHeader,
  baseString,
  normalizeUrl,
  type Pair,
  percentEncode,
  readPrivateKey,
  signHmacSha1,
} from '../../../../src/main/gateway/signing/oauth.ts'

const baseOf = (method: string, url: string, pairs: readonly Pair[]): string => {
  const base = baseString(method, url, pairs)
  if (!base.ok) throw new Error(base.fault.message)
  return base.value
}
const hmac = (base: string, key: string) => createHmac('sha1', key).update(base).digest('base64')

describe('percent-encoding (RFC 5849, section 3.6)', () => {
  it('leaves exactly letters, digits and - . _ ~ alone', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const kept = ascii.filter((char) => percentEncode(char) === char).join('')
    expect(kept).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~')
    for (const char of ascii.filter((one) => !kept.includes(one)))
      expect(percentEncode(char)).toBe(`%${Buffer.from(char).toString('hex').toUpperCase()}`)
  })

  it('encodes the UTF-8 bytes of everything else, a space as %20', () => {
    expect(percentEncode('a b+ż\u{1F600}')).toBe('a%20b%2B%C5%BC%F0%9F%98%80')
  })
})

describe('the base string (RFC 5849, section 3.4.1)', () => {
  it('equals the one of section 3.4.1.1', () => {
    const pairs: Pair[] = [
      ['c2', ''],
      ['a3', '2 q'],
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
      ['oauth_signature', 'bYT5CMsGcbgUdFHObYMEfcx6bsw='],
    ]
    expect(
      baseOf('POST', 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', pairs),
    ).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2' +
        '%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
        '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })

  const client: Pair[] = [
    ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
    ['oauth_signature_method', 'HMAC-SHA1'],
  ]

  it('leads to the signature of the first request of section 1.2', () => {
    const base = baseOf('POST', 'https://photos.example.net/initiate', [
      ...client,
      ['oauth_timestamp', '137131200'],
      ['oauth_nonce', 'wIjqoS'],
      ['oauth_callback', 'http://printer.example.com/ready'],
    ])
    expect(signHmacSha1(base, 'kd94hf93k423kf44')).toBe('74KNZJeDHnMBp0EMJ9ZHt/XKycU=')
  })

  it('leads to the signatures of the other requests of section 1.2', () => {
    const token = baseOf('POST', 'https://photos.example.net/token', [
      ...client,
      ['oauth_token', 'hh5s93j4hdidpola'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', 'walatlh'],
      ['oauth_verifier', 'hfdp7dh39dks9884'],
    ])
    expect(hmac(token, 'kd94hf93k423kf44&hdhd0244k9j7ao03')).toBe('gKgrFCywp7rO0OXSjdot/IHF7IU=')
    const photo = baseOf(
      'GET',
      'http://photos.example.net/photos?file=vacation.jpg&size=original',
      [
        ...client,
        ['oauth_token', 'nnch734d00sl2jdk'],
        ['oauth_timestamp', '137131202'],
        ['oauth_nonce', 'chapoH'],
      ],
    )
    expect(hmac(photo, 'kd94hf93k423kf44&pfkkdhi9sl3r4s00')).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=')
  })

  it('sorts by the bytes of encoded names, then of encoded values', () => {
    const base = baseOf('POST', 'https://h.test/', [
      ['b', '1'],
      ['ä', '1'],
      ['a', 'é'],
      ['a', 'z'],
      ['B', '1'],
      ['a-b', '1'],
      ['a', ''],
      ['\u{1F600}', '1'],
      ['\uFF61', '1'],
    ])
    expect(decodeURIComponent(base.split('&')[2]!)).toBe(
      '%C3%A4=1&%EF%BD%A1=1&%F0%9F%98%80=1&B=1&a=&a=%C3%A9&a=z&a-b=1&b=1',
    )
  })

  it('keeps the value 0 and repeated pairs', () => {
    expect(
      baseOf('POST', 'https://h.test/', [
        ['n', '0'],
        ['n', '0'],
      ]),
    ).toBe('POST&https%3A%2F%2Fh.test%2F&n%3D0%26n%3D0')
  })

  it('refuses a broken character and names its field', () => {
    expect(baseString('POST', 'https://h.test/', [['comment', 'a\ud800']])).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'comment' },
    })
  })
})

describe('the base string address (RFC 5849, section 3.4.1.2)', () => {
  it.each([
    ['http://EXAMPLE.COM:80/r%20v/X?id=123', 'http://example.com/r%20v/X'],
    ['https://www.example.net:8080/?q=1', 'https://www.example.net:8080/'],
    ['HTTPS://Gate.Example.COM:443/Svc/API', 'https://gate.example.com/Svc/API'],
    ['https://gate.example.com:80/x', 'https://gate.example.com:80/x'],
    ['http://gate.example.com:443/x', 'http://gate.example.com:443/x'],
    ['https://gate.example.com:/x', 'https://gate.example.com/x'],
    ['https://gate.example.com', 'https://gate.example.com/'],
    ['https://gate.example.com?a=1', 'https://gate.example.com/'],
    ['http://[2001:DB8::1]:8080/a//b/../c;d', 'http://[2001:db8::1]:8080/a//b/../c;d'],
    ['https://h.test/a#fragment', 'https://h.test/a'],
  ])('%s becomes %s', (url, base) => {
    expect(normalizeUrl(url)).toMatchObject({ ok: true, value: { base } })
  })

  it.each([
    'ftp://h.test/',
    'h.test/path',
    'https://user:word@h.test/',
    'https://h.test:0/',
    'https://h.test:65536/',
    'https://h.test/a b',
    'https://h.test/ż',
    'https://h.test/?a=%zz',
    'https://h.test/?a=%ff',
    'https:///path',
    '',
  ])('%s is refused', (url) => {
    expect(normalizeUrl(url)).toMatchObject({ ok: false, fault: { kind: 'input', field: 'url' } })
  })
})

describe('HMAC-SHA1', () => {
  it('gives the value the payout example of public documentation gives', () => {
    const base = baseOf('POST', 'https://gate.example.test/paynet/api/v2/payout/1144', [
      ['client_orderid', 'PO-1 %/=+'],
      ['amount', '10.50'],
      ['currency', 'EUR'],
      ['order_desc', 'Gift für Zoë & co'],
      ['oauth_consumer_key', 'merchantlogin'],
      ['oauth_nonce', 'y3qlvMPky7g'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '1669966913'],
      ['oauth_version', '1.0'],
    ])
    expect(signHmacSha1(base, 'CONTROL-KEY')).toBe('AuEfzWq7PtQx5gkVsTnSjYHTnn0=')
  })

  it('percent-encodes the key, as the RFC says', () => {
    expect(signHmacSha1('base', 'a&b c')).toBe(hmac('base', 'a%26b%20c&'))
    expect(signHmacSha1('base', 'a&b c')).not.toBe(hmac('base', 'a&b c&'))
  })
})

describe('the Authorization header', () => {
  it('lists its parameters alphabetically, each value encoded once, in quotes', () => {
    const header = authorizationHeader(
      {
        oauth_consumer_key: 'Zoë & co',
        oauth_nonce: 'n1',
        oauth_signature_method: 'HMAC-SHA1',
        oauth_timestamp: '17',
        oauth_version: '1.0',
      },
      'a+/=',
    )
    expect(header).toBe(
      'OAuth oauth_consumer_key="Zo%C3%AB%20%26%20co", oauth_nonce="n1", oauth_signature="a%2B%2F%3D", ' +
        'oauth_signature_method="HMAC-SHA1", oauth_timestamp="17", oauth_version="1.0"',
    )
  })
})

describe('reading a private key', () => {
  const pem = { type: 'pkcs8', format: 'pem' } as const

  it('refuses an RSA key below 2048 bits', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    expect(readPrivateKey(privateKey.export(pem).toString())).toMatchObject({
      ok: false,
      fault: { kind: 'vault', reason: 'refused', message: expect.stringContaining('1024') },
    })
  })

  it('refuses a key that is not RSA', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    expect(readPrivateKey(privateKey.export(pem).toString())).toMatchObject({
      ok: false,
      fault: { kind: 'vault', reason: 'refused' },
    })
  })

  it('refuses what is no key and does not repeat it', () => {
    const result = readPrivateKey(
      '-----BEGIN PRIVATE KEY-----\nTOPSECRET\n-----END PRIVATE KEY-----',
    )
    expect(result).toMatchObject({ ok: false, fault: { kind: 'vault', reason: 'refused' } })
    expect(JSON.stringify(result)).not.toContain('TOPSECRET')
  })
})
