// A profile: levels ⇄ roles, names, and the users that it affects.
import type { Profile, RoleGroup } from '@padron/contract/profiles'
import { expect, test } from 'vitest'
import {
  byName,
  changesBetween,
  draftOf,
  EMPTY,
  isSame,
  leastOf,
  levelText,
  levelWith,
  mergeDrafts,
  nameFault,
  reachText,
  roleIdsOf,
  validateProfile,
} from './levels.ts'

const GROUPS: RoleGroup[] = [
  {
    roleTypeId: 1,
    name: 'Vehículos',
    maxLevel: 2,
    roles: [
      { roleId: 11, description: 'Consultar vehículos', level: 1 },
      { roleId: 12, description: 'Editar', level: 2 },
    ],
  },
  {
    roleTypeId: 2,
    name: 'Etiquetas',
    maxLevel: 1,
    roles: [{ roleId: 21, description: 'Consultar etiquetas', level: 1 }],
  },
]
const PROFILE: Profile = {
  preset: {
    presetId: 5,
    rolePresetName: 'Patio',
    userId: 1,
    version: 3,
    userCount: 2,
    requiresFactor: false,
    editable: true,
  },
  roles: [
    { roleId: 11, roleTypeId: 1, level: 1 },
    { roleId: 12, roleTypeId: 1, level: 2 },
  ],
  presetMaxLevels: [{ roleTypeId: 1, level: 2 }],
}

test('the highest role of each type is sent, and none for level 0', () => {
  expect(roleIdsOf(GROUPS, draftOf(PROFILE).levels)).toEqual([12, 21])
  expect(roleIdsOf(GROUPS, { 1: 1, 2: 1 })).toEqual([11, 21])
  expect(roleIdsOf(GROUPS, { 1: 0 })).toEqual([])
})

test('a level in words; level 0 is «Ningun permiso»', () => {
  expect(GROUPS.map((group) => [0, 1].map((level) => levelText(group, level)))).toEqual([
    ['Ningun permiso', 'Consultar vehículos'],
    ['Ningun permiso', 'Consultar etiquetas'],
  ])
})

test('no level equals level 0, and spaces around a name are not a change', () => {
  expect(isSame(GROUPS, draftOf(PROFILE), { ...EMPTY, name: ' Patio ', levels: { 1: 2, 2: 0 } })).toBe(true)
  expect(isSame(GROUPS, draftOf(PROFILE), { ...EMPTY, name: 'Patio', levels: { 1: 1 } })).toBe(false)
  expect(isSame(GROUPS, draftOf(PROFILE), { ...draftOf(PROFILE), requiresFactor: true })).toBe(false)
})

test.each([
  ['', 'Perfil obligatorio'],
  ['   ', 'Perfil obligatorio'],
  ['x'.repeat(151), 'Máximo 150 caracteres'],
  [' operación ', 'Ya existe un perfil con ese nombre!'],
  ['OPERACION', 'Ya existe un perfil con ese nombre!'],
  ['sin roles', 'Ya existe un perfil con ese nombre!'],
  ['x'.repeat(150), undefined],
])('the name "%.20s"', (name, fault) => {
  expect(nameFault(name, ['Operación'])).toBe(fault)
})

test('a profile without permissions is rejected', () => {
  expect(validateProfile(GROUPS, { ...EMPTY, name: 'Nuevo' }, [])).toEqual({
    name: undefined,
    levels: 'No se permiten perfiles vacíos',
  })
})

test('how many users a change affects', () => {
  expect([0, 1, 1200].map((count) => reachText(count, false))).toEqual([
    'Ningún usuario tiene este perfil.',
    '1 usuario tiene este perfil; el cambio le llega en segundos.',
    '1,200 usuarios tienen este perfil; el cambio les llega en segundos.',
  ])
  expect(reachText(3, true)).toBe('3 usuarios tienen este perfil.')
})

test('the level that another type implies is the minimum, and names that type', () => {
  const [, tags] = GROUPS as [RoleGroup, RoleGroup]
  expect([0, 1, 2].map((level) => leastOf(GROUPS, { 1: level }, tags).level)).toEqual([0, 0, 1])
  expect(leastOf(GROUPS, { 1: 2 }, tags).by).toBe('Vehículos')
  expect(levelWith(GROUPS, { 1: 2, 2: 0 }, tags)).toBe(1)
  expect(isSame(GROUPS, { ...EMPTY, levels: { 1: 2, 2: 0 } }, { ...EMPTY, levels: { 1: 2, 2: 1 } })).toBe(true)
})

test.each([
  ['only they', ['a', 1, 0], ['a', 1, 0], ['b', 2, 1], ['b', 2, 1]],
  ['only I', ['a', 1, 0], ['c', 0, 1], ['a', 1, 0], ['c', 0, 1]],
  ['each their own', ['a', 1, 0], ['a', 1, 1], ['b', 0, 0], ['b', 0, 1]],
  ['both the same', ['a', 1, 0], ['c', 2, 0], ['b', 0, 0], ['c', 2, 0]],
] as const)('merging: %s changed it', (_, ...four) => {
  const [base, mine, newest, merged] = four.map(([name, one, two]) => ({ ...EMPTY, name, levels: { 1: one, 2: two } }))
  expect(mergeDrafts(GROUPS, base as never, mine as never, newest as never)).toEqual(merged)
})

test('another user’s changes in words', () => {
  const before = { ...EMPTY, name: 'Patio', levels: { 1: 1 } }
  expect(changesBetween(GROUPS, before, { name: 'Norte', levels: { 1: 2 }, requiresFactor: true })).toEqual([
    { label: 'Nombre', before: 'Patio', after: 'Norte' },
    { label: 'Pedir la verificación en dos pasos', before: 'No', after: 'Sí' },
    { label: 'Vehículos', before: 'Consultar vehículos', after: 'Editar' },
    { label: 'Etiquetas', before: 'Ningun permiso', after: 'Consultar etiquetas' },
  ])
})

test('profiles are sorted by name, numbers by value', () => {
  const named = ['Perfil 10', 'perfil 2', 'Área', 'Perfil 1'].map((rolePresetName) => ({
    ...PROFILE,
    preset: { ...PROFILE.preset, rolePresetName },
  }))
  expect(byName(named).map(({ preset }) => preset.rolePresetName)).toEqual([
    'Área',
    'Perfil 1',
    'perfil 2',
    'Perfil 10',
  ])
})
