// What the drawer shows of saved answers: amounts, folios, payment lines, notes; and the two contradictions that no
// single missing key can make.
import { describe, expect, it } from 'vitest'
import { withUnitAmounts } from '../store/unit-amounts.ts'
import { jsonAnswer, lineOf, subjectOf } from '../testing/connectors.ts'
import { savedAnswers } from '../testing/fixtures.ts'
import { readProviderFile } from '../testing/provider-stub.ts'
import { SHIPPED_VALUES } from '../testing/unit-values.ts'
import type { Connector, Finding, RawAnswer } from './connector.ts'
import { registrationFields } from './parsing/registration.ts'
import { builtInConnector } from './registry.ts'

const TODAY = '2026-03-10'

function open(key: string, scenario: string): { connector: Connector; answers: RawAnswer[] } {
  const connector = builtInConnector(key)
  if (!connector) throw new Error(key)
  return { connector, answers: savedAnswers(connector, scenario) }
}

function finding(key: string, scenario: string, type: number): Finding {
  const { connector, answers } = open(key, scenario)
  const parsed = connector.parse(answers, subjectOf(connector), TODAY)
  const found = 'findings' in parsed ? parsed.findings.find((one) => one.type === type) : undefined
  if (!found) throw new Error(`${key} ${scenario} ${type}: ${lineOf(parsed)}`)
  return found
}

describe('results', () => {
  it('Mexico City: units of account become pesos of their day; tenencias have no amount', () => {
    const { results } = finding('mx-cdmx-adeudos', 'one-debt', 9)
    expect(results[0]?.scrapedTickets[0]).toMatchObject({ units: 10, unit: 'UMA', total: null })
    const [fines] = withUnitAmounts(results, SHIPPED_VALUES)
    const [row] = fines?.scrapedTickets ?? []
    const [, units] = /\((\d+) UMA\)/.exec(row?.description ?? '') ?? []
    expect(row).toMatchObject({
      dateTime: '2026-02-26',
      total: Math.round(Number(units) * 11731) / 100,
      folio: expect.stringMatching(/^\d{11}$/),
    })
    expect(finding('mx-cdmx-adeudos', 'one-debt', 1).results[0]).toMatchObject({ total: 0, scrapedTickets: [] })
    const [owed] = finding('mx-cdmx-adeudos', 'many-debts', 0).results
    expect(owed).toMatchObject({ subTotal: null, total: null })
    expect(owed?.scrapedTenencias).toHaveLength(3)
  })

  it('REPUVE: shows every field of the registry, and both plates where the plate changed', () => {
    const notes = finding('mx-repuve', 'plate-changed', 2).results[0]?.notes ?? []
    expect(notes).toHaveLength(22)
    expect(notes.find(({ label }) => label === 'Placa')?.value).toBe('FAA123Z')
    expect(notes.find(({ label }) => label === 'Placa consultada')?.value).toBe('FAA123A')
  })

  it('REPUVE: an imported vehicle shows its origin; optional fields may be missing', () => {
    const { connector, answers } = open('mx-repuve', 'clean')
    const [answer] = answers
    const reported = JSON.parse(answer?.body ?? '{}')
    const { asientos: _seats, capacidadCarga: _load, combustible: _fuel, ...vehicle } = reported.data.vehicle
    const body = JSON.stringify({
      ...reported,
      data: { ...reported.data, vehicle: { ...vehicle, origin: 'IMPORTADO', procedencia: 'CANADA' } },
    })
    const parsed = connector.parse([{ ...(answer as RawAnswer), body }], subjectOf(connector), TODAY)
    if (!('findings' in parsed)) throw new Error(parsed.why)
    expect(parsed.outcome).toBe('ok')
    expect(parsed.registration?.fields.country).toBe('CANADA')
    expect(parsed.findings[0]?.results[0]?.notes).toEqual(
      expect.arrayContaining([
        { label: 'Origen', value: 'IMPORTADO' },
        { label: 'País de procedencia', value: 'CANADA' },
      ]),
    )
  })

  it('REPUVE: an unknown error ends as shape-drift, with its text in the remark', () => {
    const { connector, answers } = open('mx-repuve', 'clean')
    const parsedWith = (body: object) =>
      connector.parse([{ ...(answers[0] as RawAnswer), body: JSON.stringify(body) }], subjectOf(connector), TODAY)
    for (const body of [
      { status: 'ERROR', messageCode: 1, message: 'No se encontró información' },
      { estatus: 'ERROR', codigoMensaje: '1', claveMensaje: '1', mensaje: 'No se encontró información' },
    ])
      expect(parsedWith(body)).toEqual({
        outcome: 'shape-drift',
        why: 'La fuente dio un error que no se conoce: «No se encontró información», código 1.',
      })
  })

  it('REPUVE: an answer is good only if neither generation of its keys contradicts', () => {
    const { connector, answers } = open('mx-repuve', 'clean')
    const reported = JSON.parse(answers[0]?.body ?? '{}')
    const read = (change: object) =>
      lineOf(
        connector.parse(
          [{ ...(answers[0] as RawAnswer), body: JSON.stringify({ ...reported, ...change }) }],
          subjectOf(connector),
          TODAY,
        ),
      )
    const { status: _status, messageCode: _code, ...older } = reported
    const olderKeys = (keys: object) => read({ ...older, status: undefined, messageCode: undefined, ...keys })
    for (const code of [0, '0', null, undefined, '']) {
      expect(read({ messageCode: code }), `${code}`).toBe('ok 2:14')
      expect(olderKeys({ estatus: 'OK', codigoMensaje: code }), `${code}`).toBe('ok 2:14')
    }
    for (const code of [1, '1', 404, 'E1']) {
      expect(read({ messageCode: code }), `${code}`).toBe('shape-drift')
      expect(olderKeys({ estatus: 'OK', codigoMensaje: code }), `${code}`).toBe('shape-drift')
      expect(read({ codigoMensaje: code }), `${code}`).toBe('shape-drift')
    }
    expect(read({ estatus: 'ERROR' })).toBe('shape-drift')
    expect(read({ status: 'ERROR', estatus: 'OK' })).toBe('shape-drift')
    expect(read({ estatus: 'PENDIENTE' })).toBe('shape-drift')
    expect(read({ estatus: 'OK' })).toBe('ok 2:14')
  })

  it('REPUVE: is queried by VIN alone; the plate is compared with the answer’s', async () => {
    const { connector, answers } = open('mx-repuve', 'clean')
    const queries: unknown[] = []
    await connector.fetch(subjectOf(connector), {
      credential: 'user:secret',
      callback: '',
      wait: async () => undefined,
      request: async ({ json }) => {
        queries.push(json)
        return answers[0] as RawAnswer
      },
    })
    expect(queries).toEqual([{ vin: '3N1CN8AE1RL000101' }])
    expect(connector.inputs).toContain('plate')
  })

  it('Mexico City: an error beside the sections, or another queried plate, makes the answer invalid', () => {
    const { connector, answers } = open('mx-cdmx-adeudos', 'clean')
    const [accepted, last] = answers
    const reported = JSON.parse(last?.body ?? '{}')
    const read = (data: object, result: object = {}) => {
      const body = {
        ...reported,
        result: { ...reported.result, ...result, data: { ...reported.result.data, ...data } },
      }
      const changed = { ...last, body: JSON.stringify(body) }
      return connector.parse([accepted, changed] as RawAnswer[], subjectOf(connector), TODAY)
    }
    const line = (...of: Parameters<typeof read>) => lineOf(read(...of))
    expect(line({})).toBe('ok 0:3 9:1 1:1 7:1 3:19')
    expect(line({ error: 'source_unavailable' })).toBe('http-error')
    expect(line({ error: { code: 1 } })).toBe('http-error')
    expect(line({ error: '' })).toBe('ok 0:3 9:1 1:1 7:1 3:19')
    const known = read({}, { queried_by: { license_plate: 'FAA-123-A' } })
    expect(lineOf(known)).toBe('ok 0:3 9:1 1:1 7:1 3:19')
    expect(known).not.toHaveProperty('unknownFields')
    const queried_by = { license_plate: 'ZZZ999' }
    expect(line({}, { queried_by })).toBe('shape-drift')
    expect(line({ found: false }, { queried_by })).toBe('shape-drift')
    expect(line({}, { queried_by, status: 404 })).toBe('shape-drift')
  })

  it('Mexico City: «not clean» without debts must be explained by card or score; debts are then not clear', () => {
    const { connector, answers } = open('mx-cdmx-adeudos', 'clean')
    const [accepted, last] = answers
    const reported = JSON.parse(last?.body ?? '{}')
    const read = (data: object) => {
      const all = { ...reported.result.data, clean: false, fotocivicas_score: 10, ...data }
      const body = JSON.stringify({ ...reported, result: { ...reported.result, data: all } })
      return lineOf(connector.parse([accepted, { ...last, body }] as RawAnswer[], subjectOf(connector), TODAY))
    }
    expect(read({})).toBe('shape-drift')
    expect(read({ vehicle_circulation_card: { date: '2024-05-01', status: 'VENCIDA' } })).toBe('partial 3:20')
    expect(read({ vehicle_circulation_card: { date: '2024-05-01', status: 'VIGENTE' } })).toBe('partial 3:20')
    expect(read({ fotocivicas_score: 6 })).toBe('partial 3:19')
    expect(read({ fotocivicas_score: null })).toBe('shape-drift')
    expect(read({ vehicle_circulation_card: null })).toBe('http-error')
  })

  it('SIMIT: discount for early payment; RUNT: the policy that is in force, or the last one', () => {
    const [ticket] = finding('co-simit', 'one-debt', 13).results
    expect(ticket?.total).toBe((ticket?.subTotal ?? 0) - (ticket?.discount ?? 0))
    expect(ticket?.discount).toBeGreaterThan(0)
    const labels = finding('co-runt', 'one-debt', 5).results[0]?.notes?.map(({ label }) => label)
    expect(labels).toEqual(['Póliza', 'Aseguradora', 'Vigente desde', 'Vencimiento'])
  })
})

const whole = (key: string, scenario: string) => {
  const { connector, answers } = open(key, scenario)
  const parsed = connector.parse(answers, subjectOf(connector), TODAY)
  if (!('findings' in parsed)) throw new Error(parsed.why)
  return parsed
}

describe('sources of other kinds', () => {
  it('mark a finding that may lack a part: what it does not list is not gone', () => {
    const changed = (key: string, scenario: string, change: (body: string) => string) => {
      const { connector, answers } = open(key, scenario)
      const damaged = answers.map((answer) => ({ ...answer, body: change(answer.body) }))
      const parsed = connector.parse(damaged, subjectOf(connector), TODAY)
      return 'findings' in parsed
        ? parsed.findings.flatMap(({ type, incomplete: is }) => (is ? [type] : []))
        : parsed.why
    }
    const incomplete = (key: string, scenario: string) => changed(key, scenario, (body) => body)
    expect(incomplete('co-simit', 'one-debt')).toEqual([])
    expect(incomplete('co-simit', 'sum-mismatch')).toEqual([13])
    expect(
      changed('co-simit', 'growing', (body) => body.replace(/"acuerdosPago":\[[^\]]*\]/, '"acuerdosPago":null')),
    ).toEqual([1])
    expect(incomplete('mx-cdmx-adeudos', 'many-debts')).toEqual([])
    expect(incomplete('mx-cdmx-adeudos', 'partial')).toEqual([])
    expect(incomplete('co-avit-medellin', 'many-debts')).toEqual([])
    expect(incomplete('co-avit-medellin', 'partial')).toEqual([13])
  })

  it('give the folios that a source lists as paid', () => {
    for (const [key, type] of [
      ['co-simit', 1],
      ['co-placapi', 1],
      ['mx-cdmx-adeudos', 9],
    ] as const)
      expect(finding(key, 'paid', type).paid, key).toEqual([expect.stringMatching(/^\d{11,}$/)])
  })

  it('open data: fines and payments are history, without findings', () => {
    const { history, findings } = whole('co-simit-historico', 'paid')
    expect(findings).toEqual([])
    expect(history?.map(({ paid }) => paid)).toEqual([false, true])
    expect(history?.[0]).toMatchObject({
      description: expect.stringMatching(/^Multa 20\d\d · /),
      dateTime: expect.stringMatching(/^20\d\d-/),
      amount: expect.any(Number),
    })
    expect(whole('co-simit-historico', 'drift').history?.[0]?.amount).toBeNull()
    expect(whole('co-parque-automotor', 'clean').registration?.fields).toMatchObject({
      plate: 'ABC123',
      brandName: 'RENAULT',
    })
  })

  it('RapidAPI: any section can report a theft in known words; no other word reports or clears one', () => {
    const { connector, answers } = open('mx-rapidapi-vehiculo', 'clean')
    const [accepted, last] = answers
    const reported = JSON.parse(last?.body ?? '{}')
    const saying = (sections: object) => {
      const body = JSON.stringify({ ...reported, result: { ...reported.result, ...sections } })
      return lineOf(connector.parse([accepted, { ...last, body }] as RawAnswer[], subjectOf(connector), TODAY))
    }
    for (const report of [
      { pgj: { ESTATUS_VHI_ROBO: 'ROBADO' } },
      { ocra: { conReporteRoboRecuperacion: 'true' } },
      { ocra: { conReporteRoboRecuperacion: true } },
      { ocra: { reporte: { estatus: 'CON REPORTE DE ROBO' } } },
      { carfax: { data: { robo: true } } },
      { aviso: { robo: true } },
    ])
      expect(saying(report), JSON.stringify(report)).toBe('ok 2:14 4:4')
    for (const other of [
      { pgj: { ESTATUS_VHI_ROBO: 'SIN REPORTE' } },
      { ocra: { conReporteRoboRecuperacion: 'false', reporte: { estatus: 'SIN REPORTE DE ROBO' } } },
      { ocra: { conReporteRoboRecuperacion: false } },
      { carfax: null, aviso: null },
    ])
      expect(saying(other), JSON.stringify(other)).toBe('ok 2:14')
  })

  it('licensed answers report an unknown field', () => {
    for (const key of [
      'mx-repuve',
      'mx-cdmx-adeudos',
      'co-simit',
      'co-runt',
      'co-runt-placa',
      'co-runt-vin',
      'co-placapi',
      'co-placapi-runt',
      'mx-placapi-vehiculo',
      'mx-verifik-vehiculo',
      'mx-rapidapi-vehiculo',
    ])
      expect(whole(key, 'unknown-field').unknownFields, key).toEqual([expect.stringMatching(/indicadorNuevo$/)])
    for (const key of [
      'mx-repuve',
      'mx-cdmx-adeudos',
      'co-simit',
      'co-runt',
      'co-placapi',
      'co-placapi-runt',
      'co-placapi-runt-vin',
      'mx-placapi-vehiculo',
      'mx-verifik-vehiculo',
      'mx-rapidapi-vehiculo',
    ])
      expect(whole(key, 'clean').unknownFields, key).toBeUndefined()
  })
})

describe('contradictions', () => {
  const { connector, answers } = open('co-simit', 'growing')
  const [answer] = answers
  const { data } = JSON.parse(answer?.body ?? '{}')
  const outcomeWith = (changed: object) =>
    lineOf(
      connector.parse(
        [{ ...(answer as RawAnswer), body: JSON.stringify({ data: { ...data, ...changed } }) }],
        subjectOf(connector),
        TODAY,
      ),
    )
  const none = { multas: [], totalMultas: '0', totalMultasPagar: '0', totalGeneral: '0' }

  it('SIMIT: a total without its rows, or with fewer, is never clear', () => {
    expect(outcomeWith({})).toBe('ok 1:0 13:25')
    expect(outcomeWith({ multas: [] })).toBe('shape-drift')
    expect(
      outcomeWith({ multas: [{ ...data.multas[0], comparendo: true, numeroResolucion: null }], totalMultasPagar: '2' }),
    ).toBe('partial 13:24')
    expect(outcomeWith(none)).toBe('ok 1:1 13:25')
    // agreements, or comparendos that were not listed
    expect(outcomeWith({ ...none, totalGeneral: '90000' })).toBe('partial 1:0')
    expect(outcomeWith({ ...none, totalGeneral: '90000', acuerdosPago: [{}] })).toBe('ok 1:0 13:25')
    expect(outcomeWith({ ...none, comparendos: null })).toBe('partial 1:1')
    expect(outcomeWith({ ...none, totalAcuerdosPagar: '1' })).toBe('ok 1:0 13:25')
    expect(outcomeWith({ ...none, acuerdosPago: [{}] })).toBe('ok 1:0 13:25')
  })

  it('SIMIT: a comparendo with a resolution is a fine', () => {
    expect(outcomeWith({ multas: [{ ...data.multas[0], comparendo: true }] })).toBe('ok 1:0 13:25')
  })

  it('RUNT: a policy called in force whose date has passed is not in force', () => {
    const { connector: runt, answers: documents } = open('co-runt', 'clean')
    expect(lineOf(runt.parse(documents, subjectOf(runt), '2029-01-01'))).toBe('ok 5:8 12:23')
  })
})

describe('the registry data of a vehicle', () => {
  const registration = (key: string, scenario: string) => {
    const { connector, answers } = open(key, scenario)
    const parsed = connector.parse(answers, subjectOf(connector), TODAY)
    return 'findings' in parsed ? parsed.registration : undefined
  }

  it('are read by VIN from REPUVE and by plate from the others, in the catalogue’s fields', () => {
    expect(registration('mx-repuve', 'clean')).toEqual({
      foundBy: 'vin',
      fields: {
        plate: 'FAA123A',
        vin: '3N1CN8AE1RL000101',
        brandName: 'NISSAN',
        modelName: 'SENTRA',
        year: '2024',
        class: 'AUTOMOVIL',
        type: 'SEDAN',
        doors: '4',
        cilinders: '4',
        engineNumber: 'CN32193216',
        country: 'MEXICO',
      },
    })
    expect(registration('mx-verifik-vehiculo', 'clean')).toMatchObject({
      foundBy: 'plate',
      fields: { year: expect.stringMatching(/^20\d\d$/), vin: expect.stringMatching(/^[A-Z0-9]{17}$/) },
    })
    expect(registration('co-runt', 'clean')).toMatchObject({
      foundBy: 'plate',
      fields: { brandName: 'VOLKSWAGEN', modelName: 'TAOS', year: '2012', plateDate: '2012-07-19', axes: '2' },
    })
  })

  it('Verifik in Mexico: the brand is read from both of the provider’s contradictory documents', () => {
    const connector = builtInConnector('mx-verifik-vehiculo') as Connector
    const call = readProviderFile('verifik').calls.find((one) => one.connector === connector.key)
    const brands = call?.answers.map(({ body, subject }) => {
      const parsed = connector.parse([jsonAnswer(body)], { ...subjectOf(connector), plate: subject.plate }, TODAY)
      return 'findings' in parsed ? parsed.registration?.fields.brandName : parsed.why
    })
    expect(brands).toEqual(['NISSAN', 'NISSAN'])
  })

  it('exclude masks, blanks and values that cannot be stored; an unknown vehicle has none', () => {
    expect(registration('mx-verifik-vehiculo', 'clean')?.fields).not.toHaveProperty('ownerName')
    expect(
      registrationFields({
        brandName: '***',
        modelName: ' ',
        year: '24',
        doors: '44',
        cilinders: '0',
        version: 'x'.repeat(51),
      }),
    ).toEqual({})
    expect(registration('mx-repuve', 'ok-with-error')).toBeUndefined()
  })
})
