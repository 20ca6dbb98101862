// Names of form fields as the nested object that they describe, and every name that is rejected.
import { describe, expect, it } from 'vitest'
import type { Fields } from './multipart-body.ts'
import { nestFields } from './spooled-fields.ts'

describe('fields', () => {
  it('become the object that their names describe, in any order', () => {
    const fields: Fields = [
      ['documentInfo[1][Value]', 'b'],
      ['document[VehicleAssetId]', '7'],
      ['version', '3'],
      ['documentInfo[0][Value]', ''],
      ['document[DocumentTypeId]', '2'],
      ['documentInfo[0][DocumentFieldId]', '10'],
      ['tags[0]', 'x'],
    ]
    expect(nestFields(fields)).toEqual({
      documentInfo: [{ Value: '', DocumentFieldId: '10' }, { Value: 'b' }],
      document: { VehicleAssetId: '7', DocumentTypeId: '2' },
      version: '3',
      tags: ['x'],
    })
    expect(nestFields([])).toEqual({})
  })

  const NAMELESS = 'tiene un nombre que no se acepta.'
  const CONTRARY = 'contradice a otro con el mismo nombre.'
  const TWICE = 'viene más de una vez.'
  const HOLE = 'falta: los índices van seguidos desde 0.'
  const MIXED = 'mezcla índices con nombres.'
  it.each([
    [['__proto__'], '__proto__', NAMELESS],
    [['a[__proto__]'], 'a[__proto__]', NAMELESS],
    [['a[__proto__][admin]'], 'a[__proto__][admin]', NAMELESS],
    [['constructor[prototype]'], 'constructor[prototype]', NAMELESS],
    [['a[0][constructor]'], 'a[0][constructor]', NAMELESS],
    [['a[b][c][d]'], 'a[b][c][d]', NAMELESS],
    [['a['], 'a[', NAMELESS],
    [['a[]'], 'a[]', NAMELESS],
    [['a]b['], 'a]b[', NAMELESS],
    [['a[b]c'], 'a[b]c', NAMELESS],
    [['a.b'], 'a.b', NAMELESS],
    [['[0]'], '[0]', NAMELESS],
    [['a[-1]'], 'a[-1]', NAMELESS],
    [['a[ñ]'], 'a[ñ]', NAMELESS],
    [['a', 'a'], 'a', TWICE],
    [['a[b]', 'a[b]'], 'a[b]', TWICE],
    [['a[0][b]', 'a[0][b]'], 'a[0][b]', TWICE],
    [['a', 'a[b]'], 'a[b]', CONTRARY],
    [['a[b]', 'a'], 'a', CONTRARY],
    [['a[0]', 'a[0][b]'], 'a[0][b]', CONTRARY],
    [['a[1]'], 'a[0]', HOLE],
    [['a[0]', 'a[2]'], 'a[1]', HOLE],
    [['a[9999]'], 'a[0]', HOLE],
    [['a[0]', 'a[b]'], 'a', MIXED],
    [['a[0][b]', 'a[c]'], 'a', MIXED],
  ])('%j are rejected with the name of the wrong one', (names, path, cause) => {
    const title = `El campo «${path}» ${cause}`
    expect(() => nestFields(names.map((name) => [name, 'x']))).toThrow(
      expect.objectContaining({ status: 400, title, errors: [{ path, message: title }] }),
    )
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})
