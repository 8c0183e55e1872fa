// Installs the package, works with it, upgrades it, removes it, installs it again, and kills dpkg
// at random moments of all of these: node test/campaigns/install.ts --deb FILE --kills N --seed S.
// The records have to be whole each time. One JSON line last; exits 1 when they were not. It works
// in a folder of its own: this machine's packages are not touched.
import { mkdtempSync, existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeDeb } from '../../scripts/package/deb.ts'
import { pack, sourceDate } from '../../scripts/package/pack.ts'
import { top } from '../../scripts/setup/step.mjs'
import { firstLook, must, returnAPart } from '../tour/main-job.ts'
import { makeRandom } from './faults/random.ts'
import {
  digestOf,
  exportedSize,
  lookAtRecords,
  newPerson,
  openInstalled,
  type Person,
} from './install/look.ts'
import { makeSystem, type System } from './install/system.ts'
import { campaign } from './runner/campaign.ts'

export interface InstallSummary {
  kills: Record<'install' | 'upgrade' | 'remove', number>
  /** dpkg was done before the kill came; none of these counts. */
  tooLate: number
  /** Starts of the installed program whose records were looked at. */
  looks: number
  faults: string[]
}

interface Debs {
  older: string
  newer: string
}

/** The same sources as a higher version. */
export async function packNewer(out: string): Promise<string> {
  const version = '99.0.0'
  const { folder, target } = await pack({ top, out, version })
  const made = { top, folder, version, arch: target.arch, out, effort: 0 }
  return makeDeb({ ...made, sourceDate: sourceDate(top) })
}

/** The whole way once, by somebody who works with it in between. Gives back what is known then. */
async function walk(system: System, person: Person, { older, newer }: Debs) {
  await system.run('-i', older)
  const fixture = await openInstalled(person, system.program)
  await firstLook(fixture)
  const { orderid } = await fixture.practice(/paid sale of 120\.00 EUR/)
  await returnAPart(fixture)
  let size = await exportedSize(fixture, person)
  must((await fixture.close()) === 0, 'the program did not end in order')
  const isAsPackaged = (): void =>
    must(system.changed() === '', `files differ from the package: ${system.changed()}`)
  isAsPackaged()
  const look = async (): Promise<void> => {
    isAsPackaged()
    size = await lookAtRecords(person, system.program, { orderid, size })
  }
  const before = digestOf(person)
  await system.run('-i', newer)
  must(digestOf(person) === before, 'the upgrade changed the records')
  await look()
  const worked = digestOf(person)
  await system.run('-P', 'paydesk')
  must(!existsSync(system.program), 'the program is still there')
  must(digestOf(person) === worked, 'the removal changed the records')
  await system.run('-i', newer)
  await look()
  return { orderid, size: () => size, look }
}

const looksEvery = 100

async function killAround(
  system: System,
  person: Person,
  { older, newer }: Debs,
  options: { kills: number; seed: number; look: () => Promise<void> },
): Promise<Pick<InstallSummary, 'kills' | 'tooLate' | 'faults'>> {
  const random = makeRandom(options.seed)
  const kills = { install: 0, upgrade: 0, remove: 0 }
  const faults: string[] = []
  let tooLate = 0
  const records = () => digestOf(person)
  let whole = records()
  const heal = (): Promise<void> => system.run('--configure', '-a')
  const timed = async (...args: string[]): Promise<number> => {
    const startedAt = performance.now()
    await system.run(...args)
    return performance.now() - startedAt
  }
  const removeMs = await timed('-P', 'paydesk')
  const installMs = await timed('-i', newer)
  for (let done = 0; done < options.kills;) {
    const kind = random.pick(['install', 'upgrade', 'remove'] as const)
    // Where it starts from, in order.
    if (kind === 'install' && system.state() !== '') await system.run('-P', 'paydesk')
    if (kind !== 'install') await system.run('-i', random.pick([older, newer]))
    const args = kind === 'remove' ? ['-P', 'paydesk'] : ['-i', random.pick([older, newer])]
    const limitMs = kind === 'remove' ? removeMs : installMs
    if (await system.kill(1 + random.below(limitMs), ...args)) {
      kills[kind] += 1
      done += 1
    } else tooLate += 1
    if (records() !== whole) faults.push(`kill ${done}, ${kind}: the records changed`)
    // What a person is told to do after that.
    await heal().catch(() => system.run('-i', older))
    await system.run('-i', newer)
    if (system.state() !== 'ii') faults.push(`kill ${done}, ${kind}: it is ${system.state()}`)
    if (system.changed() !== '') faults.push(`kill ${done}, ${kind}: ${system.changed()}`)
    if (done % looksEvery === 0 && done > 0 && done < options.kills) {
      await options.look()
      whole = records()
    }
  }
  return { kills, tooLate, faults }
}

export async function runInstalls(options: {
  debs: Debs
  kills: number
  seed: number
}): Promise<InstallSummary> {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-install-'))
  try {
    const system = makeSystem(join(home, 'system'))
    const person = newPerson(join(home, 'person'))
    const { look: lookOnce } = await walk(system, person, options.debs)
    let looks = 3
    const look = async (): Promise<void> => {
      await lookOnce()
      looks += 1
    }
    const reported = await killAround(system, person, options.debs, { ...options, look })
    if (options.kills > 0) await look()
    return { ...reported, looks }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

if (import.meta.main)
  await campaign({
    options: { deb: '', kills: 20, seed: 1 },
    run: async ({ deb, kills, seed }) => {
      if (deb === '') throw new Error('--deb names the package: npm run package makes it.')
      const out = mkdtempSync(join(tmpdir(), 'paydesk-newer-'))
      const debs = { older: resolve(deb), newer: await packNewer(out) }
      const summary = await runInstalls({ debs, kills, seed })
      rmSync(out, { recursive: true, force: true })
      return summary
    },
    isGood: ({ faults }) => faults.length === 0,
  })
