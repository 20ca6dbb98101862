// The files of an answer stay its evidence after a newer parser parses it again, in the drawer and in the report.
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Parsed } from '../../checks/connectors/connector.ts'
import type { CheckResult } from '../../checks/engine/check-result.ts'
import { storeReceivedFiles } from '../../checks/store/received-files.ts'
import { reparse } from '../../checks/store/reparse.ts'
import { storeBatch } from '../../checks/store/store.ts'
import {
  answerWith,
  ask,
  claimSome,
  fines,
  openPortal,
  startPortal,
  type TestPortal,
  testConnector,
} from '../../checks/testing/engine.ts'
import { readAsTenant } from '../../db/client.ts'
import { companyFacts } from '../../fleet/company.ts'
import { readSheets } from '../../fleet/vehicle-pdf/sheet.queries.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

const PDF = Buffer.from('%PDF-1.4\n%prueba\n').toString('base64')

let server: TestServer
let portal: TestPortal
beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})

/** A source queried by holder: one run stores the answer for both vehicles, and each has its own files. */
const reading = (parserVersion: number, total: number) =>
  testConnector({
    criteria: 'taxIdentifier',
    inputs: ['taxIdentifier'],
    parserVersion,
    parse: (_answers, { plate }): Parsed =>
      ({ ...answerWith(fines({ F1: total })), files: [{ name: `Reporte ${plate}.pdf`, base64: PDF }] }) as Parsed,
  })

it('an answer parsed again repeatedly keeps its files, separately for each vehicle', async () => {
  await openPortal(server, portal.base)
  const company = await server.company('norte')
  const who = await server.somebody(company, 'consulta', ['vehicles_read'])
  const columns = { tax_identifier: 'RFC1' }
  const ids = await server.vehicles(company, [
    { plate: 'NLA100A', columns },
    { plate: 'NLB200B', columns },
  ])
  portal.say({})
  const claimed = await claimSome(server, 2, [reading(1, 100)])
  if (!claimed) throw new Error('nothing was due')
  const ends = (await ask(claimed, reading(1, 100))) as CheckResult[]
  const log = pino({ level: 'silent' })
  const whole = await Promise.all(ends.map((end) => storeReceivedFiles(server.evidence, end, log)))
  expect(await storeBatch(server.db, whole)).toEqual([true, true])

  const drawer = async (id: number) => {
    const { body } = await server.ask(who, { url: `/sapy/v2/${id}/byType` })
    const types = (body as { scrapedResourceTypes: ScrapedResourceType[] }).scrapedResourceTypes
    const scraped = types.find(({ resourceType }) => resourceType.resourceTypeId === 1)?.resources[0]?.scraped
    const files = (scraped?.evidenceURL ?? []).filter(({ url }) => url.includes('/files/proof/'))
    return [scraped?.result[0]?.total, files.map(({ name }) => name)]
  }
  const report = () =>
    readAsTenant(server.db, company.tenantId, async (tx) => {
      const facts = await companyFacts(tx, company.tenantId)
      const sheets = await readSheets(tx, facts, { ids, resources: undefined, documents: false, at: new Date() })
      const filesOf = (id: number) => sheets.get(id)?.sources.find(({ typeId }) => typeId === 1)?.files ?? []
      return ids.map((id) => filesOf(id).map(({ name }) => name))
    })
  const files = [['Reporte NLA100A.pdf'], ['Reporte NLB200B.pdf']]
  const expectFiles = async (total: number) => {
    expect(await Promise.all(ids.map(drawer))).toEqual(files.map((names) => [total, names]))
    expect(await report()).toEqual(files)
  }
  await expectFiles(100)
  for (const version of [2, 3]) {
    const connector = reading(version, 100 + version)
    expect(await reparse(server.db, { connector, since: new Date(0), dryRun: false })).toMatchObject({ stored: 2 })
    await expectFiles(100 + version)
  }
})
