// A program that shows an empty page: what a start takes in this host before any of it is
// Paydesk's.
import { app, BrowserWindow, protocol, session } from 'electron'

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
])

async function start(): Promise<void> {
  await app.whenReady()
  const own = session.fromPartition('empty', { cache: false })
  const headers = { 'content-type': 'text/html' }
  own.protocol.handle('app', () => new Response('<!doctype html><title>Empty</title>', { headers }))
  const webPreferences = {
    ...{ session: own, sandbox: true, contextIsolation: true, nodeIntegration: false },
  }
  await new BrowserWindow({ show: false, webPreferences }).loadURL('app://empty/index.html')
}

void start()
