// What takes a right of Paydesk's own says so in the window, so that it stands there shut with why
// instead of failing; the forms of operations by the route, each under its own id.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { rights } from '#shared/people/rights.ts'
import { operationRoutes } from '../../../../src/renderer/app/routes.ts'

const top = join(import.meta.dirname, '../../../../src/renderer')
const source = readdirSync(top, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|vue)$/.test(file))
  .map((file) => readFileSync(join(top, file), 'utf8'))
  .join('\n')

/** Rights that nothing in the window takes by itself, each with its reason. */
const unnamed: Readonly<Record<string, string>> = {
  approve: 'there are no approvals yet',
  'card-entry': 'a card is typed in the form of an operation, whose right its route takes',
}

it.each(rights.filter((right) => !isOperationId(right)))(
  '%s is named by what takes it',
  (right) => {
    const isNamed = source.includes(`right="${right}"`) || source.includes(`right: '${right}'`)
    expect([right, isNamed]).toEqual([right, unnamed[right] === undefined])
  },
)

it('what a run does takes the right of its operation, as main asks for it', () => {
  for (const name of ['RunScreen', 'RunReview']) {
    const screen = readFileSync(join(top, `features/runs/${name}.vue`), 'utf8')
    expect(screen).toContain(':right="run.operation"')
    expect(screen).not.toContain('right="runs"')
  }
})

it('each form of an operation takes the right of that operation', () => {
  const forms = operationRoutes.filter((route) => isOperationId(String(route.meta?.right)))
  expect(forms.length).toBeGreaterThan(15)
})
