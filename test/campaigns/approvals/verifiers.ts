// The two verifiers that ship with Paydesk, by their own entry points: the Python one in a process
// that stays. Both have to say the same word of a file, for the same reason.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const resources = join(import.meta.dirname, '../../../resources')

interface NodeVerifier {
  checkBytes(bytes: Uint8Array): {
    word: string
    why?: string
    signed?: readonly { name: string }[]
  }
}

/** A word, and why or who signed. */
const saidOf = ({ word, why, signed }: ReturnType<NodeVerifier['checkBytes']>): string =>
  `${word}: ${why ?? (signed ?? []).map(({ name }) => name).join()}`

export async function openVerifiers() {
  const url = pathToFileURL(join(resources, 'verify-approval.mjs')).href
  const { checkBytes } = (await import(url)) as NodeVerifier
  const asker = join(import.meta.dirname, 'ask_many.py')
  const python = spawn('python3', ['-B', asker, resources], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting: { resolve: (said: string) => void; reject: (error: Error) => void }[] = []
  createInterface({ input: python.stdout }).on('line', (line) => waiting.shift()?.resolve(line))
  python.on('error', (error) => waiting.splice(0).forEach((one) => one.reject(error)))
  python.on('exit', (code) =>
    waiting.splice(0).forEach((one) => one.reject(new Error(`python3 ended with ${code}`))),
  )
  return {
    ask: async (bytes: Buffer): Promise<{ node: string; python: string }> => {
      const asked = new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }))
      python.stdin.write(`${bytes.toString('base64')}\n`)
      return { node: saidOf(checkBytes(bytes)), python: await asked }
    },
    close: () => void python.stdin.end(),
  }
}
