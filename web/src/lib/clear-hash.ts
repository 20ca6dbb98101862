/**
 * Removes the fragment from the address, so that neither the history nor a bookmark contains it. Uses the browser's own
 * function, because the router would render the page again.
 */
export const clearHash = (): void => {
  if (location.hash)
    History.prototype.replaceState.call(history, history.state, '', location.pathname + location.search)
}
