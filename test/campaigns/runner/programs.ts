// Programs that a campaign starts beside itself: desks to be killed or watched, other campaigns,
// and shims under them.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'

export interface Program {
  child: ChildProcess
  /** Every whole line so far. */
  said: readonly string[]
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; complaints: string }>
}

/** `onLine` comes after each whole line: one that was cut was not said. */
export function startProgram(
  command: readonly [string, ...string[]],
  more: { env?: Record<string, string>; timeout?: number; onLine?: (line: string) => void } = {},
): Program {
  const [name, ...args] = command
  const child = spawn(name, args, {
    env: { ...process.env, ...more.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: more.timeout,
  })
  const said: string[] = []
  let rest = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      said.push(line)
      more.onLine?.(line)
    }
  })
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  child.stdin.on('error', () => undefined)
  const ended = new Promise<Awaited<Program['ended']>>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${name} can’t be run: ${error.message}`)))
    child.once('close', (code, signal) => resolve({ code, signal, complaints }))
  })
  return { child, said, ended }
}

/** A desk of a campaign, in a process of its own. */
export const startDesk = (
  path: string,
  task: object,
  more?: Parameters<typeof startProgram>[1],
): Program =>
  startProgram(
    [process.execPath, join(import.meta.dirname, '..', path), JSON.stringify(task)],
    more,
  )

/** One that has to end by itself, and well. */
export async function ended({ ended: end }: Program, what: string): Promise<void> {
  const { code, complaints } = await end
  if (code !== 0) throw new Error(`${what} ended with ${code}: ${complaints}`)
}

/** One that is killed: what it had said. */
export async function killed({ ended: end, said }: Program): Promise<string[]> {
  const { code, signal, complaints } = await end
  if (signal !== 'SIGKILL') throw new Error(`it ended by itself (${code}): ${complaints}`)
  return [...said]
}

/** A campaign as it is started by hand: what it said, and its summary. */
export async function played<S>(
  name: string,
  ...args: string[]
): Promise<{ code: number | null; said: string[]; summary: S }> {
  const path = join(import.meta.dirname, '..', `${name}.ts`)
  const { said, ended: end } = startProgram([process.execPath, path, ...args])
  const { code, complaints } = await end
  const last = said.at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`${name} ended with ${code}: ${complaints}`)
  return { code, said: said.slice(0, -1), summary: JSON.parse(last) as S }
}

/** Compiles a shim into the folder; throws where there is no C compiler. */
export function compileShim(path: string, folder: string): string {
  const shim = join(folder, 'shim.so')
  const source = join(import.meta.dirname, '..', path)
  const compiled = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', shim, source, '-ldl'])
  if (compiled.status !== 0)
    throw new Error(`gcc could not compile ${path}: ${String(compiled.stderr)}`)
  return shim
}
