// Settings with a fault are rejected with place and cause, in Spanish, before they are used.
import { describe, expect, it } from 'vitest'
import { BY_HOLDER, EXAMPLE } from '../../testing/generic-example.ts'
import { CONNECTORS, connectorsWith } from '../registry.ts'
import { validate, warningsOf } from './validate.ts'

const faultsOf = (change: object) =>
  (validate({ ...EXAMPLE, ...change }).faults ?? []).map(({ path, message }) => `${path}: ${message}`)
const [list] = EXAMPLE.lists
const { request, delivery } = EXAMPLE
const login = { type: 'login', path: '/acceso', json: { clave: '{credential}' }, token: 'llave', life: 600 }

describe('settings', () => {
  it('of the example have no fault', () => {
    expect(validate(EXAMPLE).faults).toBeUndefined()
  })

  it.each([
    ['an unknown field', { color: 'rojo' }, /^definición: No se conoce: color$/],
    ['a missing field', { success: undefined }, /^success: Falta$/],
    ['a type that does not exist', { types: [0, 1, 5, 7, 99] }, /^types\.4: No existe el tipo 99/],
    ['a type of the other country', { types: [0, 1, 5, 7, 13] }, /^types\.4: El tipo 13 no existe en ese país/],
    ['a state of the other country', { states: [1005] }, /^states\.0: No hay una entidad 1005/],
    [
      'a type that nothing reports',
      { types: [0, 1, 5, 6, 7] },
      /^types\.3: Nada en «lists», «statuses» ni «certificates» dice el tipo 6/,
    ],
    ['a type not declared', { types: [0, 1, 5] }, /^lists\.0\.debts\.1\.type: El tipo 7 no está en «types»/],
    [
      'a status of another type',
      { statuses: [{ type: 5, status: 1, name: 'x' }] },
      /^statuses\.0\.status: El estado 1 no es de «Seguro».*puede ser/,
    ],
    [
      'a clear status without its text',
      { errors: [{ http: [404], outcome: 'ok', status: 10 }] },
      /^errors\.0\.when: Un estado se escribe sólo si el cuerpo lo dice/,
    ],
    [
      'a status with a failure',
      { errors: [{ http: [404], outcome: 'captcha', status: 10 }] },
      /^errors\.0\.status: Sólo «ok»/,
    ],
    [
      'a placeholder that does not exist',
      { request: { ...request, json: { a: ['{placa}'] } } },
      /^request\.json: «\{placa\}» no existe; hay plate, plate.alphanumeric, vin/,
    ],
    [
      'a placeholder without its input',
      { request: { ...request, json: '{taxIdentifier}' } },
      /^request\.json: «\{taxIdentifier\}» necesita «taxIdentifier» en «inputs»/,
    ],
    [
      'a path to a parent folder',
      { request: { ...request, path: '/a/../b' } },
      /^request\.path: Empieza con «\/» y no lleva «\.\.»/,
    ],
    ['an encoded path to a parent folder', { request: { ...request, path: '/a/%2e%2E/b' } }, /^request\.path/],
    ['a path to another host', { request: { ...request, path: '//otro.mx/a' } }, /^request\.path/],
    [
      'a fixed credential in a header',
      { request: { ...request, headers: { Authorization: 'x' } } },
      /^request\.headers\.Authorization: Ese encabezado no se puede fijar/,
    ],
    [
      'a placeholder in a header',
      { request: { ...request, headers: { 'x-a': '{plate}' } } },
      /^request\.headers\.x-a: Los encabezados son texto fijo/,
    ],
    [
      'the callback in an address',
      { request: { ...request, query: { a: '{callback}' } } },
      /«\{callback\}» va sólo en/,
    ],
    ['a callback without a webhook', { request: { ...request, json: '{callback}' } }, /«\{callback\}» es sólo para/],
    [
      'a webhook without a callback',
      { delivery: { type: 'webhook', http: [202], accepted: delivery.pending, giveUpSeconds: 60 } },
      /^request: Falta «\{callback\}»/,
    ],
    [
      'a poll that never ends',
      { delivery: { ...delivery, pending: undefined } },
      /^delivery: Lleva «pending» o «finished»/,
    ],
    [
      'a poll that ends in two ways',
      { delivery: { ...delivery, finished: delivery.pending } },
      /^delivery: Lleva «pending» o «finished»/,
    ],
    ['a poll without its id', { delivery: { ...delivery, path: '/v1/consultas' } }, /^delivery\.path: Lleva «\{id\}»/],
    [
      'a poll that never ends',
      { delivery: { ...delivery, pending: undefined } },
      /^delivery: Lleva «pending» o «finished»/,
    ],
    [
      'a poll that ends in two ways',
      { delivery: { ...delivery, finished: delivery.pending } },
      /^delivery: Lleva «pending» o «finished»/,
    ],
    [
      'mayBeUnsaid without cases',
      { statuses: [{ ...EXAMPLE.statuses[0], mayBeUnsaid: true }] },
      /^statuses\.0\.mayBeUnsaid: Sólo con «cases»/,
    ],
    ['a path that reaches prototypes', { said: 'a.__proto__.b' }, /^said: «__proto__» no puede ser parte/],
    ['an invalid path', { said: 'a[?(@.b)]' }, /^said: «a\[\?\(@\.b\)\]» no es una ruta/],
    [
      'a path inside a description',
      { lists: [{ ...list, description: '{a..b}' }, EXAMPLE.lists[1]] },
      /^lists\.0\.description: «a\.\.b» no es una ruta/,
    ],
    [
      'two tests in one condition',
      { success: [{ path: 'a', is: 1, present: true }] },
      /^success\.0: Cada condición lleva una sola prueba/,
    ],
    ['no comparison of plate or VIN', { same: undefined }, /^same: Falta comparar la placa o el NIV/],
    ['an error without a condition', { errors: [{ outcome: 'captcha' }] }, /^errors\.0: Lleva «http», «when» o ambos/],
    [
      'a comparison with a field that is no input',
      { same: [{ path: 'a', as: 'taxIdentifier' }] },
      /^same\.0\.as: «taxIdentifier» no está en «inputs»/,
    ],
    [
      'a holder without plates in its rows',
      { criteria: 'taxIdentifier', inputs: ['plate', 'vin', 'taxIdentifier'] },
      /^lists\.1\.plate: Una fuente por propietario necesita la placa/,
    ],
    [
      'a holder whose rows may lack a plate',
      {
        criteria: 'taxIdentifier',
        inputs: ['plate', 'vin', 'taxIdentifier'],
        lists: [{ ...list, plateMayBeMissing: true }],
      },
      /^lists\.0\.plate: Una fuente por propietario necesita la placa/,
    ],
    [
      'mayBeMissing on a path with many places',
      { success: [{ path: 'a[].b', is: 1, mayBeMissing: true }] },
      /^success\.0: «mayBeMissing» no va con una ruta de varios lugares/,
    ],
    [
      'a clear status by what is missing',
      { errors: [{ http: [404], when: [{ path: 'a', is: 1, mayBeMissing: true }], outcome: 'ok', status: 10 }] },
      /^errors\.0\.when: Un estado se escribe sólo si el cuerpo lo dice/,
    ],
    ['history that decides a status', { purpose: 'history' }, /^purpose: Una fuente del pasado no lleva/],
    [
      'a login without the credential',
      { auth: { ...login, json: {} } },
      /^auth: Falta la credencial: en «json» o con «basic»/,
    ],
    [
      'a login with a placeholder that is no credential',
      { auth: { ...login, json: { a: '{plate}' } } },
      /^auth\.json: «\{plate\}» no existe; hay credential, user, password/,
    ],
    ['a login at another host', { auth: { ...login, path: '//otro.mx/a' } }, /^auth\.path: Empieza con/],
    ['a login without its token', { auth: { ...login, token: undefined } }, /^auth\.token: Falta/],
    ['a token without a life', { auth: { ...login, life: 0 } }, /^auth\.life: El valor debe ser al menos 1/],
    ['a wrapper with an invalid path', { wrappers: ['a..b'] }, /^wrappers\.0: «a\.\.b» no es una ruta/],
    [
      'an unknown date format',
      { lists: [{ ...list, dateTime: { path: 'a', format: 'yy' } }] },
      /^lists\.0\.dateTime\.format: Debe ser "dd\/mm\/yyyy"/,
    ],
  ])('with %s are rejected', (_what, change, fault) => {
    expect(faultsOf(change)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })

  it('by holder get a warning if they do not say how a known holder shows', () => {
    const byHolder = { ...EXAMPLE, criteria: 'taxIdentifier' } as never
    expect(warningsOf(byHolder)).toEqual([
      { path: 'holderKnown', message: expect.stringContaining('«No registrado» (11)') },
    ])
    expect(warningsOf({ ...(byHolder as object), holderKnown: [{ path: 'a', is: 1 }] } as never)).toEqual([])
    expect(warningsOf(EXAMPLE as never)).toEqual([])
  })

  it('that are not an object are rejected', () => {
    for (const value of [null, 7, 'x', [], {}]) expect(validate(value).faults?.length).toBeGreaterThan(0)
  })
})

describe('stored settings', () => {
  const row = (key: string, definition: unknown) => ({ connector_key: key, definition, version: 4 })

  it('join the built-in ones with their own version; faulty ones are reported and skipped', () => {
    const reported: string[] = []
    const rows = [
      row('mx-ejemplo', EXAMPLE),
      row('mx-malo', { key: 'mx-malo' }),
      row('co-simit', { ...EXAMPLE, key: 'co-simit' }),
    ]
    const all = connectorsWith(rows, (key) => reported.push(key))
    expect(all.slice(CONNECTORS.length).map(({ key, parserVersion }) => [key, parserVersion])).toEqual([
      ['mx-ejemplo', 4],
    ])
    expect(reported).toEqual(['mx-malo', 'co-simit'])
  })

  it('with a warning are used, and the warning is reported once', () => {
    const warned: string[] = []
    const load = () =>
      connectorsWith([row('mx-propietario', BY_HOLDER)], undefined, (key, warnings) =>
        warned.push(`${key} ${warnings.map(({ path }) => path)}`),
      )
    expect(load().at(-1)?.key).toBe('mx-propietario')
    load()
    expect(warned).toEqual(['mx-propietario holderKnown'])
  })
})
