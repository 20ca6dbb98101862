import { PERMISSIONS } from '@padron/contract/permissions'
import { expect, test } from 'vitest'
import { opensAll, statusOf, tokenLevels, withIncluded, withoutPermission } from './token-texts.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['active', '2027-01-01T00:00:00Z', 'clear', 'Vigente'],
  ['active', '2026-11-29T11:59:00Z', 'warning', 'Vence pronto'],
  ['active', '2026-11-22T11:59:00Z', 'unprocessed', 'Vencido'],
  ['expired', '2026-11-01T00:00:00Z', 'unprocessed', 'Vencido'],
  ['revoked', '2027-01-01T00:00:00Z', 'unprocessed', 'Revocado'],
] as const)('%s until %s is %s, %s', (status, expiresAt, sign, text) =>
  expect(statusOf({ status, expiresAt }, NOW)).toEqual({ sign, text }),
)

test('the highest level of each type is listed', () => {
  expect(tokenLevels(withIncluded(['vehicles_admin', 'queue_read']))).toEqual([
    { type: 'Vehículos', level: 'Agregar vehículos' },
    { type: 'Etiquetas', level: 'Consultar etiquetas' },
    { type: 'Trabajos', level: 'Consultar el panel de trabajos' },
  ])
  expect([opensAll(PERMISSIONS), opensAll(withIncluded(['vehicles_report']))]).toEqual([true, false])
})

test('a level includes the lower ones; removing one removes the higher ones, not what another type implies', () => {
  expect(withIncluded(['documents_admin'])).toEqual(['documents_read', 'documents_admin'])
  expect(withoutPermission(withIncluded(['vehicles_report']), 'vehicles_admin')).toEqual([
    'vehicles_read',
    'vehicles_edit',
    'tags_read',
  ])
  expect(withoutPermission(withIncluded(['vehicles_edit']), 'tags_read')).toEqual([
    'vehicles_read',
    'vehicles_edit',
    'tags_read',
  ])
  expect(withoutPermission(withIncluded(['documents_admin']), 'documents_read')).toEqual([])
})
