// The service worker (web/build/worker.js) that opens the console without a network. Only where it is built, and where
// the browser allows one: under HTTPS or on the machine itself. A browser that refuses it is no worse off than before.
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => {})
}
