// Walks through the states that the product's own code gets into, with a crash possible between any
// two of its calls, a gateway that tells old things again, a colleague with our amounts and two
// records of one account: npm run -s model -- [--states N] [--seed S] [--threads 1|2] [--walk W]
// [--break NAME]. Prints one JSON line last; exits 1 on a violation, or when an arrow of the
// attempt's table was not taken.
import { breaks } from './model/breaks.ts'
import { runModel } from './model/parts.ts'
import { campaign } from './runner/campaign.ts'

await campaign({
  options: { states: 3_000_000, seed: 1, threads: 2, walk: '', break: '' },
  run: async ({ states, seed, threads, walk, break: name, say }) => {
    const broken = breaks.find((one) => one === name) ?? null
    if (name !== '' && broken === null) throw new Error(`--break is one of ${breaks.join(', ')}`)
    const startedAt = performance.now()
    const perSecond = (met: number): number =>
      Math.round((met * 1_000) / (performance.now() - startedAt))
    const { trace, arrows, missing, ...found } = await runModel({
      ...{ states, seed, threads: threads === 1 ? 1 : 2, broken },
      ...(walk === '' ? {} : { walk: Number(walk) }),
      onProgress: (met) => say(`${met} states, ${perSecond(met)} a second`),
    })
    if (found.fault !== null || walk !== '')
      trace.forEach((step, index) => say(`${String(index).padStart(3)}  ${step}`))
    if (found.fault !== null)
      say(`Violated: ${found.fault} (seed ${seed}, walk ${found.faultyWalk})`)
    for (const arrow of arrows) say(`taken    ${arrow}`)
    for (const arrow of missing) say(`MISSING  ${arrow}`)
    const cpu = process.cpuUsage()
    return {
      ...found,
      violations: found.fault === null ? 0 : 1,
      ...{ arrows: arrows.length, missing: missing.length, seed, broken },
      statesPerSecond: perSecond(found.states),
      cpuSeconds: Math.round((cpu.user + cpu.system) / 1e6),
      megabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
    }
  },
  isGood: ({ violations, missing }, { walk }) => violations === 0 && (missing === 0 || walk !== ''),
})
