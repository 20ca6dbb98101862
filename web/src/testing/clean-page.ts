// The files of one worker share a page and what its modules keep; each starts with nothing of the one before.
import { cleanup, configure, getConfig } from '@testing-library/react'
import { beforeAll } from 'vitest'
import { learnTime } from '../api/clock.ts'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { queueReady } from '../api/queue-live.ts'
import { clearToken } from '../api/token.ts'

beforeAll(() => {
  cleanup()
  document.body.innerHTML = ''
  delete document.documentElement.dataset.theme
  localStorage.clear()
  sessionStorage.clear()
  clearToken()
  dispatchEvent(new Event('pageshow'))
  learnTime(new Date().toUTCString())
  notices.set([])
  queryClient.clear()
  // Screens that are shown without the console's line.
  queueReady.set(true)
})

const { getElementError } = getConfig()
configure({
  // Other tests run beside, and parts of a screen come when they are needed: a second is too short to wait for them.
  asyncUtilTimeout: 20_000,
  // The library writes out the page at every look that does not find something yet: an eighth of these tests' work.
  getElementError: (message, container) =>
    Object.defineProperty(Object.assign(new Error(), { name: 'TestingLibraryElementError' }), 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    }),
})
