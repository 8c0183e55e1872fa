// Loaded before each test file: property tests draw the same cases in every run, so that a run is
// green or red for what changed in the code. PAYDESK_FUZZ_SEED draws others, for a long run.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PAYDESK_FUZZ_SEED ?? 1) })
