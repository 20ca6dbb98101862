// The configuration workbook: downloaded as is, applied completely or not at all, and validated in every cell.
import { CONFIGURATION_NAME } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import type { Configured } from '@padron/contract/reports/outcomes'
import { openXlsx } from 'hucre'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBook } from '../../../files/xlsx/read/open.ts'
import { withLockHeld } from '../../../testing/attacks/with-lock-held.ts'
import { addChannel } from '../../../testing/channels.ts'
import { isDrill } from '../../../testing/drill.ts'
import { bookOf, type CellValue, formOf, type Sent } from '../../../testing/files/workbooks.ts'
import { createTag } from '../../../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { WRONG_FILES } from '../../../testing/xlsx/wrong.ts'
import { HEADINGS } from '../testing/reports.ts'

const NOW = new Date('2026-11-22T18:00:00Z')
let server: TestServer
let company: Company
let ana: Somebody
let reader: Somebody
let stranger: Somebody
beforeAll(async () => {
  server = await testServer(() => NOW)
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', [
    'programReports_admin',
    'programReports_read',
    'tags_read',
    'vehicles_read',
  ])
  reader = await server.somebody(company, 'leo', ['programReports_read'])
  stranger = await server.somebody(await server.company('sur', 'CO'), 'eva', [
    'programReports_admin',
    'programReports_read',
  ])
  await createTag(server, company, 'norte, y sur')
  const definition = { vehicleClass: {}, columns: null }
  await ask(ana, 'POST', 'views', { name: 'Con deuda', shared: true, definition })
  await system('insert into email_setting (tenant_id, active) values ($1, true)', company.tenantId)
})
afterAll(() => server.stop())
beforeEach(() => system('delete from scheduled_report where tenant_id = $1', company.tenantId))

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const ask = (who: Somebody, method: 'GET' | 'POST', call: string, payload?: object) =>
  server.ask(who, { method, url: `/api/v2/${call}`, ...(payload ? { payload } : {}) })
const list = async (who = ana) => ((await ask(who, 'GET', 'reports')).body as { reports: Report[] }).reports
const names = async () => (await list()).map(({ name }) => name)
const upload = async (sent: Sent, who = ana) => {
  const fields = { notifyTo: 'ana@ejemplo.mx', ...sent.fields }
  const url = '/api/v2/scheduledReportConfigurationBatch/'
  const form = formOf({ fileName: CONFIGURATION_NAME, ...sent, fields })
  const { status, body } = await server.ask(who, { method: 'POST', url, ...form })
  return { status, body: body as Configured & { title: string; errors: { path: string }[] } }
}
const download = async (who = ana): Promise<Buffer> => {
  const { body } = await ask(who, 'GET', 'scheduledReportConfiguration')
  return Buffer.from((body as { scheduledReportConfiguration: string }).scheduledReportConfiguration, 'base64')
}
const sheetOf = async (bytes: Buffer, name = 'Reportes') => {
  const { main, rows } = await openBook(bytes, name)
  return (await Array.fromAsync(rows(main))).map(({ cells }) => cells)
}

const GOOD: Record<string, CellValue> = {
  Nombre: 'Adeudos',
  'Tipo de reporte': 'Adeudos',
  Correos: 'ana@ejemplo.mx',
  Frecuencia: 'Semanal',
  'Día de envío': 'Lunes',
}
const row = (patch: Record<string, CellValue> = {}): CellValue[] =>
  HEADINGS.map((heading) => ({ ...GOOD, ...patch })[heading] ?? null)
const bookWith = (...rows: Record<string, CellValue>[]) => bookOf([HEADINGS, ...rows.map(row)], 'Reportes')
const apply = async (rows: Record<string, CellValue>[], fields: Record<string, string> = {}) =>
  (await upload({ file: await bookWith(...rows), fields })).body

describe('a configuration workbook', () => {
  it('applies its reports, returns their first sends and emails the given address', async () => {
    const body = await apply([
      {
        Nombre: 'Uno',
        Correos: 'ana@ejemplo.mx; Luis@ejemplo.mx\nana@ejemplo.mx',
        Estados: 'nuevo leon, Jalisco',
        Etiquetas: 'Grupo de norte, y sur: norte, y sur',
      },
      {
        Nombre: 'Dos',
        Frecuencia: 'mensual',
        'Día de envío': 'ultimo',
        'Hora de envío': 18,
        'Vista guardada': 'CON DEUDA',
      },
      {
        Nombre: 'Tres',
        'Tipo de reporte': 'fichas en pdf',
        Frecuencia: 'Quincenal',
        'Día de envío': 'miercoles',
        'Hora de envío': '18:00',
        Activo: false,
        'Si no hay nada que informar': 'enviar sin novedades',
      },
    ])
    expect(body).toMatchObject({
      message: 'Archivo subido correctamente',
      applied: true,
      reports: 3,
      created: [
        { name: 'Uno', mails: ['ana@ejemplo.mx', 'Luis@ejemplo.mx'], mailCount: 2 },
        { name: 'Dos' },
        { name: 'Tres' },
      ],
      changed: [],
      removed: [],
      errorCount: 0,
      fileUrl: null,
      firstSends: [
        { name: 'Dos', at: '2026-12-01T00:00:00.000Z' },
        { name: 'Tres', at: null },
        { name: 'Uno', at: '2026-11-23T13:00:00.000Z' },
      ],
    })
    expect(await list()).toMatchObject([
      {
        name: 'Dos',
        kind: 'debts',
        frequency: 'monthly',
        sendDay: 31,
        sendHour: 18,
        view: { name: 'Con deuda' },
        filter: {},
      },
      {
        name: 'Tres',
        kind: 'sheets',
        frequency: 'biweekly',
        sendDay: 3,
        emptyPolicy: 'notice',
        active: false,
        nextAt: null,
      },
      {
        name: 'Uno',
        mails: ['ana@ejemplo.mx', 'Luis@ejemplo.mx'],
        filter: { states: [14, 19], tags: [expect.any(Number)] },
      },
    ])
    const recorded = await system(
      `select who, action from activity where subject_kind = 'report' and subject_name = 'Uno'`,
    )
    expect(recorded.rows).toEqual([{ who: 'norte-ana', action: 'create' }])
    const { rows } = await system(`select recipient, content from mail where kind = 'configuration'`)
    expect(rows).toMatchObject([
      {
        recipient: 'ana@ejemplo.mx',
        content: { lines: [expect.stringContaining('norte-ana'), expect.stringContaining('3 nuevos')] },
      },
    ])
  })

  it.runIf(isDrill)('that is downloaded and sent back unchanged changes nothing', async () => {
    await apply([
      { Nombre: '=1+1', Estados: 'Nuevo León', RFC: 'XAXX', Etiquetas: 'norte, y sur' },
      { Nombre: 'Otro', 'Vista guardada': 'Con deuda', 'Hora de envío': 9 },
    ])
    const before = await list()
    const book = await download()
    expect(await sheetOf(book)).toEqual([
      ['Clave', 'Nombre *', 'Tipo de reporte *', 'Correos *', 'Frecuencia *', 'Día de envío *', ...HEADINGS.slice(6)],
      [
        `${before[0]?.reportId}`,
        '=1+1',
        'Adeudos',
        'ana@ejemplo.mx',
        'Semanal',
        'Lunes',
        '07:00',
        'XAXX',
        '',
        'Nuevo León',
        'Grupo de norte, y sur: norte, y sur',
        '',
        'Enviar',
        'Sí',
      ],
      [
        `${before[1]?.reportId}`,
        'Otro',
        'Adeudos',
        'ana@ejemplo.mx',
        'Semanal',
        'Lunes',
        '09:00',
        '',
        '',
        '',
        '',
        'Con deuda',
        'Enviar',
        'Sí',
      ],
    ])
    for (const _ of [1, 2]) {
      const { body } = await upload({ file: book })
      expect(body).toMatchObject({ applied: true, created: [], changed: [], removed: [], reports: 2 })
    }
    expect(await list()).toEqual(before)
  })

  it.runIf(isDrill)('leaves channels unchanged: a report with a channel needs no emails, the others do', async () => {
    const channel = await addChannel(server, ana)
    await apply([{ Nombre: 'Uno' }])
    await system(`update scheduled_report set mails = '{}', channel_ids = $1 where report_name = 'Uno'`, [channel])
    const { body } = await upload({ file: await download() })
    expect(body).toMatchObject({ applied: true, changed: [], errorCount: 0 })
    expect(await list()).toMatchObject([{ mails: [], channels: [{ channelId: channel }] }])
    const wrong = await apply([
      { Nombre: 'Uno', Correos: '' },
      { Nombre: 'Dos', Correos: '' },
    ])
    expect(wrong.errors).toMatchObject([{ row: 3, column: 'Correos' }])
  })

  it('does not count a deleted channel as a recipient', async () => {
    const channel = await addChannel(server, ana, { name: 'Eliminado' })
    await apply([{ Nombre: 'Uno' }])
    await system('update scheduled_report set channel_ids = $1', [channel])
    await system('update channel set removed_at = now() where channel_id = $1', channel)
    const withoutEmails = await apply([{ Nombre: 'Uno', Correos: '' }])
    expect(withoutEmails).toMatchObject({ applied: false, errors: [{ row: 2, column: 'Correos' }] })
    await apply([{ Nombre: 'Uno', Correos: 'eva@ejemplo.mx' }])
    await system('update channel set removed_at = null where channel_id = $1', channel)
    expect(await list()).toMatchObject([{ mails: ['eva@ejemplo.mx'], channels: [{ channelId: channel }] }])
  })

  it('is complete in a spreadsheet program: instructions, notes, drop-downs, frozen headings', async () => {
    const book = await download()
    const { sheets } = await openXlsx(book, { readStyles: true })
    expect(sheets.map(({ name }) => name)).toEqual(['Reportes', 'Instrucciones', 'Listas'])
    const [first] = sheets
    expect(first?.freezePane).toMatchObject({ rows: 1, columns: 2 })
    expect(first?.cells?.get('0,0')?.comment?.text).toContain('déjela vacía en los nuevos')
    expect(first?.dataValidations?.length).toBe(9)
    const colombian = await sheetOf(await download(stranger))
    expect(colombian[0]?.slice(7, 10)).toEqual(['NIT', 'Arrendadora', 'Departamentos'])
  })

  it.runIf(isDrill)(
    'replaces all reports: it changes by key, adds and removes, and two reports can exchange names',
    async () => {
      await apply([{ Nombre: 'A' }, { Nombre: 'B', 'Hora de envío': '08:00' }, { Nombre: 'C' }])
      const ids = new Map((await list()).map(({ name, reportId }) => [name, reportId]))
      const changes = [
        { Clave: ids.get('A') ?? 0, Nombre: 'B' },
        { Clave: ids.get('B') ?? 0, Nombre: 'A', 'Hora de envío': '08:00' },
        { Nombre: 'D' },
      ]
      const tried = await apply(changes, { preview: 'true' })
      expect(tried).toMatchObject({
        applied: false,
        message: 'El archivo se revisó; todavía no se ha escrito nada.',
        created: [{ name: 'D' }],
        changed: [{ name: 'B' }, { name: 'A' }],
        removed: [{ name: 'C', mails: ['ana@ejemplo.mx'], mailCount: 1 }],
      })
      expect(await names()).toEqual(['A', 'B', 'C'])
      expect(await apply(changes)).toMatchObject({ applied: true, removed: [{ name: 'C' }] })
      const { rows } = await system(
        `select content from mail where kind = 'configuration' order by created_at desc limit 1`,
      )
      expect(rows[0]?.content.blocks.slice(0, 2)).toEqual([
        { is: 'heading', text: 'Eliminados' },
        { is: 'facts', rows: [['C', 'ana@ejemplo.mx']] },
      ])
      expect((await list()).map(({ name, reportId, sendHour }) => [name, reportId, sendHour])).toEqual([
        ['A', ids.get('B'), 8],
        ['B', ids.get('A'), 7],
        ['D', expect.any(Number), 7],
      ])
    },
  )

  it.runIf(isDrill)('sent twice without keys changes its reports by name and creates no duplicates', async () => {
    const rows = [{ Nombre: 'Ñandú' }, { Nombre: 'B' }]
    await apply(rows)
    await system(`update scheduled_report set next_at = '2026-12-07T13:00:00Z' where tenant_id = $1`, company.tenantId)
    const before = await list()
    expect(await apply(rows)).toMatchObject({ applied: true, created: [], changed: [], removed: [] })
    expect(await list()).toEqual(before)
    const changed = await apply([{ Nombre: 'NANDU', 'Hora de envío': '09:00' }, { Nombre: 'Otro' }])
    expect(changed).toMatchObject({
      created: [{ name: 'Otro' }],
      changed: [{ name: 'NANDU' }],
      removed: [{ name: 'B' }],
    })
    const [first, second] = before.map(({ reportId }) => reportId)
    expect((await list()).find(({ name }) => name === 'NANDU')?.reportId).toBe(second)
    // A row with the report's key takes it, so the row with its name is a new report.
    await apply([{ Clave: second ?? 0, Nombre: 'Primero' }, { Nombre: 'NANDU' }])
    const now = new Map((await list()).map(({ name, reportId }) => [name, reportId]))
    expect([now.get('Primero'), [first, second].includes(now.get('NANDU') ?? 0)]).toEqual([second, false])
  })

  it.runIf(isDrill)('keeps the dates of unchanged reports, unless a first send is requested', async () => {
    await apply([{ Frecuencia: 'Quincenal' }])
    await system(`update scheduled_report set next_at = '2026-12-07T13:00:00Z' where tenant_id = $1`, company.tenantId)
    const book = await download()
    const next = async () => (await list())[0]?.nextAt
    await upload({ file: book })
    expect(await next()).toBe('2026-12-07T13:00:00Z')
    const { body } = await upload({ file: book, fields: { firstReportSendTime: '0' } })
    expect(body).toMatchObject({ applied: true, changed: [], firstSends: [{ at: '2026-11-23T13:00:00.000Z' }] })
    expect(await next()).toBe('2026-11-23T13:00:00Z')
  })
})

describe('a workbook with an error is not applied:', () => {
  const WRONG: readonly [column: string, patch: Record<string, CellValue>, message: string][] = [
    ['Correos', { Correos: 'ana@ejemplo.mx, luis@, x' }, 'Correo electrónico inválido: «luis@», «x»'],
    ['Correos', { Correos: '' }, 'Falta a quién se envía.'],
    [
      'Correos',
      { Correos: Array.from({ length: 1_500 }, (_, i) => `a${i}@ejemplo.mx`).join() },
      'Máximo 50 correos; tiene 1500.',
    ],
    ['Día de envío', { 'Día de envío': 'Lunex' }, '«Lunex» no se reconoce; ¿quiso escribir Lunes?'],
    [
      'Día de envío',
      { 'Día de envío': '3' },
      'De un reporte semanal o quincenal escriba el día de la semana: Lunes, Martes, Miércoles, Jueves, Viernes, ' +
        'Sábado o Domingo.',
    ],
    [
      'Día de envío',
      { Frecuencia: 'Mensual', 'Día de envío': 32 },
      'De un reporte mensual escriba un número del 1 al 31, o Último.',
    ],
    ['Día de envío', { 'Día de envío': '' }, 'Falta el día de envío.'],
    ['Frecuencia', { Frecuencia: 'Diario' }, '«Diario» no se reconoce; escriba Semanal, Quincenal o Mensual.'],
    ['Tipo de reporte', { 'Tipo de reporte': 'Adeudo' }, '«Adeudo» no se reconoce; ¿quiso escribir Adeudos?'],
    ['Hora de envío', { 'Hora de envío': '25:00' }, '«25:00» no es una hora; escríbala como 07:00.'],
    ['Hora de envío', { 'Hora de envío': '7:30' }, 'Los reportes salen a la hora en punto, por ejemplo 07:00.'],
    ['Estados', { Estados: 'Nuevo León, Jalixco' }, 'No existe el lugar «Jalixco»; ¿quiso escribir Jalisco?'],
    ['Etiquetas', { Etiquetas: 'nortes' }, 'No existe la etiqueta «nortes».'],
    [
      'Vista guardada',
      { 'Vista guardada': 'Con deudas' },
      'No hay una vista compartida que se llame «Con deudas»; ¿quiso escribir Con deuda?',
    ],
    [
      'Vista guardada',
      { 'Vista guardada': 'Con deuda', Arrendadora: 'Uno' },
      'Con una vista guardada van en blanco el filtro de la empresa, la arrendadora, los lugares y las etiquetas.',
    ],
    [
      'Clave',
      { Clave: 999_999 },
      'No es la clave de ningún reporte de su empresa; déjela vacía en los nuevos, o descargue de nuevo la plantilla.',
    ],
    ['Clave', { Clave: 'nueva' }, 'No es una clave; déjela vacía en los reportes nuevos.'],
    ['Nombre', { Nombre: 'x'.repeat(61) }, 'Máximo 60 caracteres; tiene 61.'],
    ['Nombre', { Nombre: 'Con\nBcc: x@y.mx' }, 'El nombre no puede tener saltos de línea.'],
    ['Nombre', { Nombre: 'ya ESTÁ' }, 'El nombre ya está en la fila 2.'],
    ['Activo', { Activo: 'quizá' }, '«quizá» no se reconoce; escriba Sí o No.'],
  ]
  it.runIf(isDrill)('every wrong cell is listed with its error', async () => {
    const body = await apply([
      { Nombre: 'Ya está' },
      ...WRONG.map(([, patch], i) => ({ Nombre: `Malo ${i}`, ...patch })),
    ])
    expect(body.errors).toEqual(WRONG.map(([column, , message], i) => ({ row: i + 3, column, message })))
    expect(body).toMatchObject({
      applied: false,
      message: '¡Su plantilla contiene errores!',
      errorCount: WRONG.length,
      firstSends: [],
    })
    expect(await names()).toEqual([])
  })

  it.runIf(isDrill)('the sender’s workbook is returned with the wrong cells marked', async () => {
    const { fileUrl } = await apply([{}, { Nombre: 'Malo', 'Día de envío': 'Lunex', Estados: 'Marte' }])
    const { rawPayload, headers } = await server.app.inject({ url: fileUrl ?? '' })
    expect(headers['content-disposition']).toContain('Sync Plantilla Correos - errores.xlsx')
    const { sheets } = await openXlsx(rawPayload, { readStyles: true })
    expect(sheets[0]?.cells?.get('2,5')?.comment?.text).toContain(
      'Error: «Lunex» no se reconoce; ¿quiso escribir Lunes?',
    )
    expect((await sheetOf(rawPayload, 'Errores')).map((cells) => cells[1])).toEqual(
      expect.arrayContaining(['Día de envío', 'Estados']),
    )
    const { rows } = await system(
      `select count(*)::int as n from mail where kind = 'configuration' and content::text like '%Malo%'`,
    )
    expect(rows[0]).toEqual({ n: 0 })
  })

  it.runIf(isDrill)(
    'errors are listed in the order of the columns, without the star of required headings',
    async () => {
      const starred = HEADINGS.map((heading) => (heading === 'Correos' ? 'Correos *' : heading))
      const wrong = row({
        Activo: 'quizá',
        Correos: 'x',
        'Vista guardada': 'Con deuda',
        Arrendadora: 'Uno',
        Clave: 'nueva',
      })
      const { body } = await upload({ file: await bookOf([starred, wrong], 'Reportes') })
      expect(body.errors.map(({ column }) => column)).toEqual(['Clave', 'Correos', 'Vista guardada', 'Activo'])
    },
  )

  it.runIf(isDrill)('a key of another company', async () => {
    const { body } = await ask(stranger, 'POST', 'reports', {
      name: 'Ajeno',
      kind: 'debts',
      mails: ['a@b.co'],
      frequency: 'weekly',
      sendDay: 1,
    })
    const theirs = (body as Report).reportId
    expect(await apply([{ Clave: theirs }])).toMatchObject({ applied: false, errors: [{ column: 'Clave' }] })
    expect(await list(stranger)).toMatchObject([{ name: 'Ajeno', version: 1 }])
  })

  it.runIf(isDrill)('a repeated key, or more reports than a company may have', async () => {
    await apply([{ Nombre: 'A' }])
    const [{ reportId: Clave } = { reportId: 0 }] = await list()
    const twice = await apply([
      { Clave, Nombre: 'A' },
      { Clave, Nombre: 'B' },
    ])
    expect(twice.errors).toEqual([{ row: 3, column: 'Clave', message: 'La clave ya está en la fila 2.' }])
    const many = await apply(Array.from({ length: 201 }, (_, i) => ({ Nombre: `R${i}` })))
    expect(many.errors).toEqual([
      { row: null, column: '', message: 'El archivo tiene más de 200 reportes, que es lo más que se acepta.' },
    ])
    expect(await names()).toEqual(['A'])
  })

  it.runIf(isDrill)('unknown, missing or repeated headings, or no report at all', async () => {
    const file = await bookOf(
      [[...HEADINGS.slice(0, 8), 'Arendadora', ...HEADINGS.slice(9), 'Correos'], row()],
      'Reportes',
    )
    const { body } = await upload({ file })
    expect(body.errors).toEqual([
      { row: 1, column: 'Arendadora', message: 'La columna no se reconoce; ¿es «Arrendadora»?' },
      { row: 1, column: 'Correos', message: 'La columna «Correos» está más de una vez.' },
      { row: 1, column: 'Arrendadora', message: 'Falta la columna «Arrendadora»; descargue la plantilla.' },
    ])
    const without = await upload({ file: await bookOf([HEADINGS.slice(0, 3), row().slice(0, 3)], 'Reportes') })
    expect(without.body.errors[0]).toEqual({
      row: 1,
      column: 'Correos',
      message: 'Falta la columna «Correos»; descargue la plantilla.',
    })
    expect(without.body.errorCount).toBe(HEADINGS.length - 3)
    await apply([{ Nombre: 'A' }])
    expect(await apply([])).toMatchObject({ applied: false, errorCount: 1, errors: [{ row: null, column: '' }] })
    expect(await names()).toEqual(['A'])
  })

  it.each(['a CSV', 'an .xlsm'])('%s instead of an .xlsx file', async (what) => {
    const { make, reason } = WRONG_FILES[what] ?? {}
    const { status, body } = await upload({ file: Buffer.from((await make?.()) ?? []) })
    expect(status).toBe(422)
    expect(body.title).toMatch(reason ?? /^$/)
    expect(body.errors).toMatchObject([{ path: 'file' }])
  })

  it('no file, another file type, or an invalid email address', async () => {
    const file = await bookWith({})
    expect(await upload({})).toMatchObject({ status: 422, body: { title: 'Seleccione un archivo .xlsx válido' } })
    expect(await upload({ file, fileName: 'plantilla.xls' })).toMatchObject({
      status: 422,
      body: { title: 'Solo se permiten archivos de tipo .XLSX' },
    })
    const fields = { notifyTo: 'ana@ejemplo.mx, luis@ejemplo.mx' }
    expect(await upload({ file, fields })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'notifyTo', message: 'Correo electrónico inválido' }] },
    })
    expect(await names()).toEqual([])
  })
})

it.runIf(isDrill)('a workbook is validated again if the reports changed meanwhile', async () => {
  await apply([{ Nombre: 'A' }])
  const [{ reportId: Clave } = { reportId: 0 }] = await list()
  const change = `
    update scheduled_report set mails = '{otra@ejemplo.mx}', row_version = row_version + 1 where tenant_id = $1`
  const held = {
    hold: (client: pg.PoolClient) => client.query(change, [company.tenantId]),
    waitsIn: 'order by report_id for update',
  }
  const answer = await withLockHeld(server, held, () => apply([{ Clave, Nombre: 'A' }, { Nombre: 'B' }]))
  expect(answer).toMatchObject({ applied: true, created: [{ name: 'B' }], changed: [{ name: 'A' }] })
  expect((await list()).map(({ mails }) => mails)).toEqual([['ana@ejemplo.mx'], ['ana@ejemplo.mx']])
})

it('a report of a user who sees a part of the fleet gets only a view of that user', async () => {
  const roles = ['programReports_admin', 'programReports_read', 'vehicles_read'] as const
  const part = await server.somebody(company, 'parte', roles)
  await system(`update app_user set vehicle_scope = '{"states": [9]}' where user_id = $1`, part.userId)
  const definition = { vehicleClass: {}, columns: null }
  await ask(part, 'POST', 'views', { name: 'De la parte', shared: true, definition })
  const body = { name: 'De parte', kind: 'debts', mails: ['ana@ejemplo.mx'], frequency: 'weekly', sendDay: 1 }
  const { reportId: Clave } = (await ask(part, 'POST', 'reports', body)).body as Report
  const refused = await apply([{ Clave, Nombre: 'De parte', 'Vista guardada': 'Con deuda' }])
  expect(refused).toMatchObject({
    applied: false,
    errors: [
      {
        row: 2,
        column: 'Vista guardada',
        message: 'Este reporte cuenta lo que ve quien lo hizo: elija una vista compartida de esa persona.',
      },
    ],
  })
  const own = await apply([{ Clave, Nombre: 'De parte', 'Vista guardada': 'De la parte' }])
  expect(own).toMatchObject({ applied: true, changed: [{ name: 'De parte' }], errors: [] })
  expect(await list()).toMatchObject([{ view: { name: 'De la parte' }, seenBy: part.username }])
})

it.runIf(isDrill)(
  'a cell that is too long is rejected, and errors quote only the beginning of long values',
  async () => {
    const long = await apply([
      { Etiquetas: 'x'.repeat(6_001) },
      { Nombre: 'B', 'Tipo de reporte': 'y'.repeat(300) },
      { Nombre: 'C', Etiquetas: Array.from({ length: 51 }, () => 'norte, y sur').join() },
    ])
    expect(long.errors.map(({ message }) => message)).toEqual([
      'El texto es demasiado largo: tiene 6001 caracteres.',
      expect.stringMatching(/^«y{80}…» no se reconoce; escriba /),
      'Máximo 50.',
    ])
    const near = await apply([{ Etiquetas: 'Grupo de norte, y sul: norte, y sur' }])
    expect(near.errors).toMatchObject([{ message: expect.stringContaining('No existe la etiqueta «Grupo de norte»') }])
  },
)

it('columns are read in any order, below a title, ignoring case and accents', async () => {
  const order = HEADINGS.toReversed()
  const cells = row({ Nombre: 'Revuelto' }).toReversed()
  const file = await bookOf(
    [
      ['Reportes de la empresa'],
      [],
      order.map((heading) => heading.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')),
      cells,
    ],
    'Hoja1',
  )
  expect((await upload({ file })).body).toMatchObject({ applied: true, created: [{ name: 'Revuelto' }] })
  expect(await names()).toEqual(['Revuelto'])
})

it.runIf(isDrill)(
  'download and upload need different permissions; without permission to read tags they are numbers',
  async () => {
    await apply([{ Etiquetas: 'norte, y sur' }])
    const file = await download(reader)
    expect((await sheetOf(file))[1]?.[10]).toMatch(/^#\d+$/)
    expect((await upload({ file }, reader)).status).toBe(403)
    expect((await upload({ file })).body).toMatchObject({ applied: true, changed: [] })
    expect((await sheetOf(await download(stranger))).length).toBe(1 + (await list(stranger)).length)
  },
)
