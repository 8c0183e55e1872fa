// One thread of the model: its own program, ledger and walks; the states met are shared.
import { parentPort, workerData } from 'node:worker_threads'
import { searchPart, type Part } from './parts.ts'

const port = parentPort
if (port === null) throw new Error('This is a thread of test/campaigns/model.ts.')
port.postMessage(await searchPart(workerData as Part))
