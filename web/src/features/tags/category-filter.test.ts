// The filters of tags, and the effects of a deletion in words.
import type { TagCategory } from '@padron/contract/tags'
import { expect, test } from 'vitest'
import { filterable, filterCategories } from './category-filter.ts'
import { effectsText, noLongerRequiredText, totalText } from './tag-texts.ts'

const category = (tagCategoryId: number, tagCategoryName: string, ...names: string[]): TagCategory => ({
  tagCategoryId,
  tagCategoryName,
  tagColor: 'blue',
  tags: names.map((tagName, i) => ({ tagId: tagCategoryId * 10 + i, tagName, tagColor: 'blue', vehicles: 1 })),
})
const ALL = [category(1, 'Área', 'ventas', 'almacén'), category(2, 'Regiones', 'norte'), category(3, 'Uso')]
const names = (search: Parameters<typeof filterCategories>[1]) =>
  filterCategories(ALL, search).map(({ tagCategoryName, tags }) => [tagCategoryName, ...tags.map((t) => t.tagName)])

test('Regiones and Rutas have cards but are not in the filter', () => {
  expect(filterable(ALL).map(({ tagCategoryName }) => tagCategoryName)).toEqual(['Área', 'Uso'])
  expect(names({})).toEqual([['Área', 'ventas', 'almacén'], ['Regiones', 'norte'], ['Uso']])
  expect(names({ categorias: [3] })).toEqual([['Uso']])
  // An unknown id, or one that cannot be filtered by, is ignored.
  expect(names({ categorias: [99, 2] })).toHaveLength(3)
})

test('a part of a name is found without accents', () => {
  expect(names({ text: 'ALMACEN' })).toEqual([['Área', 'almacén']])
  expect(names({ text: 'or', categorias: [1] })).toEqual([])
})

test('counts in words', () => {
  expect(totalText(ALL)).toBe('3 etiquetas en 3 categorías')
  const none = { tags: 1, vehicles: 0, users: 0, views: 0, documentTypes: 0 }
  expect(effectsText(none)).toBe('Nadie la usa todavía.')
  expect(effectsText({ ...none, tags: 3 })).toBe('Nadie las usa todavía.')
  expect(effectsText({ ...none, vehicles: 1200, users: 1 })).toBe('Se quitará de 1,200 vehículos y 1 usuario.')
  expect(effectsText({ tags: 1, vehicles: 1, users: 2, views: 1, documentTypes: 3 })).toBe(
    'Se quitará de 1 vehículo, 2 usuarios, 1 vista guardada y 3 tipos de documento.',
  )
})

test('document types that no vehicle would need any more are named', () => {
  expect(noLongerRequiredText([])).toBeUndefined()
  expect(noLongerRequiredText(['Póliza'])).toBe('«Póliza» dejará de pedirse.')
  expect(noLongerRequiredText(['A', 'B'])).toBe('«A» y «B» dejarán de pedirse.')
  expect(noLongerRequiredText([...'ABCDEFG'])).toBe(
    '«A», «B», «C», «D», «E» y 2 tipos de documento más dejarán de pedirse.',
  )
})
