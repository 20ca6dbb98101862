// A dashboard as a workbook: who may request it, what the signed link opens, and that each sheet equals its chart.
import { NOTICES } from '@padron/contract/common'
import { periodText } from '@padron/contract/dashboard/chart-texts'
import { chartsOf, chartTable, shortTitle } from '@padron/contract/dashboard/charts'
import { DASHBOARDS, type DashboardName } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import { basisText } from '@padron/contract/texts/basis-texts'
import { localText } from '@padron/contract/texts/local-text'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAsTenant } from '../../../db/client.ts'
import { unzip } from '../../../testing/files/unzip.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { readFacts } from '../statistics/read-statistics.ts'
import { writeStatistics } from '../statistics/write-statistics.ts'
import { oddFleet } from '../testing/fleet.ts'

let server: TestServer
const fleets = {} as Record<Country, { company: Company; who: Somebody }>
const clock = { at: new Date() }

beforeAll(async () => {
  server = await testServer(() => clock.at)
  for (const country of ['MX', 'CO'] as const) {
    const company = await server.company(`flota${country.toLowerCase()}`, country)
    await oddFleet(server, company, country, 40)
    await writeStatistics(server.db, { tenantId: company.tenantId, timeZone: 'America/Mexico_City' }, clock.at)
    fleets[country] = { company, who: await server.somebody(company, 'lee', ['dashboard_read']) }
  }
})
afterAll(() => server.stop())
beforeEach(() => {
  clock.at = new Date()
})

const order = (who: Somebody | undefined, query: Record<string, string>) =>
  server.ask(who, { url: '/api/v2/dashboard/workbook', query })
const bookOf = async (who: Somebody, query: Record<string, string>) => {
  const { status, body } = await order(who, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return server.ask(undefined, { url: (body as { fileUrl: string }).fileUrl })
}
type Line = readonly (string | number | Date | null)[]
/** Sheets in order, with their names. */
const sheetsOf = async (bytes: Buffer): Promise<Map<string, readonly Line[]>> => {
  const { sheets } = await readXlsx(bytes)
  return new Map(sheets.map(({ name, rows }) => [name, rows as Line[]]))
}

describe('the request', () => {
  it('needs a session, the permission, an existing period and a chart of that dashboard', async () => {
    const { company, who } = fleets.MX
    const query = { dashboard: 'general', months: '0' }
    expect((await order(undefined, query)).status).toBe(401)
    expect((await order(await server.somebody(company, 'nadie', rolesWithout('dashboard_read')), query)).status).toBe(
      403,
    )
    expect((await order(who, { ...query, months: '2' })).body).toMatchObject({
      errors: [{ path: 'months', message: 'Periodo no válido' }],
    })
    expect((await order(who, { ...query, chart: 'tarta' })).status).toBe(400)
    expect(await order(who, { ...query, chart: 'inspectionNext30' })).toMatchObject({
      status: 422,
      body: { title: 'Este dashboard no tiene esa gráfica.' },
    })
  })

  it('is rejected while there are no figures', async () => {
    const who = await server.somebody(await server.company('nueva'), 'lee', ['dashboard_read'])
    expect(await order(who, { dashboard: 'general', months: '0' })).toMatchObject({
      status: 404,
      body: { title: 'Todavía no se ha calculado ninguna estadística de la flota.' },
    })
  })
})

describe('the signed link', () => {
  it('downloads a workbook named after its content, for fifteen minutes', async () => {
    const { who } = fleets.MX
    const { status, headers } = await bookOf(who, { dashboard: 'tickets', months: '3' })
    expect(status).toBe(200)
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /filename\*=UTF-8''Padrón Dashboard de multas Trimestre \d{4}-\d\d-\d\d\.xlsx$/,
    )
    const { fileUrl } = (await order(who, { dashboard: 'general', months: '0' })).body as { fileUrl: string }
    expect((await server.ask(undefined, { url: fileUrl.replace('/dashboard/', '/dashboard/9') })).status).toBe(404)
    clock.at = new Date(Date.now() + 16 * 60_000)
    expect((await server.ask(undefined, { url: fileUrl })).status).toBe(404)
  })

  it('no longer works after the user loses the permission', async () => {
    const { company } = fleets.MX
    const leaving = await server.somebody(company, 'saliente', ['dashboard_read'])
    const { fileUrl } = (await order(leaving, { dashboard: 'general', months: '0' })).body as { fileUrl: string }
    await server.db.system.query('update app_user set role_ids = array[]::int[] where user_id = $1', [leaving.userId])
    expect((await server.ask(undefined, { url: fileUrl })).status).toBe(404)
  })

  it.each([
    ['deleted', 'delete from dashboard_statistics where tenant_id = $1'],
    [
      'those of a former version',
      'update dashboard_statistics set facts_format = facts_format - 1 where tenant_id = $1',
    ],
  ])('is not found once the figures are %s', async (_, change) => {
    const { tenantId } = fleets.CO.company
    const fileUrl = ((await order(fleets.CO.who, { dashboard: 'general', months: '0' })).body as { fileUrl: string })
      .fileUrl
    expect((await server.ask(undefined, { url: fileUrl })).status).toBe(200)
    await server.db.system.query(change, [tenantId])
    expect(await server.ask(undefined, { url: fileUrl })).toMatchObject({ status: 404, body: { title: NOTICES[404] } })
    await writeStatistics(server.db, { tenantId, timeZone: 'America/Mexico_City' }, clock.at)
  })
})

describe.each(['MX', 'CO'] as const)('the workbook in %s', (country) => {
  const sourceOf = async (months: number) => {
    const { tenantId } = fleets[country].company
    const facts = await readAsTenant(server.db, tenantId, (tx) => readFacts(tx, tenantId, false))
    const period = facts?.statistics.find((each) => each.months === months)
    if (!facts || !period) throw new Error('there are no figures')
    return { facts, period, country }
  }

  const compare = async (dashboard: DashboardName, months: number): Promise<void> => {
    const source = await sourceOf(months)
    const { bytes } = await bookOf(fleets[country].who, { dashboard, months: `${months}` })
    const sheets = await sheetsOf(bytes)
    const [summary = '', ...names] = sheets.keys()
    const charts = chartsOf(dashboard, country, months)
    expect(summary).toBe('Resumen')
    expect(names).toEqual(charts.map(({ key }) => shortTitle(key, country)))
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(charts.length)
    for (const [place, { key }] of charts.entries()) {
      const name = names[place] ?? ''
      expect(name.length, name).toBeLessThanOrEqual(31)
      const { title, labels, columns, rows } = chartTable(key, source)
      const lines = sheets.get(name) ?? []
      const head = lines.findIndex(([first, second]) => first === labels && (second || columns.length === 0))
      expect(lines[0]?.[0], name).toBe(title)
      expect(
        lines[head]?.slice(1).map((each) => `${each}`.replace(/ \((?:MXN|COP)\)$/, '')),
        name,
      ).toEqual(columns.map((column) => column.title))
      const unpriced = columns.findIndex((column) => column.title === 'Sin importe')
      const unknown = (values: Line, at: number) =>
        values[at] === null || (columns[at]?.kind === 'money' && values[at] === 0 && Number(values[unpriced] ?? 0) > 0)
      const wanted = rows
        .filter(({ values }) => values.some((value) => value !== null))
        .map(({ label, day, values }) => [
          day ?? label,
          ...values.map((value, at) => (unknown(values, at) ? 'sin dato' : value)),
        ])
      const read = lines
        .slice(head + 1)
        .map(([label = null, ...cells]) => [
          label instanceof Date ? label.toISOString().slice(0, 10) : label,
          ...columns.map((_, at) => cells[at] ?? null),
        ])
      expect(read, name).toEqual(wanted.length > 0 ? wanted : [['No hay datos', ...columns.map(() => null)]])
    }
  }

  it.each(DASHBOARDS)('of the dashboard %s has each chart, with its numbers', async (dashboard) => {
    await compare(dashboard, 0)
    await compare(dashboard, dashboard === 'general' ? 12 : -1)
  })

  it('states the days and the basis of its figures', async () => {
    const { facts, period } = await sourceOf(12)
    const { bytes } = await bookOf(fleets[country].who, { dashboard: 'general', months: '12' })
    const lines = (await sheetsOf(bytes)).get('Resumen') ?? []
    const text = lines.map((cells) => cells.join(' ')).join('\n')
    expect(lines[0]?.[0]).toBe('Dashboard general')
    expect(text).toContain(`${periodText(period)}: lo que tiene fecha de esos días`)
    expect(text).toMatch(/Calculado el \d{4}-\d\d-\d\d \d\d:\d\d \(hora /)
    expect(text).toContain(basisText(facts.basis.debt))
    const owing = lines.find(([title]) => title === localText('Con adeudo', country))
    expect(owing?.slice(1, 5)).toEqual([
      period.vehiclesWithDebt,
      period.totalDebtCount,
      period.totalDebt,
      period.debtsWithoutAmount,
    ])
  })

  it('of one chart has a single sheet, and a name that looks like a formula stays text', async () => {
    await server.db.system.query(
      `
        update dashboard_statistics
        set facts = jsonb_set(facts, '{owed,0,topRFCs,0,field}', '"=HYPERLINK(1)"')
        where tenant_id = $1`,
      [fleets[country].company.tenantId],
    )
    const { bytes, headers } = await bookOf(fleets[country].who, {
      dashboard: 'general',
      months: '0',
      chart: 'topRFCs',
    })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      `Padrón ${localText('Razones sociales con más adeudo', country)} Todo `,
    )
    const [lines = [], ...others] = (await sheetsOf(bytes)).values()
    expect(others).toEqual([])
    expect(lines.some(([label]) => label === '=HYPERLINK(1)')).toBe(true)
    expect([...(await unzip(bytes)).values()].join('')).not.toContain('<f>')
  })
})
