// A connector made of settings: how it queries, what it reads, and that nothing missing or strange reads as clear.
import { describe, expect, it } from 'vitest'
import { findingsWithAmounts } from '../../store/unit-amounts.ts'
import { clearIn, lineOf } from '../../testing/connectors.ts'
import {
  ACCEPTED,
  answer,
  BODY,
  BY_HOLDER,
  clientWith,
  EXAMPLE,
  SUBJECT,
  TODAY,
} from '../../testing/generic-example.ts'
import { SHIPPED_VALUES } from '../../testing/unit-values.ts'
import type { Connector, Parsed, RawAnswer } from '../connector.ts'
import { noCredit } from '../parsing/answers.ts'
import { authorizeBy } from './authorization.ts'
import { holds, type When } from './conditions.ts'
import { createConnector } from './connector-of.ts'
import { pathOf, valueAt } from './path.ts'
import { validate } from './validate.ts'

const make = (change: object = {}): Connector => {
  const { definition, faults } = validate({ ...EXAMPLE, ...change })
  if (!definition) throw new Error(JSON.stringify(faults))
  return createConnector(definition)
}
const example = make()
const read = (body: unknown, connector = example, subject = SUBJECT, today = TODAY): Parsed =>
  connector.parse([ACCEPTED, answer(body)], subject, today)
const token = answer({ access_token: 'llave', expires_in: 3600 })

describe('paths', () => {
  const value = { a: { b: [{ c: 1 }, { c: null }] }, list: [[5]], toString: undefined }

  it('walk own properties only, and give undefined for a missing place', () => {
    expect(valueAt(value, pathOf('a.b[0].c'))).toBe(1)
    expect(valueAt(value, pathOf('a.b[1].c'))).toBeNull()
    expect(valueAt(value, pathOf('a.b[].c'))).toEqual([1, null])
    expect(valueAt(value, pathOf('list[0][0]'))).toBe(5)
    expect(valueAt(value, pathOf('$'))).toBe(value)
    expect(valueAt([{ c: 2 }], pathOf('$[0].c'))).toBe(2)
    for (const path of ['a.b[2].c', 'a.b[].d', 'a.b.length', 'a.hasOwnProperty', 'list.0', 'a[0]'])
      expect(valueAt(value, pathOf(path)), path).toBeUndefined()
  })
})

describe('conditions', () => {
  const value = {
    text: ' Sin  Adéudos ',
    zero: 0,
    none: null,
    blank: '',
    rows: [],
    list: ['Robo', { code: 'no_inscrito' }],
    flags: { a: false, b: null },
    no: { a: false, b: false },
  }

  it.each<[object, boolean | undefined]>([
    [{ path: 'text', says: 'SIN ADEUDOS' }, true],
    [{ path: 'text', contains: 'adeudo' }, true],
    [{ path: 'text', begins: 'adeudo' }, false],
    [{ path: 'zero', is: 0 }, true],
    [{ path: 'zero', is: '0' }, false],
    [{ path: 'zero', present: true }, true],
    [{ path: 'none', empty: true }, true],
    [{ path: 'blank', empty: true }, true],
    [{ path: 'rows', empty: true }, true],
    [{ path: 'rows', list: true }, true],
    [{ path: 'zero', positive: true }, false],
    [{ path: 'none', says: 'null' }, false],
    [{ path: 'list', contains: 'rob' }, true],
    [{ path: 'list', contains: 'inscrito' }, false],
    [{ path: 'rows', contains: 'rob' }, false],
    [{ path: 'flags', without: true }, true],
    [{ path: 'flags', without: false }, false],
    [{ path: 'text', without: true }, false],
    [{ path: 'no', every: false }, true],
    [{ path: 'flags', every: false }, false],
    [{ path: 'rows', every: false }, false],
    [{ path: 'text', every: false }, false],
    [{ path: 'list', contains: ['x', 'rob'] }, true],
    [{ path: 'gone', every: false }, undefined],
    [{ path: 'flags', keys: ['a', 'b', 'c'] }, true],
    [{ path: 'flags', keys: ['a'] }, false],
    [{ path: 'rows', keys: ['a'] }, false],
    [{ path: 'gone', is: 1, mayBeMissing: true }, true],
    [{ path: 'none', is: 1, mayBeMissing: true }, true],
    [{ path: 'blank', is: 1, mayBeMissing: true }, true],
    [{ path: 'zero', is: 1, mayBeMissing: true }, false],
    [{ path: 'zero', is: 0, mayBeMissing: true }, true],
    [{ path: 'rows', is: 1, mayBeMissing: true }, false],
    [{ path: '$', someOf: ['none', 'text'] }, true],
    [{ path: '$', someOf: ['none', 'gone'] }, false],
    [{ path: 'none', someOf: ['a'] }, false],
    [{ path: 'zero', not: 1 }, true],
    [{ path: 'zero', not: 0 }, false],
    [{ path: 'gone', not: 1 }, undefined],
    [{ path: '$', mentions: 'No_Inscrito' }, true],
    [{ path: 'flags', mentions: 'a' }, false],
    [{ path: 'flags', mentions: 'no_inscrito' }, false],
    [{ path: 'gone', empty: true }, undefined],
    [{ path: 'gone', is: null }, undefined],
    [{ path: 'text', oneOf: ['a', 'b'] }, false],
  ])('%j is %s', (test, expected) => {
    expect(holds([test] as unknown as When, value)).toBe(expected)
  })

  it('must all hold; a missing value leaves them undecided', () => {
    const gone = { path: 'gone', is: 1 }
    expect(holds([{ path: 'zero', is: 0 }, gone] as unknown as When, value)).toBeUndefined()
    expect(holds([{ path: 'zero', is: 1 }, gone] as unknown as When, value)).toBe(false)
  })
})

describe('querying', () => {
  it('fills the template, polls by id with growing waits, and leaves the token out of the answers', async () => {
    const pending = answer({ estado: 'En proceso' })
    const { client, queries, waits } = clientWith([token, ACCEPTED, pending, pending, pending, answer(BODY)])
    const answers = await example.fetch(SUBJECT, client)
    expect(queries[0]).toMatchObject({
      method: 'POST',
      path: '/oauth/token',
      form: { grant_type: 'client_credentials', scope: 'consulta' },
    })
    expect(queries[1]).toMatchObject({
      method: 'POST',
      path: '/v1/FAA123A',
      query: { fin: '00101' },
      json: { placa: 'FAA123A', dentro: [{ niv: 'NIV 3N1CN8AE1RL000101' }] },
      headers: { authorization: 'Bearer llave' },
    })
    expect(queries.slice(2).map(({ path }) => path)).toEqual(Array(4).fill('/v1/consultas/c-7'))
    expect(waits).toEqual([100, 200, 300, 300])
    expect(JSON.stringify(answers)).not.toContain('llave')
    expect(lineOf(example.parse(answers, SUBJECT, TODAY))).toBe('ok 1:0 7:0 0:2 5:6')
  })

  it('polls until an answer says that it is finished, if the settings have no word for pending work', async () => {
    const delivery = { ...EXAMPLE.delivery, pending: undefined, finished: [{ path: 'estado', says: 'listo' }] }
    const byEnd = make({ delivery })
    const notYet = [{ mensaje: 'en cola' }, { estado: null }, {}].map((body) => answer(body))
    const { client, queries } = clientWith([token, ACCEPTED, ...notYet, answer(BODY)])
    const answers = await byEnd.fetch(SUBJECT, client)
    expect(queries).toHaveLength(6)
    expect(lineOf(byEnd.parse(answers, SUBJECT, TODAY))).toBe('ok 1:0 7:0 0:2 5:6')
    expect(read({ mensaje: 'en cola' }, byEnd).outcome).toBe('timeout')
    const refused = clientWith([ACCEPTED, answer({ mensaje: 'sin permiso' }, 403)])
    expect(byEnd.parse(await byEnd.fetch(SUBJECT, refused.client), SUBJECT, TODAY).outcome).toBe('bad-credentials')
  })

  it('polls while the result is empty or missing, and stops at an error that the settings name', async () => {
    const { pending: _pending, ...delivery } = EXAMPLE.delivery
    const polling = make({
      delivery: { ...delivery, finished: [{ path: 'multas', present: true }] },
      errors: [{ http: [200], when: [{ path: 'detalle', present: true }], outcome: 'shape-drift', said: 'detalle' }],
    })
    const empty = [{}, { multas: null }, { multas: '' }, { multas: {} }, { multas: [] }].map((body) => answer(body))
    const { client, waits } = clientWith([token, ACCEPTED, ...empty, answer(BODY)])
    const answers = await polling.fetch(SUBJECT, client)
    expect(waits).toHaveLength(empty.length + 1)
    expect(lineOf(polling.parse(answers, SUBJECT, TODAY))).toBe('ok 1:0 7:0 0:2 5:6')
    expect(polling.parse([ACCEPTED, answer({ multas: {} })], SUBJECT, TODAY).outcome).toBe('timeout')
    const refused = clientWith([ACCEPTED, answer({ multas: null, detalle: 'Sin datos' }), answer(BODY)])
    const message = await polling.fetch(SUBJECT, refused.client)
    expect(polling.parse(message, SUBJECT, TODAY)).toEqual({ outcome: 'shape-drift', why: 'Sin datos' })
  })

  it('caches a token until shortly before its end, and drops it with another credential or a 401', async () => {
    let now = 0
    const authorize = authorizeBy({ type: 'oauth2', path: '/t' }, () => now)
    const { client, queries } = clientWith([token, token, token, token])
    await authorize.headers(client)
    now = 3_530_000
    await authorize.headers(client)
    expect(queries).toHaveLength(1)
    now = 3_541_000
    await authorize.headers(client)
    await authorize.headers({ ...client, credential: 'otra:x' })
    expect(queries).toHaveLength(3)
    const fresh = clientWith([token, answer({}, 401), token, answer(BODY)])
    await make({ delivery: { type: 'sync' } }).fetch(SUBJECT, fresh.client)
    expect(fresh.queries.map(({ path }) => path)).toEqual([
      '/oauth/token',
      '/v1/FAA123A',
      '/oauth/token',
      '/v1/FAA123A',
    ])
  })

  it('reports a rejected token request as bad-credentials, without the text of the answer', async () => {
    const { client } = clientWith([answer({ error: 'invalid_client', hint: 'secreto' }, 400)])
    await expect(make().fetch(SUBJECT, client)).rejects.toMatchObject({
      outcome: 'bad-credentials',
      message: expect.not.stringContaining('secreto'),
    })
  })

  it('reports no-credit by 402, also of the token request, and by a case of the settings', async () => {
    const { client } = clientWith([answer({ error: 'quota' }, 402)])
    await expect(make().fetch(SUBJECT, client)).rejects.toMatchObject({ outcome: 'no-credit' })
    const direct = make({
      delivery: { type: 'sync' },
      errors: [{ http: [403], when: [{ path: 'code', is: 'NO_CREDITS' }], outcome: 'no-credit' }],
    })
    expect(direct.parse([answer({}, 402)], SUBJECT, TODAY)).toMatchObject({ outcome: 'no-credit' })
    expect(direct.parse([answer({ code: 'NO_CREDITS' }, 403)], SUBJECT, TODAY)).toEqual(noCredit())
    expect(direct.parse([answer({ code: 'OTHER' }, 403)], SUBJECT, TODAY)).toMatchObject({ outcome: 'bad-credentials' })
  })

  it('puts the vehicle’s values in their place only, and sends no query without the needed input', async () => {
    const strange = { ...SUBJECT, plate: "../A'B?x=1#{vin}", vin: 'a/b c' }
    const { client, queries } = clientWith([token, ACCEPTED])
    await make().fetch(strange, client)
    expect(queries[1]).toMatchObject({ path: '/v1/ABx1vin', query: { fin: 'abc' } })
    const empty = clientWith([])
    expect(await make().fetch({ ...SUBJECT, plate: '' }, empty.client)).toEqual([])
    expect(empty.queries).toEqual([])
  })

  it('tests the acceptance of a webhook by its own rule, and reports the outcome of a rejection', async () => {
    const webhook = make({
      request: { method: 'POST', path: '/v1', json: { a: '{callback}' } },
      delivery: {
        type: 'webhook',
        http: [202],
        accepted: [{ path: 'folio', present: true }],
        giveUpSeconds: 60,
        signature: { header: 'x-s', algorithm: 'sha512', encoding: 'base64', prefix: 'v1=' },
      },
    })
    const { client, queries } = clientWith([token, ACCEPTED])
    const answers = await webhook.fetch(SUBJECT, client)
    expect(queries[1]?.json).toEqual({ a: client.callback })
    expect(webhook.webhook).toMatchObject({ giveUpSeconds: 60, signature: { header: 'x-s', prefix: 'v1=' } })
    expect(webhook.webhook?.refused(answers)).toBeUndefined()
    expect(webhook.webhook?.refused([answer({ otro: 1 }, 202)])).toMatchObject({ outcome: 'shape-drift' })
    expect(webhook.webhook?.refused([answer({}, 401)])).toMatchObject({ outcome: 'bad-credentials' })
    expect(webhook.webhook?.refused([answer('<p>captcha</p>', 202)])).toMatchObject({ outcome: 'captcha' })
    expect(clearIn(webhook.parse([ACCEPTED], SUBJECT, TODAY))).toEqual([])
  })
})

describe('a status that the source reports in known words only', () => {
  const theft = {
    type: 4,
    name: 'Reporte de robo',
    cases: [{ when: [{ path: 'robo', says: 'robado' }], status: 4 }],
    mayBeUnsaid: true,
  }
  const saying = (robo: object) => {
    const settings = make({ types: [0, 1, 4, 5, 7], statuses: [...EXAMPLE.statuses, theft] })
    return settings.parse([ACCEPTED, answer({ ...BODY, ...robo })], SUBJECT, TODAY)
  }

  it('is given for those words, and otherwise left out with a remark', () => {
    expect(lineOf(saying({ robo: 'ROBADO' }))).toBe('ok 1:0 7:0 0:2 5:6 4:4')
    for (const other of [{}, { robo: null }, { robo: 'SIN REPORTE' }]) {
      const parsed = saying(other)
      expect(lineOf(parsed)).toBe('ok 1:0 7:0 0:2 5:6')
      expect('remarks' in parsed && parsed.remarks).toEqual([
        'La fuente no dijo con palabras conocidas: Reporte de robo.',
      ])
    }
  })
})

describe('reading', () => {
  it('gives rows by type with their amounts, units, lines and paid folios', () => {
    const parsed = read(BODY)
    if (!('findings' in parsed)) throw new Error(parsed.why)
    const [fines, green, tenencia, insurance] = findingsWithAmounts(parsed.findings, SHIPPED_VALUES)
    expect(fines).toMatchObject({
      type: 1,
      status: 0,
      paid: ['M-2'],
      evidence: [{ name: 'Comprobante', url: 'https://ejemplo.mx/papel/1' }],
    })
    expect(fines?.results[0]).toMatchObject({
      paymentLine: 'L1',
      paymentLineDueDate: '2026-03-31',
      total: 1178.2,
      surcharge: 5.1,
    })
    expect(fines?.results[0]?.scrapedTickets[0]).toMatchObject({
      folio: 'M-1',
      description: 'Multa T: Alto; Giro',
      dateTime: '2026-02-10',
      units: 10,
      unit: 'UMA',
    })
    expect(green?.results[0]).toMatchObject({ name: 'Multas verdes', total: 234.62 })
    expect(tenencia?.results[0]).toMatchObject({ subTotal: 1000, discount: 100, total: 900 })
    expect(insurance?.results[0]?.notes).toEqual([{ label: 'Aseguradora', value: 'Seguros Ficticios' }])
    expect(parsed).toMatchObject({
      registration: { foundBy: 'plate', fields: { plate: 'FAA123A', year: '2024' } },
      files: [{ name: 'Constancia.pdf' }],
    })
    expect(parsed.unknownFields).toBeUndefined()
  })

  it.each<[string, object, string]>([
    ['no rows', { multas: [], tenencias: [], cuantos: 0 }, 'ok 1:1 7:1 0:3 5:6'],
    ['a count that disagrees', { multas: [], tenencias: [], cuantos: 1 }, 'partial 5:6'],
    ['a section that was not read', { tenencias: null, cuantos: 2 }, 'partial 1:0 7:0 5:6'],
    ['a null list that must not be null', { multas: null }, 'shape-drift'],
    ['a list that is an object', { multas: {} }, 'shape-drift'],
    ['an unknown row', { multas: [{ ...BODY.multas[0], clase: 'Z' }] }, 'shape-drift'],
    ['a row of another plate', { multas: [{ ...BODY.multas[0], placa: 'ZZZ999Z' }] }, 'shape-drift'],
    ['an invalid amount', { tenencias: [{ ...BODY.tenencias[0], importe: 'mil' }] }, 'shape-drift'],
    ['an invalid date', { multas: [{ ...BODY.multas[0], fecha: '20261340' }] }, 'shape-drift'],
    ['another vehicle', { vehiculo: { placa: 'ZZZ999Z', anio: 2024 } }, 'shape-drift'],
    ['a policy whose day has passed', { poliza: { ...BODY.poliza, hasta: '2026-03-09' } }, 'ok 1:0 7:0 0:2 5:8'],
    ['a policy without its day', { poliza: { ...BODY.poliza, hasta: null } }, 'shape-drift'],
    ['a text that is not listed', { poliza: { ...BODY.poliza, estado: 'Vigente a medias' } }, 'shape-drift'],
    ['a failure inside', { estado: 'fallo', mensaje: 'sin red' }, 'http-error'],
    ['no success', { estado: 'otro' }, 'http-error'],
    ['still pending', { estado: 'EN PROCESO' }, 'timeout'],
  ])('%s', (_what, change, line) => {
    expect(lineOf(read({ ...BODY, ...change }))).toBe(line)
  })

  it('reads errors by HTTP status and body, never by status alone', () => {
    const gone = (body: object) => lineOf(example.parse([ACCEPTED, answer(body, 404)], SUBJECT, TODAY))
    expect(gone({ codigo: 'NO_EXISTE', mensaje: 'No existe' })).toBe('ok 0:10 1:10 5:10 7:10')
    expect(gone({ codigo: 'OTRO' })).toBe('shape-drift')
    expect(gone({})).toBe('shape-drift')
    expect(lineOf(example.parse([ACCEPTED], SUBJECT, TODAY))).toBe('http-error')
    expect(lineOf(example.parse([], SUBJECT, TODAY))).toBe('shape-drift')
  })

  it('reports an unknown field, and still reads the rest', () => {
    const body = { ...BODY, aviso: 1, vehiculo: { ...BODY.vehiculo, color: 'rojo', caja: { nueva: 1 } } }
    expect(read(body)).toMatchObject({ outcome: 'ok', unknownFields: ['vehiculo.color', 'vehiculo.caja', 'aviso'] })
  })

  it('leaves out a file with invalid base64', () => {
    expect(read({ ...BODY, pdf: '<html>' })).not.toHaveProperty('files')
  })
})

/** The body with every key of every object left out, one at a time. */
function* without(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    for (const part of without(inner))
      yield Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }
    if (Array.isArray(value)) continue
    const { [key]: _gone, ...rest } = value as Record<string, unknown>
    yield rest
  }
}

describe('many vehicles of one answer', () => {
  it('an answer is read once for all of them, and each gets its own rows', () => {
    const holder = make({
      criteria: 'taxIdentifier',
      types: [1, 7],
      inputs: ['plate', 'vin', 'taxIdentifier'],
      lists: [EXAMPLE.lists[0]],
      statuses: undefined,
      sum: undefined,
      same: [{ path: 'rfc', as: 'taxIdentifier' }],
    })
    const [row] = BODY.multas
    const multas = Array.from({ length: 2000 }, (_, i) => ({ ...row, placa: `P${i % 500}`, otro: `M-${i}` }))
    let reads = 0
    const counted = { ...answer({ ...BODY, multas, rfc: SUBJECT.taxIdentifier }) }
    const { body } = counted
    Object.defineProperty(counted, 'body', {
      get: () => {
        reads += 1
        return body
      },
    })
    const answers = [ACCEPTED, counted]
    const folios = (plate: string) => {
      const parsed = holder.parse(answers, { ...SUBJECT, plate }, TODAY)
      return 'findings' in parsed
        ? parsed.findings[0]?.results[0]?.scrapedTickets.map(({ folio }) => folio)
        : parsed.why
    }
    expect(folios('P7')).toEqual(['M-7', 'M-507', 'M-1007', 'M-1507'])
    const first = reads
    for (let i = 0; i < 500; i++) expect(folios(`P${i}`)).toHaveLength(4)
    expect(reads).toBe(first)
    expect(folios('OTRA')).toBeUndefined()
  })

  it('an unread list, and debts that cannot be distinguished, make a finding incomplete', () => {
    const incomplete = (change: object) => {
      const parsed = read({ ...BODY, ...change })
      return 'findings' in parsed
        ? parsed.findings.flatMap(({ type, incomplete: is }) => (is ? [type] : []))
        : parsed.why
    }
    expect(incomplete({})).toEqual([])
    const [tenencia] = BODY.tenencias
    expect(incomplete({ tenencias: [tenencia, tenencia], cuantos: 4 })).toEqual([0])
    const two = make({ lists: [...EXAMPLE.lists, { ...EXAMPLE.lists[1], path: 'otras' }] })
    const parsed = read({ ...BODY, otras: null }, two)
    expect('findings' in parsed && parsed.findings.map(({ type, incomplete: is = false }) => [type, is])).toEqual([
      [1, false],
      [7, false],
      [0, true],
      [5, false],
    ])
  })
})

describe('damage', () => {
  const bodies = [BODY, { ...BODY, multas: [], tenencias: [], cuantos: 0 }, { ...BODY, tenencias: null, cuantos: 2 }]

  it.each(bodies.map((body, i) => [i, body] as const))('never makes answer %i clearer than it was', (_i, body) => {
    const before = clearIn(read(body))
    const text = JSON.stringify(body)
    const cuts: unknown[] = Array.from({ length: text.length }, (_, at) => text.slice(0, at))
    for (const damaged of [...without(body), ...cuts, 'null', '[]', '{}', '""', '7'])
      expect(before, JSON.stringify(damaged)).toEqual(expect.arrayContaining(clearIn(read(damaged))))
    for (const status of [202, 204, 301, 400, 401, 403, 404, 409, 429, 500])
      expect(
        clearIn(example.parse([ACCEPTED, answer(body, status)] as RawAnswer[], SUBJECT, TODAY)),
        `${status}`,
      ).toEqual([])
  })

  it('the answer about a holder covers the holder’s own plates and no other holder', () => {
    const holder = make(BY_HOLDER)
    const body = { ...BODY, rfc: 'ABC-010203-XY9' }
    const line = (plate: string, rfc = body.rfc) => lineOf(read({ ...body, rfc }, holder, { ...SUBJECT, plate }))
    expect(line('FAA123A')).toBe('ok 1:0 7:0')
    expect(line('ZZZ999Z')).toBe('ok 1:1 7:1')
    expect(line('ZZZ999Z', 'OTR010203AB1')).toBe('shape-drift')
    expect(lineOf(holder.parse([], SUBJECT, TODAY))).toBe('needs-input')
  })
})
