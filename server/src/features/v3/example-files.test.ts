// The programs that read a file and write the API's answer for each line: the same cases in both languages.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resourceTypesOf, statusText } from '@padron/contract/resources'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrolVehicles } from '../../checks/services/enrol.ts'
import { asSystem } from '../../db/client.ts'
import { type Examples, LANGUAGES, startExamples } from '../../testing/examples.ts'
import { owe } from '../../testing/obligations.ts'
import type { Company } from '../../testing/server.ts'

let examples: Examples
let folder: string
let token: string
let ids: number[]
let bogota: Company
let bogotaToken: string

beforeAll(async () => {
  examples = await startExamples()
  const { server, tokenWith } = examples
  token = await tokenWith(['vehicles_read', 'vehicles_edit'])
  await server.vehicles(await server.company('sur'), [{ plate: 'SUR001A' }])
  bogota = await server.company('bogota', 'CO')
  bogotaToken = await tokenWith(['vehicles_read'], await server.somebody(bogota, 'admin', ['admin']))
})
afterAll(() => examples.stop())

const system = (text: string, values: unknown[] = []) => examples.server.db.system.query(text, values)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'padron-examples-'))
  const { server, company } = examples
  await system('delete from vehicle where tenant_id = $1', [company.tenantId])
  ids = await server.vehicles(company, [{ plate: 'AAA001A', columns: { custom_id: 'ECO-1' } }, { plate: 'AAA002A' }])
  examples.requests.length = 0
  return () => rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, content: string, encoding: BufferEncoding = 'utf8') =>
  writeFileSync(join(folder, name), content, encoding)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

type Debt = { folio: string; total: number | null; type?: number; endedAs?: 'paid' | 'vanished' }
const addDebt = async (vehicleId: number | undefined, { folio, total, type = 1, endedAs }: Debt): Promise<string> => {
  const { rows } = await system(
    `insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, total,
       first_seen_at, last_seen_at, ended_at, ended_as)
     select tenant_id, vehicle_id, resource_id, 'f:' || $2, resource_type_id, $2, 'Exceso de velocidad', $3, now(),
       now(), case when $5::text is not null then '2026-11-20T18:00:00Z'::timestamptz end, $5
     from vehicle_resource where vehicle_id = $1 and resource_type_id = $4 limit 1
     returning debt_id(vehicle_id, resource_id, debt_key) as id`,
    [vehicleId, folio, total, type, endedAs ?? null],
  )
  return rows[0].id
}
/** `age`: hours since the answer; `valid`: hours that it is still valid, negative if it no longer is. */
type CheckAnswer = { status: number; age?: number; valid?: number }
const answer = (
  vehicleId: number | undefined,
  types: readonly number[],
  { status, age = 3, valid = 24 }: CheckAnswer,
) =>
  system(
    `update vehicle_resource
     set status_id = $3, good_at = now() - make_interval(hours => $4, mins => 30),
       fresh_until = now() + make_interval(hours => $5)
     where vehicle_id = $1 and resource_type_id = any($2)`,
    [vehicleId, types, status, age, valid],
  )
/** Theft, insurance, inspection, plate. */
const TYPES = [4, 5, 12, 14]
const WARNINGS = [10, 11, 12, 13, 15, 18, 29]

const marked = async (): Promise<string[]> => {
  const { rows } = await system('select folio from debt where marked_paid_at is not null order by folio, resource_id')
  return rows.map(({ folio }: { folio: string }) => folio)
}

describe.each(LANGUAGES)('in $language', (language) => {
  const run = (name: string, args: readonly string[], env: { PADRON_TOKEN?: string } = {}) =>
    examples.run(language, folder, name, args, { PADRON_TOKEN: token, ...env })

  describe.skipIf(language.isMissing)('the payments program', () => {
    const HEADER = 'Placa;No. Económico;Folio;Monto pagado;Fecha de pago;Referencia'
    const TODAY = 'se marcó el …'
    /** The last three cells of each line, without today's date. */
    const answers = () =>
      read('resultado.csv')
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) =>
          line
            .split(';')
            .slice(-3)
            .join(';')
            .replace(/se marcó el [\d-]{10}/, TODAY),
        )

    it('marks debts as paid, answers each line, and gives the same answers when it runs again', async () => {
      const long = 'X'.repeat(25)
      const debts = await Promise.all([
        addDebt(ids[0], { folio: 'M-1', total: 1234.5 }),
        addDebt(ids[0], { folio: 'M-2', total: 300 }),
        addDebt(ids[1], { folio: 'M-3', total: 100 }),
        addDebt(ids[1], { folio: 'M-4', total: 100, endedAs: 'paid' }),
        addDebt(ids[1], { folio: 'M-5', total: 100, endedAs: 'vanished' }),
        addDebt(ids[1], { folio: 'M-6', total: null }),
        addDebt(ids[1], { folio: 'M-7', total: 70 }),
        addDebt(ids[1], { folio: 'M-7', total: 70, type: 9 }),
        addDebt(ids[0], { folio: 'M-8', total: 80 }),
        addDebt(ids[0], { folio: 'M-8', total: 81, type: 9 }),
      ])
      const [one, two, three, four, five, six, seven, alike, , eight] = debts
      const lines: [line: string, answer: string, again?: string][] = [
        ['AAA-001-A;;M-1;1.234,50;28/11/2026;"TRX ""1"""', `pagada;;${one}`, `ya estaba pagada;${TODAY};${one}`],
        ['AAA001A;ECO-1;M-1;1.234,50;2026-11-28;', `ya estaba pagada;${TODAY};${one}`],
        [';ECO-1;m-2;$ 300;;', `pagada;;${two}`, `ya estaba pagada;${TODAY};${two}`],
        ['AAA001A;;M-404;10;;', 'no existe;el vehículo no tiene un adeudo con ese folio;'],
        ['SUR001A;;M-1;10;;', 'no existe;no hay un vehículo así;'],
        ['AAA002A;ECO-1;M-1;10;;', 'no existe;no hay un vehículo así;'],
        ['AAA002A;;M-3;99.99;;', `el monto no coincide;se deben 100.00;${three}`],
        ['AAA002A;;M-4;100;;', `ya estaba pagada;la fuente dejó de cobrarlo el 2026-11-20;${four}`],
        ['AAA002A;;M-5;100;;', `no existe;la fuente dejó de cobrarlo el 2026-11-20;${five}`],
        ['AAA002A;;M-6;55;;', `pagada;la fuente no da su monto;${six}`, `ya estaba pagada;${TODAY};${six}`],
        [
          'AAA002A;;M-7;70;;',
          `rechazada;varios adeudos tienen ese folio: escriba como folio el id de uno (${seven}, ${alike});`,
        ],
        ['AAA002A;;M-7;7;;', 'el monto no coincide;se deben 70.00 o 70.00;'],
        [`AAA002A;;${alike};70;;`, `pagada;;${alike}`, `ya estaba pagada;${TODAY};${alike}`],
        ['AAA001A;;M-8;81;;', `pagada;;${eight}`, `ya estaba pagada;${TODAY};${eight}`],
        [`${long};;M-1;10;;`, 'rechazada;400: Los datos enviados no son válidos. plate: Máximo 20 caracteres;'],
        [';;M-1;10;;', 'rechazada;falta la placa o el número económico;'],
        ['AAA001A;;;10;;', 'rechazada;falta el folio;'],
        ['AAA001A;;M-1;;;', 'rechazada;falta el monto;'],
        ['AAA001A;;M-1;cien;;', 'rechazada;el monto no es un importe;'],
        ['AAA001A;;M-1;1,234,50;;', 'rechazada;el monto no es un importe;'],
        ['AAA001A;;M-1;10;30/02/2026;', 'rechazada;la fecha no es un día;'],
        ['AAA001A;;M-1;10;31/12/2199;', 'rechazada;la fecha todavía no llega;'],
        ['AAA001A;;M-1;10;;;;', 'rechazada;tiene más celdas que el encabezado;'],
      ]
      write('pagos.csv', `\u{feff}${[HEADER, ...lines.map(([line]) => line), ';;;;;'].join('\r\n')}`)
      const rehearsal = await run('pagos', ['pagos.csv', 'resultado.csv', '--ensayo'])
      expect(rehearsal).toEqual({
        code: 2,
        stderr: '',
        stdout: 'se marcaría: 5, ya estaba pagada: 2, no existe: 4, el monto no coincide: 2, rechazada: 10\n',
      })
      expect(answers()).toEqual(lines.map(([, answer]) => answer.replace(/^pagada/, 'se marcaría')))
      expect(await marked()).toEqual([])
      expect(examples.requests.every((request) => request.startsWith('GET '))).toBe(true)

      const paid = await run('pagos', ['pagos.csv', 'resultado.csv'])
      expect([paid.code, paid.stdout]).toEqual([2, rehearsal.stdout.replace('se marcaría', 'pagada')])
      expect(answers()).toEqual(lines.map(([, answer]) => answer))
      expect(await marked()).toEqual(['M-1', 'M-2', 'M-6', 'M-7', 'M-8'])
      const [first, second] = read('resultado.csv').split('\r\n')
      expect(first).toBe(`\u{feff}${HEADER};resultado;detalle;adeudo`)
      expect(second).toBe(`AAA-001-A;;M-1;1.234,50;28/11/2026;"TRX ""1""";pagada;;${one}`)

      examples.requests.length = 0
      expect(await run('pagos', ['pagos.csv', 'resultado.csv'])).toMatchObject({ code: 2, stderr: '' })
      expect(answers()).toEqual(lines.map(([, answer, again = answer]) => again))
      expect(examples.requests.every((request) => request.startsWith('GET '))).toBe(true)
    })

    it('reads files of old programs, and waits as the API requests', async () => {
      await addDebt(ids[0], { folio: 'M-1', total: 1234.5 })
      write('pagos.csv', 'Número económico,"Folio",Importe\nECO-1,M-1,"1,234.50"\n', 'latin1')
      examples.answerWith({ 'retry-after': '0' })
      examples.answerWith({ ratelimit: '"token";r=0;t=1' })
      const began = performance.now()
      expect(await run('pagos', ['pagos.csv', 'resultado.csv'])).toEqual({ code: 0, stderr: '', stdout: 'pagada: 1\n' })
      expect(performance.now() - began).toBeGreaterThan(1_000)
      expect(examples.requests.map((request) => request.split('?')[0])).toEqual([
        'GET /api/v3/vehicles',
        'GET /api/v3/vehicles',
        'GET /api/v3/debts',
        `POST /sapy/v2/${ids[0]}/paid`,
      ])
      expect(read('resultado.csv')).toContain('ECO-1,M-1,"1,234.50",pagada,,')
      // The sheet of debts has the debt's id, and so does the result.
      const two = await addDebt(ids[0], { folio: 'M-2', total: 1 })
      const three = await addDebt(ids[0], { folio: 'M-2', total: 1, type: 9 })
      write('hoja.csv', `Placa,Folio,Importe (MXN),Total (MXN),Id del adeudo\nAAA001A,M-2,2,1.00,${three}\n`)
      expect(await run('pagos', ['hoja.csv', 'resultado.csv'])).toMatchObject({ code: 0, stdout: 'pagada: 1\n' })
      const { rows } = await system(
        'select debt_id(vehicle_id, resource_id, debt_key) as id from debt where marked_paid_at is null',
      )
      expect(rows).toEqual([{ id: two }])
    })

    it('sends no request without the columns, and stops without the permission to mark debts', async () => {
      write('pagos.csv', 'Placa;Monto\nAAA001A;10\n')
      expect(await run('pagos', ['pagos.csv', 'resultado.csv'])).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Falta la columna folio\n',
      })
      expect(examples.requests).toEqual([])
      await addDebt(ids[0], { folio: 'M-1', total: 10 })
      write('pagos.csv', 'Placa;Folio;Monto\nAAA001A;M-9;10\nAAA001A;M-1;10\n')
      const reads = { PADRON_TOKEN: await examples.tokenWith(['vehicles_read']) }
      const stopped = await run('pagos', ['pagos.csv', 'resultado.csv'], reads)
      expect([stopped.code, stopped.stdout]).toEqual([1, ''])
      expect(stopped.stderr).toMatch(/^403: /)
      expect(answers().map((answer) => answer.split(';')[0])).toEqual(['no existe'])
    })
  })

  describe.skipIf(language.isMissing)('the trips program', () => {
    it('permits a trip only with valid and clear answers', async () => {
      const { server, company } = examples
      const more = await server.vehicles(
        company,
        ['AAA003A', 'AAA004A', 'AAA005A', 'AAA006A'].map((plate) => ({ plate })),
      )
      const [clear, stolen, unclear, old, never, alike] = [...ids, ...more]
      for (const id of [clear, stolen, unclear, old, alike]) {
        await answer(id, [4], { status: 5 })
        await answer(id, [5], { status: 6, age: 50 })
        await answer(id, [14], { status: 27 })
      }
      await answer(stolen, [4], { status: 4 })
      await answer(unclear, [14], { status: 29 })
      await answer(old, [5], { status: 6, age: 200, valid: -1 })
      await answer(never, [4], { status: 5 })
      const { rows } = await system(
        'select resource_id from vehicle_resource where vehicle_id = $1 and resource_type_id = 5',
        [clear],
      )
      const resourceId = rows[0].resource_id
      await owe(server, company, [{ vehicleId: clear ?? 0, key: 'k', dueOn: '2099-12-10', resourceId }])

      const theft = 'Reporte de robo: Sin reporte de robo (Reporte de robo, hace 3 h)'
      const policy = 'Seguro: Con seguro vigente (Seguro, hace 50 h)'
      const until = policy.replace(' (', ', con vencimiento el 2099-12-10 (')
      const plate = 'Estado de placa: Placa vigente (Estado de placa, hace 3 h)'
      const all = (...parts: string[]) => `"${parts.join('; ')}"`
      const lines: [line: string, answer: string][] = [
        ['AAA-001-A;;Ana;2099-12-10T23:30:00-06:00', `sí;${all(theft, until, plate)}`],
        [';ECO-1;Ana;11/12/2099 06:30', `no;${all(theft, until, plate)}`],
        [
          'AAA002A;;Luz;2026-12-01 06:30',
          `no;${all('Reporte de robo: Con reporte de robo (Reporte de robo, hace 3 h)', policy, plate)}`,
        ],
        [
          'AAA003A;;Luz;2026-12-01 06:30',
          `sin respuesta;${all(
            theft,
            policy,
            'Estado de placa: sin respuesta clara; dice «Placa inactiva» (Estado de placa, hace 3 h)',
          )}`,
        ],
        [
          'AAA004A;;Luz;2026-12-01',
          `sin respuesta;${all(
            theft,
            'Seguro: sin respuesta vigente; la última fue «Con seguro vigente» (Seguro, hace 200 h)',
            plate,
          )}`,
        ],
        [
          'AAA005A;;Luz;2026-12-01',
          `sin respuesta;${all(theft, 'Seguro: sin respuesta', 'Estado de placa: sin respuesta')}`,
        ],
        ['SUR001A;;Luz;2026-12-01', 'sin respuesta;no hay un vehículo así'],
        [';;Luz;2026-12-01', 'rechazada;falta la placa o el número económico'],
        ['AAA001A;;Luz;', 'rechazada;falta la salida'],
        ['AAA001A;;Luz;2026-12-01 25:00', 'rechazada;la salida no es una fecha con hora'],
        [`${'X'.repeat(21)};;Luz;2026-12-01`, 'rechazada;la placa es demasiado larga'],
      ]
      const header = 'Placa;Económico;Conductor;Salida'
      write('viajes.csv', `${[header, ...lines.map(([line]) => line), 'AAA001A;;a;2026-12-01;'].join('\n')}\n`)
      expect(await run('viajes', ['viajes.csv', 'resultado.csv'])).toEqual({
        code: 2,
        stderr: '',
        stdout: 'sí: 1, no: 2, sin respuesta: 4, rechazada: 5\n',
      })
      expect(read('resultado.csv').trimEnd().split('\r\n')).toEqual([
        `\u{feff}${header};puede salir;detalle`,
        ...lines.map(([line, answer]) => `${line};${answer}`),
        'AAA001A;;a;2026-12-01;rechazada;tiene más celdas que el encabezado',
      ])
      // Each vehicle is read once, and invalid lines cause no request.
      expect(examples.requests).toHaveLength(1 + 7 + 6 * 2)

      write('viajes.csv', 'plate,departure\nAAA006A,2026-12-01\n')
      const well = await run('viajes', ['viajes.csv', 'resultado.csv', '--revisa', 'robo,placa'])
      expect(well).toEqual({ code: 0, stderr: '', stdout: 'sí: 1\n' })
      const elsewhere = await run('viajes', ['viajes.csv', 'resultado.csv', '--revisa', 'robo,rtm'])
      expect(elsewhere).toEqual({ code: 2, stderr: '', stdout: 'sin respuesta: 1\n' })
    })

    const BOGOTA = 1011
    it.each(['MX', 'CO'] as const)('knows every status in %s', async (country) => {
      const [company, secret] = country === 'MX' ? [examples.company, token] : [bogota, bogotaToken]
      const types = resourceTypesOf(country).filter(({ id }) => TYPES.includes(id))
      const statuses = [...types.flatMap(({ clear, debt }) => [...clear, ...debt]), ...WARNINGS]
      const plates = statuses.map((status) => `AB${String(status).padStart(3, '0')}C`)
      const place = country === 'CO' ? { stateId: BOGOTA } : {}
      await system('delete from vehicle where tenant_id = $1', [company.tenantId])
      const vehicles = await examples.server.vehicles(
        company,
        plates.map((plate) => ({ plate, ...place })),
      )
      await asSystem(examples.server.db, (tx) => enrolVehicles(tx, country, vehicles))
      for (const [i, status] of statuses.entries()) await answer(vehicles[i], TYPES, { status })
      const lines = plates.map((plate) => JSON.stringify({ plate, departure: '2026-12-01' }))
      write('viajes.jsonl', `${lines.join('\n')}\n[]\n`)
      const done = await run('viajes', ['viajes.jsonl', 'resultado.jsonl'], { PADRON_TOKEN: secret })
      expect([done.code, done.stderr]).toEqual([2, ''])
      const answers = read('resultado.jsonl').trimEnd().split('\n')
      expect(answers.pop()).toBe(
        '{"linea":"[]","puedeSalir":"rechazada","detalle":"no es un objeto JSON","revisiones":[]}',
      )
      const summary = ({ resultado, dice, horas, vigente }: Record<string, unknown>) => [
        resultado,
        dice,
        horas,
        vigente,
      ]
      const wanted = statuses.map((status) =>
        types.map(({ clear, debt }) => {
          const isClear = (clear as readonly number[]).includes(status)
          const verdict = isClear ? 'sí' : (debt as readonly number[]).includes(status) ? 'no' : 'sin respuesta'
          return [verdict, statusText(status), 3, true]
        }),
      )
      expect(answers.map((line) => JSON.parse(line).revisiones.map(summary))).toEqual(wanted)
    })
  })
})
