// Conditions on an answer, as settings: all tests of a list must hold. They are three-valued: a test of a path that the
// answer does not have is neither true nor false, and the caller decides what that means.
import { z } from 'zod/mini'
import { fold } from '../parsing/text.ts'
import { pathFault, pathOf, valueAt } from './path.ts'

/** A valid path; an invalid one is reported in Spanish. */
export const PathText = z.string().check((context) => {
  const fault = pathFault(context.value)
  if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value })
})
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Text = z.string().check(z.minLength(1), z.maxLength(300))
const Texts = z.union([Text, z.array(Text).check(z.minLength(1))])
const yes = z.literal(true)

/**
 * Each test has exactly one of these besides the path. `not`: the path exists and has another value. `says`, `begins`,
 * `contains` and `mentions` compare without case, accents or double spaces. `contains`: the text, or a text of the
 * list, contains it. `mentions`: a text anywhere below equals it, or a true field has its name. `without`: an object or
 * list none of whose values equals this. `every`: an object or list with values that all equal this. `keys`: an object
 * without other names than these. `someOf`: at least one of these paths below has a value. `mayBeMissing`: the test
 * also holds if there is no value.
 */
export const TESTS = [
  'is',
  'not',
  'oneOf',
  'says',
  'begins',
  'contains',
  'mentions',
  'without',
  'every',
  'keys',
  'someOf',
  'present',
  'empty',
  'list',
  'positive',
] as const
const Test = z
  .strictObject({
    path: PathText,
    is: z.optional(Scalar),
    not: z.optional(Scalar),
    oneOf: z.optional(z.array(Scalar).check(z.minLength(1))),
    says: z.optional(Texts),
    begins: z.optional(Text),
    contains: z.optional(Texts),
    mentions: z.optional(Text),
    without: z.optional(Scalar),
    every: z.optional(Scalar),
    keys: z.optional(z.array(Text).check(z.minLength(1))),
    someOf: z.optional(z.array(PathText).check(z.minLength(1))),
    present: z.optional(yes),
    empty: z.optional(yes),
    list: z.optional(yes),
    positive: z.optional(yes),
    mayBeMissing: z.optional(yes),
  })
  .check(
    z.refine((test) => TESTS.filter((name) => test[name] !== undefined).length === 1, {
      error: `Cada condición lleva una sola prueba: ${TESTS.join(', ')}`,
    }),
    // With several paths, a missing value would hide the values of the others.
    z.refine(({ path, mayBeMissing }) => !mayBeMissing || !path.includes('[]'), {
      error: '«mayBeMissing» no va con una ruta de varios lugares («[]»)',
    }),
  )
export type Test = z.infer<typeof Test>
export const When = z.array(Test).check(z.minLength(1), z.maxLength(20))
export type When = readonly Test[]

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? fold(String(value)) : undefined
const matchesAny = (
  value: unknown,
  texts: string | readonly string[],
  same: (a: string, b: string) => boolean,
): boolean => {
  const words = textOf(value)
  return words !== undefined && [texts].flat().some((text) => same(words, fold(text)))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const mentions = (value: unknown, text: string): boolean =>
  isObject(value)
    ? Object.entries(value).some(([name, inner]) => (inner === true && fold(name) === text) || mentions(inner, text))
    : textOf(value) === text

type Check<N extends (typeof TESTS)[number]> = (value: unknown, expected: NonNullable<Test[N]> | null) => boolean
const CHECKS: { [N in (typeof TESTS)[number]]: Check<N> } = {
  is: (value, expected) => value === expected,
  not: (value, expected) => value !== expected,
  oneOf: (value, expected) => (expected ?? []).some((one) => one === value),
  says: (value, expected) => matchesAny(value, expected ?? [], (a, b) => a === b),
  begins: (value, expected) => matchesAny(value, expected ?? [], (a, b) => a.startsWith(b)),
  contains: (value, expected) => [value].flat().some((one) => matchesAny(one, expected ?? [], (a, b) => a.includes(b))),
  mentions: (value, expected) => mentions(value, fold(expected ?? '')),
  without: (value, expected) => isObject(value) && !Object.values(value).some((one) => one === expected),
  every: (value, expected) =>
    isObject(value) && !isEmpty(value) && Object.values(value).every((one) => one === expected),
  keys: (value, expected) =>
    isObject(value) && !Array.isArray(value) && Object.keys(value).every((name) => (expected ?? []).includes(name)),
  someOf: (value, expected) => (expected ?? []).some((path) => !isEmpty(valueAt(value, pathOf(path)) ?? null)),
  present: (value) => !isEmpty(value),
  empty: (value) => isEmpty(value),
  list: (value) => Array.isArray(value),
  positive: (value) => Number(value) > 0,
}

const holdsOne = (test: Test, value: unknown): boolean | undefined => {
  const found = valueAt(value, pathOf(test.path))
  if (test.mayBeMissing && (found ?? '') === '') return true
  if (found === undefined) return undefined
  const name = TESTS.find((one) => test[one] !== undefined)
  if (!name) return undefined
  return (CHECKS[name] as (value: unknown, expected: unknown) => boolean)(found, test[name])
}

/** @returns undefined if the answer lacks a path on which the result depends */
export const holds = (when: When, value: unknown): boolean | undefined => {
  const each = when.map((test) => holdsOne(test, value))
  if (each.includes(false)) return false
  return each.includes(undefined) ? undefined : true
}
