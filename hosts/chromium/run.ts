// Runs the built Paydesk, or another main bundle, in the system's Chromium: node
// hosts/chromium/run.ts [main.js]
import './register.ts'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithParent } from './parent.ts'
import { becomeReady } from './phase.ts'

// Electron turns these signals into an orderly quit.
const quit = (): void => void import('./app.ts').then(({ app }) => app.quit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quit)
endWithParent(
  {
    // Otherwise the input is a terminal, or nothing, and its end is no reason to quit.
    input: process.env['PAYDESK_HOST_INPUT'] === 'parent' ? process.stdin : null,
    outputs: [process.stdout, process.stderr],
  },
  { quit, exit: () => void import('./app.ts').then(({ app }) => app.exit(1)) },
)

const built = resolve(import.meta.dirname, '../../out/app/main/index.js')
const packed = process.env['PAYDESK_HOST_PROGRAM']
const asked = process.argv[2] === undefined ? built : resolve(process.argv[2])
// The arguments of a packed program belong to the program.
const main = packed === undefined ? asked : resolve(packed, 'out/app/main/packaged.js')
// Everything before this line is the stand-in's own start; benchmarks leave it out.
performance.mark('main is asked for')
await import(pathToFileURL(main).href)
// Electron, too, becomes ready only after the main module has been evaluated: a top-level wait for
// it would never end.
becomeReady()
