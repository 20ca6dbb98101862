import { account } from '@padron/contract/account'
import { describe, expect, it } from 'vitest'
import {
  CANARIES,
  CANARY,
  fixtureOf,
  found,
  GUARDED,
  isFilter,
  missingOf,
  NAMES,
  places,
  setUpAttacks,
  showing,
  WORDS,
} from '../../testing/attacks/attacks.ts'
import { put, requestOf } from '../../testing/attacks/openapi.ts'
import { expectNoFault, expectRefused } from '../../testing/attacks/refusal.ts'
import { someCases } from '../../testing/drill.ts'
import { unzip } from '../../testing/files/unzip.ts'
import type { TestServer } from '../../testing/server.ts'

const attacks = setUpAttacks()

describe.each(someCases(GUARDED, 30, 0))('$name with another company’s id', (operation) => {
  it('in its path gets the same response as an id that does not exist', async () => {
    for (const name of operation.parameters.filter((each) => !(each in WORDS))) {
      const valid = await attacks.right(operation)
      const kind = fixtureOf(operation, name)
      const foreign = await attacks.send(operation, { ids: { ...valid.ids, [name]: attacks.theirs[kind] } }, valid.body)
      const missing = await attacks.send(operation, { ids: { ...valid.ids, [name]: missingOf(kind) } }, valid.body)
      expectRefused(foreign, [404], `${operation.name} ${name}`)
      expect(foreign.body).toEqual(missing.body)
    }
  })

  it('in its body reads and changes nothing of theirs, and gets the same response as an unknown id', async () => {
    const { body: first } = await attacks.right(operation)
    const named = places(operation, first).filter(
      ({ name, schema }) => name in NAMES && !schema.items && schema.type !== 'object',
    )
    const inFilter = named.filter((place) => isFilter(operation, place))
    const elsewhere = named.filter((place) => !isFilter(operation, place))
    const nth = GUARDED.indexOf(operation)
    for (const { at, name } of [...someCases(elsewhere, 4, nth), ...someCases(inFilter, 1, nth)]) {
      const answerFor = async (id: number | string) => {
        const valid = await attacks.right(operation) // a new request: the previous one may have changed its own rows
        return attacks.send(operation, valid, put(valid.body, at, id))
      }
      const foreign = await answerFor(attacks.theirs[NAMES[name] ?? 'vehicle'])
      const missing = await answerFor(missingOf(NAMES[name] ?? 'vehicle'))
      const label = `${operation.name} ${at.join('.')}`
      expectNoFault(foreign, label)
      expect(showing(foreign.body), label).not.toMatch(CANARIES)
      expect(foreign.status, label).toBe(missing.status)
      // A preview repeats the words of its request, which differ each time.
      const repeats = name === 'before' || operation.name.startsWith('views.') || operation.name === 'reports.preview'
      const { fileUrl } = (foreign.body ?? {}) as { fileUrl?: string }
      if (fileUrl) {
        const file = await attacks.server.ask(undefined, { url: fileUrl })
        expect(file.status, label).toBe(200)
        expect(file.body, label).not.toMatch(CANARIES)
      } else if (!repeats) expect(timeless(foreign.body), label).toEqual(timeless(missing.body))
    }
  })
})

describe('a filter by another company’s id', () => {
  const user = () => ({ user: { userId: attacks.theirs.user } })
  it.each([
    ['/api/v2/users', () => ({ userClass: user() })],
    ['/api/v2/users', () => ({ userClass: { tags: [{ tagId: attacks.theirs.tag }] } })],
    ['/api/v2/vehicleAsset', () => ({ vehicleClass: { vehicleAsset: { vehicleAssetId: attacks.theirs.vehicle } } })],
    ['/api/v2/vehicleAsset', () => ({ vehicleClass: { tags: [{ tagId: attacks.theirs.tag }] } })],
    ['/api/v2/activity', () => ({ filter: { userId: attacks.theirs.user } })],
    ['/api/v2/activity', () => ({ filter: { subjectKind: 'user', subjectId: attacks.theirs.user } })],
    ['/api/v2/activity', () => ({ filter: { text: CANARY } })],
    ['/api/v2/vehicleAsset/bestmatch', () => ({ like: CANARY })],
  ])('%s finds nothing', async (url, payload) => {
    const { status, body } = await attacks.server.ask(attacks.main, { method: 'POST', url, payload: payload() })
    expect(status).toBe(200)
    expect(found(body)).toBe(0)
  })
})

/** Without the time of a coverage. */
const timeless = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'checks' in body ? { ...body, at: undefined } : body

const isBook = (headers: Record<string, unknown>): boolean => String(headers['content-type']).includes('spreadsheetml')
/** The content of a response; of a workbook, its parts except the one with the creation time. */
const contentOf = async (answer: Awaited<ReturnType<TestServer['ask']>>): Promise<unknown> => {
  const { scheduledReportConfiguration: packed } = (answer.body ?? {}) as { scheduledReportConfiguration?: string }
  const bytes = packed ? Buffer.from(packed, 'base64') : isBook(answer.headers) ? answer.bytes : undefined
  return bytes ? new Map([...(await unzip(bytes))].filter(([name]) => name !== 'docProps/core.xml')) : answer.body
}

it('calls without a body ignore ids of another company in a body, a query or a header', async () => {
  const { tenantId } = attacks.other
  const query = `parentId=${tenantId}&tenantId=${tenantId}&userId=${attacks.theirs.user}&tenant=${tenantId}`
  const headers = { 'x-user-id': String(attacks.theirs.user), 'x-tenant': String(attacks.other.tenantId) }
  const ids = {
    vehicleId: 999_999_999,
    id: 999_999_999,
    vehicleAssetId: 999_999_999,
    viewId: 999_999_999,
    bulkId: missingOf('bulk'),
    queueItemId: missingOf('job'),
    ...WORDS,
  }
  // The first call that ends the other sessions returns their number, the second 0.
  const { method, path: url } = account.endOtherSessions
  await attacks.server.ask(attacks.main, { method, url })
  // What an earlier test left would be removed by the first call alone.
  await attacks.server.db.system.query('delete from company_idp where tenant_id = $1', [attacks.main.tenantId])
  for (const operation of GUARDED.filter(({ body }) => !body)) {
    const request = requestOf(operation, ids)
    const plain = await attacks.server.ask(attacks.main, request)
    const decorated = await attacks.server.ask(attacks.main, {
      ...request,
      url: `${request.url}${operation.query.length > 0 ? '&' : '?'}${query}`,
      headers: { ...request.headers, ...headers },
    })
    // A call with a query refuses unknown parameters.
    if (operation.asks && decorated.status === 400) continue
    expect(decorated.status, operation.name).toBe(plain.status)
    if (operation.name !== 'obligations.createFeed')
      expect(await contentOf(decorated), operation.name).toEqual(await contentOf(plain)) // a secret, never the same
    const payload = { parentId: attacks.other.tenantId, userId: attacks.theirs.user, id: attacks.theirs.profile }
    if (operation.method === 'DELETE')
      expectNoFault(await attacks.server.ask(attacks.main, { ...request, payload }), operation.name)
  }
})
