// Whether what is on screen is still what the open view holds. Pure.
import type { ViewDefinition } from '@padron/contract/views'

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const present = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    present.map(([key, one]) => [key, inOrder(one)]).sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1)),
  )
}

/** Whether both ask and show the same, however their keys are ordered. */
export const sameView = (one: ViewDefinition, other: ViewDefinition): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
