// Settings that read an answer: certificates with dates, statuses by cases, rows of two possible types, errors in the
// body. Nothing missing, strange or contradictory reads as clear.
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../testing/connectors.ts'
import { answer, clientWith, SUBJECT, TODAY } from '../../testing/generic-example.ts'
import type { Connector, RawAnswer } from '../connector.ts'
import { createConnector } from './connector-of.ts'
import { validate } from './validate.ts'

const BASE = {
  key: 'co-ejemplo',
  portal: { key: 'ejemplo', name: 'Ejemplo', owner: 'Proveedor de ejemplo', url: null },
  country: 'CO',
  types: [12],
  mode: 'licensed',
  inputs: ['plate'],
  deadlineSeconds: 30,
  auth: { type: 'none' },
  request: { method: 'POST', path: '/v1', json: { placa: '{plate.alphanumeric}' } },
  delivery: { type: 'sync' },
  success: [{ path: 'placa', present: true }],
  same: [{ path: 'placa', as: 'plate' }],
}
const CERTIFICATES = {
  type: 12,
  name: 'Revisión',
  path: 'revisiones',
  mayBeNull: true,
  only: [{ path: 'clase', says: 'periodica' }],
  notRequired: [{ path: 'vigente', says: 'no aplica' }],
  inForce: [{ path: 'vigente', says: 'si' }],
  ended: [{ path: 'vigente', says: 'no' }],
  from: { path: 'desde', format: 'dd/mm/yyyy' },
  until: { path: 'hasta', format: 'dd/mm/yyyy' },
  status: { inForce: 22, lapsed: 23, notRequired: 26 },
  notes: [{ label: 'Vence', path: 'hasta', format: 'dd/mm/yyyy' }],
}
const make = (change: object): Connector => {
  const { definition, faults } = validate({ ...BASE, ...change })
  if (!definition) throw new Error(JSON.stringify(faults))
  return createConnector(definition)
}
const faultsOf = (change: object) =>
  (validate({ ...BASE, ...change }).faults ?? []).map(({ path, message }) => `${path}: ${message}`)
const parsed = (connector: Connector, body: object, more: Partial<RawAnswer> = {}) =>
  connector.parse([{ ...answer({ placa: SUBJECT.plate, ...body }), ...more }], SUBJECT, TODAY)
const line = (connector: Connector, body: object) => lineOf(parsed(connector, body))

describe('fines by camera', () => {
  const fines = make({
    types: [13],
    lists: [
      {
        path: 'comparendos',
        debts: [{ type: 13 }],
        folio: 'numero',
        description: 'Comparendo',
        electronic: [{ path: 'medio', says: 'electronico' }],
        notifiedOn: { path: 'notificado', format: 'dd/mm/yyyy' },
        promptPaymentDiscount: 'prontoPago',
        amounts: { total: 'valor' },
      },
    ],
  })
  const noticeOf = (row: object) => {
    const answer = parsed(fines, { comparendos: [{ numero: '1', valor: '600000', ...row }] })
    const [debt] = 'findings' in answer ? (answer.findings[0]?.results[0]?.scrapedTickets ?? []) : []
    const { electronic, notifiedOn, promptPaymentDiscount } = debt ?? {}
    return [answer.outcome, electronic, notifiedOn, promptPaymentDiscount]
  }

  it('have the notification day and the prompt-payment discount that the source gives', () => {
    const message = { medio: 'Electrónico', notificado: '13/11/2026', prontoPago: '300000' }
    expect(noticeOf(message)).toEqual(['ok', true, '2026-11-13', 300_000])
    expect(noticeOf({ medio: 'Vía', notificado: null, prontoPago: null })).toEqual(['ok', false, undefined, undefined])
    expect(noticeOf({})).toEqual(['ok', undefined, undefined, undefined])
  })

  it('end as shape-drift if these values cannot be read', () => {
    expect(noticeOf({ notificado: 'pronto' })[0]).toBe('shape-drift')
    expect(noticeOf({ prontoPago: 'poco' })[0]).toBe('shape-drift')
  })
})

describe('certificates', () => {
  const inspections = make({ certificates: [CERTIFICATES] })
  const row = { clase: 'PERIODICA', vigente: 'SI', desde: '01/04/2025', hasta: '31/03/2026' }
  const past = { ...row, desde: '01/04/2024', hasta: '31/03/2025' }

  it.each<[string, object[], string]>([
    ['in force until its last day', [row, past], 'ok 12:22'],
    ['the last day still counts', [{ ...row, hasta: '10/03/2026' }], 'ok 12:22'],
    ['past, whatever its state', [{ ...past, vigente: 'VENCIDA' }], 'ok 12:23'],
    ['ended before its day', [{ ...row, vigente: 'NO' }, past], 'ok 12:23'],
    ['begins tomorrow', [{ ...row, desde: '11/03/2026' }], 'ok 12:23'],
    ['none needed', [{ vigente: 'NO APLICA' }], 'ok 12:26'],
    ['none needed once, lapsed since', [{ vigente: 'NO APLICA' }, past], 'ok 12:23'],
    ['none needed, said twice', [{ vigente: 'NO APLICA' }, { clase: 'PERIODICA', vigente: 'NO APLICA' }], 'ok 12:26'],
    ['none needed, beside one of another kind', [{ vigente: 'NO APLICA' }, { ...past, clase: 'OTRA' }], 'shape-drift'],
    ['an unknown word', [{ ...row, vigente: 'EN TRAMITE' }], 'shape-drift'],
    ['no word', [{ ...row, vigente: null }], 'shape-drift'],
    ['no last day', [{ ...row, hasta: null }], 'shape-drift'],
    ['no first day', [{ ...row, desde: '' }], 'shape-drift'],
    ['an invalid last day', [{ ...row, hasta: '31/02/2026' }], 'shape-drift'],
    ['a row without its kind', [{ vigente: 'SI', hasta: '31/03/2026' }], 'shape-drift'],
    ['of another kind only', [{ ...row, clase: 'PREVENTIVA' }], 'shape-drift'],
    ['none at all', [], 'shape-drift'],
  ])('%s', (_name, revisiones, expected) => {
    expect(line(inspections, { revisiones })).toBe(expected)
  })

  it('give the last day of the newest in force, and the day when an expired one ended', () => {
    const [current] = Object(parsed(inspections, { revisiones: [past, row] })).findings
    expect(current).toMatchObject({
      validUntil: '2026-03-31',
      results: [{ name: 'Revisión', notes: [{ label: 'Vence', value: '2026-03-31' }] }],
    })
    expect(Object(parsed(inspections, { revisiones: [past] })).findings[0]).toMatchObject({ endsOn: '2025-03-31' })
  })

  it('of another plate than the answer end as shape-drift; an answer of another plate has its own status', () => {
    const { same: _same, ...rest } = BASE
    const plates = ['placa', 'vehiculo.placa']
    const definition = {
      ...rest,
      unverified: 'Ejemplo.',
      certificates: [{ ...CERTIFICATES, plate: plates, rowPlate: 'placa' }],
    }
    const { definition: valid, faults } = validate(definition)
    if (!valid) throw new Error(JSON.stringify(faults))
    const byPlate = createConnector(valid)
    const read = (placa: string, rows: object[], other = placa) =>
      line(byPlate, { placa, vehiculo: { placa: other }, revisiones: rows })
    expect(read(SUBJECT.plate, [{ ...row, placa: SUBJECT.plate }])).toBe('ok 12:22')
    expect(read(SUBJECT.plate, [row])).toBe('ok 12:22')
    expect(read(SUBJECT.plate, [{ ...row, placa: 'ZZZ999' }])).toBe('shape-drift')
    expect(read(SUBJECT.plate, [row, { clase: 'PREVENTIVA', placa: 'ZZZ999' }])).toBe('shape-drift')
    expect(read('ZZZ999', [{ ...row, placa: 'ZZZ999' }])).toBe('ok 12:12')
    expect(read('ZZZ999', [row], SUBJECT.plate)).toBe('shape-drift')
  })

  it('beside another type are left out if the list is empty, and unread if it is null', () => {
    const both = make({
      types: [12, 5],
      certificates: [
        CERTIFICATES,
        {
          ...CERTIFICATES,
          type: 5,
          path: 'polizas',
          only: undefined,
          notRequired: undefined,
          status: { inForce: 6, lapsed: 8, none: 8 },
        },
      ],
    })
    expect(line(both, { revisiones: [], polizas: [] })).toBe('ok 5:8')
    expect(line(both, { revisiones: null, polizas: [row] })).toBe('partial 5:6')
    expect(line(both, { polizas: [row] })).toBe('shape-drift')
  })

  it('are rejected if expired or empty would be clear, or a status is of another type', () => {
    const withStatus = (status: object) => faultsOf({ certificates: [{ ...CERTIFICATES, status }] })
    expect(withStatus({ inForce: 22, lapsed: 22, notRequired: 26 })).toEqual([
      'certificates.0.status.lapsed: Lo vencido no puede ser un estado limpio',
    ])
    expect(withStatus({ inForce: 22, lapsed: 23, notRequired: 26, none: 26 })).toEqual([
      'certificates.0.status.none: Una lista vacía no puede ser un estado limpio',
    ])
    expect(withStatus({ inForce: 6, lapsed: 23, notRequired: 26 })[0]).toMatch(
      /^certificates\.0\.status\.inForce: El estado 6 no es de/,
    )
    expect(withStatus({ inForce: 22, lapsed: 23 })[0]).toMatch(
      /^certificates\.0\.status\.notRequired: «notRequired» lleva/,
    )
  })
})

describe('wrappers', () => {
  const fines = {
    types: [13],
    wrappers: ['value.data', 'data'],
    lists: [{ path: 'filas', debts: [{ type: 13 }], description: 'Comparendo', amounts: { subTotal: 'valor' } }],
  }
  const inner = { placa: SUBJECT.plate, filas: [] }
  const owing = { placa: SUBJECT.plate, filas: [{ valor: 100 }] }

  it.each<[string, unknown, string]>([
    ['the newer one', { data: inner, id: 'x' }, 'ok 13:25'],
    ['the older one', { value: { data: owing } }, 'ok 13:24'],
    ['both: the first counts', { value: { data: owing }, data: inner }, 'ok 13:24'],
    ['none', inner, 'shape-drift'],
    ['one that is empty', { data: null }, 'shape-drift'],
    ['of another vehicle', { data: { ...inner, placa: 'ZZZ999' } }, 'shape-drift'],
  ])('%s', (_name, body, expected) => {
    expect(lineOf(make(fines).parse([answer(body)], SUBJECT, TODAY))).toBe(expected)
  })
})

describe('statuses by cases', () => {
  const sources = ['a', 'b'].map((name) => `robo.${name}`)
  const theft = {
    type: 4,
    name: 'Robo',
    cases: [
      ...sources.map((path) => ({ when: [{ path, is: true }], status: 4 })),
      { when: sources.map((path) => ({ path, is: false })), status: 5 },
    ],
    mayBeNull: ['robo', ...sources],
  }
  const registry = { type: 2, status: 14, name: 'Registro' }
  const connector = make({ country: 'MX', types: [2, 4], statuses: [registry, theft] })

  it.each<[string, unknown, string]>([
    ['every source says no', { a: false, b: false }, 'ok 2:14 4:5'],
    ['one says yes', { a: false, b: true }, 'ok 2:14 4:4'],
    ['one says yes and another is null', { a: null, b: true }, 'ok 2:14 4:4'],
    ['one is null', { a: false, b: null }, 'partial 2:14'],
    ['all is null', null, 'partial 2:14'],
    ['one is missing', { a: false }, 'shape-drift'],
    ['one says it in words', { a: false, b: 'no' }, 'shape-drift'],
    ['one is a number', { a: 0, b: false }, 'shape-drift'],
  ])('%s', (_name, robo, expected) => {
    expect(line(connector, { robo })).toBe(expected)
  })

  it('need exactly one of status, texts or cases, with statuses of their own type', () => {
    const message = /^statuses\.0: Lleva «status», o bien «path» con «texts», o bien «cases»$/
    for (const change of [{ status: 5 }, { path: 'x', texts: { a: 5 } }, { path: 'x' }, { cases: undefined }])
      expect(faultsOf({ country: 'MX', types: [4], statuses: [{ ...theft, ...change }] })[0]).toMatch(message)
    const wrong = [{ ...theft, cases: [{ when: [{ path: 'a', is: 1 }], status: 14 }] }]
    expect(faultsOf({ country: 'MX', types: [4], statuses: wrong })[0]).toMatch(
      /^statuses\.0\.cases\.0\.status: El estado 14/,
    )
  })
})

describe('rows that may be of two types', () => {
  const fines = {
    path: 'multas',
    paid: [{ path: 'estado', is: 'pagada' }],
    debts: [
      { type: 1, when: [{ path: 'estado', is: 'pendiente' }], possibleTypes: [13] },
      { type: 1, when: [{ path: 'estado', is: 'acuerdo' }], name: 'Acuerdos' },
    ],
    folio: 'id',
    description: '{codigo}',
    amounts: { subTotal: 'valor' },
  }
  const settings = {
    types: [1, 13],
    lists: [fines],
    sum: { total: 'total', count: 'cuantas', counted: 'either' },
    clearWhen: [{ type: 1, when: [{ path: 'acuerdos', is: 0 }] }],
  }
  const connector = make(settings)
  const row = (estado: string, valor: number | null = 100) => ({ id: `${estado}1`, codigo: 'C29', estado, valor })
  const body = (multas: object[], total: number, change: object = {}) => ({
    multas,
    total,
    cuantas: multas.length,
    acuerdos: 0,
    ...change,
  })

  it.each<[string, object, string]>([
    ['nothing is owed', body([], 0), 'ok 1:1 13:25'],
    ['one is owed: the other type is unknown', body([row('pendiente')], 100), 'ok 1:0'],
    ['one by instalments is of one type', body([row('acuerdo')], 100), 'ok 1:0 13:25'],
    ['all paid and counted', body([row('pagada')], 0), 'ok 1:1 13:25'],
    ['all paid and not counted', body([row('pagada')], 0, { cuantas: 0 }), 'ok 1:1 13:25'],
    ['a count of more than its rows', body([], 0, { cuantas: 2 }), 'shape-drift'],
    ['a total without rows', body([], 100), 'shape-drift'],
    ['an agreement without its row', body([], 0, { acuerdos: 1 }), 'partial 13:25'],
    ['the number of agreements is missing', body([], 0, { acuerdos: undefined }), 'shape-drift'],
    ['an unknown word', body([row('anulada')], 0), 'shape-drift'],
    ['no amount', body([row('pendiente', null)], 0), 'ok 1:0'],
  ])('%s', (_name, answered, expected) => {
    expect(line(connector, answered)).toBe(expected)
  })

  it('get a remark that names the type under which they are listed', () => {
    expect(parsed(connector, body([row('pendiente')], 100))).toMatchObject({
      remarks: ['La fuente no distingue «Multas» de «Comparendos»: lo que se debe está en «Multas».'],
    })
  })

  it('are rejected if a type is its own alternative, or no list has it', () => {
    const own = { ...fines, debts: [{ type: 1, possibleTypes: [1] }] }
    expect(faultsOf({ ...settings, types: [1], lists: [own] })).toEqual([
      'lists.0.debts.0.possibleTypes: Ya es del tipo 1',
    ])
    expect(faultsOf({ ...settings, types: [1] })[0]).toMatch(
      /^lists\.0\.debts\.0\.possibleTypes\.0: El tipo 13 no está en «types»/,
    )
    expect(faultsOf({ ...settings, clearWhen: [{ type: 5, when: [{ path: 'a', is: 1 }] }] })).toEqual([
      'clearWhen.0.type: El tipo 5 no se dice con una lista de adeudos',
    ])
  })
})

describe('errors in the body', () => {
  const errors = [
    { http: 'any', when: [{ path: 'code', is: 'too_many' }], outcome: 'rate-limited', why: 'Espere' },
    { http: 'any', when: [{ path: 'code', is: 'bad_key' }], outcome: 'bad-credentials' },
  ]
  const connector = make({ errors, certificates: [CERTIFICATES], otherwise: 'shape-drift', said: 'error' })

  it('take precedence over the HTTP status, with the Retry-After of the source', () => {
    expect(parsed(connector, { code: 'bad_key' }, { status: 409 }).outcome).toBe('bad-credentials')
    const limited = parsed(connector, { code: 'too_many' }, { status: 503, retryAfter: '7' })
    expect(limited).toMatchObject({ outcome: 'rate-limited', retryAfterSeconds: 7 })
    expect(parsed(connector, { code: 'too_many' }, { status: 429 })).not.toHaveProperty('retryAfterSeconds')
  })

  it('that are unknown end as shape-drift if the settings say so', () => {
    expect(parsed(connector, { placa: '', error: 'otra cosa' })).toMatchObject({
      outcome: 'shape-drift',
      why: expect.stringContaining('otra cosa'),
    })
  })

  it('are rejected in settings that write a status with any HTTP status', () => {
    const any = { http: 'any', when: [{ path: 'code', is: 'x' }], outcome: 'ok', status: 11 }
    expect(faultsOf({ certificates: [CERTIFICATES], errors: [any] })[0]).toMatch(
      /^errors\.0\.http: Un estado se escribe sólo con/,
    )
    expect(faultsOf({ certificates: [CERTIFICATES], errors: [{ http: 'any', outcome: 'captcha' }] })[0]).toMatch(
      /^errors\.0: Lleva/,
    )
  })
})

describe('an answer from a provider’s cache', () => {
  const connector = make({
    certificates: [{ ...CERTIFICATES, status: { ...CERTIFICATES.status, none: 23 } }],
    asOf: 'obtenido',
  })
  const asOf = (obtenido: unknown) => parsed(connector, { revisiones: [], obtenido })

  it('has the date of the source’s own query, if the answer gives one', () => {
    expect(asOf('2026-03-01T10:00:00-05:00')).toMatchObject({ outcome: 'ok', asOf: '2026-03-01T15:00:00.000Z' })
    for (const unsaid of [null, '', undefined]) expect(asOf(unsaid)).not.toHaveProperty('asOf')
    for (const strange of ['ayer', '2026-03-01', '2026-13-01T10:00:00Z'])
      expect(asOf(strange).outcome).toBe('shape-drift')
  })
})

it('a plate is sent with its letters and digits only', async () => {
  const connector = make({ certificates: [CERTIFICATES] })
  const { client, queries } = clientWith([answer({})])
  await connector.fetch({ ...SUBJECT, plate: 'FAA-123-A' }, client)
  expect(queries[0]?.json).toEqual({ placa: 'FAA123A' })
})
