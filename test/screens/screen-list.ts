// Every screen there is, by the router's own table: a new one is looked at without being named.
import { everyRoute } from '../../src/renderer/app/router.ts'
import type { PageDriver } from './page-driver.ts'

export const screens = everyRoute.filter((route) => route.redirect === undefined)

/** What stands for the parameters of an address; a new one has to be named here. */
const parameters: Readonly<Record<string, (driver: PageDriver) => Promise<string>>> = {
  connectionId: () => Promise.resolve('sandbox'),
  id: () => Promise.resolve('sandbox'),
  orderid: async (driver) => (await driver.practice(/A hold of 300\.00 EUR/)).orderid,
  runId: () => Promise.resolve('nowhere'),
  number: () => Promise.resolve('1'),
  anything: () => Promise.resolve('nowhere'),
}

/** Where a path of the router leads in the window of an operator. */
export async function addressOf(path: string, driver: PageDriver): Promise<string> {
  const parts = path.split('/').map((part) => {
    const name = /^:(\w+)/.exec(part)?.[1]
    if (name === undefined) return Promise.resolve(part)
    const value = parameters[name]
    if (value === undefined) throw new Error(`nothing stands for :${name} of ${path}`)
    return value(driver)
  })
  return (await Promise.all(parts)).join('/')
}
