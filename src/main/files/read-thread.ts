// Reads a file in a thread of its own, so that nothing of it holds up the window's process: what it
// found comes back in parts, none of which takes long to hand over. The thread ends with its file.
import { Worker } from 'node:worker_threads'
import type { FileReading, FileRow, WrongRow } from '#shared/files/file-row.ts'
import type { ReadOptions } from './read-file.ts'
import type { FileSource } from './bytes/source.ts'

export interface ReadTask {
  source: FileSource
  options: Omit<ReadOptions, 'onRow'>
}

export type FromFileThread =
  | { type: 'progress'; rows: number }
  | { type: 'rows'; rows: FileRow[] }
  | { type: 'wrong'; wrong: WrongRow[] }
  /** Without its rows and what is wrong, which came before. */
  | { type: 'done'; reading: FileReading }

/** In megabytes: of what the reading holds, and of what it makes and drops. */
const limits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 8 }

/**
 * See readFile. `entry` is the built read-worker. `onProgress` hears how many rows were seen. An
 * aborted reading rejects with the name AbortError and leaves nothing behind.
 */
export function readInThread(
  entry: URL,
  task: ReadTask,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (rows: number) => void } = {},
): Promise<FileReading> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const thread = new Worker(entry, { workerData: task, resourceLimits: limits })
    const [rows, wrong]: [FileRow[], WrongRow[]] = [[], []]
    const stop = (): void => {
      reject(signal?.reason as Error)
      void thread.terminate()
    }
    signal?.addEventListener('abort', stop, { once: true })
    thread.on('message', (message: FromFileThread) => {
      if (message.type === 'progress') onProgress?.(message.rows)
      else if (message.type === 'done') resolve({ ...message.reading, rows, wrong })
      else {
        if (message.type === 'rows') rows.push(...message.rows)
        else wrong.push(...message.wrong)
        // Others have their turn before the next part.
        setImmediate(() => thread.postMessage('next'))
      }
    })
    thread.on('error', reject)
    thread.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      // After a reading that was given this says nothing.
      reject(new Error('The thread ended.'))
    })
  })
}
