// Plates in the text of a photo: as read, with a 0 for an O, with marks beside the plate, in two lines.
import { describe, expect, it } from 'vitest'
import { confusableKey, platesFitted, platesSpelled } from './plates-in-text.ts'

const offered = (lines: readonly string[], country: 'MX' | 'CO') =>
  platesFitted(platesSpelled(lines), country).map(({ text }) => text)

describe('plates in the text of a photo', () => {
  it.each([
    ['as it stands', ['JALISCO', 'JKL482B'], 'MX', 'JKL482B'],
    ['of Colombia', ['BOGOTADC', 'SUI105'], 'CO', 'SUI105'],
    ['with a letter for a digit', ['JKLA82B'], 'MX', 'JKL482B'],
    ['with a digit for a letter', ['8UI1O5'], 'CO', 'BUI105'],
    ['with a screw for its first character', ['1JKL482B'], 'MX', 'JKL482B'],
    ['of two lines', ['MEDELLIN', 'QWE', '12D'], 'CO', 'QWE12D'],
    ['with fixed letters', ['CD1234'], 'MX', 'CD1234'],
  ] as const)('are found %s', (_, lines, country, plate) => expect(offered(lines, country)[0]).toBe(plate))

  it.each([
    ['the names of a state and a make', ['JALISCO', 'NISSAN', 'VERSA', 'ADVANCE']],
    ['a telephone', ['5551234567']],
    ['a line longer than any plate', ['TRANSPORTESDELNORTE1234SADECV']],
    ['nothing', []],
  ])('are not found in %s', (_, lines) => expect(offered(lines, 'MX')).toEqual([]))

  it('are those with the fewest corrections', () => {
    expect(offered(['ABC123', 'XYZ78B'], 'CO')).toEqual(['ABC123', 'XYZ78B'])
    expect(offered(['ABC123', '1XYZ78B', 'XY278B'], 'CO')).toEqual(['ABC123'])
  })

  it('have the same key if they look alike', () => {
    expect(confusableKey('OSL1B0')).toBe(confusableKey('0511BO'.replace('B', '8')))
    expect(confusableKey('JKL482B')).not.toBe(confusableKey('JKM482B'))
  })
})
