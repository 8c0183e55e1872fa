// The two verifiers that ship with every export, run fast and as they are: in-process by their own
// entry points (the Python one in a process that stays), and now and then as programs of their own,
// whose exit code and words must be the same.
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { resourcesDir } from './log.ts'

export interface Said {
  code: number
  /** Everything it printed. */
  text: string
}

export interface Verifiers {
  /** By the entry points of the two files. */
  ask(args: string[]): Promise<{ node: Said; python: Said }>
  close(): void
}

const files = { node: 'verify-audit.mjs', python: 'verify_audit.py' } as const

type Verifier = 'verify-audit' | 'verify-team'

interface NodeVerifier {
  check(args: string[]): Said | Promise<Said>
}

export async function openVerifiers(name: Verifier = 'verify-audit'): Promise<Verifiers> {
  const url = pathToFileURL(join(resourcesDir, `${name}.mjs`)).href
  const { check } = (await import(url)) as NodeVerifier
  const asker = join(import.meta.dirname, 'ask_many.py')
  const module = name.replace('-', '_')
  const python = spawn('python3', ['-B', asker, resourcesDir, module], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting: { resolve: (said: Said) => void; reject: (error: Error) => void }[] = []
  createInterface({ input: python.stdout }).on('line', (line) => {
    const [code, text] = JSON.parse(line) as [number, string]
    waiting.shift()?.resolve({ code, text })
  })
  python.on('error', (error) => waiting.splice(0).forEach((one) => one.reject(error)))
  python.on('exit', (code) =>
    waiting.splice(0).forEach((one) => one.reject(new Error(`python3 ended with ${code}`))),
  )
  return {
    ask: async (args) => {
      const asked = new Promise<Said>((resolve, reject) => waiting.push({ resolve, reject }))
      python.stdin.write(`${JSON.stringify(args)}\n`)
      const node = await check(args)
      return { node, python: await asked }
    },
    close: () => void python.stdin.end(),
  }
}

/** As an auditor runs them: two programs, two exit codes. */
export async function runPrograms(args: string[]): Promise<{ node: Said; python: Said }> {
  const [node, python] = await Promise.all([
    runOne(process.execPath, files.node, args),
    runOne('python3', files.python, args),
  ])
  return { node, python }
}

function runOne(program: string, file: string, args: string[]): Promise<Said> {
  return new Promise((resolve, reject) => {
    execFile(program, [join(resourcesDir, file), ...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number' && stderr === '') resolve({ code, text: stdout })
      else reject(new Error(`${file} did not run as a verifier should: ${stderr}`))
    })
  })
}
