// Which path an operation may have on a connection. MONEY: a path decides what the gateway does
// with a request, whatever the request is called here. Under the path of another operation a
// look-up could void a hold, and the log would tell of something that never happened. Pure.
import { say } from '#shared/message.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import { isOperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'

/** Per operation, where a host differs from the operation table. */
export type Paths = Readonly<Record<string, string>>

/** The first path that can't be used below this base URL, or null. */
export function pathFault(paths: Paths, baseUrl: string): Fault | null {
  const base = new URL(baseUrl).pathname
  for (const [id, path] of Object.entries(paths)) {
    const refused = (message: string): Fault => inputFault(`settings.paths.${id}`, message)
    if (!isOperationId(id)) return refused(say('connections.no-such-operation', { id }))
    const taken = operationAt({ path, id, paths, base })
    if (taken !== null)
      return refused(
        say('connections.path-of-other-operation', {
          title: rowOf(id).title,
          other: rowOf(taken).title,
        }),
      )
    if (!/^\/[A-Za-z0-9/_-]*$/.test(path))
      return refused(say('connections.a-path-has-only', { title: rowOf(id).title }))
  }
  return null
}

type Id = (typeof operationIds)[number]

/**
 * Another operation that a gateway may read out of this path, built in or set here; or null. A
 * built-in path stays one whatever stands before it, and may begin in the base URL.
 */
function operationAt(asked: { path: string; id: Id; paths: Paths; base: string }): Id | null {
  const { path, id, paths, base } = asked
  const meant = asRead(path)
  const whole = `/${asRead(`${base}/${path}`)}`
  const isSame = (other: Id): boolean => {
    const own = paths[other]
    return (
      whole.endsWith(`/${asRead(rowOf(other).path)}`) ||
      (own !== undefined && asRead(own) === meant)
    )
  }
  return operationIds.find((other) => other !== id && isSame(other)) ?? null
}

/**
 * A path as the most lenient server reads it: decoded however often it was encoded, without
 * parameters behind `;`, without capitals, and without an endpoint of its own at the end or the
 * word that makes one of what follows.
 */
function asRead(path: string): string {
  const plain = decoded(path)
    .normalize('NFKC')
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .toLowerCase()
  return plain.replace(/(?:\/group|\/\d+)+$/, '')
}

/** Ends, because each turn makes the text shorter. */
function decoded(path: string): string {
  const once = path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return once === path ? once : decoded(once)
}
