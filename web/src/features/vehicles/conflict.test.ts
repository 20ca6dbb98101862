// Two users edit one vehicle: which value each field gets.
import { expect, test } from 'vitest'
import { merge } from './conflict.ts'
import { EMPTY, type VehicleValues } from './vehicle-values.ts'

const SETTING = { country: 'MX', thisYear: 2026 } as const
const READ: VehicleValues = {
  ...EMPTY,
  plate: 'RKA123B',
  vehicleColor: 'BLANCO',
  plateDate: '2024-01-31',
  tags: [1, 2],
}
const mergeOf = (theirs: Partial<VehicleValues>, mine: Partial<VehicleValues>) =>
  merge(READ, { ...READ, ...theirs }, { ...READ, ...mine }, SETTING)

test.each<[string, Partial<VehicleValues>, Partial<VehicleValues>, string, 'conflict' | 'adopted' | 'none']>([
  ['nobody changed it', {}, {}, 'BLANCO', 'none'],
  ['only they changed it', { vehicleColor: 'ROJO' }, {}, 'ROJO', 'adopted'],
  ['only I changed it', {}, { vehicleColor: 'AZUL' }, 'AZUL', 'none'],
  ['both, to different values', { vehicleColor: 'ROJO' }, { vehicleColor: 'AZUL' }, 'AZUL', 'conflict'],
  ['both, to the same', { vehicleColor: 'ROJO' }, { vehicleColor: 'ROJO' }, 'ROJO', 'none'],
  ['they emptied it, I changed it', { vehicleColor: '' }, { vehicleColor: 'AZUL' }, 'AZUL', 'conflict'],
  ['they changed it, I emptied it', { vehicleColor: 'ROJO' }, { vehicleColor: '' }, '', 'conflict'],
  ['I only typed a space', { vehicleColor: 'ROJO' }, { vehicleColor: 'BLANCO ' }, 'ROJO', 'adopted'],
])('%s', (_, theirs, mine, value, how) => {
  const merged = mergeOf(theirs, mine)
  expect(merged.values.vehicleColor).toBe(value)
  expect(merged.conflicts.map(({ field }) => field)).toEqual(how === 'conflict' ? ['vehicleColor'] : [])
  expect(merged.adopted.map(({ field }) => field)).toEqual(how === 'adopted' ? ['vehicleColor'] : [])
})

test('the same value written in two ways is no conflict', () => {
  const { conflicts, values } = mergeOf({ plateDate: '2024-02-15' }, { plateDate: '15/02/2024' })
  expect(conflicts).toEqual([])
  expect(values.plateDate).toBe('2024-02-15')
})

test('a conflict has the values as read, as saved by the other user, and as typed', () => {
  expect(mergeOf({ plate: 'RKA124B' }, { plate: 'RKA125B' }).conflicts).toEqual([
    { field: 'plate', read: 'RKA123B', theirs: 'RKA124B', mine: 'RKA125B' },
  ])
})

test.each<[string, number[], number[], number[]]>([
  ['both add one', [1, 2, 3], [1, 2, 4], [1, 2, 3, 4]],
  ['they add, I take one off', [1, 2, 3], [1], [1, 3]],
  ['they take off, I add', [1], [1, 2, 4], [1, 4]],
  ['both take off the same', [1], [1], [1]],
  ['both add the same', [1, 2, 3], [1, 2, 3], [1, 2, 3]],
])('tags: %s', (_, theirs, mine, both) => {
  const { values, conflicts } = mergeOf({ tags: theirs }, { tags: mine })
  expect(values.tags).toEqual(both)
  expect(conflicts).toEqual([])
})

test('each field is merged on its own', () => {
  const { values, conflicts, adopted } = mergeOf(
    { plate: 'RKA124B', brandName: 'NISSAN', vehicleColor: 'ROJO' },
    { plate: 'RKA125B', modelName: 'VERSA' },
  )
  expect(values).toMatchObject({ plate: 'RKA125B', brandName: 'NISSAN', modelName: 'VERSA', vehicleColor: 'ROJO' })
  expect(conflicts.map(({ field }) => field)).toEqual(['plate'])
  expect(adopted.map(({ field }) => field)).toEqual(['brandName', 'vehicleColor'])
})
