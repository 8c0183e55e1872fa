// Runs reader jobs: in a thread of their own, so that the window's process is never held up, or in
// this one where there is no thread (tests, a ledger in memory). A thread that ends is started
// again by the next job.
import { Worker } from 'node:worker_threads'
import type { Database } from '../db/open.ts'
import {
  type JobInput,
  type JobName,
  type JobOutput,
  type Jobs,
  listJobs,
  longJobs,
} from './reader-jobs.ts'
import type { FromReader, ReaderPlace, ToReader } from './reader-worker.ts'
import { attachSearch } from '../search/search-file.ts'
import { openSearchIndex } from '../search/search-index.ts'
import { createTimeSlice } from '../db/time-slice.ts'

export interface RunOptions {
  /** Ends the job: it then rejects with the name AbortError. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

export interface Reader {
  run<J extends JobName>(job: J, input: JobInput[J], options?: RunOptions): Promise<JobOutput[J]>
  /** Something was written to the ledger. */
  wake(): void
  /** A thread that is still opening its files, or needs longer than `limitMs`, is ended. */
  close(limitMs: number): Promise<void>
}

/**
 * Memory for new objects, in megabytes. A thread keeps it to its end: without a limit, one reading
 * of 1,000,000 entries left 50 MB more behind.
 */
const mostYoungMb = 8

/**
 * A thread of long work gives its memory back only by its end: half a minute of proofs of 1,000,000
 * entries left 200 MB behind. The next job, or what is written, starts another one.
 */
const usualRestMs = 5_000

const ended = 'The reader ended.'

interface Waiting {
  resolve: (output: never) => void
  reject: (error: unknown) => void
  onProgress: RunOptions['onProgress']
}

interface ThreadOptions {
  /** The built reader-worker. */
  entry: URL
  place: ReaderPlace
  /** Stamps the ledger file: called before the log is carried over into it, and when it was. */
  renewStamp?: () => void
  report: (incident: string, error: unknown) => void
  /** How long a thread of long work stays after its last job, in milliseconds. */
  restMs?: number
}

/** The thread starts with the first job, or when it is woken. */
export function threadReader(options: ThreadOptions): Reader {
  const waiting = new Map<number, Waiting>()
  const endsAtRest = options.place.searchFile === null
  /** Threads that were asked to end. Each still has the ledger open. */
  const leaving = new Set<Worker>()
  const rest = restTimer(options.restMs ?? usualRestMs, () => endThread())
  let thread: Worker | undefined
  let hasOpened = false
  let isClosed = false
  let lastId = 0

  const tell = (message: ToReader): void => {
    // MONEY: after the end the ledger may be another program's. Nothing opens it from here again.
    if (!isClosed) (thread ??= start()).postMessage(message)
  }
  const onMessage = (message: FromReader): void => {
    if (message.type === 'opened') return void (hasOpened = true)
    if (message.type === 'behind') return options.report('search', new Error(message.message))
    if (message.type === 'checkpoint-due' || message.type === 'checkpointed')
      return isClosed ? undefined : checkpoint(message.type, options, tell)
    const one = waiting.get(message.id)
    if (message.type === 'progress') return one?.onProgress?.(message.done, message.total)
    waiting.delete(message.id)
    // The thread keeps the program from ending only while somebody waits for it.
    if (waiting.size === 0) thread?.unref()
    restAnew()
    return message.type === 'done' ? one?.resolve(message.output as never) : refuse(one, message)
  }
  const restAnew = (): void => rest.begin(waiting.size === 0 && endsAtRest && !isClosed)
  const endThread = (): void => {
    if (thread === undefined) return
    leaving.add(thread)
    thread.postMessage({ type: 'close' } satisfies ToReader)
    thread = undefined
  }
  const onEnd = (ended: Worker, error: Error): void => {
    if (leaving.delete(ended)) return
    if (thread === ended) thread = undefined
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    hasOpened = false
    return startThread(options, { onMessage, onEnd })
  }

  return {
    run: (job, input, { signal, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true || isClosed) {
          reject((signal?.reason as Error | undefined) ?? new Error(ended))
          return
        }
        rest.begin(false)
        const id = ++lastId
        waiting.set(id, { resolve, reject, onProgress })
        signal?.addEventListener('abort', () => waiting.has(id) && tell({ type: 'end', id }), {
          once: true,
        })
        tell({ type: 'run', id, job, input })
        thread?.ref()
      }),
    wake: () => {
      tell({ type: 'wake' })
      // What it was woken for takes a moment.
      restAnew()
    },
    close: async (limitMs) => {
      isClosed = true
      rest.begin(false)
      const closing = thread
      thread = undefined
      await Promise.all([...leaving].map((one) => endIn(one, limitMs)))
      if (closing === undefined) return
      if (hasOpened) closing.postMessage({ type: 'close' } satisfies ToReader)
      await endIn(closing, hasOpened ? limitMs : 0)
    },
  }
}

/** Begins again with each call; not at all where the thread has something to do. */
function restTimer(ms: number, onOver: () => void): { begin(isAtRest: boolean): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    begin: (isAtRest) => {
      clearTimeout(timer)
      if (isAtRest) timer = setTimeout(onOver, ms).unref()
    },
  }
}

/**
 * A ledger that can't be stamped (a full disk) is not carried over: the log grows on, and a later
 * wake asks again.
 */
function checkpoint(
  moment: 'checkpoint-due' | 'checkpointed',
  { renewStamp, report }: ThreadOptions,
  tell: (message: ToReader) => void,
): void {
  try {
    renewStamp?.()
    if (moment === 'checkpoint-due') tell({ type: 'checkpoint' })
  } catch (error) {
    report('ledger', error)
  }
}

function startThread(
  options: ThreadOptions,
  heard: {
    onMessage: (message: FromReader) => void
    /** Called once. */
    onEnd: (ended: Worker, error: Error) => void
  },
): Worker {
  const started = new Worker(options.entry, {
    workerData: options.place,
    resourceLimits: { maxYoungGenerationSizeMb: mostYoungMb },
  })
  let isOver = false
  const fail = (error: Error): void => {
    // An error is followed by the exit: by then other jobs may wait for the next thread.
    if (isOver) return
    isOver = true
    heard.onEnd(started, error)
  }
  started.on('error', (error) => {
    options.report('reader', error)
    fail(error instanceof Error ? error : new Error(String(error)))
  })
  started.on('exit', () => fail(new Error(ended)))
  started.on('message', heard.onMessage)
  started.unref()
  return started
}

/** Errors come as plain words from another thread. */
function refuse(
  one: Waiting | undefined,
  { error }: Extract<FromReader, { type: 'failed' }>,
): void {
  const { message, ...more } = error
  one?.reject(Object.assign(new Error(message), more))
}

/** Resolves once a thread that was asked to end has ended, by itself or after `limitMs`. */
async function endIn(leaving: Worker, limitMs: number): Promise<void> {
  const exited = new Promise<void>((resolve) => leaving.once('exit', () => resolve()))
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)))
  await Promise.race([exited, limit])
  clearTimeout(timer)
  await leaving.terminate()
}

/** The same jobs on this connection, with the search in memory beside it. */
export function localReader(db: Database, monotonic: () => number): Reader {
  const search = attachSearch(db)
  const index = openSearchIndex(search, monotonic)
  const jobs: Jobs<JobName> = {
    ...listJobs(search, index, (error) => {
      throw error
    }),
    ...longJobs(db, monotonic),
  }
  return {
    run: async (job, input, options = {}) =>
      jobs[job](input, createTimeSlice({ monotonic, ...options })),
    wake: () => undefined,
    close: () => Promise.resolve(),
  }
}
