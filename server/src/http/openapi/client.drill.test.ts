// A third-party program: its types are generated from the served document, it compiles with the strictest settings, and
// it does a day’s work against a server.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../testing/attacks/raw-http.ts'
import { documentCalls } from '../../testing/files/documents.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'padron-client-'))
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
  },
  include: ['*.ts'],
}

const PROGRAM = `
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

const [baseUrl = '', token = '', type = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })

const list = async (plate: string): Promise<components['schemas']['VehicleRow']> => {
  const { data, error } = await api.POST('/api/v2/vehicleAsset', {
    body: { vehicleClass: { vehicleAsset: { plate } }, pagination: { page: 1, pageSize: 10 } },
  })
  if (error) throw new Error(error.title)
  assert.equal(data.totalCount, 1)
  const [row] = data.vehicles
  if (!row) throw new Error('there is no vehicle')
  return row
}

const { vehicleAsset } = await list('CLI001A')
const { vehicleAssetId, version } = vehicleAsset
const edited = await api.PUT('/api/v2/vehicle', {
  body: { vehicleClass: { vehicleAsset: { vehicleAssetId, version, customId: 'ECO-7' } } },
})
assert.equal(edited.response.status, 200)
assert.equal((await list('CLI001A')).vehicleAsset.customId, 'ECO-7')

// Of a version that is no more.
const late = await api.PUT('/api/v2/vehicle', {
  body: { vehicleClass: { vehicleAsset: { vehicleAssetId, version, customId: 'ECO-8' } } },
})
assert.equal(late.error?.status, 409)

const file = new File(['%PDF-1.4\\n1 0 obj<<>>endobj\\ntrailer<<>>\\n%%EOF\\n'], 'póliza.pdf', { type: 'application/pdf' })
const sent = await api.POST('/api/v2/document', {
  // A File is what a form sends of what the document calls binary text.
  body: {
    file: file as unknown as string,
    'document[DocumentTypeId]': Number(type),
    'document[VehicleAssetId]': vehicleAssetId,
    'document[DocumentName]': 'Póliza 2026',
  },
  bodySerializer: (fields) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      const part: unknown = value
      if (part instanceof File) form.append(name, part)
      else form.append(name, String(part))
    }
    return form
  },
})
assert.equal(sent.response.status, 200, JSON.stringify(sent.error))

const read = await api.GET('/api/v2/document', { params: { query: { vehicleAssetId } } })
const [document] = read.data?.documentList ?? []
assert.equal(document?.documentName, 'Póliza 2026')
const bytes = await fetch(new URL(document?.downloadUrl ?? '', baseUrl))
assert.deepEqual(await bytes.text(), await file.text())

const gone = await api.DELETE('/api/v2/document', { params: { query: { documentId: document?.documentId ?? 0 } } })
assert.equal(gone.response.status, 200)
assert.deepEqual((await api.GET('/api/v2/document', { params: { query: { vehicleAssetId } } })).data?.documentList, [])
`

/** @returns an empty text, or the exit code and output if it fails */
const run = async (file: string, ...args: string[]): Promise<string> => {
  const ended = promisify(execFile)(process.execPath, [file, ...args], { cwd: folder })
  return ended.then(
    () => '',
    ({ code, stdout, stderr }) => `${code}: ${stdout}${stderr}`,
  )
}

it('a TypeScript client is generated, compiles and lists, edits, uploads, reads and deletes', async () => {
  const company = await server.company('norte')
  const main = await server.somebody(company, 'ana', ['admin'])
  await server.vehicles(company, [{ plate: 'CLI001A' }])
  const { documentTypeId } = await documentCalls(server, main).type('Póliza', [])
  const url = `http://127.0.0.1:${await listen(server.app)}`
  const described = await (await fetch(`${url}/api/openapi.json`)).json()

  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTypes(described as string)))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

  expect(await run(join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', 'tsconfig.json')).toBe('')
  expect(await run('program.ts', url, main.token, `${documentTypeId}`)).toBe('')
})
