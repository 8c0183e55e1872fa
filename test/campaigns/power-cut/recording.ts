// What a process did to its files, in order, as record-writes.c noted it; and the disk as a power
// cut may leave it. What was synced is there. Of what was not, a disk may have written all,
// nothing, some of it in another order, or half of the last sector run.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Random } from '../faults/random.ts'

export type Step =
  | { kind: 'create' | 'sync' | 'remove'; path: string }
  | { kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { kind: 'cut'; path: string; size: number }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'connect'; port: number }

export function readRecording(file: string): Step[] {
  const log = readFileSync(file)
  const steps: Step[] = []
  for (let at = 0; at < log.length;) {
    const kind = String.fromCharCode(log[at] ?? 0)
    const pathLength = log.readUInt16LE(at + 1)
    const path = log.toString('utf8', at + 3, at + 3 + pathLength)
    const rest = at + 3 + pathLength
    const offset = Number(log.readBigUInt64LE(rest))
    const length = log.readUInt32LE(rest + 8)
    const bytes = log.subarray(rest + 12, rest + 12 + length)
    at = rest + 12 + length
    steps.push(stepOf(kind, path, offset, bytes))
  }
  return steps
}

function stepOf(kind: string, path: string, offset: number, bytes: Buffer): Step {
  switch (kind) {
    case 'C':
      return { kind: 'create', path }
    case 'W':
      return { kind: 'write', path, offset, bytes }
    case 'T':
      return { kind: 'cut', path, size: offset }
    case 'S':
      return { kind: 'sync', path }
    case 'U':
      return { kind: 'remove', path }
    case 'R':
      return { kind: 'rename', path, to: bytes.toString('utf8') }
    case 'N':
      return { kind: 'connect', port: offset }
    default:
      throw new Error(`a step of kind ${kind}`)
  }
}

/** How much of what was not synced the disk has written all the same. */
export const losses = ['nothing', 'everything', 'some', 'torn'] as const
type Loss = (typeof losses)[number]

type FileStep = Extract<Step, { kind: 'write' | 'cut' }>
interface Lying {
  synced: Buffer
  waiting: FileStep[]
}

export interface Disk {
  take(step: Step): void
  /** The files as a power cut now would leave them, by path. */
  cut(loss: Loss, random: Random): Map<string, Buffer>
}

/**
 * With what lies on it already. Removals and renames hold once their folder was synced; before,
 * maybe.
 */
export function openDisk(lying: ReadonlyMap<string, Buffer> = new Map()): Disk {
  const names = new Map(
    [...lying].map(([path, synced]) => [path, { synced, waiting: [] } as Lying]),
  )
  let durable = new Map(names)
  const sync = (path: string): void => {
    const file = names.get(path)
    if (file !== undefined) {
      file.synced = applied(file.synced, file.waiting)
      file.waiting = []
      durable.set(path, file)
      return
    }
    // The folder itself: its entries are durable now.
    const inFolder = [...names].filter(([name]) => dirname(name) === path)
    const others = [...durable].filter(([name]) => dirname(name) !== path)
    durable = new Map([...others, ...inFolder])
  }
  return {
    take: (step) => {
      switch (step.kind) {
        case 'connect':
          return
        case 'create':
          if (!names.has(step.path)) names.set(step.path, { synced: Buffer.alloc(0), waiting: [] })
          return
        case 'write':
        case 'cut':
          names.get(step.path)?.waiting.push(step)
          return
        case 'remove':
          names.delete(step.path)
          return
        case 'rename': {
          const file = names.get(step.path)
          names.delete(step.path)
          if (file !== undefined) names.set(step.to, file)
          return
        }
        case 'sync':
          return sync(step.path)
      }
    },
    cut: (loss, random) => {
      const isEarly = loss === 'nothing' || (loss !== 'everything' && random.chance(0.5))
      const present = isEarly ? durable : names
      return new Map([...present].map(([path, file]) => [path, contentOf(file, loss, random)]))
    },
  }
}

function contentOf({ synced, waiting }: Lying, loss: Loss, random: Random): Buffer {
  switch (loss) {
    case 'nothing':
      return synced
    case 'everything':
      return applied(synced, waiting)
    case 'some':
      return applied(
        synced,
        waiting.filter(() => random.chance(0.5)),
      )
    case 'torn': {
      const upTo = random.below(waiting.length + 1)
      const last = waiting[upTo]
      const whole = waiting.slice(0, upTo)
      if (last?.kind !== 'write') return applied(synced, whole)
      const sectors = Math.floor(last.bytes.length / sectorBytes)
      const bytes = last.bytes.subarray(0, random.below(sectors + 1) * sectorBytes)
      return applied(synced, [...whole, { ...last, bytes }])
    }
  }
}

const sectorBytes = 512

function applied(from: Buffer, steps: readonly FileStep[]): Buffer {
  let content = Buffer.from(from)
  for (const step of steps) {
    const size =
      step.kind === 'cut' ? step.size : Math.max(content.length, step.offset + step.bytes.length)
    if (size !== content.length) {
      const resized = Buffer.alloc(size)
      content.copy(resized, 0, 0, Math.min(size, content.length))
      content = resized
    }
    if (step.kind === 'write') step.bytes.copy(content, step.offset)
  }
  return content
}

/** What lies below a folder, but for what SQLite makes anew. */
export const filesBelow = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path)]),
  )

/** Writes the files below another folder. */
export function layDown(files: ReadonlyMap<string, Buffer>, from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const [path, content] of files) {
    const own = join(to, relative(from, path))
    mkdirSync(dirname(own), { recursive: true })
    writeFileSync(own, content)
  }
}
