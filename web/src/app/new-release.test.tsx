// A chunk of the console that cannot be loaded, because a new release replaced it.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ignoreLoadFailure, watchPieces } from '../api/new-release.ts'
import { notices } from '../api/notify.ts'
import { holdPage } from '../lib/unsaved.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { Notices } from '../ui/overlay/Notices.tsx'
import { Failed } from './router.tsx'

const pageOf = (entry: string) => `<!doctype html><script type="module" crossorigin src="/assets/${entry}"></script>`
let page: { status?: number; json: unknown; text?: string }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ '/': () => page })
  watchPieces()
})
afterAll(() => server.stop())

const reload = vi.fn()
beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(reload)
  const own = Object.assign(document.createElement('script'), { type: 'text/plain' })
  own.setAttribute('src', '/assets/index-old.js')
  document.body.append(own)
  server.sent.length = 0
})
afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  sessionStorage.clear()
  notices.set([])
  reload.mockReset()
  vi.restoreAllMocks()
})

/** As vite: an event on the window first, then a rejected import. */
const failing = async (): Promise<never> => {
  const error = new TypeError('Failed to fetch dynamically imported module')
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
  dispatchEvent(event)
  if (event.defaultPrevented) return undefined as never
  throw error
}
const requestCount = () => server.sent.filter(({ path }) => path === '/').length
/** Longer than the server takes to answer. */
const waitForCheck = async () => {
  await waitFor(() => expect(requestCount()).toBe(1))
  await fetch('/last')
  await new Promise((resolve) => setTimeout(resolve))
}

test('a new release is loaded at once if nothing would be lost', async () => {
  page = { json: undefined, text: pageOf('index-new.js') }
  await failing().catch(() => {})
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a new release is offered while something is being sent or edited', async () => {
  page = { json: undefined, text: pageOf('index-new.js') }
  const free = holdPage()
  render(<Notices />)
  await failing().catch(() => {})
  expect((await screen.findByRole('alert')).textContent).toContain('Hay una versión nueva de Padrón.')
  expect(reload).not.toHaveBeenCalled()
  free()
  fireEvent.click(screen.getByRole('button', { name: 'Volver a cargar' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a new release is offered while a dialog is open or a password was typed', async () => {
  page = { json: undefined, text: pageOf('index-new.js') }
  for (const form of ['<dialog open></dialog>', '<input type="password" value="abc">']) {
    const element = document.createElement('div')
    element.innerHTML = form
    document.body.append(element)
    notices.set([])
    await failing().catch(() => {})
    await waitFor(() => expect(notices.get()).toHaveLength(1))
    element.remove()
  }
  expect(reload).not.toHaveBeenCalled()
})

test('with the same release, a page of another origin or no network, the page stays and the import fails', async () => {
  for (const answer of [
    { json: undefined, text: pageOf('index-old.js') },
    { json: undefined, text: '<title>Red de invitados</title><script src="/portal.js"></script>' },
    { status: 503, json: undefined, text: pageOf('index-new.js') },
  ]) {
    page = answer
    server.sent.length = 0
    const error = await failing().catch((failure: unknown) => failure)
    await waitForCheck()
    render(<Failed error={error as Error} />)
    expect(screen.getByRole('alert').textContent).toContain('No se pudo descargar esta parte de la consola.')
    expect(screen.getByRole('button', { name: 'Volver a cargar' })).toBeTruthy()
    cleanup()
  }
  const net = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(failing()).rejects.toThrow()
  await waitFor(() => expect(net).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).not.toHaveBeenCalled()
  expect(notices.get()).toEqual([])
})

test('a failed prefetch does not check for a release', async () => {
  page = { json: undefined, text: pageOf('index-new.js') }
  await failing().catch(ignoreLoadFailure)
  await failing().catch(() => {})
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(requestCount()).toBe(1)
})
