// The changes report: what changed since the report's last email according to the sources, and what they did not
// answer.
import { addDays } from '@padron/contract/days'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  answerWith,
  checkOnce,
  dueAgain,
  fines,
  openPortal,
  startPortal,
  type TestPortal,
  testConnector,
} from '../../../checks/testing/engine.ts'
import { runItem } from '../../../jobs/run-item.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { owe } from '../../../testing/obligations.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { scheduledReports } from '../runs/run.job.ts'
import { enqueueDueReports } from '../runs/scheduler.ts'
import { addReport, log, type StoredEmail, storedEmails, switchOn, wordsIn } from '../testing/reports.ts'
import { shortDay } from './report-texts.ts'

let server: TestServer
let portal: TestPortal
let company: Company
let clock: Date
let vehicle: number
let turn = 0
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
})
afterAll(async () => {
  portal.stop()
  await server.stop()
  remove()
})
beforeEach(async () => {
  await server.db.system.query('delete from due_check; delete from scheduled_report')
  await openPortal(server, portal.base)
  company = await server.company(`norte${turn++}`)
  await switchOn(server, company)
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'RKA123A' }])
  clock = new Date(Date.now() - 3 * 86_400_000) // old answers count as fresh
})

/** One answer, an hour after the last. */
const answered = async (parsed: unknown) => {
  clock = new Date(clock.getTime() + 3_600_000)
  portal.say(parsed)
  await dueAgain(server)
  expect(await checkOnce(server, testConnector(), { now: () => clock })).toEqual([true])
  await recorded(clock)
}
/** As if all data had been recorded at that time. */
const recorded = (at: Date) =>
  server.db.system.query('update check_event set recorded_at = $2 where tenant_id = $1 and recorded_at > $2', [
    company.tenantId,
    at.toISOString(),
  ])
const now = () => new Date(clock.getTime() + 120_000)
const firstSeen = async (parsed: unknown, policy = 'send') => {
  await answered(parsed)
  return addReport(server, company, { name: 'Novedades', kind: 'changes', policy, changesFrom: now().toISOString() })
}
/** Runs the next round, a moment after the last answer. @returns the email it wrote, if any */
const digest = async (): Promise<StoredEmail | undefined> => {
  await server.db.system.query(`update scheduled_report set next_at = '2026-01-05'`)
  await server.db.system.query('delete from mail')
  const [itemId = ''] = await enqueueDueReports({ db: server.db, now, log })
  const tools = {
    db: server.db,
    files,
    emailFiles: server.emailFiles,
    mailbox: { ...noMailbox, configured: true },
    log,
    now,
  }
  await runItem(
    { ...tools, kinds: new Map([[6, scheduledReports]]) },
    { tenantId: company.tenantId, itemId },
    new AbortController().signal,
  )
  return (await storedEmails(server, company))[0]
}
const blocks = (email: StoredEmail | undefined): readonly MailBlock[] => email?.content.blocks ?? []
const facts = (email: StoredEmail | undefined): Record<string, string> =>
  Object.fromEntries(blocks(email).flatMap((block) => (block.is === 'facts' ? block.rows : [])))
const table = (email: StoredEmail | undefined, title: string) =>
  blocks(email).flatMap((block) => (block.is === 'table' && block.caption === title ? block.rows : []))

describe('the report of what changed', () => {
  it('lists changes by kind, with sums and rows, once', async () => {
    await firstSeen(answerWith(fines({ A1: 100, B2: 50.5, C3: 70 })))
    await answered(answerWith(fines({ A1: 180, B2: 50.5, D4: 900 }, ['C3'])))
    const email = await digest()
    expect(email?.content.subject).toBe('Novedades: 3 cambios')
    expect(facts(email)).toMatchObject({
      'Adeudos nuevos': '1, $900.00 MXN',
      'Adeudos pagados': '1, $70.00 MXN',
      'Adeudos que crecieron': '1, $80.00 MXN',
    })
    expect(facts(email)).not.toHaveProperty('Adeudos que ya no aparecen')
    expect(wordsIn(email as StoredEmail)).toContain(
      'No hubo adeudos que ya no aparezcan, adeudos que bajaran ni cambios de robo y de estatus.',
    )
    expect(table(email, 'Adeudos nuevos')).toEqual([['RKA123A', 'Multas', 'D4', '$900.00 MXN']])
    expect(table(email, 'Adeudos pagados')).toEqual([['RKA123A', 'Multas', 'C3', '$70.00 MXN']])
    expect(table(email, 'Adeudos que crecieron')).toEqual([
      ['RKA123A', 'Multas', 'A1', '$180.00 MXN\nantes $100.00 MXN'],
    ])
    await answered(answerWith(fines({ A1: 180, B2: 50.5, D4: 900 })))
    const next = await digest()
    expect(next?.content.lines).toContain('En lo que se pudo leer no hubo cambios.')
    expect(table(next, 'Adeudos nuevos')).toEqual([])
  })

  it('includes a change from its last moment in the next report, and never twice', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })))
    await answered(answerWith(fines({ A1: 100, B2: 20 })))
    clock = new Date(clock.getTime() - 119_000) // the round starts a second after the answer
    expect(facts(await digest())['Adeudos nuevos']).toBeUndefined()
    clock = new Date(clock.getTime() + 600_000)
    expect(facts(await digest())['Adeudos nuevos']).toBe('1, $20.00 MXN')
    expect(facts(await digest())['Adeudos nuevos']).toBeUndefined()
  })

  it('includes a change that was recorded days after it was observed', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })))
    clock = new Date(clock.getTime() + 86_400_000)
    expect(facts(await digest())['Adeudos nuevos']).toBeUndefined()
    const today = clock
    clock = new Date(clock.getTime() - 20 * 3_600_000)
    await answered(answerWith(fines({ A1: 100, B2: 20 })))
    clock = new Date(today.getTime() + 600_000)
    await server.db.system.query(
      'update check_event set recorded_at = $2 where tenant_id = $1 and recorded_at > at - interval $$1 s$$ ' +
        'and not first',
      [company.tenantId, new Date(today.getTime() + 300_000).toISOString()],
    )
    const email = await digest()
    expect(facts(email)['Adeudos nuevos']).toBe('1, $20.00 MXN')
    expect(facts(await digest())['Adeudos nuevos']).toBeUndefined()
  })

  it('counts a source’s first answers apart: they are mentioned, not counted as changes', async () => {
    await addReport(server, company, { name: 'Novedades', kind: 'changes', policy: 'skip' })
    await answered(answerWith(fines({ A1: 100, B2: 30 })))
    const email = await digest()
    expect(facts(email)).toEqual({ 'Adeudos conocidos en la primera consulta de un vehículo': '2, $130.00 MXN' })
  })

  it('lists what expires this week, and has all changes and due dates in its workbook', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })))
    const today = clock.toISOString().slice(0, 10)
    await owe(server, company, [
      { vehicleId: vehicle, key: 'r:1', dueOn: addDays(today, 3) },
      { vehicleId: vehicle, key: 'r:2', dueOn: addDays(today, 40) },
    ])
    await answered(answerWith(fines({ A1: 100, '=B2': 20 })))
    const email = await digest()
    expect(facts(email)['Vence esta semana']).toBe('1')
    const [file] = email?.content.files ?? []
    const { rows } = await server.db.system.query<{ path: string }>('select path from report_file where file_id = $1', [
      file?.fileId,
    ])
    const { sheets } = await readXlsx(
      (await server.emailFiles.read(rows[0]?.path ?? '').then((stream) => stream?.toArray().then(Buffer.concat))) ??
        Buffer.alloc(0),
    )
    expect(sheets.map(({ name, rows }) => [name, rows.length > 1])).toEqual([
      ['Cambios', true],
      ['Vencimientos', true],
      ['Fuentes no leídas', expect.any(Boolean)],
    ])
    expect(sheets[0]?.rows[1]).toEqual(expect.arrayContaining(['RKA123A', 'Adeudo nuevo', 'Multas', '=B2', 20]))
  })

  it('covers only vehicles of the filter, and uses the words of the company’s country', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })))
    await server.vehicles(company, [{ plate: 'RKZ999Z' }])
    await server.db.system.query(
      `delete from due_check d using vehicle v where v.vehicle_id = d.vehicle_id and v.plate = 'RKZ999Z'`,
    )
    await server.db.system.query('update vehicle set asset_status_id = 0 where vehicle_id = $1', [vehicle])
    await answered(answerWith(fines({ A1: 100, B2: 20 })))
    expect(facts(await digest())['Adeudos nuevos']).toBeUndefined()
    await server.db.system.query('update vehicle set asset_status_id = 1 where vehicle_id = $1', [vehicle])
    await server.db.system.query(`update company set country = 'CO' where tenant_id = $1`, [company.tenantId])
    await server.db.system.query(`update scheduled_report set changes_from = now() - interval '3 days'`)
    expect(facts(await digest())['Deudas nuevas']).toBe('1, $20,00 COP')
  })
})

describe('what could not be read', () => {
  it('is listed by source with its vehicles and since when, and never called unchanged', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })), 'notice')
    await server.vehicles(company, [{ plate: 'RKB456B' }])
    await server.db.system.query(
      `update vehicle_resource set fresh_until = $2 where tenant_id = $1 and vehicle_id = $3 and resource_type_id = 1`,
      [company.tenantId, clock.toISOString(), vehicle],
    )
    const email = await digest()
    expect(email?.content.subject).toBe('Novedades: sin cambios en lo que se pudo leer')
    expect(email?.content.lines).toContain('En lo que se pudo leer no hubo cambios.')
    expect(wordsIn(email as StoredEmail)).toContain('De lo que no se pudo leer se desconoce si cambió.')
    const unread = table(email, 'Fuentes no leídas en el periodo')
    expect(unread[0]?.slice(1)).toEqual(['2', `${shortDay(clock, 'America/Mexico_City')}\n1 sin ninguno todavía`])
    expect(wordsIn(email as StoredEmail)).toContain('Solo una persona puede hacer')
    expect(wordsIn(email as StoredEmail)).not.toContain('Todas las fuentes respondieron')
  })

  it('is sent although the report skips empty results', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })), 'skip')
    await server.db.system.query('delete from vehicle_resource where tenant_id = $1 and good_at is null', [
      company.tenantId,
    ])
    expect(await digest()).toBeUndefined()
    await server.vehicles(company, [{ plate: 'RKB456B' }])
    await server.db.system.query(
      `delete from vehicle_resource f using vehicle v where v.vehicle_id = f.vehicle_id and v.plate = 'RKB456B'`,
    )
    const email = await digest()
    expect(email?.content.subject).toBe('Novedades: sin cambios en lo que se pudo leer')
    expect(wordsIn(email as StoredEmail)).toContain('Nunca consultados: 1 vehículo.')
    expect(wordsIn(email as StoredEmail)).not.toContain('Todas las fuentes respondieron')
  })

  it('is not listed if every source answered in the period', async () => {
    await firstSeen(answerWith(fines({ A1: 100 })), 'notice')
    await server.db.system.query(`delete from vehicle_resource where tenant_id = $1 and good_at is null`, [
      company.tenantId,
    ])
    await server.db.system.query(`update scheduled_report set changes_from = now() - interval '5 days'`)
    await server.db.system.query('delete from check_event where tenant_id = $1', [company.tenantId])
    const email = await digest()
    expect(wordsIn(email as StoredEmail)).toContain(
      'Todas las fuentes respondieron en el periodo, para todos los vehículos.',
    )
    expect(table(email, 'Fuentes no leídas en el periodo')).toEqual([])
  })
})
