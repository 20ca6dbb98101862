// The list of tags in a cell: a formatted list is parsed as the same tags, whatever their names contain.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryFault, storedCategory, storedTag, tagFault } from '../tags.ts'
import { readTagList, type TagName, tagWords } from './tag-list.ts'

test.each<[string, TagName[] | string]>([
  [
    'Regiones: Norte, nuevo',
    [
      { category: 'Regiones', name: 'norte' },
      { category: '', name: 'nuevo' },
    ],
  ],
  ['Regiones: norte,regiones:norte', [{ category: 'regiones', name: 'norte' }]],
  [
    '"Zona, A": "norte, centro" , vip',
    [
      { category: 'Zona, A', name: 'norte, centro' },
      { category: '', name: 'vip' },
    ],
  ],
  ['Turno: 12:30', [{ category: 'Turno', name: '12:30' }]],
  ['"12:30"', [{ category: '', name: '12:30' }]],
  ['"a ""b"""', [{ category: '', name: 'a "b"' }]],
  [
    'llanta 20", rin 16"',
    [
      { category: '', name: 'llanta 20"' },
      { category: '', name: 'rin 16"' },
    ],
  ],
  [
    '"sin cerrar, otra',
    [
      { category: '', name: '"sin cerrar' },
      { category: '', name: 'otra' },
    ],
  ],
  [' , ,', []],
  ['Uso:', 'La categoría «Uso» no tiene etiqueta.'],
  ['x'.repeat(51), 'Cada etiqueta y cada categoría tiene 50 caracteres como máximo.'],
  [Array.from({ length: 31 }, (_, i) => `t${i}`).join(), 'Un vehículo lleva 30 etiquetas como máximo.'],
  ['x'.repeat(8_001), 'Máximo 8000 caracteres'],
])('parses %j', (text, expected) => {
  expect(readTagList(text)).toEqual(expected)
})

const odd = fc.string({ unit: fc.constantFrom(...'ab:,"\' =+-@;0Ñé😀J\u030c'), minLength: 1, maxLength: 12 })
const tag = odd.filter((name) => tagFault(name) === undefined).map(storedTag)
const category = odd.filter((name) => categoryFault(name) === undefined).map(storedCategory)

test('parsing reverses formatting', () => {
  const tags = fc.uniqueArray(fc.record({ category, name: tag }), {
    maxLength: 30,
    selector: (one) => `${one.category.toLowerCase()}:${one.name}`,
  })
  fc.assert(
    fc.property(tags, tag, (named, bare) => {
      const all = [...named.slice(1), { category: '', name: bare }]
      expect(readTagList(all.map(tagWords).join(', '))).toEqual(all)
    }),
  )
})
