// Stand-in for `session` and `protocol`: what a program may set on a session, kept where the
// window's routes ask for it.
import { EventEmitter } from 'node:events'
import type {
  CallbackResponse,
  CustomScheme,
  OnBeforeRequestListenerDetails,
  Protocol,
  ProxyConfig,
  Session,
} from 'electron'
import { hasLayer } from './layers.ts'
import { declareScheme, isDeclared, needEarly, needReady } from './phase.ts'
import type { StandIn } from './stand-in.ts'

type PermissionCheck = Parameters<Session['setPermissionCheckHandler']>[0]
type Serve = Parameters<Protocol['handle']>[1]
type Gate = (
  details: OnBeforeRequestListenerDetails,
  answer: (response: CallbackResponse) => void,
) => void

type SessionMembers = StandIn<
  Session,
  | 'on'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
  | 'setProxy'
  | 'setSpellCheckerEnabled'
>

/**
 * A session with the questions of the window: may this load, who serves this scheme, is this
 * permission granted.
 */
export interface HostSession extends SessionMembers {
  protocol: StandIn<Protocol, 'handle' | 'isProtocolHandled' | 'unhandle'>
  webRequest: { onBeforeRequest: (gate: Gate | null) => void }
  mayRequest(url: string, method: string): Promise<boolean>
  serve(request: Request): Promise<Response> | undefined
  isPermitted(permission: string): boolean
  proxy(): ProxyConfig | null
}

function createSession(): HostSession {
  const serving = new Map<string, Serve>()
  let check: PermissionCheck = null
  let gate: Gate | null = null
  let proxy: ProxyConfig | null = null
  return Object.assign(new EventEmitter(), {
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
    setPermissionRequestHandler: () => undefined,
    setSpellCheckerEnabled: () => undefined,
    setProxy: (config: ProxyConfig) => {
      proxy = config
      return Promise.resolve()
    },
    proxy: () => proxy,
    setPermissionCheckHandler: (next: PermissionCheck) => void (check = next),
    protocol: {
      handle: (scheme: string, serve: Serve) => {
        if (serving.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
        serving.set(scheme, serve)
      },
      isProtocolHandled: (scheme: string) => serving.has(scheme),
      unhandle: (scheme: string) => void serving.delete(scheme),
    },
    webRequest: { onBeforeRequest: (next: Gate | null) => void (gate = next) },
    mayRequest: (url: string, method: string) =>
      new Promise<boolean>((resolve) => {
        if (gate === null || !hasLayer('request-gate')) return resolve(true)
        const details = { url, method } as OnBeforeRequestListenerDetails
        return gate(details, (answer) => resolve(answer.cancel !== true))
      }),
    serve: (request: Request) => {
      const scheme = new URL(request.url).protocol.slice(0, -1)
      const serve = isDeclared(scheme) ? serving.get(scheme) : undefined
      return serve === undefined ? undefined : Promise.resolve(serve(request))
    },
    // Electron grants a permission that no handler refuses.
    isPermitted: (permission: string) =>
      check?.(null, permission as Parameters<typeof check>[1], '', {
        isMainFrame: true,
      } as never) ?? true,
  })
}

const sessions = new Map<string, HostSession>()

export const session = {
  get defaultSession(): HostSession {
    return session.fromPartition('')
  },
  fromPartition: (partition: string, _options?: { cache: boolean }): HostSession => {
    needReady('Session can only be received when app is ready')
    const known = sessions.get(partition) ?? createSession()
    sessions.set(partition, known)
    return known
  },
}

export const protocol = {
  registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
    needEarly('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const row of schemes) declareScheme(row.scheme)
  },
} satisfies StandIn<Protocol, 'registerSchemesAsPrivileged'>
