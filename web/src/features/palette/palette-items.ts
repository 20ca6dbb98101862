// What the command palette offers, and which of it what is typed lets through. Pure.

import { plainText } from '../../lib/plain-text.ts'
import type { IconName } from '../../ui/icons.tsx'

export type Item = {
  /** Its own among all. */
  key: string
  group: 'Vehículos' | 'Pantallas' | 'Vistas' | 'Acciones'
  label: string
  /** Beside it, in small. */
  note?: string | undefined
  icon: IconName
  run: () => void
}

/** Every word typed must be in it, in any order. */
const matches = (typed: readonly string[], { label, group }: Item): boolean => {
  const text = plainText(`${label} ${group}`)
  return typed.every((word) => text.includes(word))
}

/** @param found vehicles that the product found for the same words */
export const shownItems = (items: readonly Item[], found: readonly Item[], typed: string): readonly Item[] => {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return [...found, ...items.filter((item) => matches(words, item))]
}

/** The same in their groups, each with the place its items have in the whole. */
export const inGroups = (
  items: readonly Item[],
): readonly { group: string; items: readonly { item: Item; at: number }[] }[] => {
  const groups = new Map<string, { item: Item; at: number }[]>()
  items.forEach((item, at) => {
    groups.set(item.group, [...(groups.get(item.group) ?? []), { item, at }])
  })
  return [...groups].map(([group, own]) => ({ group, items: own }))
}
