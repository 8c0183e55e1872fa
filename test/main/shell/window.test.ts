import { describe, expect, it } from 'vitest'
import type { Session } from 'electron'
import { printPreferences } from '../../../src/main/shell/print-page.ts'
import { webPreferences } from '../../../src/main/shell/window.ts'

describe('webPreferences', () => {
  it('are exactly these: a change here is a change of the security model', () => {
    const session = {} as Session
    expect(webPreferences({ preload: '/p.cjs', session, mayInspect: false })).toEqual({
      preload: '/p.cjs',
      session,
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      plugins: false,
      disableDialogs: true,
    })
  })
})

describe('a page that is only printed', () => {
  it('runs nothing and reaches nothing: no script, no preload, no node', () => {
    expect(printPreferences()).toEqual({
      javascript: false,
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      plugins: false,
    })
  })
})
