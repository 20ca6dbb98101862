// Patterns are found however they are written, and those that a long run would stop are refused.
import { describe, expect, test } from 'vitest'
import { patternFault, readSource } from './pattern-rules.ts'

const found = (source: string, file = 'server/src/a.ts') => readSource(file, source)

describe('a source', () => {
  test('has its literals and its constructions found, with their lines', () => {
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

  test('with a pattern that is not written there is refused', () => {
    expect(found('const a = (given: string) => new RegExp(given)').faults).toEqual([
      { line: 1, message: expect.stringContaining('write it as a literal') },
    ])
  })

  test('that normalises by itself is refused, but for the one that looks before', () => {
    const source = "export const a = (text: string) => text.normalize('NFC')"
    expect(found(source).faults).toHaveLength(1)
    expect(found(source, 'contract/src/normalize.ts').faults).toEqual([])
  })

  test('that reads our own texts only is left alone', () => {
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
  ])('/%s/%s that a long run would stop is refused', (source, flags) => {
    expect(patternFault({ source, flags })).toEqual(expect.any(String))
  })

  test.each([
    ['(?<!\\/)\\/+$', ''],
    ['^[1-9]\\d{0,15}$', ''],
    ['\\s+', 'g'],
    ['(?<!\\p{M})\\p{M}{31}', 'u'],
    ['^\\p{L}+$', 'u'],
  ])('/%s/%s is let through', (source, flags) => {
    expect(patternFault({ source, flags })).toBeUndefined()
  })
})
