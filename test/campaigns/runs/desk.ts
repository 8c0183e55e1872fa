// A desk in a process of its own that carries one run, to be killed at any moment. It does what a
// person does: looks the run over, confirms it, and says Resume after a start, never before it has
// said so. Standard output is a pipe, so a line is with the parent before the next step begins.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ok } from '#shared/fault.ts'
import type { RunReview, RunView } from '#shared/runs/run-methods.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { must } from '../faults/must.ts'
import { fileVault } from '../kill/file-vault.ts'
import { openOwnDesk, say, sendAtOnce, taskOf } from '../runner/own-desk.ts'
import { approvedBy, asTeam, cheap, signIn } from '../runner/own-people.ts'
import { quietShell } from '../../fakes/shell/quiet-shell.ts'
import type { Asked, RunTask } from './run-task.ts'

const task = taskOf<RunTask>()
const asked = JSON.parse(readFileSync(task.askedFile, 'utf8')) as Asked
mkdirSync(task.results, { recursive: true })
/** As many results as were saved: the next one is called so. */
let saved = 0
const shell = {
  ...quietShell,
  chooseFile: () => Promise.resolve(ok(join(task.results, `${saved}.csv`))),
}
const opened = must(await openOwnDesk(task, { vault: fileVault(task.vaultFile), shell, ...cheap }))
const { desk } = opened
const { isOn } = must(await desk['people:standing']({}))
if (isOn) must(await signIn(desk, 'Ada'))
must(await sendAtOnce(desk))
if (task.hasPeople) await asTeam(desk)
/** Time for whatever would begin by itself. */
await sleep(120)
say('resumes')

const show = async (runId: string): Promise<RunView> => must(await desk['run:show']({ runId }))

async function theRun(): Promise<RunView> {
  const [known] = must(await desk['run:list']({}))
  if (known !== undefined) return known
  if ('list' in asked) return runOfList(asked.list)
  const place = { connectionId: sandboxId, depth: 'gateway' } as const
  const reason = asked.operation === 'capture' ? '' : `runs ${task.seed}`
  const made = must(await desk['run:create']({ ...place, ...asked, reason }))
  say('created')
  return made
}

/** Of the pasted lines; equal ones are meant. */
async function runOfList({
  operation,
  text,
}: Extract<Asked, { list: unknown }>['list']): Promise<RunView> {
  const place = { connectionId: sandboxId, operation }
  const pasted = must(await desk['file:paste']({ ...place, text }))!
  const choices = { keepEqual: true }
  const read = must(await desk['file:again']({ ...place, readingId: pasted.id, choices }))!
  const { id: readingId, stamp, meaning } = read
  const made = await desk['run:from-file']({
    ...{ readingId, stamp, meaning, leftOut: 0, leftOutReason: '', reason: '', againReason: '' },
    ...{ depth: 'gateway', ipaddress: '203.0.113.7' },
  })
  say('created')
  return must(made)
}

/** Equal lines and what was sent before are kept where each is meant, and what that leads to. */
async function keepAll(runId: string): Promise<void> {
  const lookAfter = async (after: number) =>
    must(await desk['run:rows']({ runId, group: 'look', after, limit: 200 }))
  for (let hasMore = true; hasMore;) {
    hasMore = false
    for (let after: number | null = -1; after !== null;) {
      const page = await lookAfter(after)
      const rows = page.rows.flatMap(({ at, isIn }) => (isIn ? [] : [at]))
      if (rows.length > 0) must(await desk['run:choose']({ runId, rows, isIn: true }))
      hasMore ||= rows.length > 0
      after = page.next
    }
  }
}

/** False where the review says why not. */
async function confirmIt({ id: runId, state }: RunView): Promise<boolean> {
  if (task.keeps === 'all' && state === 'CHECKED') await keepAll(runId)
  const reviewed = () => desk['run:review']({ runId, reason: 'each of them is meant' })
  const first = await reviewed()
  if (!first.ok) return false
  const review = (await isApproved(runId, first.value)) ? await reviewed() : first
  if (!review.ok) return false
  const { token, rows: typedRows, isTyped } = review.value
  const done = await desk['run:confirm']({ runId, token, typedRows: isTyped ? typedRows : null })
  // An order may have moved since it was approved.
  if (!done.ok && task.hasPeople) return false
  must(done)
  say('confirmed')
  return true
}

/** Asks for it where it takes an approval, which a colleague gives; false where it takes none. */
async function isApproved(runId: string, { approval, ...review }: RunReview): Promise<boolean> {
  if (approval === null || approval.isApproved) return false
  const { token, rows: typedRows, isTyped } = review
  // A life that was killed may have asked for it already.
  if (!approval.isWaiting) {
    must(await desk['run:ask']({ runId, token, typedRows: isTyped ? typedRows : null }))
    say('asked')
  }
  const { waiting } = must(await desk['approval:list']({}))
  const one = waiting.find(({ run }) => run?.runId === runId)
  if (one === undefined) return false
  await approvedBy(desk, one.id)
  say('approved')
  const again = await desk['run:review']({ runId, reason: 'each of them is meant' })
  // What was asked for before a kill may be another list by now.
  if (again.ok && again.value.approval?.isApproved === false)
    await desk['approval:withdraw']({ approvalId: one.id })
  return true
}

/** So often a review may say no: then nothing of the run is left to send. */
const mostRefusals = 20

/** The gateway may tell of the other desk's request alone: then nobody hears of this one's. */
const waitsMs = 30_000

async function toTheEnd(): Promise<RunView> {
  let [seen, seenAt] = ['', performance.now()]
  for (let refusals = 0; ;) {
    const run = await show((await theRun()).id)
    if (run.state === 'DONE' || run.state === 'STOPPED' || run.state === 'DROPPED') return run
    // A life that was killed may have asked for the approval, and heard nothing.
    const isToConfirm = run.state === 'CHECKED' || run.state === 'PENDING_APPROVAL'
    if (isToConfirm && !(await confirmIt(run))) refusals += 1
    if (refusals > mostRefusals) return run
    if (run.state === 'PAUSED') {
      say('paused')
      await desk['run:resume']({ runId: run.id })
    }
    const done = run.outcomes.map(({ outcome, rows }) => `${outcome} ${rows}`).join(', ')
    say(`${run.state} ${done}`)
    if (seen !== `${run.state} ${done}`)
      [seen, seenAt] = [`${run.state} ${done}`, performance.now()]
    else if (
      task.keeps === 'none' &&
      run.state === 'RUNNING' &&
      performance.now() - seenAt > waitsMs
    )
      await desk['run:stop']({ runId: run.id })
    await sleep(15)
  }
}

/** Processing ones become final by the questions of the desk. */
async function settled(runId: string): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    const { outcomes } = await show(runId)
    if (!outcomes.some(({ outcome }) => outcome === 'processing' || outcome === 'sending')) return
    for (const attempt of must(await desk['attempt:list']({ isOpen: true })))
      await desk['attempt:check']({ attemptId: attempt.id })
    await sleep(25)
  }
}

/** Pays what a run has checked, once its outcomes are known; null where nothing is left to pay. */
async function paid({ id: runId }: RunView): Promise<RunView | null> {
  const made = await desk['run:pay']({ runId })
  if (!made.ok) return null
  say('to pay')
  while ((await show(made.value.id)).state === 'CHECKING') await sleep(15)
  if ((await show(made.value.id)).groups.some(({ group }) => group !== 'impossible'))
    return toTheEnd()
  must(await desk['run:discard']({ runId: made.value.id }))
  return null
}

async function saveResult(runId: string): Promise<void> {
  await settled(runId)
  must(await desk['run:save']({ runId, as: 'csv' }))
  if (!existsSync(join(task.results, `${saved}.csv`))) throw new Error('no result was saved')
  saved += 1
}

const ended = await toTheEnd()
await settled(ended.id)
const isOfChecks = 'list' in asked && asked.list.operation === 'payout-check'
const last = ended.operation === 'payout-check' ? await paid(ended) : ended
if (last !== null && task.isLast) await saveResult(last.id)
// A person who pays what was checked once more pays nobody twice.
const checks = must(await desk['run:list']({})).find(
  ({ operation }) => operation === 'payout-check',
)
const again = isOfChecks && task.isLast && checks !== undefined ? await paid(checks) : null
if (again !== null) await saveResult(again.id)
say('ended')
if (task.isLast) {
  await opened.close()
  process.exit(0)
}
await sleep(60_000)
