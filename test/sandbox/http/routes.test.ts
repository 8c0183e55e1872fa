// The gateway's own routes against the client's operation table: both were written from
// interface.md, apart from each other.
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/shared/gateway/operations/index.ts'
import { routeOf, routes } from '../../../src/sandbox/operations/routes.ts'
import { ways } from '../merchant.ts'

type Row = (typeof operations)[keyof typeof operations]
const rows = Object.entries(operations) as [string, Row][]

describe('every row of the operation table', () => {
  it.each(rows)('%s is offered at the same path', (id, row) => {
    expect(routeOf(`${row.path}/1144`)).toMatchObject({
      route: { id, path: row.path },
      rest: '1144',
    })
  })

  it.each(rows)(
    '%s may send every field of its row, and none is required that the row leaves out',
    (id, row) => {
      const route = routes.find((one) => one.id === id)
      const known = new Set(route?.fields.map(({ name }) => name))
      for (const name of Object.keys(row.request.shape)) expect(known, name).toContain(name)
      const sentOtherwise = new Set(['login', 'control'])
      for (const { name, isRequired } of route?.fields ?? []) {
        if (!isRequired || sentOtherwise.has(name)) continue
        const shape = row.request.shape as Record<
          string,
          { safeParse(value: unknown): { success: boolean } }
        >
        expect(Object.keys(shape), name).toContain(name)
        expect(
          shape[name]?.safeParse(undefined).success,
          `${name} must be required in the row`,
        ).toBe(false)
      }
    },
  )
})

describe('routes', () => {
  it('has none that the table lacks, and a test way for each', () => {
    const ids = routes.map(({ id }) => id).sort()
    expect(ids).toEqual(rows.map(([id]) => id).sort())
    expect(Object.keys(ways).sort()).toEqual(ids)
  })

  it('takes a path only whole', () => {
    expect(routeOf('/api/v2/sale-form/1')?.route.id).toBe('sale-form')
    expect(routeOf('/api/v2/sale/1')?.route.id).toBe('sale')
    expect(routeOf('/api/v2/pan-eligibility/1')).toBeNull()
    expect(routeOf('/api/v2/sales/1')).toBeNull()
  })
})
