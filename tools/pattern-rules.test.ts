// Patterns are found in any form, and those that are slow on a long input are rejected.
import { describe, expect, test } from 'vitest'
import { patternFault, readSource } from './pattern-rules.ts'

const found = (source: string, file = 'server/src/a.ts') => readSource(file, source)

describe('a source', () => {
  test('has its literal and constructed patterns found, with their lines', () => {
    const { patterns, faults } = found(
      [
        'const a: RegExp = /x+$/u',
        "new RegExp('y\\\\s*', 'i')",
        ['RegExp(`<$', '{name}\\\\b`)'].join(''),
        'new RegExp(String.raw`\\d*`)',
      ].join('\n'),
    )
    expect(faults).toEqual([])
    expect(patterns).toEqual([
      { line: 1, source: 'x+$', flags: 'u' },
      { line: 2, source: 'y\\s*', flags: 'i' },
      { line: 3, source: '<9\\b', flags: '' },
      { line: 4, source: '\\d*', flags: '' },
    ])
  })

  test('with a pattern that is not a literal there is rejected', () => {
    expect(found('const a = (given: string) => new RegExp(given)').faults).toEqual([
      { line: 1, message: expect.stringContaining('write it as a literal') },
    ])
  })

  test('that normalises by itself is rejected, except the module that checks its input first', () => {
    const source = "export const a = (text: string) => text.normalize('NFC')"
    expect(found(source).faults).toHaveLength(1)
    expect(found(source, 'contract/src/normalize.ts').faults).toEqual([])
  })

  test('that reads our own texts only is not checked', () => {
    expect(found('/a.*b.*c/', 'server/src/db/migrate/migration-rules.ts').patterns).toEqual([])
  })
})

describe('a pattern', () => {
  test.each([
    ['\\/+$', ''],
    ['\\s*\\*\\s*$', ''],
    ['^[. ]+|[. ]+$', 'g'],
    ['m(?!.*[hs])', ''],
    ['(a+)+$', ''],
  ])('/%s/%s is rejected: it is slow on a long input', (source, flags) => {
    expect(patternFault({ source, flags })).toEqual(expect.any(String))
  })

  test.each([
    ['(?<!\\/)\\/+$', ''],
    ['^[1-9]\\d{0,15}$', ''],
    ['\\s+', 'g'],
    ['(?<!\\p{M})\\p{M}{31}', 'u'],
    ['^\\p{L}+$', 'u'],
  ])('/%s/%s is accepted', (source, flags) => {
    expect(patternFault({ source, flags })).toBeUndefined()
  })
})
