// A large file of twenty columns, as text and as a workbook, read in a thread as in the program:
// its time of the processor, its memory, and the longest time in which nothing else had a turn.
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readInThread } from '../../../src/main/files/read-thread.ts'
import { optionsOf } from './refusals.ts'
import { workbook } from './workbook.ts'

const megabyte = 2 ** 20
const entry = new URL('../../../src/main/files/read-worker.ts', import.meta.url)
const heads = ['Order ID', 'Amount', 'Currency', 'Reason']
const more = Array.from({ length: 16 }, (_, at) => `Column ${String.fromCharCode(65 + at)}`)
const rowOf = (at: number): string[] => [
  ...[`${6_760_000_000 + at}`, `${1 + (at % 900)}.${10 + (at % 90)}`, 'EUR', 'Damaged'],
  ...more.map((_, column) => `value ${column} ${at % 1_000}`),
]

interface Figures {
  /** Of the process, in seconds. */
  processorSeconds: number
  /** The most above what was held before. */
  memoryMb: number
  longestTurnMs: number
}

async function measured(path: string, rows: number): Promise<Figures> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const turns = monitorEventLoopDelay({ resolution: 1 })
  turns.enable()
  const startedAt = process.cpuUsage()
  const reading = await readInThread(entry, { source: { path }, options: optionsOf() })
  const { user, system } = process.cpuUsage(startedAt)
  turns.disable()
  clearInterval(timer)
  if (reading.rows.length !== rows) throw new Error(`${reading.rows.length} of ${rows} rows`)
  return {
    processorSeconds: Math.round((user + system) / 100_000) / 10,
    memoryMb: Math.round((most - before) / megabyte),
    longestTurnMs: Math.round(turns.max / 1e5) / 10,
  }
}

export async function tryLarge({
  rows,
  folder,
}: {
  rows: number
  folder: string
}): Promise<Figures & { workbook: Figures }> {
  const path = join(folder, 'large')
  const file = openSync(path, 'w')
  writeSync(file, `${[...heads, ...more].join(',')}\n`)
  for (let at = 0; at < rows; at += 1) writeSync(file, `${rowOf(at).join(',')}\n`)
  closeSync(file)
  const text = await measured(path, rows)
  const table = [[...heads, ...more], ...Array.from({ length: rows }, (_, at) => rowOf(at))]
  writeFileSync(path, await workbook({ sheets: [{ name: 'Large', rows: table }] }))
  table.length = 0
  const book = await measured(path, rows)
  rmSync(path)
  return { ...text, memoryMb: Math.max(text.memoryMb, book.memoryMb), workbook: book }
}
