// Loaded before each test file: after every test each ledger that it opened is made again from its
// log, and the tables must be the same.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, afterEach } from 'vitest'
import { hear, lookAtLedgers } from './fakes/ledger-check.ts'

subscribe('paydesk:ledger', hear)
// Bound, as vitest reads a function's text for the fixtures that it wants.
afterEach(lookAtLedgers.bind(null, false))
afterAll(() => {
  unsubscribe('paydesk:ledger', hear)
  lookAtLedgers(true)
})
