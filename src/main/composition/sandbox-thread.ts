// Starts the embedded payment gateway in a thread of its own, so that neither its work nor its
// mistakes hold up the desk. The thread keeps its own books; only its address and training keys
// come back.
import { Worker } from 'node:worker_threads'
import type { WorkerMessage } from '../../sandbox/worker.ts'
import type { SandboxHandle } from './sandbox-connection.ts'

const closeLimitMs = 2_000

/** `entry` is the built worker. Rejects, with the thread's own words, when it does not come up. */
export function startSandboxThread(entry: URL, dbFile: string): Promise<SandboxHandle> {
  const thread = new Worker(entry, { workerData: { db: dbFile } })
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`The sandbox ended with code ${code}.`)))
    thread.once('message', (message: WorkerMessage) => {
      if (message.type !== 'ready')
        return reject(
          new Error(message.type === 'failed' ? message.message : 'The sandbox closed.'),
        )
      const { baseUrl, identity, trainingOrders } = message
      return resolve({ baseUrl, identity, trainingOrders, close: () => closeThread(thread) })
    })
  })
}

async function closeThread(thread: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.postMessage({ type: 'close' })
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeLimitMs)))
  await Promise.race([ended, limit])
  clearTimeout(timer)
  await thread.terminate()
}
