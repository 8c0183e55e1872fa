// The colours and sizes of both themes, defined once: applied as CSS variables and passed to
// naive-ui. Every pair of text and background has a contrast of at least 4.5:1.

/** Violet is kept for an unknown outcome and says nothing else. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad' | 'unknown'

export interface Palette {
  paper: string
  surface: string
  raised: string
  /** The ground of sheets and dialogs: where it is dark, no shadow says that they lie above. */
  above: string
  /** A row under the pointer. */
  hover: string
  line: string
  /** Borders of fields and boxes: at least 3:1 against the surface. */
  edge: string
  /**
   * Border and ground of a button. Its words say that it is one, so the border is quieter than
   * that of a field.
   */
  rim: string
  button: string
  /** Bars of what was before, or their edges behind those of now: 3:1 against the surface. */
  past: string
  /**
   * Bars of money in, and of money that went out: 3:1 against the surface, and well under the
   * contrast of text, so that no bar is louder than its figure.
   */
  incomeBar: string
  refundBar: string
  payoutBar: string
  text: string
  muted: string
  primary: string
  primaryHover: string
  primaryPressed: string
  /** The ground of what is chosen. */
  primaryWash: string
  onPrimary: string
  /** The picture of a card, from its lit corner to the other: it is of one make in both themes. */
  cardFrom: string
  cardTo: string
  onCard: string
  focus: string
  /** The frame where real money moves. */
  production: string
  onProduction: string
  shadow: string
  /** Under panels. */
  lift: string
  /** Over what a sheet stands beside: a dark page needs more of it to step back. */
  veil: string
  tones: Record<Tone, { ink: string; wash: string }>
  /** The marks of people: they tell who, and nothing else. */
  people: readonly { ink: string; wash: string }[]
}

/** Pixels of text: the body is 14, a table 13. */
export const typeScale = [12, 13, 14, 16, 20, 28] as const
export const radius = 6
/** Milliseconds of a change that is seen moving; none under reduced motion. */
export const motionMs = 140

export const fontFamily =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
export const monoFamily =
  '"JetBrains Mono Variable", ui-monospace, "Cascadia Mono", Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace'

export const light: Palette = {
  paper: '#eef1f3',
  surface: '#ffffff',
  raised: '#f6f8f9',
  above: '#ffffff',
  hover: '#e9eff1',
  line: '#dce1e5',
  edge: '#7b8792',
  rim: '#c3ccd3',
  button: '#ffffff',
  past: '#8b959e',
  incomeBar: '#11653a',
  refundBar: '#c05a0e',
  payoutBar: '#0e7f9b',
  text: '#15202b',
  muted: '#55626f',
  primary: '#0b6b75',
  primaryHover: '#0a5d66',
  primaryPressed: '#084a51',
  primaryWash: '#ddeff0',
  onPrimary: '#ffffff',
  cardFrom: '#0e7682',
  cardTo: '#073840',
  onCard: '#ffffff',
  focus: '#0b6b75',
  production: '#b3201c',
  onProduction: '#ffffff',
  lift: '0 1px 2px rgb(16 32 43 / 7%)',
  shadow: '0 12px 40px rgb(16 32 43 / 18%), 0 2px 6px rgb(16 32 43 / 8%)',
  veil: 'rgb(10 18 24 / 20%)',
  tones: {
    neutral: { ink: '#47535f', wash: '#e6eaed' },
    info: { ink: '#1a55ab', wash: '#e6effc' },
    good: { ink: '#11653a', wash: '#e0f3e7' },
    warn: { ink: '#7c4a00', wash: '#fdf0d9' },
    bad: { ink: '#a6211a', wash: '#fce8e7' },
    unknown: { ink: '#6127a8', wash: '#f0e8fc' },
  },
  people: [
    { ink: '#0b5560', wash: '#cfe8eb' },
    { ink: '#234a86', wash: '#d9e4f7' },
    { ink: '#7d3450', wash: '#f7dfe8' },
    { ink: '#5c4a1c', wash: '#f0e5c4' },
    { ink: '#3a5720', wash: '#dfebd0' },
    { ink: '#454b60', wash: '#dfe2ec' },
  ],
}

export const dark: Palette = {
  paper: '#12191f',
  surface: '#232e37',
  raised: '#33404b',
  above: '#2b3741',
  hover: '#2e3a44',
  line: '#3d4a55',
  edge: '#81909d',
  rim: '#526170',
  button: '#2c3842',
  past: '#7f8c98',
  incomeBar: '#4fa374',
  refundBar: '#c9773f',
  payoutBar: '#3198b8',
  text: '#e8edf1',
  muted: '#a9b6c1',
  primary: '#4cc2cb',
  primaryHover: '#6bd0d8',
  primaryPressed: '#38adb6',
  primaryWash: '#17474d',
  onPrimary: '#06252a',
  cardFrom: '#117985',
  cardTo: '#083f48',
  onCard: '#ffffff',
  focus: '#4cc2cb',
  production: '#c62b26',
  onProduction: '#ffffff',
  lift: '0 1px 2px rgb(0 0 0 / 22%)',
  shadow: '0 16px 48px rgb(0 0 0 / 55%)',
  veil: 'rgb(0 0 0 / 50%)',
  tones: {
    neutral: { ink: '#c0cad3', wash: '#33404a' },
    info: { ink: '#a6c8ff', wash: '#264168' },
    good: { ink: '#86dfa9', wash: '#1c4a35' },
    warn: { ink: '#f3c06d', wash: '#4a3f28' },
    bad: { ink: '#ffaaa4', wash: '#5a2a2a' },
    unknown: { ink: '#d3b5ff', wash: '#462d6b' },
  },
  people: [
    { ink: '#a9e0e7', wash: '#1b4f57' },
    { ink: '#bcd3f8', wash: '#2a4672' },
    { ink: '#f4c3d4', wash: '#603447' },
    { ink: '#e8d8a6', wash: '#554722' },
    { ink: '#c9e0aa', wash: '#3d5122' },
    { ink: '#cdd3e3', wash: '#444c5f' },
  ],
}

export const cssVariables = (palette: Palette): Record<string, string> => ({
  '--paper': palette.paper,
  '--surface': palette.surface,
  '--raised': palette.raised,
  '--above': palette.above,
  '--hover': palette.hover,
  '--line': palette.line,
  '--edge': palette.edge,
  '--rim': palette.rim,
  '--button': palette.button,
  '--past': palette.past,
  '--income-bar': palette.incomeBar,
  '--refund-bar': palette.refundBar,
  '--payout-bar': palette.payoutBar,
  '--text': palette.text,
  '--muted': palette.muted,
  '--primary': palette.primary,
  '--primary-wash': palette.primaryWash,
  '--on-primary': palette.onPrimary,
  '--card-from': palette.cardFrom,
  '--card-to': palette.cardTo,
  '--on-card': palette.onCard,
  '--focus': palette.focus,
  '--production': palette.production,
  '--on-production': palette.onProduction,
  '--shadow': palette.shadow,
  '--lift': palette.lift,
  '--veil': palette.veil,
  '--font': fontFamily,
  '--mono': monoFamily,
  '--radius': `${radius}px`,
  '--motion': `${motionMs}ms`,
  ...Object.fromEntries(
    Object.entries(palette.tones).flatMap(([tone, { ink, wash }]) => [
      [`--${tone}-ink`, ink],
      [`--${tone}-wash`, wash],
    ]),
  ),
  ...Object.fromEntries(
    palette.people.flatMap(({ ink, wash }, at) => [
      [`--person-${at}-ink`, ink],
      [`--person-${at}-wash`, wash],
    ]),
  ),
})
