import { describe, expect, it } from 'vitest'
import type { FaultsSummary } from './faults.ts'
import { hostNames, hostOf } from './faults/hosts.ts'
import { cellOf, cells, nameOf } from './faults/matrix.ts'
import { questionRush } from './faults/oracle/quiet.ts'
import type { Passage } from './faults/oracle/witness.ts'
import { played } from './runner/programs.ts'
import { frame, readAnswer, serialIn } from './faults/wire-answers.ts'

/** A cell of each fault, turn of an approval and other story, of other operations in turn. */
function shortForm(): string[] {
  const kinds = new Map<string, string[]>()
  for (const cell of cells) {
    const fault = 'fault' in cell ? cell.fault : 'wire' in cell ? cell.wire : null
    const kind = fault ?? ('turn' in cell ? cell.turn : cell.story)
    kinds.set(kind, [...(kinds.get(kind) ?? []), nameOf(cell)])
  }
  return [...kinds.values()].map((names, nth) => names[(nth * 7) % names.length]!)
}

describe('the fault matrix', () => {
  it('names every cell once, and neighbouring seeds reach all of them', () => {
    const names = cells.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(1_000)
    const reached = new Set(cells.map((_, seed) => nameOf(cellOf(seed))))
    expect(reached.size).toBe(cells.length)
  })

  it('draws every host about as often as any other', () => {
    const drawn = cells.map((_, seed) => hostOf(seed))
    for (const host of hostNames)
      expect(drawn.filter((one) => one === host).length).toBeGreaterThan(40)
  })

  it('breaks no rule in the short form, which meets every story and every fault', async () => {
    const short = shortForm()
    const chosen = cells.filter((cell) => short.some((name) => nameOf(cell).startsWith(name)))
    const { said, summary } = await played<FaultsSummary>(
      'faults',
      ...['--runs', String(chosen.length), '--seed', '1', '--only', short.join(',')],
    )
    expect(said).toEqual([])
    expect(summary).toMatchObject({ failedRuns: 0, cells: chosen.length, missed: [] })
    expect(summary.sent).toBeGreaterThan(chosen.length)
    expect(Object.values(summary.hosts).every((runs) => runs > 0)).toBe(true)
  }, 600_000)
})

describe('a desk of a team, whose colleague wants what it works on', () => {
  /** What a request can meet on its way, and a colleague's own visits. */
  const short = cells.map(nameOf).filter((name) => /^(send|colleague) \/ return \//.test(name))
  const some = short.filter((_, nth) => nth % Math.ceil(short.length / 8) === 0)

  it('sends nothing twice, and the team is told what became of each claim', async () => {
    const { said, summary } = await played<FaultsSummary>(
      'faults',
      ...['--team', '--runs', String(some.length), '--seed', '1', '--only', some.join(',')],
    )
    expect(said).toEqual([])
    expect(summary).toMatchObject({ failedRuns: 0 })
    expect(summary.heldBack).toBeGreaterThan(0)
  }, 600_000)

  it('shows doubles where it does not claim', async () => {
    const { summary } = await played<FaultsSummary>(
      'faults',
      ...['--team', '--without', 'claims', '--runs', '2', '--seed', '1', '--only', 'send / return'],
    )
    expect(summary.failedRuns).toBe(2)
    expect(summary.findings['double-effect']).toBeGreaterThan(0)
  }, 600_000)
})

describe('questions that nobody pressed a button for', () => {
  const asked = (count: number, place: Passage['place']): Passage[] =>
    Array.from({ length: count }, (_, nth) => ({
      ...({ place, operation: 'status', fields: {} } as unknown as Passage),
      at: Math.floor((nth * 10_000) / count),
    }))

  it('are too many above twenty a second, at one gateway', () => {
    expect(questionRush([...asked(220, 'main'), ...asked(220, 'neighbour')], 0)).toBeNull()
    expect(questionRush(asked(221, 'main'), 0)).toBe('main was asked 221 times in 10 s')
    expect(questionRush(asked(221, 'main'), 10_000)).toBeNull()
  })
})

describe('the wire', () => {
  const answer = (type: string, body: string): string =>
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4)

  it('reads ids that are numbers, and writes them as numbers again', () => {
    const json = '{"type":"status-response","paynet-order-id":6760150,"amount":"20.00"}'
    const reported = answer('application/vnd.pay+json', json)
    const read = readAnswer(reported)
    expect(read).toEqual({
      record: { type: 'status-response', 'paynet-order-id': '6760150', amount: '20.00' },
      isPlain: true,
    })
    expect(bodyOf(frame(reported, { ...read!.record, amount: '30.00' }))).toBe(
      json.replace('20.00', '30.00'),
    )
  })

  it('reads and writes the older form, and takes no broken one for whole', () => {
    const form = 'type=status-response\n&descriptor=A+SHOP\n&amount=20.00\n'
    const reported = answer('text/html', form)
    const read = readAnswer(reported)
    expect(read).toEqual({
      record: { type: 'status-response', descriptor: 'A SHOP', amount: '20.00' },
      isPlain: true,
    })
    expect(bodyOf(frame(reported, { ...read!.record, amount: '30.00' }))).toBe(
      form.replace('20.00', '30.00'),
    )
    for (const spoilt of [`${form}&%E0%A4%A`, `${form}&amount=1.00\n`, form.slice(0, -8)])
      expect(readAnswer(answer('text/html', spoilt))?.isPlain).toBe(false)
  })

  it('takes the serial number of an answer only where it stands once', () => {
    const json = (more: string): string =>
      answer('application/vnd.pay+json', `{"type":"async-response","serial-number":"1"${more}}`)
    expect(serialIn(json(''))).toBe('1')
    expect(serialIn(json(',"serial-number":"0"'))).toBe(null)
    const form = (more: string): string =>
      answer('text/html', `type=async-response\n&serial-number=1\n${more}`)
    expect(serialIn(form(''))).toBe('1')
    expect(serialIn(form('&serial-number=0\n'))).toBe(null)
    expect(serialIn(answer('text/html', 'type=async-response\n'))).toBe(null)
  })

  it('takes an answer that no desk takes in for a doubtful one', () => {
    const long = (letters: number) =>
      answer('text/html', `type=status-response\n&descriptor=${'A'.repeat(letters)}\n`)
    expect(readAnswer(long(200_000))?.isPlain).toBe(true)
    expect(readAnswer(long(16_000_000))).toMatchObject({
      record: { type: 'status-response' },
      isPlain: false,
    })
  })
})
