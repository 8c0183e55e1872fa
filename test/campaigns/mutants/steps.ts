// Runs tests and campaigns in a copy of the tree, each in a process group of its own with a time
// limit, and says how they ended.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Campaign } from './row.ts'

export interface End {
  /** 'broken': it could not begin, which says nothing about a guard. */
  how: 'passed' | 'failed' | 'hung' | 'broken'
  /** The test that failed, or what the campaign said first. */
  by: string
}

interface Said {
  code: number | null
  isOver: boolean
  out: string
  err: string
}

/** `isEnough`: the rest is not waited for. */
function start(
  folder: string,
  args: readonly string[],
  limitMs: number,
  isEnough: (out: string) => boolean = () => false,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd: folder,
      // A group of its own: what it started ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    let isOver = false
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch (error) {
        // It had ended by itself meanwhile.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
    }
    const timer = setTimeout(() => {
      isOver = true
      end()
    }, limitMs)
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (isEnough(out)) end()
    })
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      end()
      resolve({ code, isOver, out, err })
    })
  })
}

interface TestReport {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export async function runTests(
  folder: string,
  files: readonly string[],
  limitMs: number,
): Promise<End> {
  const report = join(folder, 'out-tests.json')
  rmSync(report, { force: true })
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', '!screens']
  const more = ['--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', report]
  const said = await start(folder, [...vitest, ...more, ...files], limitMs)
  if (said.isOver) return { how: 'hung', by: `no end within ${limitMs / 1000} s` }
  if (!existsSync(report)) return { how: 'broken', by: lastLine(said.err) }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed !== undefined) return { how: 'failed', by: failed.fullName }
  const isWhole = files.every((file) => testResults.some(({ name }) => name.endsWith(file)))
  if (said.code === 0 && isWhole) return { how: 'passed', by: '' }
  const why = testResults.find(({ message }) => message !== '')?.message ?? lastLine(said.err)
  return { how: 'broken', by: why.slice(0, 300) }
}

/** The first words of a campaign that found something. */
const findings = /^(?:seed \d+\b|Violated: ).*$/m

export async function runCampaign(
  folder: string,
  campaign: Campaign,
  limitMs: number,
): Promise<End> {
  const [name, ...args] = campaign
  const said = await start(
    folder,
    [join('test/campaigns', `${name}.ts`), ...args],
    limitMs,
    (out) => {
      const found = findings.exec(out)
      // The line behind it says what is wrong.
      return found !== null && /\n.*\n/.test(out.slice(found.index))
    },
  )
  const found = findings.exec(said.out)
  if (found !== null) {
    const message = said.out.slice(found.index).split('\n').slice(0, 2).join(' ')
    return { how: 'failed', by: message.replaceAll(/\s+/g, ' ').slice(0, 240) }
  }
  if (said.isOver) return { how: 'hung', by: `no end within ${limitMs / 1000} s` }
  if (said.code === 0) return { how: 'passed', by: '' }
  const last = said.out.trim().split('\n').at(-1) ?? ''
  if (last.startsWith('{')) return { how: 'failed', by: last }
  return { how: 'broken', by: lastLine(said.err) }
}

const lastLine = (text: string): string =>
  text
    .split('\n')
    .findLast((line) => /error/i.test(line))
    ?.trim()
    .slice(0, 300) ?? 'it ended without a word'
