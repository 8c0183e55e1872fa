// A thread that looks at the pages of a ledger before it is opened, says what it saw, and ends. It
// changes nothing.
import { parentPort, workerData } from 'node:worker_threads'
import { lookAtPages, type Unread } from '../opening/open-ledger.ts'

if (parentPort === null) throw new Error('look-worker.ts runs in a worker thread')
parentPort.postMessage(lookAtPages(workerData as Unread))
