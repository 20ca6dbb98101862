// A photo of a plate, over HTTP: the company's own vehicles first, then what fits a format; never another company's,
// nothing stored, bad files rejected by kind.
import { PHOTO_BYTES } from '@padron/contract/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restPhotoTextThread } from '../../files/photo-text/photo-text.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { isDrill } from '../../testing/drill.ts'
import { platePhoto } from '../../testing/files/plate-photo.ts'
import { hollowPng, PDF } from '../../testing/files/proof-files.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let who: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  who = await server.somebody(company, 'patio', ['vehicles_read'])
  await server.vehicles(company, [{ plate: 'JKLA82B' }, { plate: 'XYZ1234' }])
  await server.vehicles(await server.company('andina'), [{ plate: 'JKL4828' }])
})
afterAll(async () => {
  await server.stop()
  await restPhotoTextThread()
})

const send = (payload: Buffer, type = 'image/jpeg', somebody = who) =>
  server.ask(somebody, {
    method: 'POST',
    url: '/api/v2/vehicleAsset/platePhoto',
    payload,
    headers: { 'content-type': type },
  })

describe('a photo of a plate', () => {
  it('returns the company’s vehicle with a similar plate first, then the plate that was read', async () => {
    const answer = await send(await platePhoto(['JALISCO', 'JKL-482-B']))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      plates: [
        { plate: 'JKLA82B', isInFleet: true },
        { plate: 'JKL482B', isInFleet: false },
      ],
    })
  })

  it.runIf(isDrill)('returns nothing if there is no plate', async () => {
    const answer = await send(await platePhoto(['JALISCO', 'TAXI']))
    expect(answer.body).toEqual({ plates: [] })
  })

  it('is rejected if it is not a valid picture', async () => {
    expectRefused(await send(PDF), [415], 'a PDF as a picture')
    expectRefused(await send(Buffer.alloc(0)), [400], 'empty')
    expectRefused(await send(hollowPng(20_000, 20_000), 'image/png'), [422], 'of 400 million pixels')
    expectRefused(await send((await platePhoto(['A', 'B'])).subarray(0, 9_000)), [422], 'cut off')
    expectRefused(await send(Buffer.alloc(PHOTO_BYTES + 1)), [413], 'too large')
  })

  it('needs the permission to read vehicles', async () => {
    const reader = await server.somebody(company, 'otro', ['tags_read'])
    expectRefused(await send(await platePhoto(['A', 'B']), 'image/jpeg', reader), [403], 'without the permission')
  })
})
