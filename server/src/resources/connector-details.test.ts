// What the drawer will show of saved answers: amounts, folios, payment lines, receipts, notes; and the two contradictions
// that no single missing key can make.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Connector, Finding, RawAnswer } from './connector.ts'
import { lineOf, subjectOf } from './connectors-for-tests.ts'
import { registrationFields } from './parsing/registration.ts'
import { connectorOf } from './registry.ts'

const TODAY = '2026-03-10'

function open(key: string, face: string): { connector: Connector; answers: RawAnswer[] } {
  const connector = connectorOf(key)
  if (!connector) throw new Error(key)
  const file = new URL(`./${connector.country.toLowerCase()}/fixtures/${key}/${face}.json`, import.meta.url)
  return { connector, answers: JSON.parse(readFileSync(file, 'utf8')) }
}

function finding(key: string, face: string, type: number): Finding {
  const { connector, answers } = open(key, face)
  const parsed = connector.parse(answers, subjectOf(connector), TODAY)
  const found = 'findings' in parsed ? parsed.findings.find((one) => one.type === type) : undefined
  if (!found) throw new Error(`${key} ${face} ${type}: ${lineOf(parsed)}`)
  return found
}

describe('results', () => {
  it('Mexico City: units of account become pesos of their day; tenencias stay without an amount', () => {
    const [fines] = finding('mx-cdmx-adeudos', 'one-debt', 9).results
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

  it('Nuevo León: payment line, its last day, receipt', () => {
    const { results, evidence } = finding('mx-nl-estado-cuenta', 'expired-line', 8)
    expect(results[0]).toMatchObject({
      paymentLine: expect.stringMatching(/^\d{20}$/),
      paymentLineDueDate: '2026-02-28',
      total: 2829,
    })
    expect(evidence).toEqual([
      { name: 'Comprobante de consulta', url: 'https://nl-icv.example/comprobante/nl-icv/FAA123A' },
    ])
    const [grown] = finding('mx-nl-estado-cuenta', 'growing', 8).results
    expect(grown?.scrapedRefrendo).toHaveLength(1)
    expect(grown?.surcharge).toBeGreaterThan(0)
  })

  it('Coahuila: a line that pays more than one type says so', () => {
    const [refrendo] = finding('mx-coahuila-pagafacil', 'many-debts', 8).results
    expect(refrendo?.notes?.[0]?.value).toMatch('Cubre todo el adeudo')
    expect(finding('mx-coahuila-pagafacil', 'one-debt', 8).results[0]?.notes).toBeUndefined()
  })

  it('REPUVE: every field of the registry, and both plates where it changed', () => {
    const notes = finding('mx-repuve', 'plate-changed', 2).results[0]?.notes ?? []
    expect(notes).toHaveLength(16)
    expect(notes.find(({ label }) => label === 'Placa')?.value).toBe('FAA123Z')
    expect(notes.find(({ label }) => label === 'Placa consultada')?.value).toBe('FAA123A')
  })

  it('SIMIT: discount for early payment; RUNT: the policy that is in force, or the last one', () => {
    const [ticket] = finding('co-simit', 'one-debt', 13).results
    expect(ticket?.total).toBe((ticket?.subTotal ?? 0) - (ticket?.discount ?? 0))
    expect(ticket?.discount).toBeGreaterThan(0)
    const labels = finding('co-runt', 'one-debt', 5).results[0]?.notes?.map(({ label }) => label)
    expect(labels).toEqual(['Póliza', 'Aseguradora', 'Vigente desde', 'Vencimiento'])
  })
})

describe('contradictions', () => {
  const { connector, answers } = open('co-simit', 'growing')
  const [answer] = answers
  const { data } = JSON.parse(answer?.body ?? '{}').value.value
  const asked = (changed: object) =>
    lineOf(
      connector.parse(
        [{ ...(answer as RawAnswer), body: JSON.stringify({ value: { value: { data: { ...data, ...changed } } } }) }],
        subjectOf(connector),
        TODAY,
      ),
    )

  it('SIMIT: a total without its rows, or with fewer, is never clear', () => {
    expect(asked({})).toBe('ok 1:0 13:25')
    expect(asked({ multas: [] })).toBe('shape-drift')
    expect(
      asked({ multas: [{ ...data.multas[0], comparendo: true, numeroResolucion: null }], cantMultasPagar: 2 }),
    ).toBe('partial 13:24')
    expect(asked({ multas: [], totalMultasPagar: 0, cantMultasPagar: 0 })).toBe('ok 1:1 13:25')
    expect(asked({ multas: [], totalMultasPagar: 0, cantMultasPagar: 0, totalAcuerdosPagar: 90000 })).toBe(
      'ok 1:0 13:25',
    )
  })

  it('SIMIT: what is flagged as comparendo and has a resolution is a fine', () => {
    expect(asked({ multas: [{ ...data.multas[0], comparendo: true }] })).toBe('ok 1:0 13:25')
  })

  it('RUNT: a policy called in force whose date has passed is not', () => {
    const { connector: runt, answers: papers } = open('co-runt', 'clean')
    expect(lineOf(runt.parse(papers, subjectOf(runt), '2029-01-01'))).toBe('ok 5:8 12:23')
  })
})

describe('what a registry knows of the vehicle itself', () => {
  const registration = (key: string, face: string) => {
    const { connector, answers } = open(key, face)
    const parsed = connector.parse(answers, subjectOf(connector), TODAY)
    return 'findings' in parsed ? parsed.registration : undefined
  }

  it('is read by VIN from REPUVE and by plate from the others, in the catalogue’s fields', () => {
    expect(registration('mx-repuve', 'clean')).toEqual({
      foundBy: 'vin',
      fields: {
        plate: 'FAA123A', vin: '3N1CN8AE1RL000101', brandName: 'NISSAN', modelName: 'SENTRA', year: '2024', version: 'ADVANCE',
        class: 'AUTOMOVIL', type: 'SEDAN', doors: '4', cilinders: '4', engineNumber: 'CN32193216', country: 'MEXICO',
      },
    }) // biome-ignore format: one registration
    expect(registration('mx-placa', 'clean')).toMatchObject({
      foundBy: 'plate',
      fields: { year: expect.stringMatching(/^20\d\d$/), vin: expect.stringMatching(/^[A-Z0-9]{17}$/) },
    })
    expect(registration('co-runt', 'clean')).toMatchObject({
      foundBy: 'plate',
      fields: { brandName: 'VOLKSWAGEN', modelName: 'TAOS', year: '2012', plateDate: '2012-07-19', axes: '2' },
    })
  })

  it('leaves out masks, blanks and what could not be stored, and says nothing where the vehicle is not known', () => {
    expect(registration('mx-placa', 'clean')?.fields).not.toHaveProperty('ownerName')
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
    expect(registration('mx-repuve', 'not-registered')).toBeUndefined()
  })
})
