// Electron's nine fuses: what each has to be, and how that is set and read back. A fuse is a byte
// in Electron's program that switches a part of it off for good.
import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses'

export const fuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  // Pages come from app://, so file:// needs no more rights than any browser gives it.
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
} as const satisfies Record<keyof typeof FuseV1Options, boolean>

type FuseName = keyof typeof fuses
const names = Object.keys(fuses) as FuseName[]

/** Sets all of them; rejects when the program has a fuse that is not in the table. */
export async function setFuses(program: string): Promise<void> {
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    [FuseV1Options.RunAsNode]: fuses.RunAsNode,
    [FuseV1Options.EnableCookieEncryption]: fuses.EnableCookieEncryption,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]:
      fuses.EnableNodeOptionsEnvironmentVariable,
    [FuseV1Options.EnableNodeCliInspectArguments]: fuses.EnableNodeCliInspectArguments,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]:
      fuses.EnableEmbeddedAsarIntegrityValidation,
    [FuseV1Options.OnlyLoadAppFromAsar]: fuses.OnlyLoadAppFromAsar,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]:
      fuses.LoadBrowserProcessSpecificV8Snapshot,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: fuses.GrantFileProtocolExtraPrivileges,
    [FuseV1Options.WasmTrapHandlers]: fuses.WasmTrapHandlers,
  })
}

const stateName = (state: FuseState | undefined): string =>
  state === FuseState.ENABLE
    ? 'on'
    : state === FuseState.DISABLE
      ? 'off'
      : state === FuseState.REMOVED
        ? 'removed'
        : 'missing'

/** What a program has otherwise than the table; empty when nothing differs. */
export async function differingFuses(program: string): Promise<string[]> {
  const wire: Partial<Record<string, unknown>> = await getCurrentFuseWire(program)
  const known = names.map((name) => String(FuseV1Options[name]))
  const unknown = Object.keys(wire).filter((key) => /^\d+$/.test(key) && !known.includes(key))
  return [
    ...names.flatMap((name) => {
      const found = stateName(wire[FuseV1Options[name]] as FuseState | undefined)
      const wanted = fuses[name] ? 'on' : 'off'
      return found === wanted ? [] : [`${name} is ${found} and has to be ${wanted}`]
    }),
    ...unknown.map((key) => `fuse ${key} is not in the table`),
  ]
}
