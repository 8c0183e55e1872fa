// Three rooms, three bundles: main (ES modules, Node), preload (CommonJS, as a sandboxed window
// asks), renderer (the page).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const top = import.meta.dirname
const out = join(top, 'out/app')

const printFonts = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew']

/**
 * One style sheet with the fonts of printed pages in it, under the SIL Open Font License 1.1: a
 * page that is printed loads nothing.
 */
const makePrintFonts = (): Plugin => ({
  name: 'make-print-fonts',
  writeBundle: () => {
    const faces = printFonts.flatMap((name) => {
      const folder = join(top, 'node_modules/@fontsource', name)
      return ['400.css', '700.css'].map((sheet) =>
        readFileSync(join(folder, sheet), 'utf8').replace(
          /url\((\.\/files\/[\w-]+\.woff2)\) format\('woff2'\), url\([^)]+\) format\('woff'\)/g,
          (_whole, file: string) =>
            `url(data:font/woff2;base64,${readFileSync(join(folder, file)).toString('base64')}) format('woff2')`,
        ),
      )
    })
    const style = `/* Noto Sans: SIL Open Font License 1.1. */\n${faces.join('\n')}`
    if (style.includes('./files/')) throw new Error('A font of printed pages was not taken in.')
    writeFileSync(join(out, 'main/print-fonts.css'), style)
  },
})

/**
 * Which files of this project and of packages each built file was made of, for the list of
 * components of a package (scripts/package/origins.ts).
 */
const recordOrigins = (part: string): Plugin => ({
  name: 'record-origins',
  writeBundle: (_options, bundle) => {
    const origins: Record<string, string[]> = {}
    const add = (name: string, ids: readonly string[]): void => {
      origins[`out/app/${part}/${name}`] = [...(origins[`out/app/${part}/${name}`] ?? []), ...ids]
    }
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset') add(file.fileName, file.originalFileNames)
      else {
        const ids = Object.keys(file.modules)
        add(file.fileName, ids)
        // A style sheet is what the modules of its chunk import.
        const styles = ids.filter((id) => /\.css\b|\.vue\b/.test(id))
        for (const name of file.viteMetadata?.importedCss ?? []) add(name, styles)
      }
    }
    mkdirSync(join(top, 'out/origins'), { recursive: true })
    writeFileSync(join(top, 'out/origins', `${part}.json`), JSON.stringify(origins))
  },
})

export default defineConfig({
  main: {
    plugins: [makePrintFonts(), recordOrigins('main')],
    build: {
      // Bundled: what is left outside ships as a package of its own, and only native ones have to.
      externalizeDeps: {
        exclude: ['csv-parse', 'pg', 'saxes', 'unhomoglyph', 'yauzl', 'yazl', 'zod'],
      },
      outDir: join(out, 'main'),
      emptyOutDir: true,
      sourcemap: false,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: {
          index: resolve(top, 'src/main/index.ts'),
          packaged: resolve(top, 'src/main/packaged.ts'),
          'sandbox-worker': resolve(top, 'src/sandbox/worker.ts'),
          'reader-worker': resolve(top, 'src/main/ledger/worker/reader-worker.ts'),
          'look-worker': resolve(top, 'src/main/ledger/worker/look-worker.ts'),
          'read-worker': resolve(top, 'src/main/files/read-worker.ts'),
          'lock-probe': resolve(top, 'src/main/ledger/db/lock-probe.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    plugins: [recordOrigins('preload')],
    build: {
      outDir: join(out, 'preload'),
      emptyOutDir: true,
      sourcemap: false,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: { index: resolve(top, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(top, 'src/renderer'),
    plugins: [vue(), recordOrigins('renderer')],
    build: {
      outDir: join(out, 'renderer'),
      emptyOutDir: true,
      sourcemap: false,
      // A bundle is read from disk, once: small inlined files would only need a wider content
      // policy.
      assetsInlineLimit: 0,
      // Off by default: the first screen reads a third less.
      minify: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4000,
      rollupOptions: { input: resolve(top, 'src/renderer/index.html') },
    },
  },
})
