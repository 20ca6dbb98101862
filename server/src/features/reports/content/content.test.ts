// Content permissions: a report contains what the user who last saved it may read, whichever user starts it.
import { addDays, localTime } from '@padron/contract/days'
import { CONFIGURATION_NAME } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import type { Preview, Round } from '@padron/contract/reports/outcomes'
import { readXlsx } from 'hucre'
import { beforeEach, describe, expect, it } from 'vitest'
import { pdfText } from '../../../testing/files/pdf-text.ts'
import { unzipBytes } from '../../../testing/files/unzip.ts'
import { bookOf, type CellValue, formOf } from '../../../testing/files/workbooks.ts'
import { createTag } from '../../../testing/fixtures.ts'
import { owe } from '../../../testing/obligations.ts'
import type { Company, Somebody, TestServer } from '../../../testing/server.ts'
import { addReport, HEADINGS, storedEmails, wordsIn } from '../testing/reports.ts'
import { startRounds } from '../testing/rounds.ts'

let server: TestServer
let company: Company
/** One user reads documents and tags; the other only configures reports. */
let full: Somebody
let bare: Somebody
let tag: number
const { of, runDue, runHere, itemOf } = startRounds()
beforeEach(async () => {
  ;({ server, company } = of)
  full = await server.somebody(company, 'ana', ['programReports_admin', 'vehicles_read', 'documents_read', 'tags_read'])
  bare = await server.somebody(company, 'beto', ['programReports_admin'])
  tag = await createTag(server, company, 'Norteños')
  const [vehicleId = 0] = await server.vehicles(company, [{ plate: 'NLA100A' }])
  await server.db.system.query('insert into vehicle_tag (tenant_id, vehicle_id, tag_id) values ($1, $2, $3)', [
    company.tenantId,
    vehicleId,
    tag,
  ])
  const dueOn = addDays(localTime(new Date(), 'America/Mexico_City').day, 5)
  await owe(server, company, [{ vehicleId, key: 'd:1:1', kind: 'document', title: 'Factura secreta', dueOn }])
})

const definition = () => ({
  name: 'Vencen',
  kind: 'expiries',
  mails: ['x@norte.mx'],
  frequency: 'weekly',
  sendDay: 1,
  filter: { tags: [tag] },
})
type Method = 'POST' | 'PUT' | 'GET'
const ask = async <T>(who: Somebody, method: Method, url: string, payload?: object): Promise<T> => {
  const { status, body } = await server.ask(who, { method, url: `/api/v2/${url}`, ...(payload ? { payload } : {}) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
const create = (who: Somebody, patch: object = {}) => ask<Report>(who, 'POST', 'reports', { ...definition(), ...patch })
const edit = (who: Somebody, { reportId, version }: Report) =>
  ask<Report>(who, 'PUT', `reports/${reportId}`, { ...definition(), sendHour: 9, version })

const newestEmail = async () => (await storedEmails(server, company)).at(-1)
/** Whether the content names the document, and the tag. */
const verdicts = async (): Promise<[boolean, boolean]> => {
  const words = wordsIn((await newestEmail()) as never)
  return [words.includes('Factura secreta'), words.includes('Norteños')]
}
const onItsDate = async (): Promise<[boolean, boolean]> => {
  await server.db.system.query(`delete from mail; update scheduled_report set next_at = '2026-01-05'`)
  await runDue()
  return verdicts()
}
const ALL = [true, true]
const NOTHING = [false, false]

describe('on its date', () => {
  it('a report contains what its author saw in the preview', async () => {
    const { text } = await ask<Preview>(bare, 'POST', 'reports/preview', definition())
    expect([text.includes('Factura secreta'), text.includes('Norteños')]).toEqual(NOTHING)
    await create(bare)
    expect(await onItsDate()).toEqual(NOTHING)
  })

  it('a report keeps its content after its author lost permissions or was deactivated', async () => {
    await create(full)
    await server.db.system.query(`update app_user set active = false, role_ids = '{}' where user_id = $1`, [
      full.userId,
    ])
    expect(await onItsDate()).toEqual(ALL)
  })

  it('a report contains what the user who saved it last may read', async () => {
    const first = await create(full)
    const second = await edit(bare, first)
    expect(await onItsDate()).toEqual(NOTHING)
    await edit(full, second)
    expect(await onItsDate()).toEqual(ALL)
  })

  it('a report created by a previous release has the same content as before', async () => {
    await addReport(server, company, { kind: 'expiries' })
    expect((await onItsDate())[0]).toBe(true)
  })

  it.each<[string, () => Somebody, boolean]>([
    ['has the tags', () => full, true],
    ['has no tags', () => bare, false],
  ])('the workbook of a report %s, according to the permissions of the user who saved it', async (_, who, has) => {
    await create(who(), { kind: 'vehicles' })
    await onItsDate()
    const [file] = (await newestEmail())?.content.files ?? []
    expect(file?.name).toMatch(/\.xlsx$/)
    const { bytes } = await server.ask(undefined, { url: await urlOf() })
    const { sheets } = await readXlsx(bytes)
    expect(JSON.stringify(sheets).includes('Norteños')).toBe(has)
  })

  it.each<[string, () => Somebody, boolean]>([
    ['have the dates of documents', () => full, true],
    ['have no dates of documents', () => bare, false],
  ])('the PDFs of a report %s, according to the permissions of the user who saved it', async (_, who, has) => {
    await create(who(), { kind: 'sheets' })
    await onItsDate()
    const { bytes } = await server.ask(undefined, { url: await urlOf() })
    const [pdf = Buffer.alloc(0)] = (await unzipBytes(bytes)).values()
    const text = await pdfText(pdf)
    expect(text).toContain('NLA100A')
    expect(text.includes('Factura secreta')).toBe(has)
  })

  it('a report is not sent if its view now filters by document dates that its author may not read', async () => {
    const { viewId, version } = await ask<{ viewId: number; version: number }>(full, 'POST', 'views', {
      name: 'Suya',
      shared: true,
      definition: { vehicleClass: {}, columns: null },
    })
    await create(bare, { filter: {}, viewId })
    const context = {
      vehicleClass: { due: { kinds: ['document'], from: '2026-01-01', to: '2026-12-31' } },
      columns: null,
    }
    await ask(full, 'PUT', `views/${viewId}`, { name: 'Suya', shared: true, definition: context, version })
    await server.db.system.query(`update scheduled_report set next_at = '2026-01-05'`)
    expect((await itemOf(await runDue())).outcomes).toMatchObject([
      {
        outcome: 'failed',
        why: expect.stringContaining('pregunta por fechas que dicen los documentos, y quien lo guardó'),
      },
    ])
  })
})

const urlOf = async (): Promise<string> => {
  const { rounds } = await ask<{ rounds: { reports: { fileUrl: string }[] }[] }>(full, 'GET', 'reports/rounds')
  return rounds[0]?.reports[0]?.fileUrl ?? ''
}

it('a user with fewer permissions than a round’s file needs sees the outcome but cannot open the file', async () => {
  await create(full, { kind: 'vehicles' })
  await onItsDate()
  const { rounds } = await ask<{ rounds: Round[] }>(bare, 'GET', 'reports/rounds')
  expect([rounds[0]?.reports, await urlOf()]).toMatchObject([
    [{ outcome: 'sent', fileUrl: null }],
    expect.stringContaining('/files/letters/'),
  ])
})

describe('sent at once', () => {
  it.each<[string, () => Somebody, () => Somebody, boolean[]]>([
    ['fewer permissions than the user who saved it', () => full, () => bare, NOTHING],
    ['more permissions', () => bare, () => full, NOTHING],
    ['the same permissions', () => full, () => full, ALL],
  ])('by a user with %s, a report contains what both users may read', async (_, saves, sends, expected) => {
    const { reportId } = await create(saves())
    await runHere((await ask<{ queueItemId: string }>(sends(), 'POST', `reports/${reportId}/send`)).queueItemId)
    expect(await verdicts()).toEqual(expected)
  })
})

describe('from a configuration workbook', () => {
  const upload = async (who: Somebody, rows: CellValue[][], firstReportSendTime = '-1') => {
    const fields = { notifyTo: 'ana@norte.mx', firstReportSendTime }
    const form = formOf({ fileName: CONFIGURATION_NAME, file: await bookOf([HEADINGS, ...rows], 'Reportes'), fields })
    const { body } = await server.ask(who, {
      method: 'POST',
      url: '/api/v2/scheduledReportConfigurationBatch/',
      ...form,
    })
    expect(body).toMatchObject({ applied: true })
  }
  const row = (name = 'Vencen', key: number | null = null): CellValue[] => [
    key,
    name,
    'Vencimientos',
    'x@norte.mx',
    'Semanal',
    'Lunes',
    7,
    null,
    null,
    null,
    `#${tag}`,
  ]

  it('a new report contains what the user who sent the workbook may read', async () => {
    await upload(bare, [row()])
    expect(await onItsDate()).toEqual(NOTHING)
  })

  it('a changed row gets the permissions of the workbook’s sender; an unchanged one keeps its author’s', async () => {
    const { reportId } = await create(full)
    await upload(bare, [row('Vencen', reportId)])
    await upload(bare, [row('Vencen', reportId)], '0')
    expect(await onItsDate()).toEqual(ALL)
    await upload(bare, [row('Vencen pronto', reportId)])
    expect(await onItsDate()).toEqual(NOTHING)
  })
})
