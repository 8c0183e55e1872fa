// The campaigns at the scale of a night, in slices that can be gone on with: npm run -s evidence --
// [--only faults,kill] [--minutes M] [--report FOLDER]. Each finished slice is one line in
// docs/evidence/slices.jsonl; the report beside it is made anew after each. Ctrl C ends after the
// slice under way; a second one ends that, too, and its slice counts for nothing. Exits 1 when a
// slice found something.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { figuresOf, type Slice, type Turn, turnsLeft } from './evidence/plan.ts'
import { reportOf } from './evidence/report.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const readSlices = (folder: string): Slice[] =>
  existsSync(`${folder}/slices.jsonl`)
    ? readFileSync(`${folder}/slices.jsonl`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Slice)
    : []

export const pageOf = async (slices: readonly Slice[]): Promise<string> =>
  format(reportOf(slices), { parser: 'markdown', printWidth: 140 })

const git = (...args: string[]): string =>
  spawnSync('git', ['-C', here('../..'), ...args], { encoding: 'utf8' }).stdout.trim()

/** What runs is the tree as it is; a report is no part of it. */
const commitNow = (): string =>
  git('rev-parse', '--short', 'HEAD') +
  (git('status', '--porcelain', '--', 'src', 'test', 'scripts', 'package-lock.json') === ''
    ? ''
    : '+')

/** Runs one slice to its end; null where it was ended before it could say anything. */
export async function runSlice({ campaign, seed }: Turn, size = campaign.slice) {
  const { script, unit, more = [], title } = campaign
  const commit = commitNow()
  const startedAt = performance.now()
  // A process group of its own: Ctrl C on the terminal reaches the loop alone.
  const child = spawn(
    process.execPath,
    [here(`${script}.ts`), unit, String(size), '--seed', String(seed), ...more],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return {
    stop: () => void process.kill(-child.pid!, 'SIGKILL'),
    done: ended.then((code): Slice | null => {
      const last = said.trimEnd().split('\n').at(-1) ?? ''
      if (code === null || !last.startsWith('{')) return null
      const isClean = code === 0
      if (!isClean) process.stdout.write(said)
      return {
        ...{ title, seed, size, commit, node: process.versions.node },
        ...{ seconds: Math.round((performance.now() - startedAt) / 1000), isClean },
        figures: figuresOf(JSON.parse(last)),
      }
    }),
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      minutes: { type: 'string', default: '600' },
      report: { type: 'string', default: here('../../docs/evidence') },
    },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const folder = values.report
  mkdirSync(folder, { recursive: true })
  const slices = readSlices(folder)
  const left = turnsLeft(slices, values.only.split(',').filter(Boolean))
  const endsAt = performance.now() + Number(values.minutes) * 60_000
  let isAsked = false
  let stop = (): void => undefined
  process.on('SIGINT', () => {
    if (isAsked) stop()
    else say('Ends after this slice. Press again to end now: then the slice counts for nothing.')
    isAsked = true
  })
  for (const [at, turn] of left.entries()) {
    if (isAsked || performance.now() > endsAt) break
    say(`${at + 1} of ${left.length}: ${turn.campaign.title}, seed ${turn.seed} …`)
    const running = await runSlice(turn)
    stop = running.stop
    const slice = await running.done
    if (slice === null) {
      say('This slice did not come to its end; the next night begins with it.')
      if (!isAsked) process.exitCode = 1
      break
    }
    slices.push(slice)
    appendFileSync(`${folder}/slices.jsonl`, `${JSON.stringify(slice)}\n`)
    writeFileSync(`${folder}/README.md`, await pageOf(slices))
    say(`  ${slice.isClean ? 'clean' : 'FOUND SOMETHING'} in ${slice.seconds} s`)
  }
  if (slices.some(({ isClean, answer }) => !isClean && answer === undefined)) process.exitCode = 1
}
