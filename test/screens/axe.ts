// axe-core on whatever the window shows, in light and in dark. Its text is evaluated through the
// inspector, as the content policy refuses it as a script of the page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { run } from 'axe-core'
import { expect } from 'vitest'
import type { PageDriver } from './page-driver.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Colours are compared once they have arrived, not on their way. */
const still = '*, *::before, *::after { transition: none !important; animation: none !important }'

/** Runs in the page; by the named rules, or by all. */
async function look(rules?: readonly string[]): Promise<{ looked: number; bad: string[] }> {
  const { axe } = window as unknown as { axe: { run: typeof run } }
  const { violations, passes } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: [...rules] }),
  })
  return {
    looked: passes.length,
    bad: violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
      ),
  }
}

/** What depends on how much room there is, in a small window and in one at 200 %. */
const ofRoom = ['scrollable-region-focusable', 'target-size']
const smallWindows = [
  { width: 1024, height: 640 },
  { width: 640, height: 400 },
]

/** The same where there is little room. Leaves the window as it was. */
export async function axeFindingsInLittleRoom({ page }: PageDriver): Promise<string[]> {
  const before = page.viewportSize()!
  const found: string[] = []
  for (const size of smallWindows) {
    await page.setViewportSize(size)
    const { bad } = await page.evaluate(look, ofRoom)
    found.push(...bad.map((message) => `${size.width} by ${size.height} ${message}`))
  }
  await page.setViewportSize(before)
  return found
}

/**
 * What is serious or critical, in words; empty when there is nothing. Leaves the window in light.
 */
export async function axeFindings({ page }: PageDriver): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) {
    await page.addStyleTag({ content: still })
    await page.evaluate(axeSource)
  }
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      // A page of main's own has its colours from the system alone.
      (wanted) => ['', wanted].includes(document.documentElement.style.colorScheme),
      colorScheme,
    )
    // What is not about colour is the same in the dark.
    const { looked, bad } = await page.evaluate(
      look,
      colorScheme === 'light' ? undefined : ['color-contrast', 'link-in-text-block'],
    )
    expect(looked).toBeGreaterThan(colorScheme === 'light' ? 10 : 0)
    found.push(...bad.map((message) => `${colorScheme} ${message}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
