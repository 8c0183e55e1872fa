// A script got into the page and tries every way to a network that a browser has, WebRTC and
// look-ups of names among them, from the page and from frames without an address. Each layer is
// tried alone: several behind each other hide each other's holes.
import dgram from 'node:dgram'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Layer, layerNames } from '../../hosts/chromium/layers.ts'
import { launchShell } from '../fakes/shell/launch-shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-network-'))
const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
  rmSync(folder, { recursive: true, force: true })
})

interface Trap {
  port: number
  caught: number
}

async function udpTrap(): Promise<Trap> {
  const trap = { port: 0, caught: 0 }
  const socket = dgram.createSocket('udp4', () => (trap.caught += 1))
  await new Promise<void>((settle) => socket.bind(0, '127.0.0.1', settle))
  trap.port = socket.address().port
  closing.push(() => socket.close())
  return trap
}

async function tcpTrap(): Promise<Trap> {
  const trap = { port: 0, caught: 0 }
  const server = net.createServer((socket) => {
    trap.caught += 1
    socket.on('error', () => socket.destroy())
    setTimeout(() => socket.destroy(), 500)
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  trap.port = (server.address() as AddressInfo).port
  closing.push(() => server.close())
  return trap
}

const webRtc = (server: string, realm = 'window') => `
  const peer = new (${realm}.RTCPeerConnection)({ iceServers: [{ urls: '${server}', username: 'merchant', credential: 'x' }] })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())`
const frame = (more: string) =>
  `(() => { const f = document.createElement('iframe'); ${more}; document.body.append(f); return f.contentWindow })()`
const link = (rel: string, href: string) =>
  `const l = document.createElement('link'); l.rel = '${rel}'; l.href = '${href}'; document.head.append(l)`

interface Way {
  name: string
  open: () => Promise<Trap>
  /** What a script of the page runs; `port` is the trap's. */
  attack: (port: number) => string
  /** Each of these keeps it in without the others. */
  heldBy: Layer[]
}
const ways: Way[] = [
  {
    name: 'fetch',
    open: tcpTrap,
    attack: (port) => `await fetch('http://127.0.0.1:${port}/')`,
    heldBy: ['content-policy', 'request-gate', 'resolver', 'proxy'],
  },
  {
    name: 'an image',
    open: tcpTrap,
    attack: (port) => `new Image().src = 'http://127.0.0.1:${port}/x.png'`,
    heldBy: ['content-policy', 'request-gate', 'resolver', 'proxy'],
  },
  {
    name: 'an image from a named place',
    open: tcpTrap,
    attack: (port) => `new Image().src = 'http://image.trap.example:${port}/x.png'`,
    heldBy: ['content-policy', 'request-gate', 'resolver', 'proxy'],
  },
  {
    name: 'WebTransport',
    open: udpTrap,
    attack: (port) => `new WebTransport('https://127.0.0.1:${port}/')`,
    heldBy: ['content-policy', 'resolver', 'proxy'],
  },
  {
    name: 'preconnect',
    open: tcpTrap,
    attack: (port) => link('preconnect', `http://127.0.0.1:${port}`),
    heldBy: ['resolver', 'proxy'],
  },
  {
    name: 'preconnect to a named place',
    open: tcpTrap,
    attack: (port) => link('preconnect', `http://preconnect.trap.example:${port}`),
    heldBy: ['resolver', 'proxy'],
  },
  {
    name: 'WebRTC by TCP',
    open: tcpTrap,
    attack: (port) => webRtc(`turn:127.0.0.1:${port}?transport=tcp`),
    heldBy: ['resolver', 'proxy'],
  },
  {
    name: 'WebRTC by UDP',
    open: udpTrap,
    attack: (port) => webRtc(`turn:127.0.0.1:${port}?transport=udp`),
    heldBy: ['webrtc'],
  },
  {
    name: 'STUN',
    open: udpTrap,
    attack: (port) => webRtc(`stun:127.0.0.1:${port}`),
    heldBy: ['webrtc'],
  },
  {
    name: 'WebRTC in a frame of about:blank',
    open: udpTrap,
    attack: (port) => webRtc(`turn:127.0.0.1:${port}?transport=udp`, frame('')),
    heldBy: ['webrtc'],
  },
  {
    name: 'WebRTC in a frame with its text in it',
    open: udpTrap,
    attack: (port) => webRtc(`turn:127.0.0.1:${port}?transport=udp`, frame("f.srcdoc = '<p>x'")),
    heldBy: ['content-policy', 'webrtc'],
  },
]
const lookedUp = 'a look-up of a name'

let traps: Trap[]
beforeAll(async () => {
  traps = await Promise.all(ways.map((way) => way.open()))
})

/** The names of all ways that got out while only these layers stood. */
async function waysOut(layers: readonly Layer[]): Promise<string[]> {
  for (const trap of traps) trap.caught = 0
  const log = join(folder, `${layers.join('-')}.json`)
  const without = layerNames.filter((name) => !layers.includes(name)).join(' ')
  const paydesk = await launchShell({
    env: { PAYDESK_HOST_WITHOUT: without, PAYDESK_HOST_NET_LOG: log },
  })
  try {
    await paydesk.page.waitForFunction(() => document.querySelector('#app')?.childElementCount)
    // Chromium asks before it lets a page reach this computer; elsewhere nothing would ask.
    const wire = await paydesk.page.context().newCDPSession(paydesk.page)
    const permission = { name: 'loopback-network' }
    await wire.send('Browser.setPermission', { permission, setting: 'granted' })
    const attacks = [
      ...ways.map((way, at) => way.attack(traps[at]!.port)),
      link('dns-prefetch', 'http://prefetch.name.example'),
    ]
    // From a timer of the page, and each by itself: one that is refused must not end the others.
    await paydesk.page.evaluate(
      `setTimeout(() => { ${attacks.map((one) => `(async () => { ${one} })().catch(() => 0);`).join('\n')} })`,
    )
    await paydesk.page.waitForTimeout(3_000)
  } finally {
    await paydesk.close()
  }
  const found = ways.filter((_, at) => traps[at]!.caught > 0).map(({ name }) => name)
  expect(existsSync(log)).toBe(true)
  return /"host":\s*"[^"]*looked-up\.localhost/.test(readFileSync(log, 'utf8'))
    ? [...found, lookedUp]
    : found
}

describe('a way out of the page', () => {
  it('is seen by this test when no layer stands', async () => {
    expect(await waysOut([])).toEqual([...ways.map(({ name }) => name), lookedUp])
  })

  it.each(layerNames.map((name) => [name]))(
    'is closed by the layer “%s” alone where it is meant to',
    async (layer) => {
      const open = ways.filter(({ heldBy }) => !heldBy.includes(layer)).map(({ name }) => name)
      const isNameHeld = layer === 'resolver' || layer === 'proxy'
      expect(await waysOut([layer])).toEqual(isNameHeld ? open : [...open, lookedUp])
    },
  )

  it('there is none when all layers stand', async () => {
    expect(await waysOut(layerNames)).toEqual([])
  })

  it('is closed by at least two layers, but for what only WebRTC can do', () => {
    const single = ways.filter(({ heldBy }) => heldBy.length < 2)
    expect(
      single.every(({ heldBy, name }) => heldBy[0] === 'webrtc' && /WebRTC|STUN/.test(name)),
    ).toBe(true)
  })
})
