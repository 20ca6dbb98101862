// Turns faults in the form of settings into Spanish messages with their path.
import type { z } from 'zod/mini'

type Issue = z.core.$ZodIssue
export type Fault = { path: string; message: string }
export const fault = (path: string, message: string): Fault => ({ path, message })

const KINDS: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un entero',
  boolean: 'true o false',
  object: 'un objeto',
  record: 'un objeto',
  array: 'una lista',
  null: 'null',
}

const limits = (issue: { minimum?: unknown; maximum?: unknown }) =>
  issue.minimum === undefined ? `no puede pasar de ${issue.maximum}` : `debe ser al menos ${issue.minimum}`

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Falta' : `Debe ser ${KINDS[issue.expected] ?? issue.expected}`
    case 'unrecognized_keys':
      return `No se conoce: ${issue.keys.join(', ')}`
    case 'invalid_value':
      return `Debe ser ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
    case 'too_big':
      return issue.origin === 'array' || issue.origin === 'string'
        ? `El tamaño ${limits(issue)}`
        : `El valor ${limits(issue)}`
    case 'invalid_format':
      return issue.message && issue.message !== 'Invalid input' ? issue.message : 'No tiene la forma que debe'
    case 'custom':
      return issue.message && issue.message !== 'Invalid input' ? issue.message : 'No es válido'
    default:
      return 'No es válido'
  }
}

/** For a union, reports the closest alternative: the one with the deepest faults. */
export function spanish(issue: Issue, above: readonly PropertyKey[] = []): Fault[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: readonly Issue[]) =>
      Math.max(0, ...issues.map((one) => one.path.length + (one.code === 'custom' ? 1 : 0)))
    const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? []
    return closest.flatMap((one) => spanish(one, path))
  }
  return [{ path: path.map(String).join('.') || 'definición', message: messageOf(issue) }]
}
