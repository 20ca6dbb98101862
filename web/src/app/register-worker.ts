// The service worker (web/build/worker.js), which opens the console without a network. Only in a build, and where the
// browser allows one: under HTTPS or on localhost. A browser that refuses it works as without.
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => {})
}
