// The guide and the README: every picture they show is there, none lies unused, together they are
// small, and every screen has one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { everyRoute } from '../../src/renderer/app/router.ts'
import { playedIds } from '../sandbox/played-ids.ts'
import { gallery } from '../tour/gallery.ts'

const top = resolve(import.meta.dirname, '../..')
const images = join(top, 'docs/images')
const mostBytes = 6 * 1_048_576
const pages = [
  join(top, 'README.md'),
  ...readdirSync(join(top, 'docs'), { recursive: true })
    .map((file) => join(top, 'docs', String(file)))
    .filter((file) => file.endsWith('.md')),
]
/** What a page points to: pictures and other pages, without anchors and addresses. */
const linksOf = (page: string): { text: string; target: string }[] =>
  [...readFileSync(page, 'utf8').matchAll(/!?\[([^\]]*)\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, text = '', target = '']) => ({ text, target }))
    .filter(({ target }) => !/^[a-z]+:/i.test(target))
const pictures = pages.flatMap((page) =>
  linksOf(page)
    .filter(({ target }) => /\.(webp|png|svg)$/.test(target))
    .map(({ text, target }) => ({ page, text, file: resolve(dirname(page), target) })),
)
/** An operation that the sandbox doesn't know has a screen like the others' and no picture. */
const drawnAlike = operationIds
  .filter((id) => !playedIds.includes(id))
  .map((id) => rowOf(id).place as string)
const inGuide = new Set(
  pictures.filter(({ page }) => page.startsWith(join(top, 'docs/guide/'))).map(({ file }) => file),
)

describe('pictures', () => {
  it('that a page shows are there and say what they show', () => {
    expect(pictures.length).toBeGreaterThan(40)
    for (const { page, text, file } of pictures) {
      expect(existsSync(file), `${file}, shown by ${page}`).toBe(true)
      expect(text, `the words of ${file} in ${page}`).not.toBe('')
    }
  })

  it('are all shown somewhere, and small together', () => {
    const shown = new Set(pictures.map(({ file }) => file))
    const files = readdirSync(images).map((file) => join(images, file))
    expect(files.filter((file) => !shown.has(file))).toEqual([])
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeLessThan(mostBytes)
  })

  it('of every screen stand in the guide', () => {
    const screens = everyRoute
      .filter((route) => !('redirect' in route) && !route.path.includes('(.*)'))
      .map((route) => route.path)
      .filter((path) => !drawnAlike.includes(path))
    expect(Object.keys(gallery).sort()).toEqual(screens.sort())
    for (const { name } of Object.values(gallery))
      expect(inGuide, `the guide shows ${name}`).toContain(join(images, `${name}.webp`))
  })
})

describe('pages', () => {
  it('lead only to what is there', () => {
    for (const page of pages)
      for (const { target } of linksOf(page))
        expect(existsSync(resolve(dirname(page), target)), `${target} in ${page}`).toBe(true)
  })

  it('of the guide are all reached from its first one', () => {
    const guide = join(top, 'docs/guide')
    const reached = new Set(linksOf(join(guide, 'README.md')).map(({ target }) => target))
    const others = readdirSync(guide).filter((file) => file !== 'README.md')
    expect(others.filter((file) => !reached.has(file))).toEqual([])
  })
})
