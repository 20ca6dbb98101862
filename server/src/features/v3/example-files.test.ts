// The programs that read a file and write what the API answers of each line: the same cases in both languages.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Examples, LANGUAGES, startExamples } from '../../testing/examples.ts'

let examples: Examples
let folder: string
let token: string
let ids: number[]

beforeAll(async () => {
  examples = await startExamples()
  token = await examples.tokenWith(['vehicles_read', 'vehicles_edit'])
  await examples.server.vehicles(await examples.server.company('sur'), [{ plate: 'SUR001A' }])
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
const marked = async (): Promise<string[]> => {
  const { rows } = await system('select folio from debt where marked_paid_at is not null order by folio, resource_id')
  return rows.map(({ folio }: { folio: string }) => folio)
}

describe.each(LANGUAGES)('in $language', (language) => {
  const run = (name: string, args: readonly string[], env: { PADRON_TOKEN?: string } = {}) =>
    examples.run(language, folder, name, args, { PADRON_TOKEN: token, ...env })

  describe.skipIf(language.isMissing)('the payments', () => {
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

    it('marks what is owed, answers each line, and says the same when it runs again', async () => {
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

    it('reads what old programs write, and waits as it is asked to', async () => {
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
    })

    it('asks nothing without the columns, and stops where it may not mark', async () => {
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
})
