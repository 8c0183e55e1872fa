// Order histories drawn at random, and the order's page after each step: npm run -s face --
// --histories N --seed S. One JSON line last; exits 1 when a badge, figure, button or sentence
// contradicts another or the books.
import { faceOf } from './face/run.ts'
import { campaign } from './runner/campaign.ts'

await campaign({
  options: { histories: 20_000, seed: 1 },
  run: async ({ histories, seed, say }) => {
    const { wrong, ...summary } = await faceOf({ histories, seed })
    if (wrong !== null) say(wrong)
    return { ...summary, isWrong: wrong !== null }
  },
  isGood: ({ isWrong }) => !isWrong,
})
