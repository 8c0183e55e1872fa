// Pictures for docs/images: WebP, about half of the PNG that a browser writes, with letters as
// clear. The browser does it itself.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../hosts/chromium/find-chromium.ts'

/** Pictures of a team need PostgreSQL: they are made by themselves (team-pictures.ts). */
export const isOfTeam = (name: string): boolean => name.startsWith('team-')

const top = resolve(import.meta.dirname, '../..')
const images = join(top, 'docs/images')

/** What the pages of the documentation show: their own references are the list. */
function picturesInDocs(): string[] {
  const guide = join(top, 'docs/guide')
  const pages = [
    join(top, 'README.md'),
    ...readdirSync(guide).map((file) => join(guide, file)),
  ].filter((file) => file.endsWith('.md'))
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/images\/([\w-]+)\.webp/g)].map(([, name]) => name!),
  )
}

/**
 * Replaces the pictures of the documentation that are `mine` by those out of `folders`, found by
 * their names without number. Returns how many bytes they have.
 */
export async function keepPictures(
  folders: readonly string[],
  mine: (name: string) => boolean,
): Promise<number> {
  const names = new Set(picturesInDocs().filter(mine))
  const found = new Map<string, string>()
  for (const folder of folders)
    for (const file of readdirSync(folder)) {
      const name = /^(?:\d\d-)?(.+)\.png$/.exec(file)?.[1]
      if (name !== undefined && names.has(name)) found.set(name, join(folder, file))
    }
  const missing = [...names].filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`there is no picture of ${missing.join(', ')}`)
  for (const file of readdirSync(images)) if (mine(file)) rmSync(join(images, file))
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
