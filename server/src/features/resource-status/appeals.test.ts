// Until when each fine of the drawer can be appealed, by the terms in force.
import type { Reply } from '@padron/contract/call'
import type { DebtRow, ResourceResult, resourceStatus } from '@padron/contract/resource-status'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pastRuns } from '../../checks/testing/past-runs.ts'
import { readAsTenant } from '../../db/client.ts'
import { companyFacts } from '../../fleet/company.ts'
import { readSheets } from '../../fleet/vehicle-pdf/sheet.queries.ts'
import { sourcePart } from '../../fleet/vehicle-pdf/source.ts'
import { debtSources } from '../../fleet/workbook/debt-lines.queries.ts'
import { listDebtLines } from '../../fleet/workbook/debt-lines.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const COMPARENDOS = 6013
const BOGOTA = 1011

let server: TestServer
let who: Somebody
let vehicleId = 0
let tenantId = 0
const clock = new Date('2026-11-27T18:00:00Z')
const row = (folio: string, more: Partial<DebtRow>): DebtRow => ({
  ...{ folio, description: 'C29', dateTime: '2026-11-20', subTotal: 1, discountsSum: null, surchargesSum: null },
  ...{ total: 1, ...more },
})
const ROWS = [
  row('vía', { electronic: false }),
  row('vía, sin fecha', { electronic: false, dateTime: null }),
  row('foto', { electronic: true, notifiedOn: '2026-11-23' }),
  row('foto, sin notificar', { electronic: true }),
  row('no dice', {}),
  row('valor', { unit: 'UVT', units: 10 }),
]

beforeAll(async () => {
  server = await testServer(() => clock)
  const company = await server.company('andina', 'CO')
  tenantId = company.tenantId
  who = await server.somebody(company, 'lee', ['vehicles_read'])
  ;[vehicleId = 0] = await server.vehicles(company, [{ plate: 'ABC123', stateId: BOGOTA }])
  const [runId] = await pastRuns(server.db, company.tenantId, vehicleId, [
    { at: clock, types: [13], results: [[COMPARENDOS, 0]] },
  ])
  const result: ResourceResult = {
    ...{ name: 'Comparendos', subTotal: null, discount: null, surcharge: null, total: null },
    ...{ paymentLine: null, paymentLineDueDate: null, pdfUrl: null },
    ...{ scrapedTickets: ROWS, scrapedTenencias: [], scrapedRefrendo: [] },
  }
  await server.db.system.query('update check_result set result = $1 where run_id = $2', [
    JSON.stringify([result]),
    runId,
  ])
  await server.db.system.query(
    `insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at, last_at,
       good_run_id, last_run_id, last_outcome)
     values ($1, $2, $3, 13, 0, $4, $4, $5, $5, 'ok')`,
    [company.tenantId, vehicleId, COMPARENDOS, clock.toISOString(), runId],
  )
})
afterAll(() => server.stop())

const drawer = async () =>
  (await server.ask(who, { url: `/sapy/v2/${vehicleId}/byType` })).body as Reply<typeof resourceStatus.byType>
const terms = async () => {
  const { scrapedResourceTypes } = await drawer()
  const rows = scrapedResourceTypes
    .flatMap(({ resources }) => resources.flatMap(({ scraped }) => scraped.result))
    .flatMap(({ scrapedTickets }) => scrapedTickets)
  return rows.map(({ folio, appeal }) => [folio, appeal && [appeal.ruleKey, appeal.until]])
}

it('a term counts working days without holidays; without its start date there is no last day', async () => {
  // Tuesday 8 December is the Immaculate Conception.
  expect(await terms()).toEqual([
    ['vía', ['comparecencia-comparendo', '2026-11-27']],
    ['vía, sin fecha', ['comparecencia-comparendo', null]],
    ['foto', ['comparecencia-fotodeteccion', '2026-12-09']],
    ['foto, sin notificar', ['comparecencia-fotodeteccion', null]],
    ['no dice', undefined],
    ['valor', undefined],
  ])
})

it('the drawer has the source of the term, the company’s day and the values of the units in use', async () => {
  const { scrapedResourceTypes, units, today } = await drawer()
  expect(JSON.stringify(scrapedResourceTypes)).toContain('Artículo 136 de la Ley 769 de 2002')
  expect(today).toBe('2026-11-27')
  expect(units.map(({ unit }) => unit)).toContain('UVT')
  expect(units.map(({ unit }) => unit)).not.toContain('UVB')
})

it('a PDF and a workbook show the term with the fine', async () => {
  const at = clock
  const [concepts, notes] = await readAsTenant(server.db, tenantId, async (tx) => {
    const facts = await companyFacts(tx, tenantId)
    const query = { ids: [vehicleId], resources: undefined, documents: false, at }
    const sources = (await readSheets(tx, facts, query)).get(vehicleId)?.sources ?? []
    const parts = sources.map((source) => sourcePart(source, facts, at, new Map()))
    const lines = (await debtSources(tx, facts, [vehicleId], '2026-11-27')).flatMap((source) =>
      listDebtLines(source, facts.timeZone, '2026-11-27'),
    )
    const rows = parts.flatMap(({ results }) => results.flatMap((each) => each.rows))
    return [rows.map(({ concept }) => concept), lines.map((line) => line.notes)]
  })
  const words = [
    'Puede impugnar hasta el 27 de noviembre de 2026',
    'Plazo para impugnar: 5 días hábiles desde su fecha, que la fuente no dice',
    'Puede impugnar hasta el 9 de diciembre de 2026',
    'Plazo para impugnar: 11 días hábiles desde la notificación, que la fuente no dice',
  ]
  for (const [place, text] of words.entries()) {
    expect(concepts[place]).toContain(text)
    expect(notes[place]).toContain(text)
  }
  expect(concepts[4]).not.toContain('impugnar')
})

it('a term that the operator switched off is not shown', async () => {
  await server.db.system.query(
    `update appeal_rule set enabled_override = false where rule_key = 'comparecencia-comparendo'`,
  )
  expect(await terms()).toMatchObject([['vía', undefined], ['vía, sin fecha', undefined], ['foto', {}], {}, {}, {}])
})
