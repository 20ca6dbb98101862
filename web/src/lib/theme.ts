// Light or dark: the system's setting unless the user selected one. public/theme.js applies it before the first paint.
import { useEffect } from 'react'
import { createStore, useStore } from './use-store.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'
const KEY = 'padron.theme'

const chosen = (): ThemeChoice => {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

const system = matchMedia('(prefers-color-scheme: dark)')
const choice = createStore<ThemeChoice>(chosen())
const systemDark = createStore(system.matches)
system.addEventListener('change', ({ matches }) => systemDark.set(matches))

export const chooseTheme = (next: ThemeChoice): void => {
  choice.set(next)
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // The choice lasts as long as the page.
  }
}

/** The user's choice and the effective theme, which is set on the document. */
export const useTheme = (): { choice: ThemeChoice; dark: boolean } => {
  const wanted = useStore(choice)
  const bySystem = useStore(systemDark)
  const dark = wanted === 'dark' || (wanted === 'system' && bySystem)
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])
  return { choice: wanted, dark }
}
