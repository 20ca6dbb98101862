// Whether the page is being reloaded, closed or replaced. The browser then cancels its requests, and reports them to
// the page as if the network had failed.

/** A page that still exists after this time stays: the user cancelled, or the link was a download. */
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
