// The night-long form of every campaign as data: how much in all, how much in one slice, and which
// of its figures say what was tried and what was found. A slice is one run of a campaign with a
// seed of its own, so that a night can be cut anywhere and gone on with.

export interface Campaign {
  /** The file beside this folder, and the npm script. */
  script: string
  /** What a person reads; a script may stand here twice. */
  title: string
  /** The argument that says how much. */
  unit: string
  total: number
  slice: number
  /** Seeds of neighbouring slices lie this far apart; faults use one seed a run. */
  seedStep: number
  more?: readonly string[]
  /** Figures that say what was tried. */
  tried: readonly string[]
  /** Figures that have to be nought. */
  nought: readonly string[]
}

const found = [
  ...['double-effect', 'lost-action', 'closed-unnamed', 'wrong-sums', 'over-sent', 'not-asked'],
  ...['too-many-questions', 'unnoticed-copy', 'not-sealed', 'wrong-state', 'broken-rule'],
]
const noRow = ['sentTwice', 'otherAmount', 'lost']
const lost = ['lostRecords', 'wrongStates', 'brokenChains', 'falseStops', 'brokenCopies']

export const plan: readonly Campaign[] = [
  {
    ...{ script: 'faults', title: 'Faults on the way, at every host', unit: '--runs' },
    ...{ total: 200_000, slice: 2_500, seedStep: 2_500 },
    tried: ['actions', 'sent', 'questions'],
    nought: ['failedRuns', ...found],
  },
  {
    ...{ script: 'faults', title: 'Faults with a colleague of a team beside', unit: '--runs' },
    ...{ total: 20_000, slice: 500, seedStep: 500, more: ['--team'] },
    tried: ['actions', 'sent', 'questions', 'heldBack'],
    nought: ['failedRuns', ...found],
  },
  {
    ...{ script: 'kill', title: 'Kills at any moment', unit: '--runs' },
    ...{ total: 10_000, slice: 250, seedStep: 250 },
    tried: ['acknowledged', 'requests', 'killedAtSending', 'foundUnknown'],
    nought: [...lost, 'doubleEffects', 'sentAgain', 'unrecordedRequests', 'leftBehind'],
  },
  {
    // Lives of both; each part of an order is wanted by both.
    ...{ script: 'kill', title: 'Kills of two desks of one team', unit: '--runs' },
    ...{ total: 2_000, slice: 50, seedStep: 50, more: ['--team'] },
    tried: ['acknowledged', 'parts', 'killedAtSending', 'foundUnknown', 'heldBack'],
    nought: [
      ...['doubleParts', 'lostParts', 'wrongEnds', 'stuck', 'flaws', ...lost, 'doubleEffects'],
      ...['sentAgain', 'unrecordedRequests', 'leftBehind'],
    ],
  },
  {
    ...{ script: 'kill', title: 'Kills inside copy and restore', unit: '--runs' },
    ...{ total: 600, slice: 30, seedStep: 30, more: ['--during', 'all'] },
    tried: ['killedInside', 'killedAtCopy', 'changed'],
    nought: [...lost, 'notOpened', 'notStopped'],
  },
  {
    ...{ script: 'model', title: 'States of the product’s own code', unit: '--states' },
    ...{ total: 10_000_000, slice: 1_000_000, seedStep: 1 },
    tried: ['states', 'steps', 'walks'],
    nought: ['violations', 'missing'],
  },
  {
    ...{ script: 'tamper', title: 'A log changed in every way', unit: '--entries' },
    ...{ total: 500, slice: 500, seedStep: 1 },
    tried: ['attacks', 'tableAttacks', 'lifeAttacks', 'cases', 'honestLogs'],
    nought: ['missed', 'wrongVerdicts', 'disagreements', 'falseAlarms'],
  },
  {
    ...{ script: 'hosts', title: 'Hosts of the family', unit: '--sequences' },
    ...{ total: 100_000, slice: 5_000, seedStep: 1 },
    tried: ['sequences', 'sent'],
    nought: ['wrong'],
  },
  {
    ...{ script: 'face', title: 'What an order’s page says', unit: '--histories' },
    ...{ total: 100_000, slice: 5_000, seedStep: 1 },
    tried: ['histories', 'steps', 'looks'],
    nought: ['isWrong'],
  },
  {
    ...{ script: 'restores', title: 'Old copies put back', unit: '--runs' },
    ...{ total: 1_000, slice: 50, seedStep: 50 },
    tried: ['commits', 'restored', 'forgetful'],
    nought: ['undetected', 'doubleRequests', 'lost', 'falseAlarms'],
  },
  {
    ...{ script: 'power-cuts', title: 'Power cut after every write', unit: '--points' },
    ...{ total: 20_000, slice: 1_000, seedStep: 1 },
    tried: ['points', 'stories'],
    nought: ['lost', 'leftBehind', 'falseAlarms'],
  },
  {
    ...{ script: 'no-locks', title: 'Two desks where locks do nothing', unit: '--rounds' },
    ...{ total: 250, slice: 25, seedStep: 25 },
    tried: ['rounds', 'heldBack'],
    nought: ['sentByBoth', 'sentThoughProbed'],
  },
  {
    ...{ script: 'updates', title: 'Attacks on updates', unit: '--lives' },
    ...{ total: 2_000, slice: 200, seedStep: 200 },
    // Attacks are not counted: each slice tries the same ones.
    tried: ['lives', 'looks', 'rotations'],
    nought: ['wrong', 'installed', 'falseRefusals'],
  },
  {
    ...{ script: 'cards', title: 'Card numbers in any spelling', unit: '--spellings' },
    ...{ total: 10_000_000, slice: 500_000, seedStep: 1 },
    // One in a hundred may be missed: the figure stands beside what was tried.
    tried: ['spellings', 'missed', 'harmless', 'asked'],
    nought: ['falseAlarms', 'passed', 'atRest'],
  },
  {
    // Rows of each of six kinds: a hundred thousand in all, and five thousand kills.
    ...{ script: 'runs', title: 'Runs killed anywhere, of six kinds', unit: '--rows' },
    ...{ total: 16_800, slice: 60, seedStep: 1, more: ['--sets', '1', '--kills', '3'] },
    tried: ['rows', 'kills', 'requests', 'done', 'byNumber', 'unknown', 'skipped'],
    nought: [...noRow, 'sentBeforeResume', 'outOfOrder', 'unnamed'],
  },
  {
    ...{ script: 'runs', title: 'What the check of a run foretells', unit: '--rows' },
    ...{ total: 3_000, slice: 60, seedStep: 1, more: ['--sets', '1', '--calm'] },
    tried: ['rows', 'foretold', 'done'],
    nought: [...noRow, 'otherwise', 'foretoldWrong'],
  },
  {
    ...{ script: 'runs', title: 'Two desks on one list', unit: '--rows' },
    ...{ total: 3_000, slice: 60, seedStep: 1, more: ['--sets', '1', '--kills', '3', '--desks'] },
    // What crosses on the way can't be known.
    tried: ['shared', 'kills', 'requests', 'crossed'],
    nought: [...noRow, 'sentBeforeResume', 'sentThoughTold'],
  },
  {
    ...{ script: 'files', title: 'Files as others write them', unit: '--count' },
    ...{ total: 50_000, slice: 5_000, seedStep: 1 },
    // A short list whose ids have the check digits of cards is refused as one of cards.
    tried: ['broken', 'good', 'likeCards', 'disguises', 'halves', 'different'],
    nought: ['otherwise', 'misread', 'notKnown', 'halvesNotKnown', 'takenForSame'],
  },
  {
    ...{ script: 'reconcile', title: 'Reports with a known truth', unit: '--books' },
    ...{ total: 100, slice: 5, seedStep: 5 },
    tried: [
      ...['books', 'events', 'lines', 'withIds', 'oneId', 'oneIdWrong', 'evidence'],
      ...['suggestedWrong', 'doubles', 'doublesLater', 'unknownHappened', 'shuffles'],
      ...['bankLines', 'bankMatched', 'wrongByAmount', 'wrongByScore'],
    ],
    nought: [
      ...['wrong', 'doublesHidden', 'unknownMatched', 'splitsDiffer', 'shufflesDiffer'],
      ...['bankWrong', 'bankMisread', 'bankMissed'],
    ],
  },
  {
    ...{ script: 'reports', title: 'Figures of reports over generated logs', unit: '--logs' },
    ...{ total: 10_000, slice: 1_000, seedStep: 1 },
    tried: ['logs', 'tests'],
    nought: ['failed'],
  },
  {
    ...{ script: 'approvals', title: 'Approval files that must not count', unit: '--files' },
    ...{ total: 1_000_000, slice: 50_000, seedStep: 1 },
    tried: ['attacks', 'honest', 'compared', 'reasons'],
    nought: ['accepted', 'honestRefused', 'differ', 'untried'],
  },
  {
    ...{ script: 'races', title: 'Approvals against all that can come between', unit: '--rounds' },
    ...{ total: 10_000, slice: 250, seedStep: 1 },
    tried: ['effects', 'spent', 'kills', 'foundUnknown', 'leftToAPerson'],
    nought: ['double', 'spentTwice', 'unsigned', 'unspent', 'wrongStates', 'notSent', 'stuck'],
  },
  {
    // How many times a computer wanted an order; a fail-over in each slice.
    ...{ script: 'storms', title: 'Eight computers on the same orders', unit: '--attempts' },
    ...{ total: 200_000, slice: 2_000, seedStep: 1, more: ['--desks', '8'] },
    tried: ['orders', 'effects', 'kills', 'sleeps', 'cuts', 'lostAnswers', 'clocks', 'lostRecords'],
    nought: ['double', 'missing', 'stuck', 'flaws'],
  },
  {
    // In calm, and as many in chaos.
    ...{ script: 'storms', title: 'Orders that eight computers claim at once', unit: '--claims' },
    ...{ total: 20_000, slice: 500, seedStep: 1, more: ['--desks', '8'] },
    tried: ['orders', 'won', 'kills', 'cuts', 'lostAnswers', 'restarts'],
    nought: ['double', 'missing', 'flaws'],
  },
  {
    ...{ script: 'team-tamper', title: 'A team’s records changed, and forked' },
    ...{ unit: '--tamperings', total: 1_000, slice: 250, seedStep: 1, more: ['--forks', '50'] },
    tried: ['tamperings', 'byLook', 'byBeat', 'byWriter', 'forks', 'honest'],
    nought: ['missed', 'missedInExport', 'missedForks', 'disagreements', 'falseAlarms'],
  },
]

/** One finished run of a campaign. */
export interface Slice {
  title: string
  seed: number
  size: number
  /** The commit it ran on; with "+" where files were changed since. */
  commit: string
  node: string
  seconds: number
  /** Whether the campaign itself found nothing: it exits 0. */
  isClean: boolean
  figures: Record<string, number>
  /**
   * Of a slice that found something, written by hand: what it was, and the commit that mended it.
   * The seed is then run once more, and both stand in the report.
   */
  answer?: string
}

export interface Turn {
  campaign: Campaign
  seed: number
}

const seedOf = ({ seedStep }: Campaign, at: number): number => 1 + at * seedStep

const turnsOf = (campaign: Campaign): Turn[] =>
  Array.from({ length: Math.ceil(campaign.total / campaign.slice) }, (_, at) => ({
    campaign,
    seed: seedOf(campaign, at),
  }))

/**
 * What is left to run: a slice of each campaign in turn, so that a short night has some of each. A
 * slice that found something stays in the report, and is not run again until it was answered.
 */
export function turnsLeft(done: readonly Slice[], only: readonly string[] = []): Turn[] {
  const counted = done.filter(({ answer }) => answer === undefined)
  const known = new Set(counted.map(({ title, seed }) => `${title} ${seed}`))
  const left = plan
    .filter(({ script }) => only.length === 0 || only.includes(script))
    .map((campaign) => {
      const turns = turnsOf(campaign)
      const isDone = ({ seed }: Turn): boolean => known.has(`${campaign.title} ${seed}`)
      return turns
        .map((turn, at) => ({ turn, share: at / turns.length }))
        .filter(({ turn }) => !isDone(turn))
    })
  return left
    .flat()
    .sort((one, other) => one.share - other.share)
    .map(({ turn }) => turn)
}

/** Every number in a campaign's last line under its own name, added up where a name comes twice. */
export function figuresOf(summary: unknown, into: Record<string, number> = {}) {
  if (typeof summary !== 'object' || summary === null) return into
  for (const [name, value] of Object.entries(summary))
    if (typeof value === 'number' || typeof value === 'boolean')
      into[name] = (into[name] ?? 0) + Number(value)
    else figuresOf(value, into)
  return into
}
