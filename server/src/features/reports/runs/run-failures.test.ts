import { beforeEach, describe, expect, it } from 'vitest'
import type { JobKind } from '../../../jobs/job.ts'
import { someCases } from '../../../testing/drill.ts'
import type { Company, TestServer } from '../../../testing/server.ts'
import { addReport, storedEmails, switchOn, type TestSmtp, wordsIn } from '../testing/reports.ts'
import { dyingAt, startRounds } from '../testing/rounds.ts'
import { scheduledReports } from './run.job.ts'

let server: TestServer
let smtp: TestSmtp
let company: Company
const { of, owing, enqueueDue, runHere, runDue, itemOf, outcomesOf, storedFiles } = startRounds()
beforeEach(() => {
  ;({ server, smtp, company } = of)
})

/** The job, with a callback that runs as soon as it has started. */
const meanwhile = (then: () => Promise<unknown>, times = 1): JobKind => ({
  ...scheduledReports,
  run: (job) =>
    scheduledReports.run({
      ...job,
      progressIn: async (tx, done, total, what) => {
        if (times-- > 0) await then()
        await job.progressIn(tx, done, total, what)
      },
    }),
})
const change = (set: string, id: number) =>
  server.db.system.query(`update scheduled_report set ${set}, row_version = row_version + 1 where report_id = $1`, [id])

describe('a report that changes while it is prepared', () => {
  let id: number
  beforeEach(async () => {
    await owing({ NLA100A: 10 })
    id = await addReport(server, company, { name: 'Cambiado', mails: ['vieja@norte.mx'] })
  })
  const GONE = {
    outcome: 'skipped',
    letters: 0,
    why: 'El reporte se puso en pausa o se eliminó mientras se preparaba.',
  }

  it('is sent to its new recipients with its new content', async () => {
    const itemId = await enqueueDue()
    await runHere(
      itemId,
      meanwhile(() => change(`mails = '{nueva@norte.mx}', kind = 'vehicles'`, id)),
    )
    expect((await storedEmails(server, company)).map(({ recipient, content }) => [recipient, content.subject])).toEqual(
      [['nueva@norte.mx', 'Cambiado: 1 en total']],
    )
    expect(await storedFiles()).toHaveLength(1)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['switched off', () => change('active = false', id)],
    ['deleted', () => server.db.system.query('delete from scheduled_report where report_id = $1', [id])],
    ['switched off with all the others', () => switchOn(server, company, { active: false })],
  ])('is not sent if it was %s, and the outcome says why', async (_, then) => {
    const itemId = await enqueueDue()
    await runHere(itemId, meanwhile(then))
    expect(await storedEmails(server, company)).toEqual([])
    expect(await itemOf(itemId)).toMatchObject({
      outcomes: [GONE],
      message: `1 reporte: 0 correos, «Cambiado» (${GONE.why.slice(0, -1)}).`,
    })
    expect(await storedFiles()).toEqual([])
    const { rows } = await server.db.system.query(
      'select changes_from as from from scheduled_report where report_id = $1',
      [id],
    )
    expect(rows.map(({ from }) => from)).not.toContain(expect.any(String))
  })

  it('fails if it changes at every attempt', async () => {
    const itemId = await enqueueDue()
    await runHere(
      itemId,
      meanwhile(() => change('send_hour = 8', id), 3),
    ).catch(() => undefined)
    expect((await itemOf(itemId)).outcomes).toMatchObject([
      { outcome: 'failed', why: expect.stringContaining('se cambió varias veces') },
    ])
    expect(await storedFiles()).toEqual([])
  })
})

describe('a report whose vehicles cannot be read', () => {
  const VIEW = 'La vista «Ilegible» tiene un filtro que no se puede leer; elija otra.'
  const FILTER = 'El filtro del reporte no se puede leer; elija otro.'
  const withView = (id: number) =>
    server.db.system.query(
      `with unreadable as (
         insert into saved_view (tenant_id, user_id, view_name, shared, definition)
         select tenant_id, user_id, 'Ilegible', true, '{"vehicleClass": {"later": 1}}'
         from app_user
         where tenant_id = $1
         limit 1
         returning view_id)
       update scheduled_report set view_id = unreadable.view_id from unreadable where report_id = $2`,
      [company.tenantId, id],
    )

  it('fails with the reason at the first attempt, and the others are sent', async () => {
    await server.somebody(company, 'dueña', ['vehicles_read'])
    await owing({ NLA100A: 10 })
    await withView(await addReport(server, company, { name: 'A' }))
    await change(`filter = '{"later": 1}'`, await addReport(server, company, { name: 'B' }))
    await addReport(server, company, { name: 'C' })
    const itemId = await enqueueDue()
    await runHere(itemId)
    expect((await itemOf(itemId)).outcomes).toMatchObject([
      { name: 'A', outcome: 'failed', why: VIEW },
      { name: 'B', outcome: 'failed', why: FILTER },
      { name: 'C', outcome: 'sent' },
    ])
  })
})

describe('a temporary failure', () => {
  const failing = (code: string) => ({
    ...server.emailFiles,
    write: () => Promise.reject(Object.assign(new Error('x'), { code })),
  })

  const TROUBLE = [
    ['55P03', 'No se pudo generar en tres intentos: la base de datos estaba ocupada.'],
    [
      '57014',
      'No se pudo generar en tres intentos: leer los vehículos del filtro tardó demasiado; elija un filtro ' +
        'más pequeño.',
    ],
  ] as const
  it.each(someCases(TROUBLE, 1, 0))(
    '(%s) is retried three times, and then the reports fail with the reason',
    async (code, why) => {
      await owing({ NLA100A: 10 })
      await addReport(server, company, { name: 'Atorado' })
      await addReport(server, company, { name: 'Sano', kind: 'debts', policy: 'notice' })
      const itemId = await enqueueDue()
      const run = () => runHere(itemId, scheduledReports, smtp.mailbox, failing(code))
      await expect(run()).rejects.toThrow('tried again')
      expect((await itemOf(itemId)).outcomes).toEqual([])
      await runHere(itemId, dyingAt(/Escribiendo los correos de «Atorado»/)).catch(() => undefined)
      await expect(run()).rejects.toThrow('tried again')
      await run()
      expect((await itemOf(itemId)).outcomes).toMatchObject([
        { name: 'Atorado', outcome: 'failed', why },
        { name: 'Sano', outcome: 'failed', why },
      ])
    },
  )

  it('leaves no trace after a successful retry', async () => {
    await owing({ NLA100A: 10 })
    await addReport(server, company)
    const itemId = await enqueueDue()
    await expect(runHere(itemId, scheduledReports, smtp.mailbox, failing('40P01'))).rejects.toThrow('tried again')
    await runHere(itemId)
    expect(await outcomesOf(itemId)).toEqual([['Adeudos', 'sent']])
  })

  it('does not end a long round whose process died many times but made progress each time', async () => {
    await owing({ NLA100A: 10 })
    for (const name of ['A uno', 'B dos']) await addReport(server, company, { name })
    const itemId = await enqueueDue()
    await server.db.system.query('update queue_item set runs = 4 where queue_item_id = $1', [itemId])
    await expect(runHere(itemId, dyingAt(/Preparando «B dos»$/))).rejects.toThrow('stopping')
    await runHere(itemId)
    expect(await outcomesOf(itemId)).toEqual([
      ['A uno', 'sent'],
      ['B dos', 'sent'],
    ])
  })

  it('of a report that kills its process is not retried after three times, and the others are sent', async () => {
    await owing({ NLA100A: 10 })
    const id = await addReport(server, company, { name: 'A uno' })
    await addReport(server, company, { name: 'B dos' })
    const itemId = await enqueueDue()
    await server.db.system.query(
      'update report_round set tries = jsonb_build_object($2::text, 3) where queue_item_id = $1',
      [itemId, id],
    )
    await runHere(itemId)
    expect(await outcomesOf(itemId)).toEqual([
      ['A uno', 'failed'],
      ['B dos', 'sent'],
    ])
  })
})

describe('a filter', () => {
  it.each(someCases(['debts', 'vehicles', 'expiries', 'changes', 'sheets'], 2, 1))(
    'without any vehicle is reported by email whatever the policy (%s)',
    async (kind) => {
      await addReport(server, company, { name: 'Norte', kind, policy: 'skip' })
      const itemId = await runDue()
      const [email] = await storedEmails(server, company)
      expect(email?.content.subject).toBe('Ningún vehículo cumple el filtro: Norte')
      expect([email?.content.about, email?.content.lines[0]]).toEqual([
        'Filtro: Estatus: Activo.',
        'Ningún vehículo cumple el filtro. Revise el filtro o la vista del reporte.',
      ])
      expect(wordsIn(email as never)).not.toMatch(/sin adeudo|sin novedades/i)
      expect((await itemOf(itemId)).message).toBe('1 reporte: 1 correo, «Norte» (Ningún vehículo cumple el filtro).')
    },
  )

  it('with a deleted tag makes the report fail with that reason', async () => {
    await owing({ NLA100A: 0 })
    const id = await addReport(server, company)
    await server.db.system.query(`update scheduled_report set filter = '{"tags": [999999]}' where report_id = $1`, [id])
    expect((await itemOf(await runDue())).outcomes).toMatchObject([
      { outcome: 'failed', why: 'Una de las etiquetas ya no existe; quítela.' },
    ])
  })

  it('from a view is named after the view', async () => {
    await owing({ NLA100A: 10 })
    const id = await addReport(server, company, { kind: 'vehicles' })
    const { rows } = await server.db.system.query<{ id: number }>(
      `
        insert into saved_view (tenant_id, user_id, view_name, shared, definition)
        values ($1, $2, 'Morosos', true, '{"vehicleClass": {}, "columns": null}')
        returning view_id as id`,
      [company.tenantId, (await server.somebody(company, 'ana', ['admin'])).userId],
    )
    await server.db.system.query('update scheduled_report set view_id = $2 where report_id = $1', [id, rows[0]?.id])
    await runDue()
    expect((await storedEmails(server, company))[0]?.content.about).toBe('Vista «Morosos».')
  })
})

describe('answers past their validity', () => {
  const ANSWERS = [
    ['debts', 'Sin adeudos conocidos. Falta información de 1 vehículo: 1 sin respuesta vigente de una fuente.'],
    ['expiries', 'No hay nada registrado que haya vencido o venza en los próximos 30 días.'],
    ['vehicles', '1 vehículo con sus estatus.'],
  ] as const
  it.each(someCases(ANSWERS, 1, 0))('are reported with the oldest date (%s)', async (kind, line) => {
    await owing({ NLA100A: 0 })
    await server.db.system.query('delete from vehicle_resource where good_at is null')
    await server.db.system.query(
      `update vehicle_resource set good_at = '2026-01-05T18:00:00Z', fresh_until = '2026-02-05T18:00:00Z'`,
    )
    await addReport(server, company, { kind })
    await runDue()
    const [email] = await storedEmails(server, company)
    expect(email?.content.lines[0]).toBe(line)
    expect(wordsIn(email as never)).toContain('["Con dato antiguo","1 vehículo"]')
    expect(wordsIn(email as never)).toContain(
      'El dato más antiguo es del lunes 5 de enero de 2026, 12:00 (hora de Ciudad de México).',
    )
  })
})
