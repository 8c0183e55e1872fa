// One thing that can happen next in a walk, and how often it should.
export interface Step {
  weight: number
  label: string
  run: () => void
}
export type Add = (weight: number, label: string, run: () => void) => void
