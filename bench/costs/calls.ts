// Measures the cost of users' calls: a page of the list, a drawer, a sign-in, a workbook row, a document. The whole
// product runs in a separate process, and its idle processor time is subtracted.
import { join } from 'node:path'
import type { PasswordKey } from '@padron/contract/session'
import { asSystem } from '@padron/server/db/client'
import { hashPassword } from '@padron/server/identity/passwords/passwords'
import { seal } from '@padron/server/testing/sign-in/seal'
import { loadCompanies, sampleOf } from '../fleet.ts'
import { writeBook } from '../imports/book.ts'
import { apply, check } from '../imports/calls.ts'
import { openCompany, openSite, type Site, type Who } from '../imports/setup.ts'
import { type LoadRequests, runLoad } from '../load.ts'
import { signIn } from '../many-companies.ts'
import { createUploadSetup, upload, writePdf } from '../upload-setup.ts'
import { type Cost, costOf, idleOf, type Meter } from './cost.ts'

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 5_000)
const SIGN_INS = Number(process.env.BENCH_SIGN_INS ?? 60)
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 50)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const IDLE_SECONDS = 10
const PASSWORD = 'Clave-de-banco-1'
const CONNECTIONS = 4

const LIST = '/api/v2/vehicleAsset'
const sendAll = (site: Site, requests: LoadRequests) => async (): Promise<number> => {
  const { failed, sent } = await runLoad(site.base, requests, CONNECTIONS, SECONDS)
  if (failed > 0) throw new Error(`${failed} calls failed`)
  return sent
}

/** For a company of a thousand vehicles, and for one of two hundred thousand. */
const reading = async (site: Site, meter: Meter): Promise<Cost[]> => {
  const sizes = [
    ['mil', 1_000],
    ['muchos', Number(process.env.BENCH_VEHICLES ?? 50_000)],
  ] as const
  const ids = await loadCompanies(site.addressOf('padron_owner').connectionString, sizes)
  const costs: Cost[] = []
  for (const [i, tenantId] of ids.entries()) {
    const size = sizes[i]?.[1] ?? 0
    const sample = await sampleOf(site.db, tenantId)
    const token = await signIn(site.db, { tenantId, size, ...sample })
    const lists = Array.from({ length: 30 }, (_, page) => ({
      path: LIST,
      token,
      body: { vehicleClass: { assetHistoric: { assetStatusId: 1 } }, pagination: { page: 1 + page, pageSize: 25 } },
    }))
    const drawers = sample.ids.slice(0, 300).map((id) => ({ path: `/sapy/v2/${id}/byType`, token }))
    const searches = sample.plates
      .slice(0, 300)
      .map((plate) => ({ path: `${LIST}/bestmatch`, token, body: { like: plate.slice(0, 5) } }))
    await sendAll(site, lists)() // warms up the caches
    costs.push(await costOf(meter, `page of the list, of ${size}`, sendAll(site, lists)))
    costs.push(await costOf(meter, `search box, of ${size}`, sendAll(site, searches)))
    costs.push(await costOf(meter, `drawer, of ${size}`, sendAll(site, drawers)))
    costs.push(await costOf(meter, `userinfo, of ${size}`, sendAll(site, [{ path: '/connect/userinfo', token }])))
  }
  return costs
}

const signingIn = async (site: Site, meter: Meter, { tenantId }: Who): Promise<Cost[]> => {
  const password_hash = await hashPassword(PASSWORD)
  const { username } = await asSystem(site.db, (tx) =>
    tx
      .updateTable('app_user')
      .set({ password_hash })
      .where('tenant_id', '=', tenantId)
      .returning('username')
      .executeTakeFirstOrThrow(),
  )
  const key = (await (await fetch(`${site.base}/connect/password-key`)).json()) as PasswordKey
  const once = async () => {
    const body = new URLSearchParams({
      grant_type: 'password',
      username,
      password: await seal(PASSWORD, key, { username }),
    })
    const reply = await fetch(`${site.base}/connect/token`, { method: 'POST', body })
    if (!reply.ok) throw new Error(`the sign-in failed with status ${reply.status}: ${await reply.text()}`)
    await reply.text()
  }
  return [
    await costOf(meter, 'sign-in', async () => {
      for (let i = 0; i < SIGN_INS; i++) await once()
      return SIGN_INS
    }),
  ]
}

const importing = async (site: Site, meter: Meter, who: Who): Promise<Cost[]> => {
  const path = join(site.folder, 'filas.xlsx')
  await writeBook(path, { rows: ROWS })
  const imported = { id: undefined as Awaited<ReturnType<typeof check>>['value']['import'] | undefined }
  const checked = await costOf(meter, 'row of a workbook, checked', async () => {
    imported.id = (await check(site, who, 'add', path)).value.import
    return ROWS
  })
  const { id } = imported
  if (id?.counts.new !== ROWS) throw new Error(`unexpected result: ${JSON.stringify(id)}`)
  const applied = await costOf(meter, 'row of a workbook, applied and enrolled', async () => {
    await apply(site, who, id)
    return ROWS
  })
  return [checked, applied]
}

/** With a file of 300 kB, the size of a scanned page or a policy. */
const storing = async (site: Site, meter: Meter): Promise<Cost[]> => {
  const place = await createUploadSetup(site.db)
  const path = join(site.folder, 'poliza.pdf')
  await writePdf(path, 1)
  const running = { base: site.base } as Parameters<typeof upload>[0]
  return [
    await costOf(meter, 'document of 1 MB', async () => {
      for (let i = 0; i < DOCUMENTS; i++) await upload(running, place, path)
      return DOCUMENTS
    }),
  ]
}

export const costsOfCalls = async (): Promise<Cost[]> => {
  const site = await openSite()
  try {
    const who = await openCompany(site.db, 'banco0')
    const bare: Meter = { db: site.db, folder: site.folder, pid: site.pid }
    const read = await reading(site, bare)
    const meter = { ...bare, idle: await idleOf(bare, IDLE_SECONDS) }
    return [
      ...read,
      ...(await signingIn(site, meter, who)),
      ...(await importing(site, meter, who)),
      ...(await storing(site, meter)),
    ]
  } finally {
    await site.close()
  }
}
