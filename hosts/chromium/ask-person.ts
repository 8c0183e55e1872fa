// Shows a question of the program to a person, in a window of its own. Resolves to the button's
// place, or -1 when the window was closed or there is no desktop to show it on.
import type { MessageBoxOptions } from 'electron'
import { hasDisplay, openQuestion } from './browser.ts'

export async function askPerson(asked: MessageBoxOptions): Promise<number> {
  if (!hasDisplay()) return -1
  const { page, close } = await openQuestion()
  const answered = new Promise<number>((resolve) => {
    page.once('close', () => resolve(-1))
    void page.exposeFunction('answerQuestion', resolve)
  })
  await page.setContent(questionPage(asked))
  try {
    return await answered
  } finally {
    await close()
  }
}

function questionPage({ message, detail, buttons = [], defaultId }: MessageBoxOptions): string {
  const rows = buttons.map(
    (label, place) =>
      `<button onclick="answerQuestion(${place})"${place === defaultId ? ' autofocus' : ''}>${escaped(label)}</button>`,
  )
  return `<!doctype html><title>Paydesk</title><style>
    body { font: 14px sans-serif; margin: 20px; color: #111; background: #fff; overflow-wrap: anywhere }
    h1 { font-size: 16px } p { white-space: pre-line } button { font: inherit; padding: 6px 12px; margin-right: 8px }
  </style><h1>${escaped(message)}</h1><p>${escaped(detail ?? '')}</p>${rows.join('')}`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
