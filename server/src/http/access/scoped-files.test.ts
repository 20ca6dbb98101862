// Files whose address was given to a user with a part of the fleet: when the part changes, a file that is opened and a
// call that is made afterwards are of the new part.
import { stateName } from '@padron/contract/places/states'
import { numberText } from '@padron/contract/texts/count-of'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { touchChecks, touchFleet } from '../../db/fleet-version.ts'
import { readXlsx } from '../../files/xlsx/read/reader.ts'
import { isDrill } from '../../testing/drill.ts'
import { pdfText } from '../../testing/files/pdf-text.ts'
import { type Marks, post, STATES, startTwoParts, type TwoParts } from '../../testing/scopes/two-parts.ts'
import type { Company, Somebody, TestServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let main: Somebody
let north: Somebody
let south: Somebody
let fleet: TwoParts['fleet']
let setScope: TwoParts['setScope']
let partOf: TwoParts['partOf']
let firstOf: TwoParts['firstOf']
beforeAll(async () => {
  ;({ server, company, main, north, south, fleet, setScope, partOf, firstOf } = await startTwoParts())
}, 600_000)
afterAll(() => server.stop())

describe('a file that is opened by its address', () => {
  const bytesOf = async (url: string) => {
    const { statusCode, rawPayload } = await server.app.inject({ url })
    return { status: statusCode, bytes: rawPayload }
  }
  const platesIn = async (bytes: Buffer, sheet = 'Vehículos'): Promise<Set<string>> => {
    const words = new Set<string>()
    for await (const { cells } of readXlsx(bytes, sheet)) for (const cell of cells) words.add(`${cell ?? ''}`)
    return new Set(fleet.map(({ texts }) => texts[1] ?? '').filter((plate) => words.has(plate)))
  }
  const addressOf = async (who: Somebody, url: string, body = {}) =>
    ((await server.ask(who, post(url, body))).body as { fileUrl: string }).fileUrl

  it('has the vehicles of the part at the time when it is opened, and is in the activity log', async () => {
    const request = { vehicleClass: { state: { stateId: [5, 9] } } }
    const [own, foreign] = [partOf(north), partOf(south)].map(
      (part) => new Set(part.flatMap(({ state, texts }) => (state === 19 ? [] : [texts[1] ?? '']))),
    )
    const url = await addressOf(north, '/api/v2/vehiclesDownload', request)
    expect(await platesIn((await bytesOf(url)).bytes)).toEqual(own)
    await setScope(north, { states: STATES.south })
    expect(await platesIn((await bytesOf(url)).bytes)).toEqual(foreign)
    await setScope(north, { states: STATES.north })
    const recorded = await server.ask(main, post('/api/v2/activity', {}))
    const text = `Vista de ${numberText(own?.size ?? 0, 'MX')} vehículos (Excel)`
    expect([text, JSON.stringify(recorded.body).includes(text)]).toEqual([text, true])
  })

  it.runIf(isDrill)('has the due dates of the part at the time when it is opened, and their number', async () => {
    const request = { from: '2026-11-01', to: '2027-06-30', kinds: 'payment' }
    type Book = { totalCount: number; fileUrl: string }
    const [a, b, whole] = await Promise.all(
      [north, south, main].map(
        async (who) => (await server.ask(who, post('/api/v2/obligations/workbook', request))).body as Book,
      ),
    )
    expect([(a?.totalCount ?? 0) > 0, (a?.totalCount ?? 0) + (b?.totalCount ?? 0)]).toEqual([true, whole?.totalCount])
    const rowsIn = async () => (await platesIn((await bytesOf(a?.fileUrl ?? '')).bytes, 'Vencimientos')).size
    expect(await rowsIn()).toBe(a?.totalCount)
    await setScope(north, { states: STATES.south })
    expect(await rowsIn()).toBe(b?.totalCount)
    await setScope(north, { states: STATES.north })
  })

  it.runIf(isDrill)('if it is a calendar, has the due dates of the part at the time when it is read', async () => {
    const { body } = await server.ask(north, post('/api/v2/obligations/feed', {}))
    const { path } = body as { path: string }
    const text = async () => (await bytesOf(path)).bytes.toString().replaceAll('\r\n ', '')
    const plates = async () => {
      const words = new Set((await text()).match(/QZ\d{6}/g))
      return (who: Somebody) => partOf(who).filter(({ texts }) => words.has(texts[1] ?? '')).length
    }
    const before = await plates()
    expect([before(north) > 0, before(south)]).toEqual([true, 0])
    expect(await text()).toContain('Vencimientos de los vehículos que usted puede ver')
    await setScope(north, { states: STATES.south })
    const after = await plates()
    expect([after(north), after(south) > 0]).toEqual([0, true])
    await setScope(north, { holders: ['NADIE'] })
    expect(await text()).not.toContain('BEGIN:VEVENT')
    await setScope(north, { states: STATES.north })
    expect((await server.ask(north, { method: 'DELETE', url: '/api/v2/obligations/feed' })).status).toBe(200)
    expect((await bytesOf(path)).status).toBe(404)
  })

  it.runIf(isDrill)('has the figures of the part at the time when it is opened', async () => {
    const { body } = await server.ask(north, { url: '/api/v2/dashboard/workbook?dashboard=general&months=0' })
    const { fileUrl } = body as { fileUrl: string }
    const statesIn = async () => {
      const words = new Set<string>()
      for await (const { cells } of readXlsx((await bytesOf(fileUrl)).bytes, 'Vehículos por estado'))
        words.add(`${cells[0] ?? ''}`)
      return [...STATES.north, ...STATES.south].map((id) => words.has(stateName(id)))
    }
    expect(await statesIn()).toEqual([true, false, false])
    await setScope(north, { states: STATES.south })
    expect(await statesIn()).toEqual([false, true, true])
    await setScope(north, { states: STATES.north })
  })

  it('if it is of a document, opens only while the vehicle is in the part', async () => {
    const { id } = firstOf(north)
    const { body } = await server.ask(north, { url: `/api/v2/document?vehicleAssetId=${id}` })
    const [{ documentUrl, downloadUrl } = { documentUrl: '', downloadUrl: '' }] = (
      body as { documentList: { documentUrl: string; downloadUrl: string }[] }
    ).documentList
    for (const url of [documentUrl, downloadUrl]) {
      expect((await bytesOf(url)).status).toBe(200)
      expect((await bytesOf(url.replace(/&u=\d+/, ''))).status).toBe(404)
      expect((await bytesOf(url.replace(/&u=\d+/, `&u=${main.userId}`))).status).toBe(404)
      await setScope(north, { states: STATES.south })
      expect((await bytesOf(url)).status).toBe(404)
      await setScope(north, { states: STATES.north })
    }
  })

  it.runIf(isDrill)('if it is the PDF of a vehicle, opens only while the vehicle is in the part', async () => {
    const { id, texts } = partOf(north)[0] as Marks
    const url = await addressOf(north, `/api/v2/vehicle/${id}/pdf`)
    expect(await pdfText((await bytesOf(url)).bytes)).toContain(texts[1])
    await setScope(north, { states: STATES.south })
    expect((await bytesOf(url)).status).toBe(404)
    await setScope(north, { states: STATES.north })
  })
})

describe('a part that changes', () => {
  const countVisible = async (who: Somebody) => {
    const { body } = await server.ask(who, post('/api/v2/vehicleAsset', { vehicleClass: {} }))
    return (body as { totalCount: number }).totalCount
  }

  it('loses a vehicle at the next call, although its columns are in memory', async () => {
    const before = await countVisible(north)
    const { id } = partOf(north)[0] as Marks
    expect((await server.ask(north, { url: `/sapy/v2/${id}` })).status).toBe(200)
    const moveTo = (state: number) =>
      asTenant(server.db, company.tenantId, async (tx) => {
        await tx.updateTable('vehicle').set({ state_id: state }).where('vehicle_id', '=', id).execute()
        await touchFleet(tx, company.tenantId, [id])
      })
    await moveTo(9)
    expect((await server.ask(north, { url: `/sapy/v2/${id}` })).status).toBe(404)
    expect(await countVisible(north)).toBe(before - 1)
    await moveTo(5)
    expect(await countVisible(north)).toBe(before)
  })

  it('is filtered by the latest results of checks', async () => {
    const cleared = async () => {
      const vehicleClass = { vehicleAsset: { ticketStatus: 1 } }
      return (await server.ask(north, post('/api/v2/vehicleAsset', { vehicleClass }))).body as { totalCount: number }
    }
    const answer = (status: number) =>
      asTenant(server.db, company.tenantId, async (tx) => {
        const { id } = partOf(north)[0] as Marks
        await tx.updateTable('vehicle').set({ ticket_status: status }).where('vehicle_id', '=', id).execute()
        await touchChecks(tx, company.tenantId)
      })
    await answer(0)
    const { totalCount } = await cleared()
    await answer(1)
    expect((await cleared()).totalCount).toBe(totalCount + 1)
  })

  it('applies from the next call on, also to tokens, and may match no vehicle', async () => {
    const all = await countVisible(main)
    await setScope(north, null)
    expect(await countVisible(north)).toBe(all)
    await setScope(north, { holders: ['NADIE'] })
    expect(await countVisible(north)).toBe(0)
    const made = await server.ask(
      north,
      post('/api/v2/tokens', { name: 'Programa', permissions: ['vehicles_read'], days: 30 }),
    )
    const { token } = made.body as { token: string }
    expect([made.status, await countVisible({ ...north, token })]).toEqual([200, 0])
    await setScope(north, { states: STATES.north })
    expect(await countVisible(north)).toBe(partOf(north).length)
    expect(await countVisible({ ...north, token })).toBe(partOf(north).length)
  })
})
