// Verifik's answers about Colombia beyond its documented examples (those are in
// checks/connectors/provider-files.test.ts): changing wrappers, errors inside a good answer, unknown amounts and words.
import type { DocumentType } from '@padron/contract/rules/tax-ids'
import { describe, expect, it } from 'vitest'
import { clearIn, jsonAnswer, lineOf } from '../../testing/connectors.ts'
import { clientWith } from '../../testing/generic-example.ts'
import { readProviderFile } from '../../testing/provider-stub.ts'
import type { Connector, Parsed, Subject } from '../connector.ts'
import { runt, runtByPlate, runtByVin } from './runt.ts'
import { simit } from './simit.ts'

const TODAY = '2026-11-23'
const SUBJECT: Subject = { plate: 'ABC123', vin: '9GAXX00000B000000', stateId: 1011, taxIdentifier: '900000000-5' }
const FILE = readProviderFile('verifik')
const RUNT_CALLS = [runt, runtByPlate, runtByVin].map((connector) => [connector.key, connector] as const)
const COLOMBIA = [simit, runt, runtByPlate, runtByVin].map((connector) => [connector.key, connector] as const)

type Json = Record<string, unknown>
const example = (connector: Connector, name: string): Json => {
  const call = FILE.calls.find((one) => one.connector === connector.key)
  const answer = call?.answers.find((one) => one.name === name)
  if (!answer) throw new Error(`${connector.key}: ${name}`)
  return structuredClone(answer.body) as Json
}
const parse = (connector: Connector, body: unknown, status = 200): Parsed =>
  connector.parse([jsonAnswer(body, status)], SUBJECT, TODAY)
const read = (connector: Connector, body: unknown, status = 200): string => lineOf(parse(connector, body, status))

/** The documented account with one fine, and that row changed. */
const fine = (row: Json, account: Json = {}): Json => {
  const body = example(simit, 'one resolution') as { data: { multas: Json[] } }
  return { ...body, data: { ...body.data, ...account, multas: [{ ...body.data.multas[0], ...row }] } }
}
const documents = (connector: Connector, changed: Json): Json => {
  const body = example(connector, 'in force') as { data: Json }
  return { ...body, data: { ...body.data, ...changed } }
}

describe('an error', () => {
  it.each(COLOMBIA)(
    '%s: is no-credit by its text whatever the status; an unknown code is shape-drift',
    (_key, connector) => {
      for (const status of [400, 403, 409, 422])
        expect(read(connector, { code: 'Conflict', message: 'insufficient_credits' }, status), `${status}`).toBe(
          'no-credit',
        )
      expect(read(connector, { code: 'SomethingElse', message: 'x' }, 409)).toBe('shape-drift')
      expect(read(connector, { code: 'MissingParameter', message: 'missing plate' }, 409)).toBe('needs-input')
    },
  )
})

describe('SIMIT', () => {
  it('reads both wrappers', () => {
    const { data } = example(simit, 'one resolution')
    const older = { value: { value: { data } } }
    expect([{ data }, older, { data }].map((body) => read(simit, body))).toEqual(Array(3).fill('ok 1:0 13:25'))
  })

  describe('a fine by camera', () => {
    const noticeOf = (row: Json) => {
      const parsed = parse(simit, fine(row))
      const [debt] = 'findings' in parsed ? (parsed.findings[0]?.results[0]?.scrapedTickets ?? []) : []
      const { electronic, notifiedOn, promptPaymentDiscount } = debt ?? {}
      return { electronic, notifiedOn, promptPaymentDiscount }
    }

    it('has its notification day and its prompt-payment discount', () => {
      expect(
        noticeOf({
          comparendoElectronico: true,
          fechaNotificacion: '13/11/2026',
          valorDescuentoProntoPago: '316600.0',
        }),
      ).toEqual({ electronic: true, notifiedOn: '2026-11-13', promptPaymentDiscount: 316600 })
      expect(noticeOf({ comparendoElectronico: false, comparendosElectronicos: 'N' }).electronic).toBe(false)
    })

    it('lacks a value on which the source contradicts itself or that cannot be read', () => {
      expect(noticeOf({ comparendoElectronico: true, comparendosElectronicos: 'N' }).electronic).toBeUndefined()
      expect(noticeOf({ comparendoElectronico: null, comparendosElectronicos: null }).electronic).toBeUndefined()
      for (const fechaNotificacion of [null, '', '01/01/1900', '01/01/1900 00:00:00', 'pendiente', '31/02/2026', 7])
        expect(noticeOf({ fechaNotificacion }).notifiedOn, String(fechaNotificacion)).toBeUndefined()
      expect(noticeOf({ comparendoElectronico: 'quizá', comparendosElectronicos: 3 }).electronic).toBeUndefined()
      expect(noticeOf({ valorDescuentoProntoPago: 'mucho' }).promptPaymentDiscount).toBeUndefined()
    })

    it('is still listed as a debt if none of these values can be read', () => {
      const row = { comparendoElectronico: [], fechaNotificacion: {}, valorDescuentoProntoPago: 'x' }
      expect(read(simit, fine(row))).toBe('ok 1:0 13:25')
    })
  })

  it('reads amounts as text, as numbers and with many decimals; a null surcharge is zero', () => {
    for (const amounts of [
      { valorIntereses: '121442.8150000001' },
      { valorIntereses: 121442.8150000001 },
      { valor: 522900, valorPagar: 644343 },
      { valorIntereses: null, valorGestion: '121443' },
    ]) {
      const parsed = parse(simit, fine(amounts))
      const results = 'findings' in parsed ? parsed.findings.flatMap((finding) => finding.results) : []
      expect(results, JSON.stringify(amounts)).toMatchObject([{ total: 644343 }])
      expect(results[0]?.sumMismatch, JSON.stringify(amounts)).toBeUndefined()
    }
  })

  it('rejects an answer whose deciding fields are null or no plain amounts', () => {
    for (const row of [{ valorPagar: null }, { valor: null }, { valorPagar: '644.343' }, { valorPagar: '$644343' }])
      expect(read(simit, fine(row)), JSON.stringify(row)).not.toBe('ok 1:0 13:25')
    for (const row of [{ valorPagar: null }, { valorPagar: '' }, { comparendo: null }, { comparendo: 'true' }])
      expect(read(simit, fine(row)), JSON.stringify(row)).toBe('shape-drift')
    for (const total of [{ totalMultas: null }, { totalMultasPagar: null }, { totalGeneral: null }])
      expect(read(simit, fine({}, total)), JSON.stringify(total)).toBe('shape-drift')
  })

  it('rejects a row without a plate, and an account or a row of another plate', () => {
    for (const placa of [null, '', 'XYZ789']) expect(read(simit, fine({ placa }))).toBe('shape-drift')
    expect(read(simit, fine({}, { plate: 'XYZ789' }))).toBe('shape-drift')
  })

  it('lists a row in an unknown state as owed, with the word of the source', () => {
    const parsed = parse(simit, fine({ estadoCartera: 'En revisión especial', estadoPago: 'RARO' }))
    expect(lineOf(parsed)).toBe('ok 1:0 13:25')
    expect(JSON.stringify(parsed)).toContain('En revisión especial')
  })

  it('is never clear if totals and rows disagree', () => {
    const zero = { totalMultas: '0', totalMultasPagar: '0', totalGeneral: '0' }
    expect(read(simit, fine({}, zero))).toBe('partial 1:0')
    expect(read(simit, fine({}, { totalMultasPagar: '2' }))).toBe('partial 1:0')
    expect(read(simit, fine({ valorPagar: '0' }, zero))).toBe('ok 1:0 13:25')
  })

  describe('is not clear', () => {
    const account = (name: string, changed: Json): Json => {
      const { data, ...rest } = example(simit, name) as { data: Json }
      return { ...rest, data: { ...data, ...changed } }
    }
    const UNEXPLAINED: Json[] = [
      { resoluciones: [{ numeroResolucion: '1' }] },
      { cursos: [{ numeroCurso: '1' }] },
      { resoluciones: null },
      { cursos: 'x' },
      { cantMultasPagar: '1' },
      { cantMultasPagar: 2 },
      { cantMultasPagar: null },
      { totalAp: '150000' },
      { totalAp: 'x' },
    ]

    it.each(UNEXPLAINED)('if the account has content in a form that no document shows: %o', (changed) => {
      expect(read(simit, account('one resolution', changed))).toBe('partial 1:0')
      expect(read(simit, account('a comparendo whose holder takes the course', changed))).toBe('partial 13:24')
      expect(read(simit, account('a comparendo among the fines', changed))).toBe('partial 1:0 13:24')
      expect(read(simit, account('an agreement', changed))).toBe('partial 1:0')
      expect(parse(simit, account('nothing owed', changed))).toMatchObject({
        outcome: 'shape-drift',
        why: expect.stringContaining(Object.keys(changed)[0] ?? ''),
      })
      expect(parse(simit, account('one resolution', changed))).toMatchObject({
        remarks: [expect.stringContaining(Object.keys(changed)[0] ?? '')],
        findings: [{ incomplete: true }],
      })
    })

    it('if agreements are counted and none is listed: one is owed, with an unknown amount', () => {
      expect(read(simit, account('nothing owed', { cantAcuerdosPagar: '1' }))).toBe('partial 1:0')
      expect(read(simit, account('one resolution', { cantAcuerdosPagar: '1' }))).toBe('partial 1:0')
      expect(read(simit, account('an agreement', { cantAcuerdosPagar: '1' }))).toBe('ok 1:0 13:25')
      expect(clearIn(parse(simit, account('nothing owed', { cantAcuerdosPagar: null })))).toEqual([])
    })

    it('if the answer names no plate; its rows still count as owed', () => {
      for (const plate of [undefined, null, '']) {
        expect(read(simit, account('nothing owed', { plate })), String(plate)).toBe('shape-drift')
        expect(read(simit, account('one resolution', { plate })), String(plate)).toBe('partial 1:0')
      }
      expect(read(simit, account('nothing owed', { plate: 'XYZ789' }))).toBe('shape-drift')
      expect(read(simit, account('nothing owed', { plate: 'abc-123' }))).toBe('ok 1:1 13:25')
    })
  })

  it('reads 01/01/1900 as no date', () => {
    const parsed = parse(simit, fine({ fechaComparendo: '01/01/1900 00:00:00' }))
    const results = 'findings' in parsed ? parsed.findings.flatMap((finding) => finding.results) : []
    expect(results[0]?.scrapedTickets).toMatchObject([{ dateTime: null, total: 644343 }])
  })

  it('reports a new field', () => {
    expect(parse(simit, fine({ indicador: 'S' }))).toMatchObject({ unknownFields: ['data.multas.indicador'] })
    expect(parse(simit, example(simit, 'the older wrapper'))).not.toHaveProperty('unknownFields')
  })
})

describe('RUNT', () => {
  it.each(RUNT_CALLS)('%s: a policy in an unknown state yields no insurance status', (_key, connector) => {
    const { data } = example(connector, 'in force') as { data: { soat: Json[] } }
    const soat = [{ ...data.soat[0], estado: 'SUSPENDIDA' }]
    expect(read(connector, documents(connector, { soat }))).toBe('partial 12:22')
    expect(read(connector, documents(connector, { soat, tecnoMecanica: null }))).toBe('shape-drift')
    expect(read(connector, documents(connector, { soat: [...soat, data.soat[0]] }))).toBe('ok 5:6 12:22')
    const past = [{ ...soat[0], fechaVencimiento: '19/09/2025' }]
    expect(read(connector, documents(connector, { soat: past }))).toBe('ok 5:8 12:22')
  })

  it.each(RUNT_CALLS)('%s: a policy that starts later does not insure yet', (_key, connector) => {
    const { data } = example(connector, 'in force') as { data: { soat: Json[] } }
    const ahead = { ...data.soat[0], fechaVigencia: '01/12/2026', fechaVencimiento: '30/11/2027' }
    const past = { ...data.soat[0], fechaVencimiento: '20/11/2026' }
    expect(read(connector, documents(connector, { soat: [past, ahead] }))).toBe('ok 5:8 12:22')
    expect(read(connector, documents(connector, { soat: [data.soat[0], ahead] }))).toBe('ok 5:6 12:22')
  })

  it.each(RUNT_CALLS)('%s: an inspection in an unknown state ends as shape-drift', (_key, connector) => {
    expect(read(connector, documents(connector, { tecnoMecanica: [{ vigente: 'TAL VEZ' }] }))).toBe('shape-drift')
    expect(read(connector, documents(connector, { tecnoMecanica: [{ vigente: 'SI' }] }))).toBe('shape-drift')
  })

  describe.each(RUNT_CALLS)('%s: a row', (_key, connector) => {
    const { data } = example(connector, 'in force') as { data: { soat: Json[]; tecnoMecanica: Json[] } }
    const inspected = (...rows: Json[]) =>
      read(
        connector,
        documents(connector, { tecnoMecanica: rows.map((row) => ({ ...data.tecnoMecanica[0], ...row })) }),
      )

    it('of another plate ends as shape-drift', () => {
      expect(inspected({ numeroPlaca: 'XYZ789' })).toBe('shape-drift')
      expect(inspected({}, { vigente: 'NO', numeroPlaca: 'XYZ789' })).toBe('shape-drift')
      expect(inspected({ placa: 'XYZ789' })).toBe('shape-drift')
      expect(inspected({ numeroPlaca: null })).toBe('ok 5:6 12:22')
      for (const name of ['numeroPlaca', 'placa']) {
        const soat = (plate: string) => [{ ...data.soat[0], [name]: plate }]
        expect(read(connector, documents(connector, { soat: soat('XYZ789') })), name).toBe('shape-drift')
        expect(read(connector, documents(connector, { soat: soat('ABC123') })), name).toBe('ok 5:6 12:22')
      }
    })

    it('in force that was not approved or is called inconsistent ends as shape-drift', () => {
      for (const estado of ['RECHAZADA', 'ANULADA', 'NO APROBADA']) {
        expect(inspected({ estado }), estado).toBe('shape-drift')
        expect(inspected({ estado, vigente: 'NO' }), estado).toBe('ok 5:6 12:23')
      }
      for (const informacionConsistente of ['NO', 'PARCIAL']) {
        expect(inspected({ informacionConsistente })).toBe('shape-drift')
        const none = { vigente: 'NO APLICA', informacionConsistente }
        expect(read(connector, documents(connector, { tecnoMecanica: [none] }))).toBe('shape-drift')
        expect(inspected({ informacionConsistente, vigente: 'NO' })).toBe('ok 5:6 12:23')
      }
      expect(inspected({ estado: null, informacionConsistente: null })).toBe('ok 5:6 12:22')
    })

    it('that the source calls in force has a day that can be read, or ends as shape-drift', () => {
      const insured = (row: Json) => read(connector, documents(connector, { soat: [{ ...data.soat[0], ...row }] }))
      for (const fechaVencimiento of [null, '', '19 de septiembre de 2027', '31/02/2027']) {
        expect(insured({ fechaVencimiento }), String(fechaVencimiento)).toBe('shape-drift')
        expect(inspected({ fechaVencimiento }), String(fechaVencimiento)).toBe('shape-drift')
      }
      expect(inspected({ fechaVencimiento: undefined })).toBe('shape-drift')
      for (const none of [null, '']) {
        expect(insured({ estado: 'NO VIGENTE', fechaVencimiento: none })).toBe('ok 5:8 12:22')
        expect(inspected({ vigente: 'NO', fechaVencimiento: none })).toBe('ok 5:6 12:23')
        expect(inspected({ vigente: 'NO APLICA', fechaVencimiento: none })).toBe('ok 5:6 12:26')
        expect(insured({ fechaVigencia: none })).toBe('ok 5:6 12:22')
      }
    })

    it('with a day that cannot be read ends as shape-drift', () => {
      const policy = (row: Json) => read(connector, documents(connector, { soat: [{ ...data.soat[0], ...row }] }))
      expect(policy({ fechaVigencia: '1 de diciembre de 2026', fechaVencimiento: '30/11/2027' })).toBe('shape-drift')
      expect(policy({ estado: 'NO VIGENTE', fechaVencimiento: 'pronto' })).toBe('shape-drift')
      expect(inspected({}, { vigente: 'NO', fechaVencimiento: 'pronto' })).toBe('shape-drift')
    })

    it('with «NO APLICA» counts only if no inspection is listed', () => {
      const none = { vigente: 'NO APLICA' }
      const beside = (row: Json) =>
        read(connector, documents(connector, { tecnoMecanica: [none, { ...data.tecnoMecanica[0], ...row }] }))
      expect(beside({ vigente: 'NO' })).toBe('ok 5:6 12:23')
      expect(beside({ vigente: 'NO', tipoRevision: 'REVISION PERIODICA' })).toBe('ok 5:6 12:23')
      expect(beside({ vigente: 'NO', tipoRevision: 'PREVENTIVA' })).toBe('partial 5:6')
      expect(beside({ vigente: 'SI', tipoRevision: 'PREVENTIVA' })).toBe('partial 5:6')
      expect(beside({ vigente: 'NO APLICA', tipoRevision: 'PREVENTIVA' })).toBe('ok 5:6 12:26')
    })

    it('called «revisión periódica» is an inspection, as in PlacApi’s answers from the same registry', () => {
      expect(inspected({ tipoRevision: 'REVISION PERIODICA' })).toBe('ok 5:6 12:22')
      expect(inspected({ tipoRevision: 'Revisión periódica', vigente: 'NO' })).toBe('ok 5:6 12:23')
    })
  })

  it.each(RUNT_CALLS)('%s: rejects an answer that names two plates', (_key, connector) => {
    expect(read(connector, documents(connector, { plate: 'XYZ789' }))).toBe('shape-drift')
    expect(read(connector, documents(connector, { plate: null }))).toBe('ok 5:6 12:22')
  })

  it('by VIN, the rows of a vehicle with another plate may name the old one', () => {
    expect(read(runtByVin, example(runtByVin, 'another plate'))).toBe('ok 5:12 12:12')
  })

  it('a new vehicle needs no inspection; an older one without any is not registered', () => {
    const general = example(runt, 'in force').data as { informacionGeneral: Json }
    const since = (fechaMatricula: string | null, more: Json = {}) => {
      const informacionGeneral = { ...general.informacionGeneral, fechaMatricula, ...more }
      return read(runt, documents(runt, { tecnoMecanica: [], informacionGeneral }))
    }
    expect(since('24/11/2021')).toBe('ok 5:6 12:26')
    expect(since('23/11/2021')).toBe('ok 5:6 12:11')
    expect(since('24/11/2024', { tipoServicio: 'Público' })).toBe('ok 5:6 12:26')
    expect(since('15/03/2023', { tipoServicio: 'Público' })).toBe('ok 5:6 12:11')
    expect(since('15/03/2023', { claseVehiculo: 'MOTOCICLETA' })).toBe('ok 5:6 12:11')
    expect(since('15/03/2023', { claseVehiculo: null })).toBe('ok 5:6 12:11')
    expect(since(null)).toBe('ok 5:6 12:11')
    for (const unread of ['2023', '31/02/2023', '03-15-2023']) expect(since(unread), unread).toBe('ok 5:6 12:11')
    expect(since('24/11/2026'), 'a registration in the future').toBe('ok 5:6 12:11')
    expect(since('23/11/2026')).toBe('ok 5:6 12:26')
    for (const estadoDelVehiculo of ['CANCELADO', 'INACTIVO', 'NO ACTIVO', null, undefined])
      expect(since('15/03/2023', { estadoDelVehiculo }), String(estadoDelVehiculo)).toBe('ok 5:6 12:11')
  })

  it('null fields mean a wrong owner when queried by document, and a failure when queried by plate or VIN', () => {
    const blank = example(runt, 'a pair that does not exist')
    expect(parse(runt, blank)).toMatchObject({
      outcome: 'needs-input',
      why: expect.stringMatching(/propietario activo/),
    })
    for (const connector of [runtByPlate, runtByVin]) expect(read(connector, blank)).toBe('http-error')
    const { data } = blank as { data: { informacionGeneral: Json } }
    const general = { ...data.informacionGeneral, noPlaca: 'ABC123' }
    const echoed = { ...data, plate: 'ABC123', soat: [], tecnoMecanica: [], informacionGeneral: general }
    for (const none of [echoed, { ...data, informacionGeneral: null }, { ...data, informacionGeneral: {} }, null])
      expect(read(runt, { data: none })).toBe('needs-input')
  })

  it('rejects an answer by VIN whose own VIN differs or is null', () => {
    expect(read(runtByVin, documents(runtByVin, { vin: '9GAXX00000B000001' }))).toBe('shape-drift')
    expect(read(runtByVin, documents(runtByVin, { vin: null }))).toBe('shape-drift')
  })

  it.each<[string, DocumentType | null, string | undefined]>([
    ['900.000.000-5', null, 'NIT 900000000'],
    ['900000000', 'CE', 'NIT 900000000'],
    ['1012345678', null, 'CC 1012345678'],
    ['1012345678-4', 'NIT', 'NIT 1012345678'],
    ['123456', 'CE', 'CE 123456'],
    ['CE 123456', null, 'CE 123456'],
    ['PA AB12345', 'CC', 'PA AB12345'],
    ['PPT 1234567', null, undefined],
    ['', 'CC', undefined],
    ['ABC010203XY9', null, undefined],
  ])(
    'sends document %s of a company with the usual type %s as %s',
    async (taxIdentifier, holderDocumentType, document) => {
      const { client, queries } = clientWith([jsonAnswer({})])
      await runt.fetch({ ...SUBJECT, taxIdentifier, holderDocumentType }, client)
      const { documentType, documentNumber } = queries[0]?.query ?? {}
      expect(queries[0] && `${documentType} ${documentNumber}`).toBe(document)
    },
  )

  it('says why no query is sent', () => {
    const why = (taxIdentifier: string | null) => runt.parse([], { ...SUBJECT, taxIdentifier }, TODAY)
    expect(why('PPT 1234567')).toMatchObject({ outcome: 'needs-input', why: expect.stringMatching(/\(PPT\)/) })
    expect(why(null)).toMatchObject({ outcome: 'needs-input', why: 'Falta el documento del propietario.' })
  })
})

describe.each(COLOMBIA)('%s: an error', (_key, connector) => {
  const refusal = (code: string, message: string) => ({ code, message })

  it('is read from the code of the body before the HTTP status', () => {
    const off = refusal('Endpoint_out_of_service', 'off')
    for (const status of [200, 404, 409, 500]) expect(read(connector, off, status), `${status}`).toBe('http-error')
    expect(read(connector, refusal('MissingParameter', 'plate format invalid.'), 409)).toBe('needs-input')
    expect(read(connector, {}, 409)).toBe('needs-input')
  })

  it('is no-credit when the credit is used up, and bad-credentials without access', () => {
    expect(read(connector, {}, 402)).toBe('no-credit')
    expect(read(connector, refusal('Forbidden', 'Not enough credits'), 403)).toBe('no-credit')
    expect(read(connector, refusal('insufficient_credits', 'x'), 403)).toBe('no-credit')
    expect(read(connector, refusal('FORBIDDEN', 'Access denied'), 403)).toBe('bad-credentials')
  })

  it('inside a good answer ends as http-error', () => {
    expect(read(connector, refusal('InternalServerError', 'source_unavailable'))).toBe('http-error')
    expect(read(connector, { data: null, error: 'source_unavailable' })).toBe('http-error')
    expect(read(connector, { value: { value: { data: null, error: 'source_unavailable' } } })).toBe('http-error')
  })

  const good = (): Json => example(connector, connector === simit ? 'nothing owed' : 'in force')
  const older = (inner: Json, outer: Json = {}, top: Json = {}): Json => ({
    ...top,
    value: { ...outer, value: { data: good().data, ...inner } },
  })

  it('counts whatever data are beside the code, the error or the failure', () => {
    expect(clearIn(parse(connector, good()))).not.toEqual([])
    expect(clearIn(parse(connector, older({})))).not.toEqual([])
    const refusals: Json[] = [
      { code: 'InternalServerError' },
      { code: 'InternalServerError', message: 'source_unavailable' },
      { code: 500 },
      { code: { name: 'InternalServerError' } },
      { error: 'source_unavailable' },
      { error: { message: 'source_unavailable' } },
      { error: true },
      ...[false, null, 'false', 'true', 0, ''].map((success) => ({ success })),
    ]
    for (const message of refusals) {
      const bodies = [
        { ...good(), ...message },
        { ...good(), data: { ...(good().data as Json), ...message } },
        older(message),
        older({}, message),
        older({}, {}, message),
      ]
      for (const body of bodies) expect(read(connector, body), JSON.stringify(body).slice(0, 200)).toBe('http-error')
    }
    expect(read(connector, { ...good(), success: true, code: null, error: null })).toBe(read(connector, good()))
  })

  it('with HTTP 404 never yields a clear status', () => {
    for (const message of ['Record not found.', 'current_owners_dont_match', 'Cannot GET /v2', ''])
      expect(clearIn(parse(connector, refusal('NotFound', message), 404)), message).toEqual([])
  })
})
