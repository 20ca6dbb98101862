// Runs before the first paint, so that a dark theme does not flash white. A file of its own because the policy forbids
// inline scripts; src/lib/theme.ts takes over from here and uses the same key.
;(() => {
  let wanted = null
  try {
    wanted = localStorage.getItem('padron.theme')
  } catch {
    // Storage may be forbidden; the system's theme is a good answer.
  }
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
