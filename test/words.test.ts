// Holds the house to docs/glossary.md. A rule is a banned word, where it is banned, and what may
// use it all the same. The words of people (screens and messages), the documents, and the names and
// comments of the code are read apart. Tests, scripts, benchmarks and hosts are read line by line,
// their file names included. Comment lines end at column 100.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '..')

type Place = 'screens' | 'docs' | 'code' | 'comments' | 'tests'

interface Banned {
  pattern: RegExp
  places: readonly Place[]
  instead: string
  /** What may stay, each with its reason. */
  except?: readonly { text: RegExp; because: string }[]
}

const forPeople: readonly Place[] = ['screens', 'docs']

/** What may stay of a word that the glossary does not use, by that word. */
const exceptions: Readonly<Record<string, Banned['except']>> = {
  settl: [
    { text: /before settlement/, because: 'clearing between banks' },
    { text: /ALREADY_SETTLED/, because: 'an error of the sandbox about clearing' },
    { text: /allSettled/, because: 'the name of a JavaScript function' },
  ],
  service: [
    { text: /Secret Service/, because: 'the name of a D-Bus interface' },
    { text: /service workers/, because: 'a name of the web platform' },
    { text: /one-service/, because: 'the name of a test file' },
    { text: /`service`/, because: 'the origin that entries of the audit log carry' },
  ],
  magic: [{ text: /linux\/magic\.h/, because: 'a header of the system' }],
}

const glossary = readFileSync(join(top, 'docs/glossary.md'), 'utf8')
const [, notUsed = ''] = glossary.split('## Words that Paydesk does not use')
const placeNames: Readonly<Record<string, Place>> = {
  ...{ screens: 'screens', documents: 'docs', code: 'code', comments: 'comments', tests: 'tests' },
}

/** Three dots stand for any letters: on that side the word has no end. */
const patternOf = (word: string): string => `\\b${word}\\b`.replace('\\b…', '').replace('…\\b', '')

/** The rules of the glossary's own table. */
const fromGlossary: readonly Banned[] = [...notUsed.matchAll(/^\| (`.*?) +\|(.*)\|(.*)\|$/gm)].map(
  ([, not = '', instead = '', where = '']) => {
    const words = [...not.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)
    return {
      pattern: new RegExp(words.map(patternOf).join('|'), 'i'),
      places: where.split(',').map((name) => placeNames[name.trim()]!),
      instead: instead.trim(),
      except: exceptions[words[0]!.replaceAll('…', '')] ?? [],
    }
  },
)

/** Rules about names and inflections, which a table of words can't say. */
const banned: readonly Banned[] = [
  ...fromGlossary,
  {
    pattern: /\b(giv(e|es|en|ing)|gave) (\w+ )?(money|it) back\b|\bgiven back\b/i,
    places: forPeople,
    instead: 'refund, release hold',
  },
  {
    pattern: /\b(Return|Send return|Returned)\b/,
    places: ['screens'],
    instead: 'Refund, Refunded',
    except: [{ text: /Return address/, because: 'where a browser comes back to' }],
  },
  {
    pattern: /\btak(e|es|en|ing) (it )?back\b/i,
    places: forPeople,
    instead: 'undo',
  },
  {
    pattern: /premises|agenda|\bfates?\b/i,
    places: ['screens', 'code', 'comments'],
    instead: 'context, scheduler, outcome',
    except: [
      {
        text: /fate (AS outcome|TEXT)|(SET|=) fate|, fate,/,
        because: 'a column of the practice ledger',
      },
    ],
  },
  {
    pattern: /openClerk|operation-?hands/i,
    places: ['screens', 'docs', 'code', 'comments', 'tests'],
    instead: 'operator; in tests page driver',
  },
  {
    pattern: /\bwords\b|[a-z]Words/,
    places: ['code'],
    instead: 'message, label',
    except: [{ text: /in-words|without-words/, because: 'a code made of its sentence' }],
  },
  {
    pattern: /^(Pending|Prepared|Ready|Planned|Intent|NewAttempt)\b/,
    places: ['code'],
    instead: 'Draft, Plan, Review, Attempt, Request',
  },
  {
    pattern: /attempt:prepare|\b(facts|order|shown)\??\.pending\b|onItsWay/,
    places: ['docs', 'code', 'comments', 'tests'],
    instead: 'attempt:review, inProgress',
  },
  {
    pattern:
      /DeskStore|DeskState|desk:state|DeskFrame|DeskBanners|deskRoutes|[a-z](Note|Audit)Desk\b/,
    places: ['docs', 'code', 'comments', 'tests'],
    instead:
      'useAppState, AppState, AppFrame, createNoteMethods; desk is the program behind the bridge',
  },
  {
    pattern: /WorkBar|work-bar|\b[lL]anes?\b/,
    places: ['docs', 'code', 'comments', 'tests'],
    instead: 'JobProgress, QuestionQueue',
  },
  {
    pattern: /openHands|interface Hands\b|[tT]he same hands|\bOffice\b/,
    places: ['tests'],
    instead: 'page driver, desk driver, fixture',
  },
  {
    pattern: /\bIntents?\b|\bintents?\b|lost-intent|[hH]abit/,
    places: ['code', 'tests'],
    instead: 'Action, Attempt, Request; trait of a host',
    except: [{ text: /^'intent'$/, because: 'a part of a key in an old schema' }],
  },
  {
    pattern:
      /\bhand(s|ed)? (it |that |them )?in\b|\bReading (the|your|open) [a-z ]+…|[Kk](eep|ept) (a|the|this) card\b/,
    places: ['screens'],
    instead: 'submit; loading; save a card',
  },
  {
    pattern: /[oO]bservation|[sS]ighting|\bseeing\b|^Reading$/,
    places: ['code', 'comments'],
    instead: 'StatusSnapshot, Match',
  },
  {
    pattern: /[sS]helf|KeptDraft|DISCARDED|set-aside|soundness|LongWork/,
    places: ['code'],
    instead: 'preferences, SavedDraft, UNDONE, quarantine, integrity, Jobs',
  },
]

const under = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(top, folder), { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => ending.test(file))

interface Piece {
  file: string
  line: number
  text: string
}

const noPieces = (): Record<Place, Piece[]> => ({
  screens: [],
  docs: [],
  code: [],
  comments: [],
  tests: [],
})

/** Comments, sentences and names of one TypeScript text; `from` is the line it begins at. */
function piecesOf(file: string, text: string, from: number): Record<Place, Piece[]> {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const found = noPieces()
  const add = (place: Place, start: number, end: number): void => {
    const { line } = source.getLineAndCharacterOfPosition(start)
    found[place].push({ file, line: from + line, text: text.slice(start, end) })
  }
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(source) > 0) return node.getChildren(source).forEach(visit)
    const start = node.getStart(source)
    const before = text.slice(node.pos, start)
    if (/\/[/*]/.test(before)) add('comments', node.pos, start)
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) add('code', start, node.end)
    else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      add(isSentence(text.slice(start + 1, node.end - 1)) ? 'screens' : 'code', start, node.end)
  }
  visit(source)
  return found
}

/** A text with a space or a capital letter; a code has neither. SQL is code. */
const isSentence = (text: string): boolean =>
  /^[A-Z][a-z]| /.test(text) && !/\b(SELECT|INSERT|UPDATE|DELETE|WHERE|CREATE)\b/.test(text)

function piecesOfVue(file: string): Record<Place, Piece[]> {
  const { descriptor } = parse(readFileSync(join(top, file), 'utf8'))
  const { script, scriptSetup, template } = descriptor
  const code = scriptSetup ?? script
  const found = piecesOf(file, code?.content ?? '', code?.loc.start.line ?? 1)
  template?.content.split('\n').forEach((text, at) => {
    // Markup, bound expressions and class names are code; what is left is read by people.
    const shown = text.replaceAll(
      /<[a-zA-Z/][^>]*|[@:#a-z-]+="[^"]*"|\{\{.*?\}\}|^\s*[a-z][a-zA-Z.]*$/g,
      ' ',
    )
    const attributes = text.match(/(?<=\s(title|label|hint|about|placeholder|aria-label)=)"[^"]*"/g)
    for (const one of [shown, ...(attributes ?? [])])
      found.screens.push({ file, line: template.loc.start.line + at, text: one })
  })
  return found
}

const pieces = noPieces()
for (const file of under('src', /\.(ts|vue)$/)) {
  const found = file.endsWith('.vue')
    ? piecesOfVue(file)
    : piecesOf(file, readFileSync(join(top, file), 'utf8'), 1)
  for (const place of ['screens', 'code', 'comments'] as const) pieces[place].push(...found[place])
}
for (const file of [...under('docs', /\.md$/), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])
  readFileSync(join(top, file), 'utf8')
    .replace(notUsed, '')
    .split('\n')
    .forEach((text, at) => pieces.docs.push({ file, line: at + 1, text }))
for (const folder of ['test', 'scripts', 'bench', 'hosts'])
  for (const file of under(folder, /\.(ts|mjs)$/)) {
    if (file === 'test/words.test.ts') continue
    pieces.tests.push({ file, line: 0, text: file })
    readFileSync(join(top, file), 'utf8')
      .split('\n')
      .forEach((text, at) => pieces.tests.push({ file, line: at + 1, text }))
  }

const without = (text: string, { except = [] }: Banned): string =>
  except.reduce((left, { text: allowed }) => left.replaceAll(new RegExp(allowed, 'g'), ''), text)

const finds = (rule: Banned, { text }: Piece): boolean => rule.pattern.test(without(text, rule))

describe('the glossary', () => {
  it('reads screens, documents, names, comments and tests', () => {
    for (const found of Object.values(pieces)) expect(found.length).toBeGreaterThan(1_000)
  })

  it.each(banned)('bans $pattern, and says $instead', (rule) => {
    const found = rule.places.flatMap((place) =>
      pieces[place]
        .filter((piece) => finds(rule, piece))
        .map(({ file, line, text }) => `${file}:${line} ${text.trim().slice(0, 120)}`),
    )
    expect(found).toEqual([])
  })

  it('takes its plain words from the table of docs/glossary.md', () => {
    expect(fromGlossary.length).toBeGreaterThan(6)
    for (const { places, instead } of fromGlossary) {
      expect(places).not.toContain(undefined)
      expect(instead).not.toBe('')
    }
  })

  it('finds what it bans, and lets an exception pass', () => {
    const [settle] = banned
    const of = (text: string): Piece => ({ file: '', line: 1, text })
    expect(finds(settle!, of('It was settled by hand'))).toBe(true)
    expect(finds(settle!, of('A void is possible before settlement'))).toBe(false)
    expect(finds(settle!, of('Not settled before settlement'))).toBe(true)
  })
})

describe('comments', () => {
  it('have at most 100 columns', () => {
    const below = ['src', 'test', 'scripts', 'bench', 'hosts'].flatMap((folder) =>
      under(folder, /\.(ts|mjs|vue)$/),
    )
    const settings = readdirSync(top).filter((file) => /\.(ts|js|cjs)$/.test(file))
    expect(settings).toContain('electron-builder.config.ts')
    const long = [...below, ...settings].flatMap((file) =>
      readFileSync(join(top, file), 'utf8')
        .split('\n')
        .flatMap((text, at) =>
          /^\s*(\/\/|\/?\*)/.test(text) && text.length > 100 ? [`${file}:${at + 1}`] : [],
        ),
    )
    expect(long).toEqual([])
  })
})
