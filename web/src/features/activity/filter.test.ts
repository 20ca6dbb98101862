// Filters from the address to the request and to chips; the words of a change.
import { ActivityFilter } from '@padron/contract/activity'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { parseSearch } from '../../lib/search-params.ts'
import { difference } from './ActivityRows.tsx'
import { chipsOf, filterOf, isFiltered } from './filter.ts'
import { ActivitySearch } from './search.ts'

const ZONE = 'America/Monterrey'
const from = (address: string) => z.parse(ActivitySearch, parseSearch(address))
const NAMES = { user: 'norte-ana', subject: undefined }

test('a period includes both days, in the company’s time zone; the contract accepts the filter', () => {
  const filter = filterOf(
    from('from=2026-11-01&to=2026-11-21&userId=4&subjectKind=vehicle&action=update&origin=system&text=abc'),
    ZONE,
  )
  expect(z.parse(ActivityFilter, filter)).toEqual({
    from: '2026-11-01T06:00:00.000Z',
    to: '2026-11-22T06:00:00.000Z',
    userId: 4,
    subjectKind: 'vehicle',
    action: 'update',
    origin: 'system',
    text: 'abc',
  })
})

test('invalid parameters are dropped', () => {
  const search = from('from=2026-02-31&to=ayer&userId=x&subjectKind=casa&action=mirar&origin=luna&text=')
  expect(filterOf(search, ZONE)).toEqual({})
  expect(isFiltered(search)).toBe(false)
})

test('each active filter has a chip with its words', () => {
  const search = from(
    'from=2026-11-01&userId=4&subjectKind=tag_category&subjectId=9&action=delete&origin=console&text=N',
  )
  expect(chipsOf(search, NAMES).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Desde: 01/11/2026',
    'Usuario: norte-ana',
    'Tipo: Categoría de etiquetas',
    'Solo: 9',
    'Acción: Eliminación',
    'Origen: Consola',
    'Empieza con: N',
  ])
})

test('a changed list shows only the added and removed items', () => {
  const change = (before: string | null, after: string | null) => difference({ field: 'Permisos', before, after })
  expect(change('a: 1; b: 2', 'b: 3; a: 1')).toEqual({ before: 'b: 2', after: 'b: 3' })
  expect(change('a', 'a; b')).toEqual({ before: null, after: 'b' })
  expect(change('a; b', 'b')).toEqual({ before: 'a', after: null })
  expect(change(null, 'a; b')).toEqual({ before: null, after: 'a; b' })
  expect(change('rojo', 'azul')).toEqual({ before: 'rojo', after: 'azul' })
})
