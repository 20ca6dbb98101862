/**
 * Removes the fragment from the address, so that neither the history nor a bookmark holds what it had. By the browser's
 * own function: the router would draw the page again, without it.
 */
export const clearHash = (): void => {
  if (location.hash)
    History.prototype.replaceState.call(history, history.state, '', location.pathname + location.search)
}
