// Checks the house's import rules, file sizes and names over texts it is given: a pure function, so that a test can show it what it
// must refuse. The rules are data, in room-table.ts. Callers: test/rooms.test.ts.
import { posix } from 'node:path'
import {
  allowedNames,
  bannedWords,
  exempt,
  lineCap,
  owners,
  rooms,
  textBans,
  type Reach,
  type Room,
} from './room-table.ts'

export interface SourceFile {
  /** From the top of the project, with forward slashes. */
  path: string
  text: string
}

interface ImportLine {
  specifier: string
  isType: boolean
}

const importForms = [
  /\b(?:import|export)\s+(type\s+)?(?:([\w*$\s{},]+?)\s+from\s+)?['"]([^'"\n]+)['"]/g,
  /\b(?:import|require)\s*\(\s*()()['"]([^'"\n]+)['"]/g,
]

const isAllTypes = (names: string): boolean => {
  const braces = /^\{([^}]*)\}$/.exec(names.trim())
  const members = (braces?.[1] ?? '').split(',').map((name) => name.trim())
  const named = members.filter((name) => name !== '')
  return named.length > 0 && named.every((name) => name.startsWith('type '))
}

/** Every import, export-from, dynamic import and require of a file. */
export function importsOf(text: string): ImportLine[] {
  return importForms.flatMap((form) =>
    [...text.matchAll(form)].map(([, type, names, specifier]) => ({
      specifier: specifier ?? '',
      isType: (type ?? '') !== '' || isAllTypes(names ?? ''),
    })),
  )
}

/** The innermost room a path lies in. */
const roomOf = (path: string): Room | undefined =>
  rooms
    .filter((room) => path === room.folder || path.startsWith(`${room.folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0]

/** What an import reaches: a path of this project, or a package by its own name. */
const targetOf = (path: string, specifier: string): string => {
  if (specifier.startsWith('#shared/')) return specifier.replace('#shared', 'src/shared')
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const isReached = (reach: Reach, target: string): boolean =>
  target === reach.to ||
  target.startsWith(`${reach.to}/`) ||
  (reach.to === 'node:*' && target.startsWith('node:'))

function checkImport(file: SourceFile, room: Room, line: ImportLine): string[] {
  const target = targetOf(file.path, line.specifier)
  const found: string[] = []
  const inside = target === room.folder || target.startsWith(`${room.folder}/`)
  if (inside) {
    const inner = roomOf(target)
    if (inner === room || inner === undefined) return []
  } else if (line.specifier.startsWith('.') && target.startsWith('src/shared/')) {
    found.push(`${file.path}: the way to shared is #shared/…, not ${line.specifier}`)
  }
  const reaches = room.mayImport.filter((reach) => isReached(reach, target))
  if (reaches.length === 0)
    found.push(`${file.path}: ${room.name} may not import ${line.specifier}`)
  else if (!line.isType && reaches.every((reach) => reach.typesOnly === true))
    found.push(`${file.path}: ${room.name} may import only types of ${line.specifier}`)
  return found
}

function checkOwners(file: SourceFile, line: ImportLine): string[] {
  if (line.isType) return []
  const target = targetOf(file.path, line.specifier)
  return owners
    .filter((owner) => owner.modules.includes(target) && file.path.startsWith(owner.within))
    .filter((owner) => !owner.files.some((place) => file.path.startsWith(place)))
    .map((owner) => `${file.path}: ${target} belongs to ${owner.files.join(', ')}`)
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())

const declared =
  /^(?:export\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/gm

function checkNames({ path, text }: SourceFile): string[] {
  const isBanned = (name: string): boolean =>
    !allowedNames.includes(name) && wordsOf(name).some((word) => bannedWords.includes(word))
  const own = path.split('/').filter((part) => isBanned(part.replace(/\.\w+$/, '')))
  const symbols = [...text.matchAll(declared)].map(([, name]) => name ?? '').filter(isBanned)
  return [...own, ...symbols].map((name) => `${path}: the name "${name}" says nothing`)
}

function checkText({ path, text }: SourceFile): string[] {
  return textBans
    .filter(
      (ban) => path.startsWith(ban.within) && !ban.but.some((place) => path.startsWith(place)),
    )
    .filter((ban) => ban.pattern.test(text))
    .map((ban) => `${path}: ${ban.why}`)
}

function checkSize({ path, text }: SourceFile): string[] {
  if (exempt.some((place) => path.startsWith(place))) return []
  const lines = text.replace(/\n$/, '').split('\n').length
  return lines > lineCap ? [`${path}: ${lines} lines, at most ${lineCap}`] : []
}

/** Everything wrong with these files, one sentence each; empty when the house is in order. */
export function checkRooms(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path)
    const lines = importsOf(file.text)
    const isOurs = file.path.startsWith('src/')
    return [
      ...(room === undefined ? [] : lines.flatMap((line) => checkImport(file, room, line))),
      ...(isOurs && room === undefined ? [`${file.path}: in no room of the table`] : []),
      ...lines.flatMap((line) => checkOwners(file, line)),
      ...checkNames(file),
      ...checkText(file),
      ...checkSize(file),
    ]
  })
}
