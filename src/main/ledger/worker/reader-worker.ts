// The reader's thread: opens the ledger for reading only, and the search file beside it, runs jobs
// by name, tells how far they are and ends them when asked. It never writes the ledger and holds no
// key.
import { codeOf } from '#shared/fault.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { rmSync, statSync } from 'node:fs'
import { type Database, openLedgerReader, openWalCheckpointer } from '../db/open.ts'
import {
  type JobInput,
  type JobName,
  type JobOutput,
  type Jobs,
  listJobs,
  longJobs,
  warmUp,
} from './reader-jobs.ts'
import { openSearchFile, type SearchFile } from '../search/search-file.ts'
import { openSearchIndex, type SearchIndex } from '../search/search-index.ts'
import { isDamage } from '../db/sqlite-fault.ts'
import { createTimeSlice, type TimeSlice } from '../db/time-slice.ts'

export interface ReaderPlace {
  file: string
  /** Where the search is kept; null for a thread that only does long work. */
  searchFile: string | null
  /**
   * This thread carries what is committed over into the ledger file, so that commits don't wait for
   * it: whenever the write-ahead log has grown to so many bytes. The main thread is asked first,
   * since the file is stamped before and behind it (wal-base.ts).
   */
  checkpointFrom?: number
}

export type ToReader =
  | { type: 'run'; id: number; job: JobName; input: JobInput[JobName] }
  | { type: 'end'; id: number }
  /** Something was written: search and ledger file are brought up to date in the background. */
  | { type: 'wake' }
  /** The ledger file is stamped: go on. */
  | { type: 'checkpoint' }
  | { type: 'close' }

export type FromReader =
  /** Its files are open: from now on it closes them itself. */
  | { type: 'opened' }
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'done'; id: number; output: JobOutput[JobName] }
  | { type: 'failed'; id: number; error: { name: string; message: string; code?: string } }
  /** The search could not be brought up to date; lists go on without it, more slowly. */
  | { type: 'behind'; message: string }
  /** The log has grown long enough to be carried over. */
  | { type: 'checkpoint-due' }
  | { type: 'checkpointed' }

const INDEX_TURN_MS = 10
// A burst of commits is carried over once.
const CHECKPOINT_AFTER_MS = 250
const monotonic = (): number => performance.now()

/** The connections that this thread has open. */
interface Opened {
  place: ReaderPlace
  say: (message: FromReader) => void
  ledger: Database
  search: SearchFile | null
  jobs: Partial<Jobs<JobName>>
  running: Map<number, AbortController>
  close: () => void
}

function run(port: NonNullable<typeof parentPort>, place: ReaderPlace): void {
  const say = (message: FromReader): void => port.postMessage(message)
  const ledger = openLedgerReader(place.file)
  if (!ledger.ok) throw new Error(ledger.fault.message)
  const search = place.searchFile === null ? null : openSearchFile(ledger.value, place.searchFile)
  const index = search === null ? null : openSearchIndex(search, monotonic)
  const behind = (error: unknown): void => say({ type: 'behind', message: String(error) })
  const jobs = {
    ...longJobs(ledger.value, monotonic),
    ...(search === null || index === null ? {} : listJobs(search, index, behind)),
  }
  const checkpointer = place.checkpointFrom === undefined ? null : openWalCheckpointer(place.file)
  if (checkpointer?.ok === false) throw new Error(checkpointer.fault.message)
  const checkpoints = checkpointWatch(place, () => say({ type: 'checkpoint-due' }))
  const running: Opened['running'] = new Map()

  const close = (): void => {
    for (const control of running.values()) control.abort()
    checkpoints.stop()
    checkpointer?.value.close()
    if (search === null) ledger.value.close()
    else search.close()
    port.close()
  }
  const opened: Opened = { place, say, ledger: ledger.value, search, jobs, running, close }
  const bringUpToDate = searchKeeper(opened, index, behind)

  port.on('message', (message: ToReader) => {
    switch (message.type) {
      case 'run':
        return void runJob(opened, message)
      case 'end':
        return running.get(message.id)?.abort()
      case 'wake':
        checkpoints.soon()
        return void bringUpToDate()
      case 'checkpoint':
        checkpointer?.value.checkpoint()
        return say({ type: 'checkpointed' })
      case 'close':
        return close()
    }
  })
  say({ type: 'opened' })
  void bringUpToDate()
}

/** A damaged search is taken away; the thread ends, and the next one makes it again. */
function giveUpSearch({ place, search, close }: Opened, error: unknown): void {
  if (search === null || place.searchFile === null || !isDamage(codeOf(error))) return
  close()
  for (const ending of ['', '-wal', '-shm']) rmSync(place.searchFile + ending, { force: true })
}

/** Brings the search up to date, with pauses for jobs; once at a time. */
function searchKeeper(
  opened: Opened,
  index: SearchIndex | null,
  behind: (error: unknown) => void,
): () => Promise<void> {
  const { ledger, search } = opened
  let isIndexing = false
  let isWarm = false
  return async () => {
    if (search === null || index === null || isIndexing) return
    isIndexing = true
    try {
      if (!isWarm) warmUp(search)
      isWarm = true
      while (ledger.open && index.step(INDEX_TURN_MS))
        await new Promise((resolve) => setImmediate(resolve))
    } catch (error) {
      behind(error)
      giveUpSearch(opened, error)
    }
    isIndexing = false
  }
}

/** Looks, a moment after commits, whether the write-ahead log has grown long enough. */
function checkpointWatch(
  { file, checkpointFrom }: ReaderPlace,
  onDue: () => void,
): { soon(): void; stop(): void } {
  let dueTimer: NodeJS.Timeout | undefined
  return {
    soon: () => {
      if (checkpointFrom === undefined) return
      dueTimer ??= setTimeout(() => {
        dueTimer = undefined
        const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
        if (size >= checkpointFrom) onDue()
      }, CHECKPOINT_AFTER_MS)
    },
    stop: () => clearTimeout(dueTimer),
  }
}

async function runJob(
  opened: Opened,
  { id, job, input }: Extract<ToReader, { type: 'run' }>,
): Promise<void> {
  const { say, running, jobs } = opened
  const control = new AbortController()
  running.set(id, control)
  const work = createTimeSlice({
    monotonic,
    signal: control.signal,
    onProgress: (done, total) => say({ type: 'progress', id, done, total }),
  })
  try {
    const act = jobs[job] as
      ((input: JobInput[JobName], work: TimeSlice) => Promise<JobOutput[JobName]>) | undefined
    if (act === undefined) throw new Error(`this thread has no job ${job}`)
    say({ type: 'done', id, output: await act(input, work) })
  } catch (error) {
    say({ type: 'failed', id, error: plainError(error) })
    giveUpSearch(opened, error)
  }
  running.delete(id)
}

/** Errors lose their name and code when they are cloned to another thread. */
const plainError = (error: unknown): { name: string; message: string; code?: string } => {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? { name, message, code: error.code }
    : { name, message }
}

if (parentPort === null) throw new Error('reader-worker.ts runs in a worker thread')
run(parentPort, workerData as ReaderPlace)
