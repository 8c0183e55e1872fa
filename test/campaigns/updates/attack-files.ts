// Attacks on the file on its way and on the disk, on how the feed answers, and on what the ledger
// remembers.
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Attack, attack } from './attack.ts'
import { answers, cutOff, endless, serve } from './hostile-feed.ts'
import { signed } from './maker.ts'
import { description, fileBytes as size, rememberedAs, type World } from './world.ts'

const program = 'stable/paydesk-1.3.0-linux-x64.AppImage'
const served = ({ feed }: World, bytes: Uint8Array): void =>
  void feed.files.set(program, serve(bytes))

const flips = Array.from({ length: 60 }, (_, nth) => {
  const at = Math.floor((nth * (size - 1)) / 59)
  return attack(`byte ${at} of the file is another one`, 'update-file-differs', (world) => {
    const bytes = Buffer.from(world.file)
    bytes[at]! ^= 0x40
    served(world, bytes)
  })
})
const cuts = Array.from({ length: 20 }, (_, nth) => {
  const length = Math.floor((nth * size) / 20)
  return attack(`the file ends after ${length} bytes`, 'update-file-cut', (world) =>
    served(world, world.file.subarray(0, length)),
  )
})
const broken = Array.from({ length: 10 }, (_, nth) => {
  const length = Math.floor(((nth + 1) * size) / 12)
  return attack(
    `the line breaks after ${length} bytes`,
    'update-download-broke-off',
    (world) => void world.feed.files.set(program, cutOff(world.file, length)),
  )
})
const longer = [1, 2, 100, 65_536, 1_000_000].map((more) =>
  attack(`the file is ${more} bytes longer`, 'update-file-too-long', (world) =>
    served(world, Buffer.concat([world.file, Buffer.alloc(more)])),
  ),
)
const others: readonly Attack[] = [
  attack('the file of another version', 'update-file-differs', (world) =>
    served(world, Buffer.alloc(size, 'x')),
  ),
  attack('an endless file', 'update-file-too-long', (world) => {
    world.feed.files.set(program, endless({ bytes: 0 }))
  }),
  attack('an endless description', 'update-description-too-long', (world) => {
    world.feed.files.set(description, endless({ bytes: 0 }))
  }),
  attack('an endless set of keys', 'update-description-too-long', (world) => {
    world.feed.files.set('keys-2.json', endless({ bytes: 0 }))
  }),
]

/** Between check and use. */
const onDisk: readonly (readonly [string, string, (path: string) => void])[] = [
  ['a byte is written into it', 'update-file-differs', (path) => overwrite(path, 0)],
  ['its last byte is written', 'update-file-differs', (path) => overwrite(path, size - 1)],
  ['it is made longer', 'update-file-too-long', (path) => appendFileSync(path, 'x')],
  ['it is cut', 'update-file-cut', (path) => truncateSync(path, size - 1)],
  ['it is emptied', 'update-file-cut', (path) => truncateSync(path, 0)],
  ['it is deleted', 'update-file-replaced', (path) => rmSync(path)],
  ['it is moved away', 'update-file-replaced', (path) => renameSync(path, `${path}.old`)],
  [
    'another file takes its name',
    'update-file-replaced',
    (path) => {
      writeFileSync(`${path}.bad`, 'a hostile program')
      renameSync(`${path}.bad`, path)
    },
  ],
  [
    'a copy takes its name',
    'update-file-replaced',
    (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  [
    'a link takes its name',
    'update-file-replaced',
    (path) => {
      renameSync(path, `${path}.real`)
      symlinkSync(`${path}.real`, path)
    },
  ],
  ['it gets a second name', 'update-file-replaced', (path) => linkSync(path, `${path}.twin`)],
]
function overwrite(path: string, at: number): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.from([0xee]), 0, 1, at)
  closeSync(handle)
}
const swapsOnDisk = onDisk.map(([what, expect, change]) =>
  attack(`after the download ${what}`, expect, (world) => {
    world.afterDownload = change
  }),
)

const wentBy: readonly Attack[] = [
  attack('the description expires between download and install', 'update-expired', (world) => {
    world.afterDownload = () => void (world.now += 31 * 86_400_000)
  }),
  attack('the clock goes back between download and install', 'update-clock-went-back', (world) => {
    world.afterDownload = () => void (world.now -= 86_400_000)
  }),
  attack(
    'the memory is spoilt between download and install',
    'update-memory-unreadable',
    (world) => {
      world.afterDownload = () => void (world.memory = '{}')
    },
  ),
]

const places = [description, program, 'keys-2.json']
const redirects = places.flatMap((path) =>
  [300, 301, 302, 303, 304, 307, 308].map((status) =>
    attack(`${path} leads elsewhere by ${status}`, 'update-feed-redirects', (world) => {
      const text = signed(world.body(), world.signers.slice(0, 2))
      world.feed.files.set('elsewhere', serve(path === program ? world.file : text))
      world.feed.files.set(path, answers(status, { location: '/feed/elsewhere' }))
    }),
  ),
)
const packed = places.map((path) =>
  attack(`${path} comes packed`, 'update-feed-answers-encoded', (world) => {
    world.feed.files.set(
      path,
      (_request, response) =>
        void response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(1_000_000))),
    )
  }),
)
const silent = places.flatMap((path) =>
  [400, 401, 403, 429, 500, 502, 503].map((status) =>
    attack(`${path} answers ${status}`, 'update-feed-unreached', (world) => {
      world.feed.files.set(path, answers(status, {}, 'no'))
    }),
  ),
)
const gone: readonly Attack[] = [
  attack(
    'there is no description',
    'update-feed-unreached',
    ({ feed }) => void feed.files.delete(description),
  ),
  attack(
    'there is no file',
    'update-feed-unreached',
    ({ feed }) => void feed.files.delete(program),
  ),
  attack(
    'the feed hangs up',
    'update-feed-unreached',
    ({ feed }) => void feed.files.set(description, (request) => void request.socket.destroy()),
  ),
]

const addresses = [
  ...['http://updates.example/', 'http://127.0.0.2/', 'http://localhost/', 'http://[::1]/'],
  ...[
    'ftp://updates.example/',
    'file:///etc/',
    'data:text/plain,x',
    'https://a:b@updates.example/',
  ],
  ...['https://updates.example/?x', 'https://updates.example/#x', 'nowhere', 'HTTP://EXAMPLE.COM/'],
  ...['javascript:alert(1)', 'app://paydesk/', 'https://updates.example/no-slash'],
]
const feeds = addresses.map((address) =>
  attack(`the ledger names the feed ${address}`, 'update-feed-not-https', (world) => {
    world.memory = rememberedAs({}, address)
  }),
)

const spoilt = [
  ...['', '{', '[]', 'null', '{}', '"feed"', '0', 'true', '{"feed":1}'],
  ...['channel', 'keySets', 'seen', 'time', 'checkedAt', 'feed'].flatMap((field) =>
    [undefined, 'x'.repeat(501), -1, [1], { a: 1 }].map((value) => {
      const kept = JSON.parse(rememberedAs({}, 'https://updates.example/')) as Record<
        string,
        unknown
      >
      return JSON.stringify({ ...kept, [field]: value })
    }),
  ),
  rememberedAs({}, 'https://updates.example/').replace('{', '{"more":1,'),
]
const memories = spoilt.map((text, nth) =>
  attack(`what is remembered was changed, ${nth + 1}`, 'update-memory-unreadable', (world) => {
    world.memory = text
  }),
)

export const files: readonly Attack[] = [
  ...[...flips, ...cuts, ...broken, ...longer, ...others, ...swapsOnDisk, ...wentBy],
  ...[...redirects, ...packed, ...silent, ...gone, ...feeds, ...memories],
]
