// The list of components (CycloneDX) of what ships, made from the shipped files: each file names
// the components it was made of, and each component its files with their digests. checkSbom() holds
// such a list against a packed folder.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { extractFile, listPackage, statFile } from '@electron/asar'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { archiveName, sha256, unpackedName } from '../../src/main/packaged/archive.ts'
import { originsOf, own } from './origins.ts'

const fileProperty = 'paydesk:file'
const electron = 'electron'
const standIn = 'stand-in-for-electron'

interface Shipped {
  /** From the packed folder; a file in the archive stands behind the archive's name. */
  path: string
  sha256: string
}

const inArchive = `resources/${archiveName}/`
const besideIt = `resources/${unpackedName}/`

/** The files of an archive that lie in it. */
export function filesOfArchive(archive: string): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => {
      const stat = statFile(archive, path)
      return !('files' in stat) && !('unpacked' in stat && stat.unpacked === true)
    })
}

export function shippedFiles(folder: string): Shipped[] {
  const beside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== `resources/${archiveName}`)
    .map((path) => ({ path, sha256: sha256(readFileSync(join(folder, path))) }))
  const archive = join(folder, 'resources', archiveName)
  const inside = filesOfArchive(archive).map((path) => ({
    path: inArchive + path,
    sha256: sha256(extractFile(archive, path)),
  }))
  return [...beside, ...inside].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Beside the archive everything is Electron's, but for what the packer is told to add. */
const isOwnBeside = (path: string): boolean => /^(paydesk|resources\/[^/]+)$/.test(path)

function componentsOf(top: string, files: Shipped[], host: string): Map<string, Shipped[]> {
  const packed = files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(inArchive) || path.startsWith(besideIt))
    .map((path) => path.replace(inArchive, '').replace(besideIt, ''))
  const origins = originsOf(top, packed)
  const components = new Map<string, Shipped[]>()
  for (const file of files) {
    const path = file.path.replace(inArchive, '').replace(besideIt, '')
    const names = origins.get(path) ?? new Set([isOwnBeside(path) ? own : host])
    for (const name of names) components.set(name, [...(components.get(name) ?? []), file])
  }
  return components
}

interface Manifest {
  name: string
  version: string
  license?: string
}

interface Lock {
  packages: Record<string, { integrity?: string }>
}

/** Rejects a name that no package of this checkout has: its version would be made up. */
function describe(
  top: string,
  name: string,
  version: string,
): Manifest & { purl?: string; sha512?: string } {
  if (name === own) return { name, version, license: 'MIT' }
  if (name === standIn) return { name, version }
  const folder = `node_modules/${name}`
  const manifest = JSON.parse(readFileSync(join(top, folder, 'package.json'), 'utf8')) as Manifest
  const lock = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8')) as Lock
  const integrity = lock.packages[folder]?.integrity
  return {
    name: manifest.name,
    version: manifest.version,
    ...(manifest.license === undefined ? {} : { license: manifest.license }),
    purl: `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`,
    ...(integrity === undefined
      ? {}
      : { sha512: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }),
  }
}

/** The list as JSON; `sourceDate` is its time, in seconds. */
export function makeSbom(options: {
  top: string
  folder: string
  version: string
  isStandIn: boolean
  sourceDate: number
}): string {
  const { top, folder, version, isStandIn, sourceDate } = options
  const files = shippedFiles(folder)
  const { Bom, Component, Metadata, NamedLicense, Property, PropertyRepository } = Models
  const repository = new Models.ComponentRepository()
  let product: Models.Component | undefined
  const found = [...componentsOf(top, files, isStandIn ? standIn : electron)]
  for (const [name, its] of found.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { license, purl, sha512, ...about } = describe(top, name, version)
    const type = name === own ? Enums.ComponentType.Application : Enums.ComponentType.Library
    const component = new Component(type, about.name, {
      version: about.version,
      bomRef: purl ?? about.name,
      ...(purl === undefined ? {} : { purl }),
      ...(license === undefined
        ? {}
        : { licenses: new Models.LicenseRepository([new NamedLicense(license)]) }),
      ...(sha512 === undefined
        ? {}
        : { hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], sha512]]) }),
      properties: new PropertyRepository(
        its.map(({ path, sha256: sum }) => new Property(fileProperty, `${sum} ${path}`)),
      ),
    })
    if (name === own) product = component
    else repository.add(component)
  }
  const bom = new Bom({
    components: repository,
    metadata: new Metadata({
      timestamp: new Date(sourceDate * 1000),
      ...(product === undefined ? {} : { component: product }),
    }),
  })
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  )
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`
}

interface Listed {
  name: string
  components?: Listed[]
  properties?: { name: string; value: string }[]
}

/**
 * What a list and a packed folder say otherwise: files without a component, components without
 * files, and files that are listed and not there, or there with other bytes.
 */
export function checkSbom(sbom: string, folder: string): string[] {
  const read = JSON.parse(sbom) as { metadata: { component: Listed }; components: Listed[] }
  const components = [read.metadata.component, ...read.components]
  const filesIn = ({ properties = [] }: Listed): string[] =>
    properties.filter(({ name }) => name === fileProperty).map(({ value }) => value)
  const listed = new Set(components.flatMap(filesIn))
  const there = new Set(shippedFiles(folder).map(({ path, sha256: sum }) => `${sum} ${path}`))
  return [
    ...components
      .filter((component) => filesIn(component).length === 0)
      .map(({ name }) => `${name} has no file`),
    ...[...there].filter((file) => !listed.has(file)).map((file) => `no component has ${file}`),
    ...[...listed].filter((file) => !there.has(file)).map((file) => `not there: ${file}`),
  ]
}
