// Four projects: what runs in a process that files share, the page with new modules for each file,
// what needs a process of its own, and the screens, which start the built program and are slow on
// purpose.
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Outside Electron 'electron' is a path, not a module: the stand-in takes its place, as in the
 * Chromium host.
 */
const alias = { electron: here('hosts/chromium/electron.ts') }
const windowed = [
  'test/screens/**/*.test.ts',
  'test/abuse/**/*.window.test.ts',
  'test/scripts/**/*.window.test.ts',
]

/**
 * What changes its process for good, as a host and a packer listen for signals and for its end, or
 * measures what its process does.
 */
const alone = [
  'test/hosts/chromium.test.ts',
  'test/package/package.test.ts',
  // The garbage of hundreds of files is collected in a turn of the thread that is measured.
  'test/journeys/not-held-up.test.ts',
]
/** Each begins with modules of its own. */
const page = ['test/renderer/**/*.test.ts']
const eachFile = here('test/each-file.ts')
const fixedSeed = here('test/fixed-seed.ts')
const leaveNothing = here('test/leave-nothing.ts')

/** What a test waits for may take long on a busy machine; one second is not enough there. */
const patient = { poll: { timeout: 15_000 } }

const inHere = {
  environment: 'node' as const,
  // better-sqlite3 and keytar are native: a process each, no shared thread.
  pool: 'forks' as const,
  // Vitest leaves one core free, which on two cores is half of them.
  maxWorkers: 2,
  expect: patient,
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  plugins: [vue()],
  test: {
    projects: [
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'rooms',
          ...inHere,
          include: ['test/**/*.test.ts'],
          exclude: [...windowed, ...page, ...alone],
          // Most of a short file's time would be the start of a process and the same imports.
          isolate: false,
          setupFiles: [eachFile, fixedSeed, here('test/check-ledgers.ts'), leaveNothing],
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'page',
          ...inHere,
          include: page,
          isolate: false,
          setupFiles: [eachFile, fixedSeed, leaveNothing, here('test/new-modules.ts')],
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'alone',
          ...inHere,
          include: alone,
          setupFiles: [eachFile, fixedSeed, here('test/check-ledgers.ts')],
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'screens',
          include: windowed,
          setupFiles: [eachFile],
          environment: 'node',
          pool: 'forks',
          // A driver of browsers takes as long to load as a short file takes to run.
          isolate: false,
          // A group of their own, so that no timing in the rooms is taken beside a browser.
          sequence: { groupOrder: 1 },
          // Each file has a program, a folder and a sandbox of its own, and often waits.
          maxWorkers: 3,
          expect: { poll: { timeout: 45_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
