// The tests near the files that decide about money, for Stryker: one project, set up as the rooms.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const top = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export default defineConfig({
  root: top(''),
  resolve: { alias: { electron: top('hosts/chromium/electron.ts') } },
  test: {
    include: [
      'test/shared/gateway/**/*.test.ts',
      'test/main/{desk/payments,gateway/answers,ledger/journal,updates}/**/*.test.ts',
      'test/campaigns/updates.test.ts',
    ],
    setupFiles: ['each-file', 'fixed-seed', 'check-ledgers', 'leave-nothing'].map((name) =>
      top(`test/${name}.ts`),
    ),
    environment: 'node',
    pool: 'forks',
    isolate: false,
    testTimeout: 60_000,
  },
})
