// Finds a failure inside a good answer: next to the data, or in one of the objects that providers wrap the data in. The
// data of such an answer are not read.
import { failed, type Trouble } from './answers.ts'
import { fold } from './text.ts'

type Fields = Readonly<Record<string, unknown>>
const WRAPPERS = ['data', 'result', 'value']

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No provider has more levels. */
const DEEPEST = 4

/** The answer, and the objects that its data are wrapped in. */
export const nestedLevels = (body: unknown, deepest = DEEPEST): Fields[] =>
  isFields(body)
    ? [body, ...(deepest > 0 ? WRAPPERS.flatMap((name) => nestedLevels(body[name], deepest - 1)) : [])]
    : []

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const NO = /^(FALSE|FALSO|0|NO|ERROR|FAIL|FAILED)$/
const isNegative = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && NO.test(fold(value)))

/** The explanation in words; empty where there is none. */
export const joinTextValues = (values: readonly unknown[]): string => {
  const found = values.find((value) => !isNothing(value) && value !== true)
  return found === undefined ? '' : typeof found === 'object' ? JSON.stringify(found) : String(found)
}

/** The failure of an answer with an `error`, a list of `errors`, or a negative `success`. */
export const failureInside = (body: unknown): Trouble | undefined => {
  const failing = nestedLevels(body).find(
    ({ error, errors, success }) => !isNothing(error) || !isNothing(errors) || isNegative(success),
  )
  return failing && failed(joinTextValues([failing.error, failing.errors, failing.message, failing.mensaje]))
}
