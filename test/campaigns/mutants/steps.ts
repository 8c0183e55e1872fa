// Runs tests and campaigns in a copy of the tree, each in a process group of its own with a time
// limit, and says how they ended.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Campaign, nameOf } from './row.ts'

export interface End {
  /** 'broken': it could not begin, which says nothing about a guard. */
  how: 'passed' | 'failed' | 'hung' | 'broken'
  /** The test that failed, or what the campaign said first. */
  by: string
  seconds: number
}

interface Said {
  code: number | null
  isOver: boolean
  out: string
  err: string
  seconds: number
}

/** `isEnough`: the rest is not waited for. */
function start(
  folder: string,
  args: readonly string[],
  limitMs: number,
  isEnough: (out: string) => boolean = () => false,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
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
      resolve({ code, isOver, out, err, seconds: (performance.now() - startedAt) / 1000 })
    })
  })
}

interface TestReport {
  testResults: {
    name: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

export interface Tested extends End {
  /** By file, as it was asked for. */
  fileSeconds: Record<string, number>
}

export async function runTests(
  folder: string,
  files: readonly string[],
  limitMs: number,
  workers = 1,
): Promise<Tested> {
  const report = join(folder, 'out-tests.json')
  rmSync(report, { force: true })
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', '!screens']
  const said = await start(
    folder,
    [
      ...[...vitest, '--bail', '1', '--maxWorkers', String(workers), '--reporter', 'json'],
      ...['--outputFile', report, ...files],
    ],
    limitMs,
  )
  const { seconds } = said
  const none = { fileSeconds: {}, seconds }
  if (said.isOver) return { how: 'hung', by: `no end within ${limitMs / 1000} s`, ...none }
  if (!existsSync(report)) return { how: 'broken', by: lastLine(said.err), ...none }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport
  const fileSeconds = Object.fromEntries(
    files.map((file) => {
      const one = testResults.find(({ name }) => name.endsWith(file))
      return [file, one === undefined ? 0 : (one.endTime - one.startTime) / 1000]
    }),
  )
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed !== undefined) return { how: 'failed', by: failed.fullName, seconds, fileSeconds }
  const isWhole = files.every((file) => testResults.some(({ name }) => name.endsWith(file)))
  if (said.code === 0 && isWhole) return { how: 'passed', by: '', seconds, fileSeconds }
  const why = testResults.find(({ message }) => message !== '')?.message ?? lastLine(said.err)
  return { how: 'broken', by: why.slice(0, 300), seconds, fileSeconds }
}

/** The first words of a campaign that found something. */
const findings = /^(?:seed \d+\b|Violated: ).*$/m

export async function runCampaign(
  folder: string,
  campaign: Campaign,
  limitMs: number,
): Promise<End> {
  const { tool, args } = campaign
  const said = await start(
    folder,
    [join('test/campaigns', `${tool}.ts`), ...args],
    limitMs,
    (out) => {
      const found = findings.exec(out)
      // The line behind it says what is wrong.
      return found !== null && /\n.*\n/.test(out.slice(found.index))
    },
  )
  const { seconds } = said
  const found = findings.exec(said.out)
  if (found !== null) {
    const message = said.out.slice(found.index).split('\n').slice(0, 2).join(' ')
    return { how: 'failed', by: message.replaceAll(/\s+/g, ' ').slice(0, 240), seconds }
  }
  if (said.isOver) return { how: 'hung', by: `no end within ${limitMs / 1000} s`, seconds }
  const last = said.out.trim().split('\n').at(-1) ?? ''
  if (said.code === 0) return { how: 'passed', by: '', seconds }
  if (last.startsWith('{')) return { how: 'failed', by: `${nameOf(campaign)}: ${last}`, seconds }
  return { how: 'broken', by: lastLine(said.err), seconds }
}

const lastLine = (text: string): string =>
  text
    .split('\n')
    .findLast((line) => /error/i.test(line))
    ?.trim()
    .slice(0, 300) ?? 'it ended without a word'
