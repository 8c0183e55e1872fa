// Colours of both themes, said once: applied as CSS variables and handed to naive-ui. Every text pair is at least 4.5:1.

export type Tone = 'good' | 'busy' | 'part' | 'warn' | 'bad' | 'still' | 'unknown'

export interface Palette {
  paper: string
  surface: string
  raised: string
  line: string
  /** Borders of controls: at least 3:1 against the surface. */
  edge: string
  text: string
  muted: string
  primary: string
  primaryHover: string
  primaryPressed: string
  onPrimary: string
  focus: string
  tones: Record<Tone, { ink: string; wash: string }>
}

export const light: Palette = {
  paper: '#f3f4f2',
  surface: '#ffffff',
  raised: '#f8f9f8',
  line: '#d8dce1',
  edge: '#858e9a',
  text: '#1a222c',
  muted: '#515c69',
  primary: '#0f5f73',
  primaryHover: '#0c6f87',
  primaryPressed: '#0a4555',
  onPrimary: '#ffffff',
  focus: '#1668c7',
  tones: {
    good: { ink: '#17603a', wash: '#e2f2e8' },
    busy: { ink: '#1d4f91', wash: '#e3ecf9' },
    part: { ink: '#0f5a63', wash: '#dcf0f1' },
    warn: { ink: '#744700', wash: '#fcefd2' },
    bad: { ink: '#981b1b', wash: '#fbe6e4' },
    still: { ink: '#47515d', wash: '#e8ebee' },
    unknown: { ink: '#5a2785', wash: '#f0e6f9' },
  },
}

export const dark: Palette = {
  paper: '#11151a',
  surface: '#191e25',
  raised: '#1f252d',
  line: '#323b46',
  edge: '#74808e',
  text: '#e7eaee',
  muted: '#a8b2be',
  primary: '#6cc0d2',
  primaryHover: '#86cfde',
  primaryPressed: '#52a9bc',
  onPrimary: '#06222a',
  focus: '#7db7ff',
  tones: {
    good: { ink: '#8ad9aa', wash: '#17321f' },
    busy: { ink: '#a0c6f6', wash: '#182c47' },
    part: { ink: '#86d5dc', wash: '#11343a' },
    warn: { ink: '#f1c67c', wash: '#3a2b0c' },
    bad: { ink: '#f6aaa7', wash: '#431d1d' },
    still: { ink: '#bbc4ce', wash: '#2a313a' },
    unknown: { ink: '#d6b6f4', wash: '#341f4c' },
  },
}

export const cssVariables = (palette: Palette): Record<string, string> => ({
  '--paper': palette.paper,
  '--surface': palette.surface,
  '--raised': palette.raised,
  '--line': palette.line,
  '--edge': palette.edge,
  '--text': palette.text,
  '--muted': palette.muted,
  '--primary': palette.primary,
  '--on-primary': palette.onPrimary,
  '--focus': palette.focus,
  ...Object.fromEntries(
    Object.entries(palette.tones).flatMap(([tone, { ink, wash }]) => [
      [`--${tone}-ink`, ink],
      [`--${tone}-wash`, wash],
    ]),
  ),
})
