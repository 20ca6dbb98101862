// Unsaved values of a form, stored in this browser until they are saved or discarded.
import { useState } from 'react'
import type { z } from 'zod/mini'
import { useDraft } from '../../lib/use-draft.ts'
import { useUserIfAny } from '../../session/user-context.ts'

/** Values by field, all optional, because another version of the console may have written the draft. */
type Shape<V> = { readonly shape: { readonly [K in keyof V]: z.ZodMiniType<V[K]> } }

export type DraftOptions<V> = {
  /** Its name among the user's drafts; undefined: no draft is stored. */
  name: string | undefined
  /** The values that a field may have during typing: wider than those that can be saved. */
  shape: Shape<V>
  /** Also stores the initial values, to detect a newer version when the draft is restored. */
  withBase?: boolean
  /** Whether values are not worth a draft, such as those of an empty form. */
  isNone?: (values: V) => boolean
  /** The form shows a note if it restored a draft. */
  announces?: boolean
}

export type Draft<V> = { base: Partial<V>; values: Partial<V> }

const readFields = <V>({ shape }: Shape<V>, found: unknown): Partial<V> => {
  if (typeof found !== 'object' || found === null) return {}
  const fields = Object.entries<z.ZodMiniType>(shape).flatMap(([name, field]) => {
    const { success, data } = field.safeParse((found as Record<string, unknown>)[name])
    return success && name in found ? [[name, data]] : []
  })
  return Object.fromEntries(fields) as Partial<V>
}

const NOWHERE = 'draft'

export const useFormDraft = <V extends object>(options: DraftOptions<V> | undefined) => {
  // Without a session there are no drafts.
  const { userId = NOWHERE } = useUserIfAny() ?? {}
  const { name, shape, withBase = false, isNone } = options ?? {}
  const { found, keep } = useDraft(userId, name ?? NOWHERE, (stored): Draft<V> | undefined => {
    if (!name || !shape || !stored) return undefined
    const { base, values } = stored as Draft<V>
    return withBase
      ? { base: readFields(shape, base), values: readFields(shape, values) }
      : { base: {}, values: readFields(shape, stored) }
  })
  const [draft] = useState(() => ({
    found,
    /** @param changed names of the fields that differ; if there are none the draft is deleted */
    write: (base: V, values: V, changed: readonly (keyof V)[]): void => {
      if (!name) return
      if (!changed.length || isNone?.(values)) keep(undefined)
      else keep(withBase ? { base, values } : (pickFields(values, changed) as never))
    },
    remove: (): void => {
      if (name) keep(undefined)
    },
  }))
  return draft
}

export const pickFields = <V extends object>(values: V, names: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>
