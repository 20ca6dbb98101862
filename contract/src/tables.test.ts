// The tables against the specification: ids, tones, filters, permissions, money. Tables in, tables out.
import { describe, expect, it } from 'vitest'
import { ALL_CALLS } from './features.ts'
import { addMoney, money } from './money.ts'
import { expandRoles, holds, holdsExactly, PERMISSIONS, ROLES } from './permissions.ts'
import { STATES, statesOf } from './places/states.ts'
import {
  RESOURCE_TYPES,
  resourceType,
  resourceTypesOf,
  STATUS_COLUMNS,
  STATUS_IDS,
  STATUSES,
  statusTone,
  tenenciaColumn,
  worstStatus,
} from './resources.ts'
import { STATUS_FIELDS } from './vehicles/fields.ts'

describe('resource types', () => {
  it('have the specification’s ids, and the thirteen columns of the catalogue', () => {
    expect(RESOURCE_TYPES.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14,
    ])
    expect(STATUS_FIELDS).toEqual(STATUS_COLUMNS)
    const columns = Object.fromEntries(RESOURCE_TYPES.flatMap(({ id, column }) => (column ? [[column, id]] : [])))
    expect(columns).toEqual({
      ticketStatus: 1,
      tenenciaStatus: 0,
      repuveStatus: 2,
      cardStatus: 3,
      stolenStatus: 4,
      insuranceStatus: 5,
      miscStatus: 6,
      ticketsEnvStatus: 7,
      refrendoStatus: 8,
      ticketsCDMXStatus: 9,
      inspectionStatus: 12,
      violationStatus: 13,
      plateStatus: 14,
    })
  })

  it('are per country: Colombia has fines, insurance, inspection and violations', () => {
    expect(
      resourceTypesOf('CO')
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 5, 12, 13])
    expect(resourceTypesOf('CO').find(({ id }) => id === 12)?.names.CO).toBe('RTM')
    expect(resourceTypesOf('CO').find(({ id }) => id === 13)?.names.CO).toBe('Comparendos')
    expect(resourceTypesOf('MX').map(({ id }) => id)).toEqual(expect.arrayContaining([0, 1, 3, 5, 6, 7, 8, 9, 10, 14]))
  })

  it.each([
    [1, [-1, 0, 1]],
    [0, [-1, 2, 3]],
    [4, [-1, 4, 5]],
    [5, [-1, 6, 8]],
    [9, [-1, 0, 1]],
    [6, [-1, 9, 7]],
  ])('type %i offers the filter options of core §9', (id, options) => {
    expect(resourceType(id)?.filter).toEqual(options)
  })

  it('have only existing statuses, clear ones green and debts red', () => {
    for (const { clear, debt, filter } of RESOURCE_TYPES) {
      expect(clear.every((id) => statusTone(id) === 'clear')).toBe(true)
      expect(debt.every((id) => statusTone(id) === 'debt')).toBe(true)
      expect(filter.every((id) => id in STATUSES)).toBe(true)
    }
  })
})

describe('statuses', () => {
  it('are −1 to 29, each with a text', () => {
    expect(STATUS_IDS.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, i) => i - 1))
    expect(Object.values(STATUSES).every(({ text }) => text.length > 0)).toBe(true)
  })

  it('are amber exactly where core §4 says, plus the possible tenencia', () => {
    expect(STATUS_IDS.filter((id) => statusTone(id) === 'warning').toSorted((a, b) => a - b)).toEqual([
      10, 11, 12, 13, 15, 18, 21, 29,
    ])
    expect(statusTone(999)).toBe('warning')
  })

  it.each([
    [[1, 0], 0],
    [[1, 13], 13],
    [[13, 0, 1], 0],
    [[-1, 1], -1],
    [[-1, 12, 1], 12],
    [[], -1],
  ])('%j together show %i: debt, then problem, then unprocessed, then clear', (ids, worst) => {
    expect(worstStatus(ids)).toBe(worst)
  })

  it('include a possible tenencia only if nothing worse is known', () => {
    expect([
      tenenciaColumn(3, 21),
      tenenciaColumn(2, 21),
      tenenciaColumn(-1, 21),
      tenenciaColumn(3, 3),
      tenenciaColumn(3, undefined),
    ]).toEqual([21, 2, 21, 3, 3])
  })
})

describe('permissions', () => {
  it('expand to every lower level of their type, and any vehicles level above read adds tags_read', () => {
    expect(expandRoles(['vehicles_read'])).toEqual(['vehicles_read'])
    expect(expandRoles(['vehicles_report'])).toEqual([
      'vehicles_read',
      'vehicles_edit',
      'vehicles_admin',
      'vehicles_report',
      'tags_read',
    ])
    expect(expandRoles(['presets-admin', 'queue_read'])).toEqual(['presets-read', 'presets-admin', 'queue_read'])
    expect(expandRoles(['admin'])).toEqual(['admin', ...PERMISSIONS])
  })

  it('drop names outside the vocabulary', () => {
    for (const invented of ['not_users_admin', 'ADMIN', 'admin ', 'users_admin,admin', 'superadmin', ''])
      expect(expandRoles([invented])).toEqual([])
  })

  it('are checked by "contains" in the console and exactly on the server', () => {
    expect(holds('vehicles_read tags_read', 'tags_read')).toBe(true)
    expect(holds(['not_users_admin'], 'users_admin')).toBe(true)
    expect(holdsExactly(new Set(['not_users_admin']), 'users_admin')).toBe(false)
    expect(holds('admin', 'queue_read')).toBe(true)
    expect(holds('superadmin', 'queue_read')).toBe(false)
  })

  it('have ids independent of their order', () => {
    expect(new Set(ROLES.map(({ roleId }) => roleId)).size).toBe(ROLES.length)
    expect(ROLES.find(({ name }) => name === 'users_admin')).toMatchObject({ roleId: 112, roleTypeId: 11, level: 2 })
  })
})

describe('states', () => {
  it('are Mexico’s 32 with the capital at 9, and Colombia’s 33 without a shared id', () => {
    expect(statesOf('MX').map(({ stateId }) => stateId)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1))
    expect(statesOf('MX').find(({ stateId }) => stateId === 9)?.stateName).toBe('Ciudad de México')
    expect(statesOf('CO')).toHaveLength(33)
    expect(new Set(STATES.map(({ stateId }) => stateId)).size).toBe(65)
  })
})

describe('money', () => {
  it('shows symbol, two decimals, separators and code by country', () => {
    expect(money(1234.5, 'MX')).toBe('$1,234.50 MXN')
    expect(money(1266100, 'CO')).toBe('$1.266.100,00 COP')
    expect(money(-3, 'MX')).toBe('-$3.00 MXN')
  })

  it('sums in cents', () => {
    expect(addMoney([0.1, 0.2, 1173.1])).toBe(1173.4)
  })
})

type Def = Readonly<Record<string, unknown>> & { type?: string; check?: string }
type Inner = { _zod: { def: Def } }
const isInner = (value: unknown): value is Inner => typeof value === 'object' && value !== null && '_zod' in value
/** The checks of every text inside a schema. */
const textsIn = (schema: unknown): Def[][] => {
  if (!isInner(schema)) return []
  const { def } = schema._zod
  if (def.type === 'string') return [((def.checks ?? []) as Inner[]).map((check) => check._zod.def)]
  const parts = Object.values(def).flatMap((part) =>
    isInner(part) ? part : typeof part === 'object' && part ? Object.values(part) : [],
  )
  return parts.flatMap(textsIn)
}

describe('calls', () => {
  it('have unique names and routes, and known guards', () => {
    expect(new Set(ALL_CALLS.map(({ name }) => name)).size).toBe(ALL_CALLS.length)
    expect(new Set(ALL_CALLS.map(({ method, path }) => `${method} ${path}`)).size).toBe(ALL_CALLS.length)
    const guards = new Set<string>(['public', 'session', ...PERMISSIONS])
    expect(ALL_CALLS.flatMap(({ needs }) => needs).filter((needs) => !guards.has(needs))).toEqual([])
  })

  it.each([
    'Error al recibir catálogo de etiquetas',
    'Error al recibir etiquetas del usuario',
    'Error al consultar los estados disponibles',
    'Error al cargar Sapy, intente más tarde.',
    'Error al consultar los estatus del vehículo',
    'Error al recibir catálogo de vehículos',
    'Error al recibir las etiquetas',
    'Error al recibir catálogo de usuarios',
    'El usuario no pudo ser creado, asegurese de no tener otro usuario con el mismo nombre',
    'Ocurrió un error al actualizar al usuario',
    'Ocurrio un error al cambiar el status, intenta de nuevo',
    'Error al restablecer contraseña',
    'Usuario actualizado con éxito',
    'Se ha cambiado el status del usuario',
    'Contraseña restablecida exitosamente',
    'No se pudo agregar el perfil',
    'Hubo un error al editar el perfil',
    'No se pudieron cargar los roles',
    'No se pudieron cargar los presets roles',
    'Perfil agregado',
    'Los cambios han sido guardados con éxito',
    '¡Ocurrió un error al aceptar términos y condiciones!',
    '¡Ocurrió un error al cerrar la sesión!',
    'Sesión cerrada con éxito.',
  ])('include the text “%s” of the specification', (text) => {
    expect(ALL_CALLS.some(({ fails, done }) => fails === text || done === text)).toBe(true)
  })

  it('invalidate only existing calls', () => {
    const names = new Set(ALL_CALLS.map(({ name }) => name))
    expect(ALL_CALLS.flatMap(({ touches = [] }) => touches).filter((name) => !names.has(name))).toEqual([])
  })

  it('check a text’s length first, and skip other checks of a long one', () => {
    const texts = ALL_CALLS.flatMap(({ params, query, body }) => [params, query, body].flatMap(textsIn))
    const changed = texts.filter((checks) => checks.some(({ check }) => check === 'overwrite'))
    expect(changed.length).toBeGreaterThan(0)
    for (const [first] of changed) expect(first).toMatchObject({ check: 'max_length', abort: true })
  })
})
