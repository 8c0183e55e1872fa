// Drawn spellings and harmless texts at the detector itself.
import { holdsCardNumber, maskCardNumbers } from '#shared/cards/card-number.ts'
import { makeRandom } from '../faults/random.ts'
import { drawHarmless } from './typed/harmless.ts'
import { drawSpelling } from './typed/spelling.ts'

export interface DetectorSummary {
  spellings: number
  missed: number
  /** A mask that leaves a number to be found. */
  halfMasked: number
  harmless: number
  falseAlarms: number
}

const mostShown = 20

export function tryDetector(
  { spellings, harmless, seed }: { spellings: number; harmless: number; seed: number },
  show: (line: string) => void,
): DetectorSummary {
  const random = makeRandom(seed)
  const found: DetectorSummary = { spellings, missed: 0, halfMasked: 0, harmless, falseAlarms: 0 }
  const tell = (count: number, what: string, drawn: unknown): void => {
    if (count <= mostShown) show(`${what}: ${JSON.stringify(drawn)}`)
  }
  for (let count = 0; count < spellings; count += 1) {
    const drawn = drawSpelling(random)
    if (!holdsCardNumber(drawn.text)) tell((found.missed += 1), 'missed', drawn)
    else if (holdsCardNumber(maskCardNumbers(drawn.text)))
      tell((found.halfMasked += 1), 'half masked', drawn)
  }
  for (let count = 0; count < harmless; count += 1) {
    const drawn = drawHarmless(random)
    if (holdsCardNumber(drawn.text)) tell((found.falseAlarms += 1), 'refused', drawn)
  }
  return found
}
