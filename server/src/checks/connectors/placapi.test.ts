// PlacApi's answers that are damaged, contradict themselves or are undocumented; each starts from the document's own
// example. Documented answers and errors are in simulator/providers/placapi.json.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { jsonAnswer, lineOf } from '../testing/connectors.ts'
import { clientWith } from '../testing/generic-example.ts'
import type { RawAnswer, Subject } from './connector.ts'
import { builtInConnector, CONNECTORS } from './registry.ts'

const { paths } = JSON.parse(
  readFileSync(new URL('../../../../simulator/providers/placapi.openapi.json', import.meta.url), 'utf8'),
)
const exampleOf = (path: string) =>
  structuredClone(paths[path].post.responses['200'].content['application/json'].example)

const TODAY = '2026-03-10'
const SUBJECT: Subject = { plate: 'ABC123', vin: '9GAJC6915FB040270', stateId: 11, taxIdentifier: '1020304050' }
const parsed = (key: string, body: unknown, more: Partial<RawAnswer> = {}, subject = SUBJECT) => {
  const connector = builtInConnector(key)
  if (!connector) throw new Error(key)
  return connector.parse([{ ...jsonAnswer(body), ...more }], subject, TODAY)
}
const line = (...args: Parameters<typeof parsed>) => lineOf(parsed(...args))

describe('the owner’s document', () => {
  it.each([
    ['900123456-8', 'NIT', '900123456'],
    ['860.000.001', 'NIT', '860000001'],
    ['1020304050', 'CC', '1020304050'],
    ['52345678', 'CC', '52345678'],
    ['123456', 'CC', '123456'],
    ['CE 123456', 'CE', '123456'],
    ['PA AB12345', 'PA', 'AB12345'],
    ['PPT 1234567', 'PPT', '1234567'],
  ])('%s is sent as %s %s', async (taxIdentifier, docType, docNumber) => {
    for (const key of ['co-placapi', 'co-placapi-runt']) {
      const { client, queries } = clientWith([])
      await builtInConnector(key)?.fetch({ ...SUBJECT, taxIdentifier }, client)
      expect(queries[0]?.json).toEqual({ placa: 'ABC123', docType, docNumber, refresh: true })
    }
  })
})

describe('/consulta', () => {
  it('without any vehicle data means that the document is not of an active owner', () => {
    const answer = exampleOf('/consulta')
    const nothing = Object.fromEntries(Object.keys(answer.data.informacionGeneral).map((name) => [name, null]))
    const blank = { ...answer.data, vin: null, soat: null, tecnoMecanica: null }
    for (const data of [
      { ...blank, informacionGeneral: nothing },
      { ...blank, informacionGeneral: { ...nothing, noPlaca: 'ABC123' }, soat: [], tecnoMecanica: [] },
      { ...blank, informacionGeneral: null },
    ])
      expect(parsed('co-placapi-runt', { ...answer, data })).toEqual({
        outcome: 'needs-input',
        why: 'El documento no es de un propietario activo',
      })
  })
})

describe('/comparendos', () => {
  it('is an answer that every connector rejects, because its rows name no plate', () => {
    const answer = exampleOf('/comparendos')
    for (const { key } of CONNECTORS.filter(({ portal }) => portal.startsWith('placapi')))
      expect(line(key, answer), key).toBe('shape-drift')
  })
})

describe('/multas', () => {
  const fines = (row: object, data: object = {}, envelope: object = {}) => {
    const answer = exampleOf('/multas')
    const multas = answer.data.multas.map((one: object) => ({ ...one, ...row }))
    return { ...answer, ...envelope, data: { ...answer.data, multas, ...data } }
  }

  const none = (data: object) => fines({}, { multas: [], totalMultas: 0, totalDeuda: 0, ...data }, { status: 'ok' })

  it.each<[string, object, string]>([
    ['amounts as text', fines({ valor: '522700' }, { totalDeuda: '522700' }), 'ok 1:0'],
    ['no amount in a row', fines({ valor: null }), 'partial 1:0'],
    ['no amount anywhere', fines({ valor: null }, { totalDeuda: null }), 'shape-drift'],
    ['an amount in words', fines({ valor: 'por definir' }), 'shape-drift'],
    ['an unknown state', fines({ estado: 'en revisión' }), 'shape-drift'],
    ['no state', fines({ estado: null }), 'shape-drift'],
    ['a day in another form', fines({ fecha: '15/03/2025' }), 'shape-drift'],
    ['no day', fines({ fecha: null }), 'ok 1:0'],
    ['status ok beside a debt', fines({}, {}, { status: 'ok' }), 'shape-drift'],
    ['status warn beside nothing', fines({}, { multas: [], totalMultas: 0, totalDeuda: 0 }), 'shape-drift'],
    ['a debt that no row shows', fines({}, { multas: [] }, { status: 'ok' }), 'shape-drift'],
    ['a null list', fines({}, { multas: null }), 'shape-drift'],
    [
      'a null count of agreements, all paid',
      fines({ estado: 'pagada' }, { totalDeuda: 0, acuerdosPago: null }, { status: 'ok' }),
      'partial 13:25',
    ],
    ['demo data', fines({}, {}, { mode: 'demo' }), 'bad-credentials'],
    ['no mode', fines({}, {}, { mode: undefined }), 'shape-drift'],
    ['an error inside', fines({}, {}, { error: 'SIMIT no respondió' }), 'http-error'],
    ['an error inside the data', fines({}, { error: 'SIMIT no respondió' }), 'http-error'],
    ['all paid, with a warning', fines({ estado: 'pagada' }, { totalDeuda: 0 }), 'shape-drift'],
    ['all paid', fines({ estado: 'pagada' }, { totalDeuda: 0 }, { status: 'ok' }), 'ok 1:1 13:25'],
    ['an agreement, with a warning', fines({ estado: 'acuerdo' }, { acuerdosPago: 1 }), 'ok 1:0'],
    ['the answer of another call', { ...exampleOf('/vehiculo-mx') }, 'shape-drift'],
    ['nothing owed', none({}), 'ok 1:1 13:25'],
    ['nothing owed by the plate asked about', none({ placa: 'ABC-123' }), 'ok 1:1 13:25'],
    ['nothing owed by another plate', none({ placa: 'ZZZ999' }), 'shape-drift'],
    ['nothing owed by another plate, in English', none({ plate: 'ZZZ999' }), 'shape-drift'],
    ['a list of comparendos beside no fines', none({ comparendos: [{ estado: 'pendiente' }] }), 'shape-drift'],
    ['a list of resoluciones beside no fines', none({ resoluciones: [{ numero: '1' }] }), 'shape-drift'],
    ['an empty list of comparendos', none({ comparendos: [] }), 'ok 1:1 13:25'],
    ['a row of another plate', fines({ placa: 'ZZZ999' }), 'shape-drift'],
    [
      'a paid row of another plate',
      fines({ placa: 'ZZZ999', estado: 'pagada' }, { totalDeuda: 0 }, { status: 'ok' }),
      'shape-drift',
    ],
    ['a row of the plate asked about', fines({ placa: 'ABC123' }), 'ok 1:0'],
    ['a row whose plate is null', fines({ placa: null }), 'ok 1:0'],
  ])('%s', (_name, answer, expected) => {
    expect(line('co-placapi', answer)).toBe(expected)
  })

  it('a row without a plate belongs to the vehicle, and a remark says so', () => {
    const named = parsed('co-placapi', fines({}))
    expect(named).not.toHaveProperty('unknownFields')
    expect(named).toMatchObject({
      remarks: [expect.stringContaining('no distingue'), expect.stringContaining('no nombra la placa')],
    })
  })

  it('a pending row has its amount, day and number; an agreement is listed separately', () => {
    const [finding] = Object(parsed('co-placapi', fines({}))).findings
    expect(finding.results).toEqual([
      expect.objectContaining({
        total: 522700,
        scrapedTickets: [
          expect.objectContaining({ folio: '11001000000012345678', dateTime: '2025-03-15', total: 522700 }),
        ],
      }),
    ])
    const agreed = Object(parsed('co-placapi', fines({ estado: 'acuerdo' }, { acuerdosPago: 1 })))
    expect(agreed.findings).toHaveLength(1)
    expect(agreed.findings[0].results[0].name).toBe('Acuerdos de pago')
  })
})

describe('errors', () => {
  const refusal = (code: string) => ({ error: 'texto', code })

  it.each<[code: string, status: number, outcome: string]>([
    ['no_credits', 403, 'no-credit'],
    ['no_credits', 200, 'no-credit'],
    ['unauthorized', 409, 'bad-credentials'],
    ['propietario_no_coincide', 409, 'needs-input'],
    ['bad_request', 422, 'needs-input'],
    ['source_error', 409, 'http-error'],
    ['rate_limited', 503, 'rate-limited'],
    ['vehiculo_no_registrado', 200, 'shape-drift'],
    ['algo_nuevo', 404, 'shape-drift'],
    ['algo_nuevo', 402, 'no-credit'],
  ])('the code %s takes precedence over HTTP %i', (code, status, outcome) => {
    for (const { key } of CONNECTORS.filter(({ portal }) => portal.startsWith('placapi'))) {
      const body = status === 200 && outcome === 'shape-drift' ? { code } : refusal(code)
      expect(parsed(key, body, { status }).outcome, key).toBe(outcome)
    }
  })

  it('say in Spanish what a person can do', () => {
    expect(parsed('co-placapi-runt', refusal('propietario_no_coincide'), { status: 404 })).toEqual({
      outcome: 'needs-input',
      why: 'El documento no es de un propietario activo',
    })
    expect(parsed('co-placapi', refusal('rate_limited'), { status: 429, retryAfter: '20' })).toMatchObject({
      outcome: 'rate-limited',
      retryAfterSeconds: 20,
    })
  })

  it('time out like the official client, after 60 seconds', () => {
    for (const { key, deadlineMs } of CONNECTORS.filter(({ portal }) => portal.startsWith('placapi')))
      expect(deadlineMs, key).toBe(60_000)
  })
})

describe('/consulta', () => {
  const documents = (change: object, general: object = {}) => {
    const answer = exampleOf('/consulta')
    const informacionGeneral = { ...answer.data.informacionGeneral, ...general }
    return { ...answer, data: { ...answer.data, informacionGeneral, ...change } }
  }
  const { soat, tecnoMecanica } = exampleOf('/consulta').data
  const policy = (change: object) => ({ soat: [{ ...soat[0], ...change }] })
  const inspection = (change: object) => ({ tecnoMecanica: [{ ...tecnoMecanica[0], ...change }] })

  it.each<[string, object, string]>([
    ['as documented, in its year', documents({}), 'ok 5:6 12:22'],
    ['issued, as other clients see it', documents(policy({ estadoSoat: 'EMITIDA' })), 'ok 5:6 12:22'],
    ['valid from a later day', documents(policy({ fechaVigencia: '11/03/2026' })), 'ok 5:8 12:22'],
    ['cancelled', documents(policy({ estado: 'NO VIGENTE' })), 'ok 5:8 12:22'],
    ['not approved, and in force', documents(inspection({ estado: 'REPROBADA' })), 'shape-drift'],
    ['not in force', documents(inspection({ vigente: 'NO' })), 'ok 5:6 12:23'],
    ['consistent', documents(inspection({ informacionConsistente: 'SI' })), 'ok 5:6 12:22'],
    ['consistency is null', documents(inspection({ informacionConsistente: null })), 'ok 5:6 12:22'],
    ['inconsistent, and in force', documents(inspection({ informacionConsistente: 'NO' })), 'shape-drift'],
    [
      'inconsistent, and not in force',
      documents(inspection({ informacionConsistente: 'NO', vigente: 'NO' })),
      'ok 5:6 12:23',
    ],
    [
      'inconsistent, and not needed',
      documents({ tecnoMecanica: [{ vigente: 'NO APLICA', informacionConsistente: 'NO' }] }),
      'shape-drift',
    ],
    ['another kind, not needed', documents(inspection({ tipoRevision: 'PREVENTIVA', vigente: 'NO APLICA' })), 'ok 5:6'],
    ['not needed, as RUNT says elsewhere', documents({ tecnoMecanica: [{ vigente: 'NO APLICA' }] }), 'ok 5:6 12:26'],
    ['an invalid day', documents(policy({ fechaVencimiento: '2026-13-40' })), 'shape-drift'],
    ['two plates', documents({}, { noPlaca: 'ABC124' }), 'shape-drift'],
    ['an unread section', documents({ soat: null }), 'partial 12:22'],
    ['no section', documents({ soat: undefined }), 'shape-drift'],
    [
      'not needed, and another inspection',
      documents({
        tecnoMecanica: [{ vigente: 'NO APLICA' }, { ...tecnoMecanica[0], tipoRevision: 'OTRA', vigente: 'NO' }],
      }),
      'ok 5:6',
    ],
    [
      'not needed, and an old inspection',
      documents({ tecnoMecanica: [{ vigente: 'NO APLICA' }, { ...tecnoMecanica[0], vigente: 'NO' }] }),
      'ok 5:6 12:23',
    ],
    ['a policy of another plate', documents(policy({ placa: 'ZZZ999' })), 'shape-drift'],
    ['a policy without a plate', documents(policy({ placa: null })), 'ok 5:6 12:22'],
    ['an inspection of another plate', documents(inspection({ numeroPlaca: 'ZZZ999' })), 'shape-drift'],
    ['documents without data of the vehicle', documents({}, { marca: null, linea: '', noVin: null }), 'shape-drift'],
    ['the VIN alone', documents({}, { marca: null, linea: null }), 'ok 5:6 12:22'],
    ['an error inside', { ...documents({}), error: 'RUNT no respondió' }, 'http-error'],
    ['an error inside the data', documents({ error: 'RUNT no respondió' }), 'http-error'],
    ['nothing inside', { data: null, mode: 'live', fetchedAt: '' }, 'shape-drift'],
  ])('%s', (_name, answer, expected) => {
    expect(line('co-placapi-runt', answer)).toBe(expected)
  })

  it('gives the registration data for the reconciliation, also by VIN', () => {
    const fields = {
      plate: 'ABC123',
      vin: '9GAJC6915FB040270',
      brandName: 'MAZDA',
      modelName: 'CX-30',
      year: '2023',
      plateDate: '2023-03-15',
    }
    expect(parsed('co-placapi-runt', documents({}))).toMatchObject({ registration: { foundBy: 'plate', fields } })
    expect(parsed('co-placapi-runt-vin', exampleOf('/consulta-por-vin'))).toMatchObject({
      registration: { foundBy: 'vin', fields },
    })
  })

  it('takes the VIN beside the general data if theirs is null', () => {
    const general = { noVin: null }
    const byVin = exampleOf('/consulta-por-vin')
    const informacionGeneral = { ...byVin.data.informacionGeneral, ...general }
    const registration = { fields: { vin: '9GAJC6915FB040270' } }
    expect(parsed('co-placapi-runt', documents({}, general))).toMatchObject({ registration })
    expect(parsed('co-placapi-runt-vin', { ...byVin, data: { ...byVin.data, informacionGeneral } })).toMatchObject({
      registration,
    })
  })

  it('reports a new field', () => {
    expect(parsed('co-placapi-runt', documents(policy({ digital: 'SI' })))).toMatchObject({
      unknownFields: ['data.soat.digital'],
    })
  })
})

describe('/consulta-por-vin', () => {
  const documents = (change: object, general: object = {}) => {
    const answer = exampleOf('/consulta-por-vin')
    const informacionGeneral = { ...answer.data.informacionGeneral, ...general }
    return { ...answer, data: { ...answer.data, informacionGeneral, ...change } }
  }
  const none = { soat: [], tecnoMecanica: [] }
  const blank = { marca: null, linea: null, noVin: null }
  const plate = 'ABC124'
  const replated = { soat: [{ placa: plate }], tecnoMecanica: [] }

  it.each<[string, object, string]>([
    ['as documented, in its year', documents({}), 'ok 5:6 12:22'],
    ['another plate', documents({ plate, ...replated }, { noPlaca: plate }), 'ok 5:12 12:12'],
    ['two plates', documents({}, { noPlaca: plate }), 'shape-drift'],
    ['another VIN in its data', documents({}, { noVin: '9GAJC6915FB040271' }), 'shape-drift'],
    ['no VIN in its data', documents({}, { noVin: null }), 'ok 5:6 12:22'],
    [
      'an inconsistent inspection',
      documents({ tecnoMecanica: [{ ...documents({}).data.tecnoMecanica[0], informacionConsistente: 'NO' }] }),
      'shape-drift',
    ],
    ['no policy', documents(none), 'ok 5:8'],
    ['nothing but the plate', documents(none, blank), 'shape-drift'],
    [
      'a policy of another plate',
      documents({ soat: [{ ...documents({}).data.soat[0], placa: plate }] }),
      'shape-drift',
    ],
  ])('%s', (_name, answer, expected) => {
    expect(line('co-placapi-runt-vin', answer)).toBe(expected)
  })

  it('shows the current plate and the queried one', () => {
    const [finding] = Object(
      parsed('co-placapi-runt-vin', documents({ plate, ...replated }, { noPlaca: plate })),
    ).findings
    expect(finding.results[0].notes).toEqual([
      { label: 'Placa', value: plate },
      { label: 'Placa consultada', value: 'ABC123' },
    ])
  })
})

describe('/vehiculo-mx', () => {
  const subject = { ...SUBJECT, plate: 'ABC-1234' }
  const vehicle = (data: object, envelope: object = {}) => {
    const answer = exampleOf('/vehiculo-mx')
    return { ...answer, ...envelope, data: { ...answer.data, ...data } }
  }
  const report = (change: object) =>
    vehicle({ reporteRobo: { ...exampleOf('/vehiculo-mx').data.reporteRobo, ...change } })
  const theft = (reportado: unknown, change: object = {}) => {
    const { fuentes } = exampleOf('/vehiculo-mx').data.reporteRobo
    return vehicle({ reporteRobo: { reportado, fuentes: { ...fuentes, ...change } } })
  }

  it.each<[string, object, string]>([
    ['four sources say no', theft(false), 'ok 2:14 4:5'],
    ['reported', theft(true), 'ok 2:14 4:4'],
    ['one source says yes', theft(false, { ocra: true }), 'ok 2:14 4:4'],
    ['yes, and one was not queried', theft(true, { ocra: null }), 'ok 2:14 4:4'],
    ['one was not queried', theft(false, { fiscalia: null }), 'partial 2:14'],
    ['no source says', theft(null), 'partial 2:14'],
    ['one is missing', theft(false, { avisosJudiciales: undefined }), 'shape-drift'],
    ['all are missing', vehicle({ reporteRobo: { reportado: false } }), 'shape-drift'],
    ['no theft report', vehicle({ reporteRobo: null }), 'partial 2:14'],
    ['in words', theft('no'), 'shape-drift'],
    ['no_inscrito as status', vehicle({}, { status: 'no_inscrito' }), 'shape-drift'],
    ['no_inscrito in its data', vehicle({ estado: 'no_inscrito', placa: null }), 'shape-drift'],
    ['no_inscrito beside the data', { ...vehicle({}), data: null, no_inscrito: true }, 'shape-drift'],
    ['another country', vehicle({ pais: 'PE' }), 'shape-drift'],
    ['reported, with a warning', { ...theft(true), status: 'warn' }, 'ok 2:14 4:4'],
    ['reported, as a danger', { ...theft(false, { ocra: true }), status: 'danger' }, 'ok 2:14 4:4'],
    ['four sources say no, with a warning', { ...theft(false), status: 'warn' }, 'shape-drift'],
    ['four sources say no, as a danger', { ...theft(false), status: 'danger' }, 'shape-drift'],
    ['theft is not published', { ...theft(false), cobertura: { noPublicados: ['color', 'reporteRobo'] } }, 'ok 2:14'],
    ['one source is not published', { ...theft(false), cobertura: { noPublicados: ['reporteRobo.ocra'] } }, 'ok 2:14'],
    ['not published, and null', { ...theft(null), cobertura: { noPublicados: ['reporteRobo'] } }, 'ok 2:14'],
    ['not published, and reported', { ...theft(true), cobertura: { noPublicados: ['reporteRobo'] } }, 'ok 2:14 4:4'],
    ['an unknown source says yes', theft(false, { interpol: true }), 'shape-drift'],
    ['an unknown source says no', theft(false, { interpol: false }), 'ok 2:14 4:5'],
    ['an unknown source says yes in words', theft(false, { interpol: 'reportado' }), 'shape-drift'],
    ['an unknown source says yes in a nested field', theft(false, { interpol: { robo: true } }), 'shape-drift'],
    ['an unknown source was not queried', theft(false, { interpol: null }), 'shape-drift'],
    ['a new word in the report', report({ estado: 'ROBADO' }), 'shape-drift'],
    ['a new word in the report of a theft', report({ estado: 'ROBADO', reportado: true }), 'ok 2:14 4:4'],
    ...['fiscalia', 'ocra', 'usaCanada', 'avisosJudiciales', 'robo', 'fuentes', 'reportado'].map(
      (name): [string, object, string] => [
        `${name} is not published`,
        { ...theft(false), cobertura: { noPublicados: ['color', name] } },
        'ok 2:14',
      ],
    ),
    ['reported, and no VIN', vehicle({ ...theft(true).data, vin: null }), 'ok 4:4'],
    ['reported by one source, and no VIN', vehicle({ ...theft(false, { ocra: true }).data, vin: null }), 'ok 4:4'],
    ['reported, with an unknown status', { ...theft(true), status: 'critical' }, 'ok 4:4'],
    ['reported, without a status', { ...theft(true), status: undefined }, 'ok 4:4'],
    ['not reported, and no VIN', vehicle({ vin: null }), 'shape-drift'],
    ['no source says, and no VIN', vehicle({ ...theft(null).data, vin: null }), 'shape-drift'],
    ['not reported, with an unknown status', { ...theft(false), status: 'critical' }, 'shape-drift'],
    ['no_inscrito as state beside the data', vehicle({ estado: 'no_inscrito' }), 'shape-drift'],
    ['no_inscrito as state of the envelope', vehicle({}, { estado: 'NO_INSCRITO' }), 'shape-drift'],
    ['no_inscrito as error beside the data', vehicle({}, { error: 'no_inscrito' }), 'shape-drift'],
    ['no_inscrito true beside the data', vehicle({ no_inscrito: true }), 'shape-drift'],
    ['an error inside the data', vehicle({ error: 'REPUVE no respondió' }), 'http-error'],
    ['an empty error inside the data', vehicle({ error: '' }), 'ok 2:14 4:5'],
  ])('%s', (_name, answer, expected) => {
    expect(line('mx-placapi-vehiculo', answer, {}, subject)).toBe(expected)
  })

  it('a vehicle without registry data is never clear, even with a complete theft report', () => {
    const nothing = { marca: null, vin: null, modelo: null, clase: null }
    for (const envelope of [{}, { code: 'no_inscrito' }, { aviso: 'no_inscrito' }])
      expect(line('mx-placapi-vehiculo', vehicle(nothing, envelope), {}, subject)).toBe('shape-drift')
    expect(line('mx-placapi-vehiculo', vehicle({}, { code: 'no_inscrito' }), {}, subject)).toBe('shape-drift')
  })
})
