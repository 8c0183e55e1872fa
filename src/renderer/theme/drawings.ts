// Small drawings over empty lists, each of what the list will hold: closed shapes on paper and
// behind it, lines, and one stroke in the accent. Their field is 96 by 72; a shape is the `d` of a
// path. A new one is a row here.

export const drawingParts = ['back', 'paper', 'line', 'accent'] as const
type Drawing = Partial<Record<(typeof drawingParts)[number], string>>

export const drawings = {
  'none-yet': {
    back: 'M14 44l10-22h48l10 22v16a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z',
    paper: 'M14 44h18l5 8h22l5-8h18v16a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z',
    accent: 'M48 8v24M36 20h24',
  },
  // A page with a line for each event.
  activity: {
    paper: 'M24 8h48a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z',
    line: 'M42 23h24M42 36h24M42 49h14',
    accent: 'M30 23h3M30 36h3M30 49h3',
  },
  'no-match': {
    paper: 'M43 10a22 22 0 1 1 0 44a22 22 0 1 1 0-44z',
    line: 'M60 48l18 17',
    accent: 'M35 24l16 16M51 24l-16 16',
  },
  done: { paper: 'M48 12a24 24 0 1 1 0 48a24 24 0 1 1 0-48z', accent: 'M37 37l8 8 15-17' },
  plug: {
    back: 'M63 24h18a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5H63a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5z',
    paper: 'M15 24h20a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5H15a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5z',
    line: 'M40 31h8M40 41h8M65 36h14',
  },
  bars: {
    back: 'M16 62V44a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v18zM52 62V38a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v24z',
    paper: 'M34 62V30a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v32zM70 62V16a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v46z',
    line: 'M8 63h80',
  },
  // A coin that leaves a wallet.
  payouts: {
    back: 'M66 12a11 11 0 1 1 0 22a11 11 0 1 1 0-22z',
    paper: 'M14 30h60a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z',
    line: 'M60 46h15',
    accent: 'M66 29V17M61 22l5-5 5 5',
  },
  // A page with a link on it.
  links: {
    back: 'M34 8h36a4 4 0 0 1 4 4v40H38a4 4 0 0 1-4-4z',
    paper: 'M22 16h36a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4z',
    line: 'M26 26h18',
    accent: 'M36 48l8-8M33 43l-4 4a6 6 0 0 0 8 8l4-4M47 45l4-4a6 6 0 0 0-8-8l-4 4',
  },
  // A month in which a day comes round.
  subscriptions: {
    back: 'M20 16h56a4 4 0 0 1 4 4v10H16V20a4 4 0 0 1 4-4z',
    paper: 'M16 30h64v30a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4z',
    line: 'M32 10v10M64 10v10',
    accent: 'M58 44a11 11 0 1 0 1 7M59 39v6h-6',
  },
  cards: {
    back: 'M28 12h50a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H28a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4z',
    paper: 'M16 24h50a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V28a4 4 0 0 1 4-4z',
    line: 'M15 35h52',
    accent: 'M20 50h14',
  },
  transfers: {
    back: 'M58 34h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H58a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4z',
    paper: 'M10 14h28a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z',
    line: 'M9 23h30M57 43h30',
    accent: 'M52 20h14v8M61 23l5 5 5-5',
  },
  // A shield over a card, with the mark of the payer's bank.
  secure3d: {
    back: 'M10 20h44a4 4 0 0 1 4 4v28a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4z',
    paper: 'M60 10l24 8v18c0 14-10 22-24 28c-14-6-24-14-24-28V18z',
    line: 'M14 30h14M14 46h14',
    accent: 'M50 36l7 8 14-16',
  },
  terminal: {
    back: 'M34 6h28v16H34z',
    paper: 'M30 18h36a4 4 0 0 1 4 4v38a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z',
    line: 'M36 44h4M46 44h4M56 44h4M36 54h4M46 54h4M56 54h4',
    accent: 'M34 30h28',
  },
  runs: {
    back: 'M32 8h44a4 4 0 0 1 4 4v42H36a4 4 0 0 1-4-4z',
    paper: 'M20 16h48a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4z',
    line: 'M40 29h22M40 41h22M40 53h22',
    accent: 'M24 29l3 3 6-6M24 41l3 3 6-6M24 53l3 3 6-6',
  },
  // Two statements, line by line.
  reconcile: {
    back: 'M56 12h28a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H56a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4z',
    paper: 'M12 12h28a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V16a4 4 0 0 1 4-4z',
    line: 'M16 24h20M16 48h20M60 24h20M60 48h20',
    accent: 'M36 34h24M36 40h24',
  },
  people: {
    back: 'M64 18a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM50 60a14 14 0 0 1 28 0z',
    paper: 'M38 12a11 11 0 1 1 0 22a11 11 0 1 1 0-22zM18 60a20 20 0 0 1 40 0z',
    accent: 'M33 50l4 4 8-8',
  },
  lock: {
    back: 'M32 34V26a16 16 0 0 1 32 0v8h-7v-8a9 9 0 0 0-18 0v8z',
    paper: 'M26 32h44a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4V36a4 4 0 0 1 4-4z',
    accent: 'M48 44v8',
  },
} as const satisfies Record<string, Drawing>

export type DrawingName = keyof typeof drawings

/** Of a list that has no drawing of its own: an empty tray. */
export const drawingOf = (list: string): DrawingName =>
  Object.keys(drawings).find((name): name is DrawingName => name === list) ?? 'none-yet'
