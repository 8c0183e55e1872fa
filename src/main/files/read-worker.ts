// The thread of one reading: reads the file it was given, tells how far it is, and hands over what
// it found in parts, each once the one before it was taken: what waits in a port is taken in one
// turn.
import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from './read-file.ts'
import type { FromFileThread, ReadTask } from './read-thread.ts'

const part = 1_000

if (parentPort === null) throw new Error('read-worker.ts runs in a worker thread')
const port = parentPort
const tell = (message: FromFileThread): void => port.postMessage(message)

const { source, options } = workerData as ReadTask
const onRow = (rows: number): void => {
  if (rows % part === 0) tell({ type: 'progress', rows })
}
const { rows, wrong, ...reading } = await readFile(source, { ...options, onRow })
const handOver = async (message: FromFileThread): Promise<void> => {
  tell(message)
  await new Promise((resolve) => port.once('message', resolve))
}
for (let at = 0; at < rows.length; at += part)
  await handOver({ type: 'rows', rows: rows.slice(at, at + part) })
for (let at = 0; at < wrong.length; at += part)
  await handOver({ type: 'wrong', wrong: wrong.slice(at, at + part) })
tell({ type: 'done', reading: { ...reading, rows: [], wrong: [] } })
port.close()
