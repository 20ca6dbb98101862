// A job's file in the panel: only for users with the permissions that shaped it, when listed and when opened; and jobs
// of users who see a part of the fleet.
import { type Permission, ROLES } from '@padron/contract/permissions'
import type { QueueItem } from '@padron/contract/queue'
import type { Token } from '@padron/contract/tokens'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { signedLinks } from '../../files/signed-links.ts'
import { readXlsx } from '../../files/xlsx/read/reader.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'

const READ = ['vehicles_read', 'queue_read'] as const
const DOCUMENTS = ['vehicles_read', 'queue_read', 'documents_read'] as const
const REPORTS = ['vehicles_report', 'queue_read'] as const

let server: TestServer
let app: FastifyInstance
let company: Company
let worker: TestWorker
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  app = await appBeside(server.db, { stores: { files } })
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await server.stop()
  remove()
})

let turn = 0
const somebody = (roles: readonly Permission[]) => server.somebody(company, `persona${turn++}`, roles)
const ask = async (who: Somebody, method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const MAILS = { mails: ['ana@norte.mx'] }
/** @returns the id of a finished job */
const ordered = async (who: Somebody, url: string, body: object): Promise<string> => {
  const { queueItemId } = await ask(who, 'POST', url, { ...MAILS, ...body })
  await worker.ended(queueItemId)
  return queueItemId
}
const pdfs = (who: Somebody, body: object = {}) => ordered(who, '/api/v2/PDFReport', { resources: [1901], ...body })
const report = (who: Somebody, body: object = {}) => ordered(who, '/api/v2/vehiclesReport', body)
const row = async (who: Somebody, id: string): Promise<QueueItem | undefined> =>
  (await ask(who, 'GET', '/api/v2/getQueueItems')).queueInformation.queueList.find(({ _id }: QueueItem) => _id === id)
const statusAt = async (url: string) => (await app.inject({ url })).statusCode
/** Status of the file's link; null if the job has none. */
const opens = async (who: Somebody, id: string) => {
  const url = (await row(who, id))?.fileUrl ?? null
  return url === null ? null : statusAt(url)
}
const programOf = async (who: Somebody, permissions: readonly Permission[]) => {
  const body = { name: `p${turn++}`, permissions, days: 30 }
  const made: { token: string; created: Token } = await ask(who, 'POST', '/api/v2/tokens', body)
  return { program: { ...who, token: made.token }, tokenId: made.created.tokenId }
}
const idsOf = (names: readonly string[]) => ROLES.filter(({ name }) => names.includes(name)).map(({ roleId }) => roleId)
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)

beforeAll(async () => {
  company = await server.company('norte')
  await server.vehicles(company, [{ plate: 'AAA111A' }])
})

describe('PDFs requested by a user who reads documents', () => {
  let requester: Somebody
  let id: string
  beforeAll(async () => {
    requester = await somebody(DOCUMENTS)
    id = await pdfs(requester)
  })

  it('open for users who read documents; others see only the job’s result and the file’s name', async () => {
    expect(await opens(requester, id)).toBe(200)
    expect(await opens(await somebody(DOCUMENTS), id)).toBe(200)
    const other = await somebody(READ)
    expect(await row(other, id)).toMatchObject({
      successMessage: expect.stringContaining('El ZIP está listo'),
      fileName: expect.stringMatching(/\.zip$/),
      fileUrl: null,
    })
  })

  it('do not open with a token that lacks the permission, although its user has it', async () => {
    expect(await opens((await programOf(requester, READ)).program, id)).toBeNull()
    expect(await opens((await programOf(requester, DOCUMENTS)).program, id)).toBe(200)
  })

  it('no longer open for users who lost the permission or were deactivated, or with an ended token', async () => {
    const reader = await somebody(DOCUMENTS)
    const { program, tokenId } = await programOf(reader, DOCUMENTS)
    const own = (await row(reader, id))?.fileUrl ?? ''
    const byToken = (await row(program, id))?.fileUrl ?? ''
    const both = async () => [await statusAt(own), await statusAt(byToken)]
    const set = (what: string, ...values: unknown[]) =>
      system(`update app_user set ${what} where user_id = $1`, reader.userId, ...values)
    expect(await both()).toEqual([200, 200])
    await set('role_ids = $2', idsOf(READ))
    expect(await both()).toEqual([404, 404])
    await set('role_ids = $2', idsOf(DOCUMENTS))
    await set('active = false')
    expect(await both()).toEqual([404, 404])
    await set('active = true')
    const ends = [`scope = '{queue_read,vehicles_read}'`, 'revoked_at = now()', `expires_at = now() - interval '1 s'`]
    const undo = [`scope = '{${DOCUMENTS.join(',')}}'`, 'revoked_at = null', `expires_at = now() + interval '1 day'`]
    for (const [n, end] of ends.entries()) {
      await system(`update personal_token set ${end} where token_id = $1`, tokenId)
      expect(await both(), end).toEqual([200, 404])
      await system(`update personal_token set ${undo[n]} where token_id = $1`, tokenId)
    }
    expect(await both()).toEqual([200, 200])
  })

  it('have a link of their own for each user: no part of it can be replaced', async () => {
    const url = (await row(requester, id))?.fileUrl ?? ''
    const other = await somebody(DOCUMENTS)
    expect(url).toContain(`/${requester.userId}/`)
    expect(await statusAt(url.replace(`/${requester.userId}/`, `/${other.userId}/`))).toBe(404)
    expect(await statusAt(url.replace(`/${requester.userId}/`, '/'))).toBe(404)
  })
})

it('PDFs requested without documents open for readers of vehicles, if their run recorded that', async () => {
  const id = await pdfs(await somebody(READ))
  const reader = await somebody(READ)
  expect(await opens(reader, id)).toBe(200)
  const url = (await row(reader, id))?.fileUrl ?? ''
  // Like a job of a worker of the previous release.
  await system('update queue_item set file_roles = null where queue_item_id = $1', id)
  expect(await opens(reader, id)).toBeNull()
  expect(await statusAt(url)).toBe(404)
  expect(await opens(await somebody(DOCUMENTS), id)).toBe(200)
})

describe('a report', () => {
  it('opens for users who can request one, not for those who only read vehicles', async () => {
    const id = await report(await somebody(REPORTS))
    expect(await opens(await somebody(READ), id)).toBeNull()
    expect(await opens(await somebody(REPORTS), id)).toBe(200)
    expect(await opens(await somebody(['vehicles_admin', 'queue_read']), id)).toBe(200)
  })

  it('of vehicles found by dates of documents opens for users who read documents', async () => {
    const { userId: id, username: name } = await somebody([...REPORTS, 'documents_read'])
    const payload = { query: { vehicleClass: { due: { kinds: ['document'] } } }, sort: {} }
    const order = { queueId: 5, description: 'Por vencer', payload } as const
    const actor = { origin: 'console', id, name } as const
    const itemId = await asTenant(server.db, company.tenantId, (tx) => enqueue(tx, order), actor)
    await worker.ended(itemId)
    expect(await opens(await somebody(REPORTS), itemId)).toBeNull()
    expect(await opens(await somebody([...REPORTS, 'documents_read']), itemId)).toBe(200)
  })
})

describe('a job of a user who sees a part of the fleet', () => {
  const [NORTH, SOUTH] = [{ states: [5] }, { states: [9] }]
  const PART = { vehicleClass: { vehicleAsset: { plate: 'PTE' } } }
  let north: Somebody
  let south: Somebody
  const setScope = ({ userId }: Somebody, scope: object | null) =>
    system('update app_user set vehicle_scope = $2, version = version + 1 where user_id = $1', userId, scope)
  const order = (who: Somebody): Promise<{ queueItemId: string }> =>
    ask(who, 'POST', '/api/v2/vehiclesReport', { ...MAILS, ...PART })
  const platesAt = async (url: string): Promise<string[]> => {
    const { rawPayload } = await app.inject({ url })
    const plates: string[] = []
    for await (const { cells } of readXlsx(rawPayload, 'Vehículos')) plates.push(`${cells[0] ?? ''}`)
    return plates.slice(1)
  }
  const plates = async (who: Somebody, id: string) => platesAt((await row(who, id))?.fileUrl ?? '')
  const refusal = async (url: string) => {
    const { statusCode, body } = await app.inject({ url })
    return [statusCode, body]
  }

  beforeAll(async () => {
    await server.vehicles(company, [
      { plate: 'PTE111A', stateId: 5 },
      { plate: 'PTE222B', stateId: 9 },
      { plate: 'PTE333C', stateId: 5 },
    ])
    north = await somebody(REPORTS)
    south = await somebody(REPORTS)
    await setScope(north, NORTH)
    await setScope(south, SOUTH)
  })

  it('has only the vehicles of that part, and is not visible to users with another part', async () => {
    const all = await somebody(REPORTS)
    const [ofNorth, ofSouth, ofAll] = [await report(north, PART), await report(south, PART), await report(all, PART)]
    expect(await plates(north, ofNorth)).toEqual(['PTE111A', 'PTE333C'])
    expect(await plates(south, ofSouth)).toEqual(['PTE222B'])
    expect(await plates(all, ofAll)).toEqual(['PTE111A', 'PTE222B', 'PTE333C'])
    expect(await plates(all, ofNorth)).toEqual(['PTE111A', 'PTE333C'])
    for (const id of [ofSouth, ofAll]) expect(await row(north, id)).toBeUndefined()
    const zip = await pdfs(north, PART)
    expect(await row(north, zip)).toMatchObject({ successMessage: expect.stringContaining(': 2 archivos PDF.') })
    // A link from the time when they saw everything.
    await setScope(north, null)
    const url = (await row(north, ofSouth))?.fileUrl ?? ''
    expect(await statusAt(url)).toBe(200)
    await setScope(north, SOUTH)
    expect(await statusAt(url)).toBe(404)
    await setScope(north, NORTH)
  })

  it('covers the part at the time it runs; the file does not open for another part, also by email', async () => {
    await worker.stop()
    const { queueItemId: id } = await order(north)
    await setScope(north, SOUTH)
    worker = await testWorker(server, files)
    await worker.ended(id)
    expect(await plates(north, id)).toEqual(['PTE222B'])
    const links = await signedLinks(server.db, () => new Date())
    const addresses = [(await row(north, id))?.fileUrl ?? '', links.sign(`/files/results/${company.tenantId}/${id}`)]
    for (const address of addresses) expect(await statusAt(address)).toBe(200)
    await setScope(north, NORTH)
    expect(await row(north, id)).toMatchObject({ fileUrl: null, fileName: expect.stringMatching(/\.xlsx$/) })
    for (const address of addresses)
      expect(await refusal(address)).toEqual([403, expect.stringContaining('pídalo de nuevo')])
    expect(await plates(await somebody(REPORTS), id)).toEqual(['PTE222B'])
  })

  it('requested while its user saw everything no longer opens once they see a part, also by email', async () => {
    const who = await somebody(REPORTS)
    const address = (await signedLinks(server.db, () => new Date())).sign(
      `/files/results/${company.tenantId}/${await report(who, PART)}`,
    )
    expect(await statusAt(address)).toBe(200)
    await setScope(who, NORTH)
    expect(await refusal(address)).toEqual([403, expect.stringContaining('pídalo de nuevo')])
  })

  it('of another part is another job; the company’s limit includes it', async () => {
    await worker.stop()
    await order(north)
    const again = { ...MAILS, ...PART }
    const statusOf = async (who: Somebody, body: object = again) => {
      const headers = { authorization: `Bearer ${who.token}` }
      const { statusCode } = await app.inject({ method: 'POST', url: '/api/v2/vehiclesReport', headers, payload: body })
      return statusCode
    }
    expect(await statusOf(north)).toBe(409)
    const all = await somebody(REPORTS)
    expect([await statusOf(south), await statusOf(all), await statusOf(all)]).toEqual([200, 200, 409])
    for (let n = 0; n < 7; n++) expect(await statusOf(all, { ...again, mails: [`ana${n}@norte.mx`] })).toBe(200)
    expect(await statusOf(south, { ...again, mails: ['sur@norte.mx'] })).toBe(429)
    await system('delete from queue_item where finished_at is null')
    worker = await testWorker(server, files)
  })
})
