// What the server says of single fields of a form, when it refuses the whole.
import { ApiError } from './api-error.ts'

/** The first message of each field; of no field, nothing. @param fields names of the body's own fields */
export const fieldFaults = <F extends string>(
  error: Error | null,
  fields: readonly F[],
): Partial<Record<F, string>> => {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  const told = fields.flatMap((field) => {
    const one = errors.find(({ path }) => path.split('.').at(path.startsWith('body.') ? 1 : 0) === field)
    return one ? [[field, one.message]] : []
  })
  return Object.fromEntries(told)
}

/** Whether it says something of one of these fields, whatever its status. */
export const isOfFields = (error: Error, fields: readonly string[]): boolean =>
  Object.keys(fieldFaults(error, fields)).length > 0
