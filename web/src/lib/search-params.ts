// The search parameters of the address. Values are plain words (`states=9,14`, not JSON); a schema accepts the text of
// an address and the value that a screen sets, and drops what is invalid.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod/mini'

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const pairs = Object.entries(search).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    return text
      ? [`${encodeURIComponent(key)}=${encodeURIComponent(text).replace(/%2C/g, ',').replace(/%2F/g, '/')}`]
      : []
  })
  return pairs.length ? `?${pairs.join('&')}` : ''
}

const dropped = <S extends z.core.$ZodType>(schema: S) => z.catch(z.optional(schema), undefined)
const toNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d{1,15}$/))]),
  z.transform((value: string | number) => Number(value)),
)
const toNumbers = z.pipe(
  z.union([z.string(), z.number(), z.array(z.number())]),
  z.transform((value: string | number | number[]) =>
    Array.isArray(value) ? value : [...new Set(String(value).split(',').map(Number))],
  ),
)

export const searchText = (max: number) => dropped(z.string().check(z.trim(), z.minLength(1), z.maxLength(max)))
export const searchNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  dropped(z.pipe(toNumber, z.int().check(z.gte(min), z.lte(max))))
/** @param max how many at most; of more, none is read */
export const searchNumbers = (min: number, max = 40) =>
  dropped(z.pipe(toNumbers, z.array(z.int().check(z.gte(min))).check(z.minLength(1), z.maxLength(max))))
export const searchWord = <const W extends readonly [string, ...string[]]>(words: W) => dropped(z.enum(words))
/** Some of the words, without duplicates; unknown ones are dropped. */
export const searchWords = <const W extends readonly [string, ...string[]]>(words: W) =>
  dropped(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.pipe(
        z.transform((value: string | string[]) => {
          const named = String(value).split(',')
          return words.filter((word) => named.includes(word))
        }),
        z.array(z.enum(words)).check(z.minLength(1)),
      ),
    ),
  )

/**
 * The search parameters as a screen's own type, and a function that changes some of them. A value set to undefined is
 * removed; `replace` overwrites the current history entry. A change after a response is passed as a function of the
 * current parameters, which returns undefined if they belong to something else by then.
 */
type Patch<S extends z.ZodMiniType> = Partial<Record<keyof z.output<S>, unknown>>

export const useSearchState = <S extends z.ZodMiniType>(schema: S) => {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const router = useRouter()
  const value = useMemo(() => z.parse(schema, raw), [schema, raw])
  const change = useCallback(
    (patch: Patch<S> | ((now: z.output<S>) => Patch<S> | undefined), how: { replace?: boolean } = {}): void => {
      const some = typeof patch === 'function' ? patch(z.parse(schema, router.latestLocation.search)) : patch
      if (!some) return
      const next = (before: Record<string, unknown>) => ({ ...before, ...some })
      void navigate({ to: '.', search: next as never, replace: how.replace ?? false })
    },
    [navigate, router, schema],
  )
  return [value, change] as const
}
