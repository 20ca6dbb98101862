// Whether the page is on its way out: reloaded, closed, or gone to another address. The browser then breaks off what
// was being requested, and reports it to the page as if the network had failed.

/** A page that is still there after this has stayed: the way out was called off, or was a file's. */
const LEAVES_WITHIN_MS = 5000

let left = Number.NEGATIVE_INFINITY
// Firefox and Safari break off after the first of the two, Chromium after the second.
for (const type of ['beforeunload', 'pagehide'])
  addEventListener(type, () => {
    left = performance.now()
  })
// Back from the browser's own store of pages.
addEventListener('pageshow', () => {
  left = Number.NEGATIVE_INFINITY
})

export const isLeavingPage = (): boolean => performance.now() - left < LEAVES_WITHIN_MS
