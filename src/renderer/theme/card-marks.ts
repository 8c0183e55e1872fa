// Small marks of the card brands, each drawn here in a few strokes of its colours on a field of 28
// by 18: enough to tell one from another beside its name. A new one is a row here. Pure.

interface MarkPart {
  /** Of a path: filled, or drawn as a line of such a width. */
  d: string
  colour: string
  line?: number
}

export interface CardMark {
  /** How a card’s name begins. */
  starts: RegExp
  ground: string
  /** Both corners of a picture of the card; the theme's own where none are given. */
  face?: { from: string; to: string }
  parts: readonly MarkPart[]
}

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
/** Two discs, and what both cover. */
const discs = (left: string, right: string, both: string): readonly MarkPart[] => [
  { d: disc(11, 9, 4.5), colour: left },
  { d: disc(17, 9, 4.5), colour: right },
  { d: 'M14 5.65a4.5 4.5 0 0 1 0 6.7a4.5 4.5 0 0 1 0-6.7z', colour: both },
]
const bar = (x: number): string =>
  `M${x + 1.5} 3.5h2.7v9.5a1.5 1.5 0 0 1-1.5 1.5h-2.7v-9.5a1.5 1.5 0 0 1 1.5-1.5z`

const marks: readonly CardMark[] = [
  {
    starts: /^visa\b/i,
    ground: '#1a2a7b',
    face: { from: '#4556c0', to: '#161c58' },
    parts: [
      {
        d: 'M4.8 6l2 6 3-6M12.3 6l-1.2 6M17.1 6.7c-1.5-1-3.4-.6-3.4.7 0 1.5 2.9 1.3 2.8 3-.1 1.5-2.3 1.9-3.8.9M17.5 12l3.2-6h.5l1.6 6M18.7 10.2h3.4',
        ...{ colour: '#ffffff', line: 1.5 },
      },
    ],
  },
  {
    starts: /^master ?card\b/i,
    ground: '#23282e',
    face: { from: '#626a75', to: '#22272d' },
    parts: discs('#eb1c26', '#f79e1b', '#ff5f00'),
  },
  { starts: /^maestro\b/i, ground: '#23282e', parts: discs('#1594dc', '#eb1c26', '#7673c0') },
  {
    starts: /^(amex|american express)\b/i,
    ground: '#1170cf',
    face: { from: '#1b74c9', to: '#0a3f78' },
    parts: [
      {
        d: 'M3 11.6l2.3-5.2h.5l2.3 5.2M3.9 9.9h3.3M9.9 11.6V6.4l2.2 3.2 2.2-3.2v5.2M19.6 6.4h-3.2v5.2h3.2M16.4 9h2.8M21.2 6.4l3.9 5.2M25.1 6.4l-3.9 5.2',
        ...{ colour: '#ffffff', line: 1.3 },
      },
    ],
  },
  {
    starts: /^jcb\b/i,
    ground: '#ffffff',
    parts: [
      { d: bar(6.9), colour: '#0d4fa3' },
      { d: bar(11.9), colour: '#d3142e' },
      { d: bar(16.9), colour: '#128a3e' },
    ],
  },
  {
    starts: /^discover\b/i,
    ground: '#ffffff',
    parts: [
      {
        d: 'M4.5 6v6h1.4c2 0 3.1-1.2 3.1-3S7.9 6 5.9 6z',
        ...{ colour: '#20262c', line: 1.5 },
      },
      { d: disc(14.5, 9, 3.3), colour: '#f47a20' },
      { d: 'M28 9.5c-4 4-11 7-20 8.5h17a3 3 0 0 0 3-3z', colour: '#f47a20' },
    ],
  },
  {
    starts: /^diners\b/i,
    ground: '#ffffff',
    parts: [
      { d: disc(14, 9, 6.2), colour: '#0b5ca8' },
      { d: disc(14, 9, 4.8), colour: '#ffffff' },
      {
        d: 'M13 5.1v7.8a4.1 4.1 0 0 1 0-7.8zM15 5.1a4.1 4.1 0 0 1 0 7.8z',
        colour: '#0b5ca8',
      },
    ],
  },
  {
    starts: /^(china )?union ?pay\b/i,
    ground: '#ffffff',
    parts: [
      { d: 'M7 3h5l-2.3 12h-5z', colour: '#d8192b' },
      { d: 'M12.4 3h5l-2.3 12h-5z', colour: '#0a4d8c' },
      { d: 'M17.8 3h5.5l-2.3 12h-5.5z', colour: '#0a7d82' },
    ],
  },
]

/** A card of a brand that has none: a stripe and a line. */
export const plainMark: Omit<CardMark, 'starts'> = {
  ground: '#5d6a76',
  parts: [
    { d: 'M0 4.5h28v3h-28z', colour: '#c3ccd4' },
    { d: 'M4.5 12.5h7', ...{ colour: '#e4e9ed', line: 1.5 } },
  ],
}

/** Of a card by its name, as “Visa 1111”; undefined of a brand that is not drawn here. */
export const cardMarkOf = (card: string): CardMark | undefined =>
  marks.find(({ starts }) => starts.test(card))
