// The report of the evidence from its slices: what was tried, what was found, with seeds, commits
// and the machine in words.
import { type Campaign, plan, type Slice } from './plan.ts'

const count = (value: number): string => value.toLocaleString('en')
const sum = (slices: readonly Slice[], figure: string): number =>
  slices.reduce((total, { figures }) => total + (figures[figure] ?? 0), 0)
const unique = (values: readonly string[]): string[] => [...new Set(values)]
/** "killedAtSending", "double-effect" and "isWrong" as words. */
const inWords = (figure: string): string =>
  figure
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('-', ' ')
    .replace(/^is /, '')

function rowOf(campaign: Campaign, all: readonly Slice[]): string {
  const slices = all.filter(({ title, answer }) => title === campaign.title && answer === undefined)
  const size = slices.reduce((total, slice) => total + slice.size, 0)
  const hours = slices.reduce((total, { seconds }) => total + seconds, 0) / 3600
  const tried = campaign.tried.map((name) => `${count(sum(slices, name))} ${inWords(name)}`)
  const wanting = campaign.nought.filter((name) => sum(slices, name) > 0)
  const unclean = slices.filter(({ isClean }) => !isClean)
  const verdict =
    wanting.length > 0 || unclean.length > 0
      ? `**${[
          ...wanting.map((name) => `${count(sum(slices, name))} ${inWords(name)}`),
          ...unclean.map(({ seed }) => `seed ${seed} failed`),
        ].join(', ')}**`
      : slices.length === 0
        ? 'not run yet'
        : `0 of ${campaign.nought.map(inWords).join(', ')}`
  const seeds = slices.map(({ seed }) => seed)
  const from = seeds.length === 0 ? '' : `${Math.min(...seeds)} to ${Math.max(...seeds)}`
  return `| ${[
    `${campaign.title} (\`npm run ${campaign.script}\`)`,
    `${count(size)} of ${count(campaign.total)}`,
    slices.length === 0 ? '' : tried.join(', '),
    verdict,
    from,
    unique(slices.map(({ commit }) => commit)).join(', '),
    hours.toFixed(1),
  ].join(' | ')} |`
}

/** Each slice that found something, and what became of it. */
function findingsOf(slices: readonly Slice[]): string[] {
  const wanting = slices.filter(({ isClean }) => !isClean)
  if (wanting.length === 0) return []
  const rows = wanting.map(({ title, seed, commit, figures, answer }) => {
    const nought = plan.find((campaign) => campaign.title === title)?.nought ?? []
    const found = nought.filter((name) => (figures[name] ?? 0) > 0)
    const what = found.map((name) => `${count(figures[name]!)} ${inWords(name)}`).join(', ')
    return `- ${title}, from seed ${seed}, at ${commit}: ${what}. ${answer ?? '**Not answered yet.**'}`
  })
  return ['', '## What was found', '', ...rows]
}

export function reportOf(slices: readonly Slice[]): string {
  const nodes = unique(slices.map(({ node }) => node)).join(', ')
  return `${[
    '# Evidence at scale',
    '',
    'This page is made by `npm run evidence` from [its slices](slices.jsonl), one line a finished run. A night may be cut anywhere: the next',
    'one goes on with what is left. A slice that found something stays here; once it was answered by hand, its seeds are run again.',
    '',
    `The machine: a virtual Linux computer with two cores and 4 GB or more of memory, no display, its files on a virtual disk; Node ${nodes}.`,
    'Main, ledger and transport are the product’s own, the gateway is the embedded sandbox. Nothing here ran in Electron.',
    '',
    '| Campaign | How much | What was tried | What has to be nought | Seeds | Commits | Hours |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...plan.map((campaign) => rowOf(campaign, slices)),
    ...findingsOf(slices),
    '',
  ].join('\n')}`
}
