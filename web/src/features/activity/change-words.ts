// A change of one field as it is read. Of a list (a profile's permissions) only what came and went is said.
import type { ActivityRow } from '@padron/contract/activity'

type Change = ActivityRow['changes'][number]
const BETWEEN = '; '

const minus = (items: readonly string[], others: readonly string[]): string | null =>
  items.filter((item) => !others.includes(item)).join(BETWEEN) || null

/** @returns null where there was, or is, nothing */
export const difference = ({ before, after }: Change): { before: string | null; after: string | null } => {
  if (before === null || after === null || !`${before}${after}`.includes(BETWEEN)) return { before, after }
  const [old, now] = [before.split(BETWEEN), after.split(BETWEEN)]
  return { before: minus(old, now), after: minus(now, old) }
}
