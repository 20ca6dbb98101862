// The rules of document types and of the values in a document's fields.
import { describe, expect, it } from 'vitest'
import { fitsPattern, patternFault } from './document-patterns.ts'
import { FIELD_NEEDED, fieldNameFault, typeNameFault, valueFault } from './document-rules.ts'

describe('a pattern', () => {
  it('is absent if it is a hyphen or empty', () => {
    expect([patternFault('-'), patternFault(''), fitsPattern('-', 'x'), fitsPattern('', 'x')]).toEqual([
      undefined,
      undefined,
      true,
      true,
    ])
  })

  it.each(['^[A-Z]{3}\\d{4}$', '(?i)mx-\\d+', '\\p{L}+', '(a+)+$', '^(\\d+)*$', '(x+x+)+y'])(
    'is accepted: %s',
    (pattern) => {
      expect(patternFault(pattern)).toBeUndefined()
    },
  )

  it.each([
    ['(?=a)b', 'adelante o atrás'],
    ['(?<!a)b', 'adelante o atrás'],
    ['(a)\\1', 'referencias'],
    ['(a', 'paréntesis'],
    ['a)', 'paréntesis'],
    ['[a', 'corchete'],
    ['[z-a]', 'corchete'],
    ['*a', 'repetición'],
    ['a{2000}', 'repite'],
    ['(a{1000}){1000}', 'repite'],
    ['a'.repeat(201), '200 caracteres'],
  ])('is rejected with its cause: %s', (pattern, cause) => {
    expect(patternFault(pattern)).toContain(cause)
    expect(patternFault(pattern)).toMatch(/^La expresión regular/)
  })

  it.each([
    '.{0,1000}'.repeat(22),
    '(a{31}){31}'.repeat(15),
    '((a{0,30}){0,30}){0,30}',
    '[a-z]{900}[0-9]{200}',
    '(?:ab){600}',
    '(?i)(\\p{L}{20}){60}',
  ])('is rejected if its repetitions add up to too much: %s', (pattern) => {
    expect(patternFault(pattern)).toMatch(/repite demasiado|no es válida/)
    expect(fitsPattern(pattern, 'a'.repeat(1_000))).toBe(false)
  })

  it.each([
    '.{0,1000}',
    '[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{3}',
    '(\\p{L}{1,30} ?){1,10}',
    '[]a]{3}',
    '[{9}]{2}',
    '\\{900\\}',
    'a|b{2}',
  ])('is accepted if its repetitions are few: %s', (pattern) => {
    expect(patternFault(pattern)).toBeUndefined()
  })

  it('must match the whole value, and never backtracks or throws', () => {
    expect(fitsPattern('[A-Z]{3}', 'ABC')).toBe(true)
    expect(fitsPattern('[A-Z]{3}', 'ABCD')).toBe(false)
    // 2^1000 ways for an engine that tries them all.
    for (const pattern of ['(a+)+$', '^(a|aa)+$', '(a*)*b', '((a{0,30}){0,30})', '(a{31}){31}'])
      expect(fitsPattern(pattern, `${'a'.repeat(999)}!`)).toBe(false)
    expect(fitsPattern('(a', 'a')).toBe(false)
  })
})

describe('names', () => {
  it.each(['Póliza', 'Póliza de seguro', 'Año_2026', 'a.b-c', 'Ñandú'])('are accepted: %s', (name) => {
    expect([typeNameFault(name), fieldNameFault(name)]).toEqual([undefined, undefined])
  })
  it.each(['Dos  espacios', ' antes', 'después ', 'a/b', '<b>', 'a\nb', 'a\u202eb', '😀'])(
    'are rejected: %j',
    (name) => {
      expect(typeNameFault(name)).toBe('No se permiten carácteres especiales')
    },
  )
  it('are required and short', () => {
    expect(typeNameFault('  ')).toBe('Ingrese un nombre para el tipo de documento')
    expect(fieldNameFault('')).toBe('Ingrese el nombre del campo')
    expect(typeNameFault('a'.repeat(31))).toBe('Tamaño máximo 30')
    expect(typeNameFault('ñ'.repeat(30))).toBeUndefined()
  })
})

describe('a value', () => {
  const field = (documentDataTypeId: number, more = {}) => ({
    documentDataTypeId,
    fieldRequiered: false,
    fieldRegex: '-',
    ...more,
  })
  const fault = (type: number, value: string, more = {}) => valueFault(field(type, more), value, fitsPattern)

  it('may be empty unless required', () => {
    for (const type of [0, 1, 2, 3, 4, 5]) {
      expect(fault(type, '')).toBeUndefined()
      expect(fault(type, '', { fieldRequiered: true })).toBe(FIELD_NEEDED)
    }
  })

  it.each([
    [1, '12', true],
    [1, '-3', true],
    [1, '1.5', false],
    [1, '1e3', false],
    [1, 'doce', false],
    [1, '9'.repeat(16), false],
    [2, '1.5', true],
    [2, '1,5', false],
    [2, '.5', false],
    [2, 'Infinity', false],
    [3, '2026-02-28', true],
    [3, '2026-02-29', false],
    [3, '2028-02-29', true],
    [3, '28/02/2026', false],
    [3, '0026-01-01', false],
    [4, 'true', true],
    [4, 'false', true],
    [4, 'sí', false],
    [5, '2', true],
    [5, 'dos', false],
  ] as const)('of type %i: %s → %s', (type, value, fine) => {
    expect(fault(type, value) === undefined).toBe(fine)
  })

  it('must match its pattern', () => {
    const more = { fieldRegex: '[A-Z]{2}\\d+' }
    expect(fault(0, 'AB12', more)).toBeUndefined()
    expect(fault(0, 'ab12', more)).toBe(FIELD_NEEDED)
    expect(fault(1, '12', { fieldRegex: '1\\d' })).toBeUndefined()
    expect(fault(1, '22', { fieldRegex: '1\\d' })).toBe(FIELD_NEEDED)
  })
})
