// The tour: drives the real screens through the main job on the embedded sandbox, one line a step, screenshots in out/tour and the
// audit export in out/tour/audit-export. Exits 1 at the first step that does not hold.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { auditLog, exportAndVerify } from './audit.ts'
import {
  aDecline,
  anAnswerThatNeverComes,
  aPulledPlug,
  aVoid,
  captureAPart,
  firstLook,
  returnAPart,
} from './main-job.ts'
import { openStage, type Stage } from './stage.ts'

const out = resolve(import.meta.dirname, '../../out/tour')
const scratch = mkdtempSync(join(tmpdir(), 'paydesk-tour-'))
const records = join(scratch, 'records')
const saveFolder = join(scratch, 'saved')
rmSync(out, { recursive: true, force: true })

const inDocs = new Set([
  'orders-first-run.png',
  'order-partly-returned.png',
  'capture-amount-refused.png',
  'return-review.png',
  'return-outcome-unknown.png',
  'after-crash.png',
  'audit-verified.png',
])

/** The screens once more on a large display and in the dark, with the records the tour has made. */
async function otherSizes(stage: Stage): Promise<void> {
  const sale = await stage.practiceOrder(/paid sale of 120\.00 EUR/)
  await stage.go('/orders')
  await stage.page.getByTestId('orders').waitFor()
  await stage.shot('orders')
  await stage.go(`/orders/sandbox/${sale.orderid}`)
  await stage.page.getByTestId('timeline').waitFor()
  await stage.shot('order')
  await stage.go(`/orders/sandbox/${sale.orderid}/return`)
  await stage.page.getByTestId('action-form').waitFor()
  await stage.shot('return-form')
  await stage.go('/audit')
  await stage.page.getByTestId('audit-row').first().waitFor()
  await stage.shot('audit-log')
}

async function tour(): Promise<void> {
  const common = { userData: records, saveFolder }
  let stage = await openStage({
    ...common,
    shotsFolder: out,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  })
  process.stdout.write(
    `Paydesk tour, shown by ${stage.host === 'electron' ? 'Electron' : 'the Chromium host (Electron’s binary is not here)'}\n`,
  )
  try {
    await firstLook(stage)
    await captureAPart(stage)
    await returnAPart(stage)
    await anAnswerThatNeverComes(stage)
    await aPulledPlug(stage)
    await aDecline(stage)
    await aVoid(stage)
    await auditLog(stage)
    cpSync(await exportAndVerify(stage, saveFolder), join(out, 'audit-export'), { recursive: true })
  } catch (error) {
    await stage.shot('failed')
    throw error
  } finally {
    await stage.close()
  }
  for (const [name, viewport, colorScheme] of [
    ['dark', { width: 1280, height: 800 }, 'dark'],
    ['large', { width: 1920, height: 1080 }, 'light'],
  ] as const) {
    stage = await openStage({ ...common, shotsFolder: join(out, name), viewport, colorScheme })
    try {
      await otherSizes(stage)
    } finally {
      await stage.close()
    }
  }
  if (process.argv.includes('--docs')) keepForDocs()
  const shots = readdirSync(out, { recursive: true }).filter((file) =>
    String(file).endsWith('.png'),
  )
  process.stdout.write(`${shots.length} screenshots and the audit export are in out/tour\n`)
}

/** The pictures of the README and the guide are the tour's own: `npm run tour -- --docs` renews them. */
function keepForDocs(): void {
  const images = resolve(out, '../../docs/images')
  rmSync(images, { recursive: true, force: true })
  mkdirSync(images, { recursive: true })
  for (const file of readdirSync(out)) {
    const name = /^\d\d-(.+\.png)$/.exec(file)?.[1]
    if (name !== undefined && inDocs.has(name)) copyFileSync(join(out, file), join(images, name))
  }
  copyFileSync(join(out, 'dark', '02-order.png'), join(images, 'order-dark.png'))
}

const startedAt = Date.now()
try {
  await tour()
  process.stdout.write(`The tour took ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
} catch (error) {
  process.stderr.write(
    `The tour failed: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
