import { describe, expect, it } from 'vitest'
import { proveSync } from './fsync-proof.ts'
import { proofOf } from './fsync-proof/trace.ts'
import { say } from '#shared/message.ts'

const request = 'POST /paynet/api/v2/return/'
const wal = '21</tmp/x/ledger.sqlite-wal>'
const note = `7 pwrite64(${wal}, "${say('requests.being-sent')}", 4096, 0) = 4096`
const sync = `7 fsync(${wal}) = 0`
const lock = '9</tmp/x/ledger.sqlite-lock>'
const witness = `7 pwrite64(${lock}, "a chain", 4096, 4096) = 4096`
const kept = `7 fdatasync(${lock}) = 0\n7 fsync(10</tmp/x/ledger.sqlite-lock-journal>) = 0`
const connect = '7 connect(25<socket:[1]>, {sa_family=AF_INET}, 16) = -1 EINPROGRESS'
const write = `7 write(25<socket:[1]>, "${request}1144 HTTP/1.1", 377) = 377`
const isProved = (...lines: string[]) => proofOf(lines.join('\n'), request).isProved

describe('reading a trace', () => {
  it('believes a synced write before the connection, and nothing less', () => {
    expect(isProved(note, sync, witness, kept, connect, write)).toBe(true)
    expect(isProved(note, connect, sync, witness, kept, write)).toBe(false)
    expect(isProved(note, connect, write, sync, witness, kept)).toBe(false)
    expect(isProved(sync, note, witness, kept, connect, write)).toBe(false)
    expect(isProved(note, witness, kept, connect, write)).toBe(false)
    expect(isProved(sync, witness, kept, connect, write)).toBe(false)
    expect(isProved(note, sync, witness, kept, connect)).toBe(false)
  })
  it('takes a sync of another file, a failed one and one still running for none', () => {
    const proved = (...syncs: string[]) => isProved(note, ...syncs, witness, kept, connect, write)
    expect(proved('7 fsync(9</tmp/x/other>) = 0')).toBe(false)
    expect(proved(`7 fsync(${wal}) = -1 EIO`)).toBe(false)
    const begun = `8 fsync(${wal} <unfinished ...>`
    const back = '8 <... fsync resumed>) = 0'
    expect(isProved(note, begun, witness, kept, connect, write, back)).toBe(false)
    expect(proved(begun, back)).toBe(true)
  })
  it('believes no witness unless it was written and synced between SENDING and connect()', () => {
    expect(isProved(note, sync, connect, write)).toBe(false)
    expect(isProved(witness, kept, note, sync, connect, write)).toBe(false)
    expect(isProved(note, witness, sync, kept, connect, write)).toBe(false)
    expect(isProved(note, sync, witness, connect, write)).toBe(false)
    expect(isProved(note, sync, kept, witness, connect, write)).toBe(false)
    expect(isProved(note, sync, witness, kept.split('\n')[0]!, connect, write)).toBe(false)
    expect(isProved(note, sync, connect, witness, kept, write)).toBe(false)
    expect(isProved(note, sync, witness, `7 fsync(${lock}) = -1 EIO`, connect, write)).toBe(false)
  })
})

describe('a desk under strace', () => {
  it('has SENDING and its witness synced before the connection to the gateway is asked for', async () => {
    const proof = await proveSync('extra')
    expect(proof).toMatchObject({ isProved: true })
    expect(proof.calls.map((call) => /^\d+ +(\w+)/.exec(call)?.[1])).toEqual([
      'pwrite64',
      expect.stringMatching(/^f(data)?sync$/),
      'pwrite64',
      expect.stringMatching(/^f(data)?sync$/),
      expect.stringMatching(/^f(data)?sync$/),
      'connect',
      expect.stringMatching(/^(write|writev|sendto|sendmsg)$/),
    ])
  }, 180_000)
  it.each(['normal', 'off'] as const)(
    'is not proved with synchronous=%s',
    async (mode) => {
      const proof = await proveSync(mode)
      expect(proof).toMatchObject({
        isProved: false,
        message: expect.stringContaining('not synced'),
      })
    },
    180_000,
  )
})
