// Pictures for docs/images: WebP, about half of the PNG that a browser writes, with letters as
// clear. The browser does it itself.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../hosts/chromium/find-chromium.ts'

/**
 * Replaces what is in `images` by the named pictures out of `folders`, found by their names without
 * number.
 */
export async function keepPictures(
  folders: readonly string[],
  images: string,
  names: ReadonlySet<string>,
): Promise<number> {
  const found = new Map<string, string>()
  for (const folder of folders)
    for (const file of readdirSync(folder)) {
      const name = /^(?:\d\d-)?(.+)\.png$/.exec(file)?.[1]
      if (name !== undefined && names.has(name)) found.set(name, join(folder, file))
    }
  const missing = [...names].filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`the tour made no picture of ${missing.join(', ')}`)
  rmSync(images, { recursive: true, force: true })
  mkdirSync(images, { recursive: true })
  const browser = await chromium.launch({
    executablePath: findChromium({ isWhole: false }),
    args: ['--no-sandbox'],
  })
  let bytes = 0
  try {
    const page = await browser.newPage()
    for (const [name, file] of found) {
      const png = readFileSync(file).toString('base64')
      const webp = Buffer.from(
        await page.evaluate(asWebp, [png, quality] as [string, number]),
        'base64',
      )
      bytes += webp.length
      writeFileSync(join(images, `${name}.webp`), webp)
    }
  } finally {
    await browser.close()
  }
  return bytes
}

/** Below this letters get blurred edges; at 1 a picture is larger than its PNG. */
const quality = 0.9

/** Runs in the page. */
async function asWebp([png, wanted]: [string, number]): Promise<string> {
  const picture = new Image()
  picture.src = `data:image/png;base64,${png}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas.toDataURL('image/webp', wanted).split(',')[1] ?? ''
}
