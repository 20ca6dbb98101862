// The test files of a worker share a page and the state of its modules; this resets both before each file.
import { cleanup, configure, getConfig } from '@testing-library/react'
import { beforeAll } from 'vitest'
import { learnTime } from '../api/clock.ts'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { queueReady } from '../api/queue-live.ts'
import { clearToken } from '../api/token.ts'
import { session } from '../session/session.ts'

beforeAll(() => {
  cleanup()
  document.body.innerHTML = ''
  delete document.documentElement.dataset.theme
  localStorage.clear()
  sessionStorage.clear()
  clearToken()
  // Signed in, a 403 would verify the session, and its end would clear the cache of a later test.
  session.set({ status: 'out', lost: false })
  dispatchEvent(new Event('pageshow'))
  learnTime(new Date().toUTCString())
  notices.set([])
  queryClient.clear()
  // For screens that are rendered without the console's event stream.
  queueReady.set(true)
})

const { getElementError } = getConfig()
configure({
  // Other tests run in parallel, and parts of a screen are loaded lazily: one second is too short.
  asyncUtilTimeout: 20_000,
  // The library serializes the page at every failed attempt to find an element: an eighth of the time of these tests.
  getElementError: (message, container) =>
    Object.defineProperty(Object.assign(new Error(), { name: 'TestingLibraryElementError' }), 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    }),
})
