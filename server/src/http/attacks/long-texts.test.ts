// Long runs of one character in every text that a call takes: bodies, paths, queries, headers, file names, the cells
// and names of workbooks. Meanwhile another company's call must not wait longer than usual. Some of the runs in `npm
// test`, all of them in the drills.
import { ALL_CALLS } from '@padron/contract/features'
import { templateColumns } from '@padron/contract/template/columns'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurationColumns } from '../../features/reports/workbook/columns.ts'
import { RUN_NAMES, type RunName, runOf } from '../../testing/attacks/long-runs.ts'
import {
  type Json,
  OPERATIONS,
  type Operation,
  placesOf,
  put,
  requestOf,
  sample,
} from '../../testing/attacks/openapi.ts'
import { type Answer, expectNoFault } from '../../testing/attacks/refusal.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { formOf } from '../../testing/files/workbooks.ts'
import { createFixtures } from '../../testing/fixtures.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { bookParts, zip } from '../../testing/xlsx/zip.ts'

const BODY = 1_048_576 // unless the call has a higher limit
const HEAD = 15_000 // Node takes 16 KiB
const FIELD = 8_000
const FILE_NAME = 78_000
const CELL = 32_767
const MORE_AT_MOST_MS = 250
/** A busy machine is slow now and then, a slow pattern every time. */
const TRIES = 3

let server: TestServer
let attacker: Somebody
let victim: Somebody
let vehicle: number
let documentType: number
let usual = 0

const other = async (): Promise<void> => {
  const { status } = await server.ask(victim, { url: '/connect/userinfo' })
  expect(status).toBe(200)
}
/** Processor time of this thread in milliseconds, so that other load adds nothing. */
const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
/** The longest processor time during which another company waits for a response while `work` runs. */
const longestWait = async (work: () => Promise<unknown>): Promise<number> => {
  let isOver = false
  const ended = work().finally(() => {
    isOver = true
  })
  let longest = 0
  do {
    const begun = computedMs()
    await other()
    longest = Math.max(longest, computedMs() - begun)
  } while (!isOver)
  await ended
  return longest
}
const expectNoWait = async (label: string, attack: () => Promise<Answer>): Promise<void> => {
  const waits: number[] = []
  do {
    waits.push(await longestWait(async () => expectNoFault(await attack(), label)))
  } while (Math.min(...waits) > usual + MORE_AT_MOST_MS && waits.length < TRIES)
  expect(Math.min(...waits), label).toBeLessThan(usual + MORE_AT_MOST_MS)
}
const send = (request: InjectOptions) => server.ask(attacker, request)

beforeAll(async () => {
  server = await testServer()
  const company = await server.company('norte')
  attacker = await server.somebody(company, 'admin', ['admin'])
  victim = await server.somebody(await server.company('sur'), 'admin', ['admin'])
  const own = await createFixtures(server, company, 'NUESTRO', attacker.userId)
  vehicle = own.vehicle
  documentType = own.documentType
  usual = await longestWait(async () => {
    for (let calls = 0; calls < 50; calls++) await other()
  })
})
afterAll(() => server.stop())

/** As much of the run as this many bytes of a JSON text hold. */
const jsonRun = (run: RunName, bytes: number): string =>
  runOf(run, Math.floor((bytes / Buffer.byteLength(JSON.stringify(runOf(run, 1_002)).slice(2, -2))) * 1_000))

const isText = (value: Json): boolean => typeof value === 'string'
/** A valid body except that all its texts are runs, with an undeclared field. */
const longBody = ({ name, body: schema }: Operation, run: RunName): string => {
  const body = sample(schema ?? {}, {})
  const texts = placesOf(schema ?? {}, body).filter(({ value }) => isText(value))
  const most = ALL_CALLS.find((call) => call.name === name)?.bodyBytes ?? BODY
  const text = jsonRun(run, (0.95 * most) / (texts.length + 2))
  const filled = texts.reduce((whole, { at }) => put(whole, at, text), body)
  return JSON.stringify(typeof filled === 'object' && !Array.isArray(filled) ? { ...filled, [text]: text } : filled)
}

const WITH_BODY = OPERATIONS.filter(({ body }) => body)
describe.each(someCases(WITH_BODY, 10, 0))('the body of $name', (operation) => {
  test.each(someCases(RUN_NAMES.slice(0, 10), 2, WITH_BODY.indexOf(operation)))(
    'full of %s delays no other company',
    async (run) => {
      const payload = longBody(operation, run)
      await expectNoWait(operation.name, async () => {
        const answer = await send(requestOf(operation, {}, payload))
        expect(answer.status, 'it is read').not.toBe(413)
        return answer
      })
    },
  )
})

test.each(someCases(RUN_NAMES, 3, 0))('a path of %s delays no other company', async (run) => {
  const text = encodeURIComponent(runOf(run, HEAD)).slice(0, HEAD).replace(/%.?$/, '')
  const paths = OPERATIONS.filter(({ parameters }) => parameters.length > 0)
  const ends = ['/', '/api/v2/', '/files/', '/connect/', '/assets/', '/x/'].map((path) => `${path}${text}`)
  await expectNoWait(`paths of ${run}`, async () => {
    for (const url of ends) expectNoFault(await send({ url }), url.slice(0, 60))
    for (const operation of paths) {
      const ids = Object.fromEntries(operation.parameters.map((name) => [name, text]))
      expectNoFault(await send(requestOf(operation, ids)), operation.name)
    }
    return send({ url: `/${text}/` })
  })
})

test.each(someCases(RUN_NAMES, 3, 1))('a query of %s delays no other company', async (run) => {
  const text = encodeURIComponent(runOf(run, HEAD)).slice(0, HEAD).replace(/%.?$/, '')
  await expectNoWait(`queries of ${run}`, async () => {
    for (const operation of OPERATIONS.filter(({ queries }) => queries.length > 0))
      for (const name of operation.queries) {
        const { url, ...request } = requestOf({ ...operation, query: [] }, {})
        expectNoFault(await send({ ...request, url: `${url}?${name}=${text}` }), `${operation.name} ${name}`)
      }
    return send({ url: `/?${text}` })
  })
})

const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
]
const HEADER_RUNS = RUN_NAMES.filter((run) => run !== 'marks')
test.each(someCases(HEADER_RUNS, 3, 2))('a header of %s delays no other company', async (run) => {
  await expectNoWait(`headers of ${run}`, async () => {
    for (const name of HEADERS)
      for (const url of ['/', '/connect/userinfo']) {
        const answer = await send({ url, headers: { [name]: runOf(run, HEAD) } })
        expectNoFault(answer, `${name} ${url}`)
      }
    return send({
      url: '/api/v2/vehicleAsset',
      method: 'POST',
      headers: { 'content-type': runOf(run, HEAD) },
      payload: '{}',
    })
  })
})

const WITH_FORM = OPERATIONS.filter(({ form }) => form)
describe.each(someCases(WITH_FORM, 3, 0))('the form of $name', (operation) => {
  test.each(someCases(RUN_NAMES, 3, WITH_FORM.indexOf(operation)))(
    'with a file name and fields of %s delays no other company',
    async (run) => {
      const fields = Object.fromEntries(operation.fields.map((name) => [name, runOf(run, FIELD)] as const))
      const fileName = `${runOf(run, FILE_NAME).replaceAll('"', '%22')}.pdf`
      await expectNoWait(operation.name, async () => {
        expectNoFault(
          await send({ ...requestOf(operation, {}), ...formOf({ file: PDF, fileName, fields }) }),
          operation.name,
        )
        return send({
          ...requestOf(operation, {}),
          ...formOf({ file: PDF, fileName, fields: { [runOf(run, 500)]: 'x' } }),
        })
      })
    },
  )
})

test.each(someCases(RUN_NAMES, 3, 3))('a document with a file name of %s delays no other company', async (run) => {
  const fields = {
    'document[DocumentTypeId]': `${documentType}`,
    'document[VehicleAssetId]': `${vehicle}`,
    'document[DocumentName]': 'Muestra',
  }
  const fileName = runOf(run, FILE_NAME).replaceAll('"', '%22')
  await expectNoWait(run, () =>
    send({ method: 'POST', url: '/api/v2/document', ...formOf({ file: PDF, fileName, fields }) }),
  )
})

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const columnOf = (n: number): string =>
  (n > 25 ? columnOf(Math.floor(n / 26) - 1) : '') + String.fromCharCode(65 + (n % 26))
const SHARED = 't="s"><v>0</v>'
/**
 * Valid headings, more headings of runs, and a row for each kind of cell. Most cells share one text, so that the file
 * is no bomb.
 */
const bookOfRuns = (run: RunName, headings: readonly string[]): Buffer => {
  const text = xml(runOf(run, CELL))
  const inline = (words: string) => `t="inlineStr"><is><t>${words}</t></is>`
  const kinds = [SHARED, `t="str"><v>${text}</v>`, inline(text), `t="e"><v>${text}</v>`, 's="1"><v>1</v>']
  const row = (at: number, cells: readonly string[]): string =>
    `<row r="${at}">${cells.map((cell, n) => `<c r="${columnOf(n)}${at}" ${cell}</c>`).join('')}</row>`
  const rows = [
    [...headings.map((heading) => inline(xml(heading))), ...Array.from({ length: 40 }, () => SHARED)],
    ...kinds.map((kind, n) => headings.map((_, at) => (at === n || kind === kinds.at(-1) ? kind : SHARED))),
  ]
  return zip(
    bookParts({
      sheet: `<worksheet><sheetData>${rows.map((cells, n) => row(n + 1, cells)).join('')}</sheetData></worksheet>`,
      strings: `<sst><si><t>${text}</t></si></sst>`,
      styles:
        `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${text}"/></numFmts><cellXfs><xf ` +
        'numFmtId="0"/><xf ' +
        'numFmtId="200"/></cellXfs></styleSheet>',
      sheets: `<sheet name="${text}" sheetId="1" r:id="r1"/>`,
    }),
  )
}
const MORE: Readonly<Record<string, Record<string, string>>> = { 'reports.configure': { firstReportSendTime: '-1' } }
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'reports.configure': configurationColumns('MX').map(({ heading }) => heading),
  'imports.uploadTemplate': templateColumns('add', 'MX', 2026).map(({ heading }) => heading),
}

const BOOKS = OPERATIONS.filter(({ name }) => name in HEADINGS)
/** Each takes a worker thread a while, so `npm test` runs none of them. */
const WORST: readonly RunName[] = ['dots', 'spaces', 'marks', 'digits', 'quotes']

describe.runIf(isDrill).each(BOOKS)('the workbook of $name', (operation) => {
  test.each(WORST)('with headings, cells and names of %s delays no other company', async (run) => {
    const file = bookOfRuns(run, HEADINGS[operation.name] ?? [])
    const fields = { fileName: 'archivo.xlsx', notifyTo: 'ana@ejemplo.mx', preview: 'true', ...MORE[operation.name] }
    await expectNoWait(operation.name, async () => {
      const answer = await send({ ...requestOf(operation, {}), ...formOf({ file, fields }) })
      expect(answer.status, 'it is read').toBe(200)
      return answer
    })
  })
})

test.runIf(isDrill).each(BOOKS)(
  'the workbook of $name with a long text in every cell delays no other company',
  async (operation) => {
    const cells = Array.from({ length: 200 }, (_, n) => columnOf(n))
    const rows = Array.from(
      { length: 120 },
      (_, n) => `<row>${cells.map((at) => `<c r="${at}${n + 1}" ${SHARED}</c>`).join('')}</row>`,
    )
    const strings = `<sst><si><t>${runOf('letters', CELL)}</t></si></sst>`
    const file = zip(bookParts({ sheet: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`, strings }))
    const fields = { fileName: 'archivo.xlsx', notifyTo: 'ana@ejemplo.mx', preview: 'true', ...MORE[operation.name] }
    await expectNoWait(operation.name, () => send({ ...requestOf(operation, {}), ...formOf({ file, fields }) }))
  },
)
