// What the stand-in refuses must be what Electron refuses, or the window is tested against a softer
// world.
import { afterAll, describe, expect, it } from 'vitest'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IpcMainInvokeEvent, Session } from 'electron'
import { fromShown, originOf, toShown } from '../../hosts/chromium/address.ts'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  protocol,
  session,
} from '../../hosts/chromium/electron.ts'
import { findChromium } from '../../hosts/chromium/find-chromium.ts'
import { flagsOf } from '../../hosts/chromium/layers.ts'
import { takeInstanceLock } from '../../hosts/chromium/instance-lock.ts'
import { answerInvoke, carried } from '../../hosts/chromium/ipc-main.ts'
import { becomeReady } from '../../hosts/chromium/phase.ts'

const event = {} as IpcMainInvokeEvent

describe('before it is ready', () => {
  it('gives neither a session nor a window nor a dialog', () => {
    expect(() => session.fromPartition('x')).toThrow('when app is ready')
    expect(() => new BrowserWindow({})).toThrow('before app is ready')
    expect(() => dialog.showSaveDialog({})).toThrow('after app is ready')
  })
})

describe('once it is ready', () => {
  it('refuses what had to be settled before', () => {
    protocol.registerSchemesAsPrivileged([{ scheme: 'app' }])
    app.enableSandbox()
    becomeReady()
    expect(() => app.enableSandbox()).toThrow('before app is ready')
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('before app is ready')
  })

  it('refuses a window that is not sandboxed and isolated', () => {
    const ours = session.fromPartition('x') as unknown as Session
    for (const loose of [
      {},
      { sandbox: false },
      { sandbox: true, contextIsolation: false },
      { sandbox: true, nodeIntegration: true },
    ])
      expect(() => new BrowserWindow({ webPreferences: { session: ours, ...loose } })).toThrow(
        'sandboxed',
      )
  })

  it('gives one session for one name', () => {
    expect(session.fromPartition('a')).toBe(session.fromPartition('a'))
    expect(session.fromPartition('a')).not.toBe(session.fromPartition('b'))
  })

  it('serves only schemes that were declared, each by one answer', async () => {
    const ours = session.fromPartition('serving')
    ours.protocol.handle('app', () => new Response('page'))
    ours.protocol.handle('other', () => new Response('page'))
    expect(() => ours.protocol.handle('app', () => new Response(''))).toThrow('Failed to register')
    expect(await (await ours.serve(new Request('app://paydesk/x')))?.text()).toBe('page')
    expect(ours.serve(new Request('other://paydesk/x'))).toBeUndefined()
  })

  it('asks the request gate and the permission check', async () => {
    const ours = session.fromPartition('gate')
    expect(await ours.mayRequest('app://paydesk/x', 'GET')).toBe(true)
    expect(ours.isPermitted('geolocation')).toBe(true)
    ours.webRequest.onBeforeRequest((details, answer) =>
      answer({ cancel: !details.url.startsWith('app:') }),
    )
    ours.setPermissionCheckHandler((_contents, permission) => permission === 'fullscreen')
    expect(await ours.mayRequest('https://x/', 'GET')).toBe(false)
    expect(ours.isPermitted('geolocation')).toBe(false)
    expect(ours.isPermitted('fullscreen')).toBe(true)
  })
})

describe('ipcMain', () => {
  it('refuses a second answer for a channel', () => {
    ipcMain.handle('twice', () => 1)
    expect(() => ipcMain.handle('twice', () => 2)).toThrow("second handler for 'twice'")
  })

  it('refuses an unknown channel in the words of Electron', async () => {
    expect(await answerInvoke('nowhere', event, [])).toEqual({
      error: "Error invoking remote method 'nowhere': Error: No handler registered for 'nowhere'",
    })
  })

  it('refuses an answer that can not be cloned', async () => {
    ipcMain.handle('function', () => ({ act: () => 1 }))
    expect(await answerInvoke('function', event, [])).toMatchObject({
      error: expect.stringContaining('could not be cloned') as string,
    })
  })

  it('keeps only the message of an error', async () => {
    ipcMain.handle('fails', () => {
      throw Object.assign(new TypeError('message'), { secret: 'x' })
    })
    expect(await answerInvoke('fails', event, [])).toEqual({
      error: "Error invoking remote method 'fails': TypeError: message",
    })
  })

  it('sends a reply as a text only where nothing of it is lost', () => {
    const rows = [{ id: '1', amount: null, isOpen: false, at: 1.5, tags: ['a', '\ud800'] }, {}]
    const sent = carried({ value: rows })
    expect('text' in sent && (JSON.parse(sent.text) as unknown)).toEqual({ value: rows })
    for (const value of [undefined, { at: undefined }, 1n, Number.NaN, -0, new Date(0), new Map()])
      expect(carried({ value: { value } })).toEqual({ reply: { value: { value } } })
  })

  it('hands over copies, never the object itself', async () => {
    const own = { list: [1] }
    ipcMain.handle('own', () => own)
    const reply = await answerInvoke('own', event, [])
    expect(reply).toEqual({ value: own })
    expect('value' in reply && reply.value !== own).toBe(true)
  })
})

describe('the save dialog', () => {
  afterAll(() => delete process.env['PAYDESK_HOST_SAVE_DIR'])
  const ask = () => dialog.showSaveDialog({}, { defaultPath: '/home/someone/../export-1' })

  it('is cancelled where nobody can answer it', async () => {
    expect(await ask()).toEqual({ canceled: true, filePath: '' })
  })

  it('is answered with a path in the named folder, whatever was suggested', async () => {
    process.env['PAYDESK_HOST_SAVE_DIR'] = '/saved'
    expect(await ask()).toEqual({ canceled: false, filePath: '/saved/export-1' })
  })
})

describe('a question', () => {
  afterAll(() => delete process.env['PAYDESK_HOST_ANSWER'])
  const ask = async (): Promise<number> =>
    (await dialog.showMessageBox({ message: 'Go?', buttons: ['Go', 'Cancel'], cancelId: 1 }))
      .response

  it('is cancelled where nobody can answer it', async () => {
    process.env['PAYDESK_HOST_HEADLESS'] = '1'
    expect(await ask()).toBe(1)
  })

  it('is answered with the named button, and cancelled for a name that no button has', async () => {
    process.env['PAYDESK_HOST_ANSWER'] = 'Go'
    expect(await ask()).toBe(0)
    process.env['PAYDESK_HOST_ANSWER'] = 'Send'
    expect(await ask()).toBe(1)
  })
})

describe('addresses', () => {
  it.each([
    ['app://paydesk/index.html#/orders', 'http://paydesk.app.localhost/index.html#/orders'],
    ['https://paydesk/x', 'https://paydesk/x'],
    ['data:text/html,x', 'data:text/html,x'],
  ])('%s is shown as %s and read back', (url, shown) => {
    expect(toShown(url)).toBe(shown)
    expect(fromShown(shown)).toBe(url)
  })

  it.each([
    'http://paydesk.app.localhost:8080/',
    'http://paydesk.app.localhost.evil.example/',
    'https://paydesk.app.localhost/',
    'http://a.paydesk.app.localhost/',
  ])('%s is not taken for one of the program', (url) => {
    expect(fromShown(url)).toBe(url)
  })

  it('have the origin Electron tells', () => {
    expect(originOf('app://paydesk/index.html')).toBe('app://paydesk')
    expect(originOf('about:blank')).toBe('null')
  })
})

describe('the instance lock', () => {
  it('is refused while its holder lives, and taken over from a dead one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-lock-'))
    const holder = spawn(process.execPath, [
      '-e',
      'process.on("SIGUSR2", () => process.exit(7)); setTimeout(() => 0, 60000); console.log("up")',
    ])
    await new Promise((settle) => holder.stdout.once('data', settle))
    const began = readFileSync(`/proc/${holder.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
    const ended = new Promise((settle) => holder.once('exit', settle))
    writeFileSync(join(folder, 'host-instance.lock'), `${holder.pid} ${began}`)
    expect(takeInstanceLock(folder, () => undefined)).toBe(false)
    // The holder was woken: that is how it knows to come to the front.
    expect(await ended).toBe(7)
    expect(takeInstanceLock(folder, () => undefined)).toBe(true)
  })

  it('is not kept by another process that got the same number', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-lock-'))
    writeFileSync(join(folder, 'host-instance.lock'), `${process.ppid} 1`)
    expect(takeInstanceLock(folder, () => undefined)).toBe(true)
  })
})

describe('finding Chromium', () => {
  it('holds WebRTC by the switch of either program', () => {
    const flags = flagsOf({ proxy: null, webRtcPolicy: 'disable_non_proxied_udp' })
    for (const name of ['webrtc-ip-handling-policy', 'force-webrtc-ip-handling-policy'])
      expect(flags).toContain(`--${name}=disable_non_proxied_udp`)
  })

  it('takes the one that is named', () => {
    for (const isWhole of [true, false])
      expect(findChromium({ isWhole }, { PAYDESK_CHROMIUM: '/opt/c' })).toBe('/opt/c')
  })

  it('takes one that can show windows where there is a display', () => {
    expect(findChromium({ isWhole: true }, {})).not.toMatch(/headless/)
  })
})
