// Messages for invalid values, in the words of the sender; the library's own speak of inputs and expected types. A
// message of the call's row takes precedence.
import type { z } from 'zod/mini'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const TYPES: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto',
  number: 'Debe ser un número',
  int: 'Debe ser un número entero',
  boolean: 'Debe ser verdadero o falso',
  array: 'Debe ser una lista',
  tuple: 'Debe ser una lista',
  object: 'Debe ser un objeto',
  record: 'Debe ser un objeto',
  null: 'Debe ir vacío',
}
const NOT_VALID = 'Valor no válido'

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['carácter', 'caracteres'],
  array: ['elemento', 'elementos'],
}

type Bound = { origin: string; bound: number | bigint; inclusive: boolean }
const boundWords = (
  { origin, bound, inclusive }: Bound,
  sized: string,
  compared: readonly [string, string],
): string => {
  const unit = UNITS[origin]
  return unit
    ? `${sized} ${bound} ${Number(bound) === 1 ? unit[0] : unit[1]}`
    : `Debe ser ${inclusive ? compared[0] : compared[1]} ${bound}`
}

export const zodMessage = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'Falta este dato'
      return TYPES[issue.expected] ?? NOT_VALID
    case 'invalid_value':
      return issue.values.length === 1
        ? `Debe ser ${String(issue.values[0])}`
        : `Debe ser uno de estos: ${issue.values.map((value) => (value === '' ? 'vacío' : String(value))).join(', ')}`
    case 'too_big':
      return boundWords({ origin: issue.origin, bound: issue.maximum, inclusive: issue.inclusive ?? true }, 'Máximo', [
        'a lo más',
        'menor que',
      ])
    case 'too_small':
      return boundWords({ origin: issue.origin, bound: issue.minimum, inclusive: issue.inclusive ?? true }, 'Mínimo', [
        'al menos',
        'mayor que',
      ])
    case 'unrecognized_keys':
      return `${issue.keys.length === 1 ? 'Dato desconocido' : 'Datos desconocidos'}: ${issue.keys.join(', ')}`
    case 'invalid_format':
      return 'Formato no válido'
    default:
      return NOT_VALID
  }
}
