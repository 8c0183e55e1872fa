// The service's answer holds a link, and a person clicks it. Whatever it is spelt like, the browser opens only an https page of a host
// on the list, exactly.
import { describe, expect, it } from 'vitest'
import { checkExternal, openExternal } from '../../src/main/shell/open-external.ts'

const hosts = ['gate.example.test', 'docs.example.test']

const schemes = [
  'http',
  'ftp',
  'file',
  'data',
  'javascript',
  'vbscript',
  'blob',
  'about',
  'app',
  'chrome',
  'devtools',
  'view-source',
  'mailto',
  'tel',
  'sms',
  'ssh',
  'smb',
  'nfs',
  'telnet',
  'ldap',
  'ms-msdt',
  'ms-officecmd',
  'search-ms',
  'steam',
  'vscode',
  'itms-apps',
  'intent',
  'jar',
  'ws',
  'wss',
  'x-apple.systempreferences',
  'shell',
  'mk',
  'res',
  'gopher',
  'magnet',
  'httpss',
  'https+x',
  'zoommtg',
  'slack',
  'skype',
  'git',
  'svn',
]
const hidden = [
  '\u0000',
  '\t',
  '\n',
  '\r',
  '\v',
  '\f',
  ' ',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\\',
  '\u2028',
  '\u007f',
  '\u0085',
]
const foreign = [
  'evil.example',
  'gate.example.test.evil.example',
  'evil-gate.example.test',
  'gate.example.testx',
  'xgate.example.test',
  'example.test',
  'a.gate.example.test',
  'gate.example.test.',
  'gate。example。test.evil.example',
  'gаte.example.test',
  'gate.example.test%2eevil.example',
  'gate.example.test%00.evil.example',
  '127.0.0.1',
  '0x7f000001',
  '2130706433',
  '[::1]',
  'localhost',
  '[gate.example.test]',
  'gate.example',
  'xn--gte-5cd.example.test',
  'gate..example.test',
  'GATE.example.test.evil.example',
  '%65vil.example',
  'gate.example.test@evil.example',
]
const odd: unknown[] = [
  undefined,
  null,
  0,
  1,
  true,
  {},
  [],
  ['https://gate.example.test/'],
  new URL('https://gate.example.test/'),
  '',
  '/',
  '//',
  '//gate.example.test/',
  'gate.example.test',
  'https',
  'https:',
  'https:/',
  'https://',
  'https:///',
  'https:gate.example.test',
  'https:/gate.example.test/',
  'https:///gate.example.test/',
  '://gate.example.test',
  'https//gate.example.test',
  'https://?gate.example.test',
  'https://#gate.example.test',
  'https://@gate.example.test/',
  'https://:@evil.example/',
  'https://user@gate.example.test/',
  'https://user:word@gate.example.test/',
  'https://gate.example.test:8443/',
  'https://gate.example.test:443@evil.example/',
  'https://gate.example.test:99999/',
  'https://gate.example.test:x/',
  '-https://gate.example.test/',
  '--gpu-launcher=x',
  'C:\\Windows\\System32\\calc.exe',
  '\\\\evil.example\\share',
  '/etc/passwd',
  '../../etc/passwd',
  `https://gate.example.test/${'a'.repeat(3000)}`,
]

const refused: unknown[] = [
  ...schemes.flatMap((scheme) => [
    `${scheme}://gate.example.test/`,
    `${scheme}:gate.example.test`,
    `${scheme.toUpperCase()}://gate.example.test/`,
  ]),
  ...hidden.flatMap((mark) => [
    `https://gate.example.test${mark}.evil.example/`,
    `${mark}https://gate.example.test/`,
    `https://gate.example.test/${mark}`,
  ]),
  ...foreign.map((host) => `https://${host}/`),
  ...odd,
]

describe('an address from outside', () => {
  it('comes in more than 200 hostile forms here', () => {
    expect(refused.length).toBeGreaterThan(200)
  })

  it.each(refused.map((url) => [url]))('%j is not opened', async (url) => {
    const opened: string[] = []
    const open = (address: string): Promise<void> => Promise.resolve(void opened.push(address))
    const result = await openExternal(url, hosts, open)
    expect(result).toMatchObject({ ok: false, fault: { kind: 'input', field: 'url' } })
    expect(opened).toEqual([])
  })

  it.each([
    ['https://gate.example.test/', 'https://gate.example.test/'],
    ['HTTPS://GATE.example.test/a?b=c#d', 'https://gate.example.test/a?b=c#d'],
    ['https://docs.example.test:443/guide', 'https://docs.example.test/guide'],
  ])('%s of a listed host is opened as %s', async (url, canonical) => {
    const opened: string[] = []
    await openExternal(url, hosts, (address) => Promise.resolve(void opened.push(address)))
    expect(opened).toEqual([canonical])
  })

  it('nothing is opened while the list is empty', () => {
    expect(checkExternal('https://gate.example.test/', [])).toMatchObject({ ok: false })
  })
})
