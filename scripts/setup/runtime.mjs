// The Node that Paydesk runs on comes through a package that fetches it, beside package-lock.json.
// Before it is run for the first time its bytes are compared with the digest below.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const version = '24.21.0'

/**
 * SHA-256 of the program itself, by platform and processor, as it lies in the registry's package of
 * this version.
 */
const runtimeDigests = {
  'linux x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  'win32 x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
}

/** Why the Node that was fetched may not be run, or null. */
export function runtimeFault(modules, platform, arch, digests = runtimeDigests) {
  const file = join(modules, 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(file)) return `Node ${version} did not arrive: ${file} is missing.`
  const wanted = digests[`${platform} ${arch}`]
  if (wanted === undefined)
    return `No digest of Node ${version} is known for ${platform} ${arch}: scripts/setup/runtime.mjs says for which one is.`
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  return found === wanted
    ? null
    : `Node ${version} is not the one that was looked at: its SHA-256 is ${found}, not ${wanted}. Remove node_modules; nothing of it was run.`
}
