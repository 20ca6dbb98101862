// Somebody's day at the console, drawn by lot: signs in, lists, adds and edits vehicles, sends documents and
// workbooks, orders reports. Each answer is written into the requests; a call that was cut is not made again, as nobody
// knows whether it was heard.
import { createHash, randomBytes } from 'node:crypto'
import { PDF } from '../files/proof-files.ts'
import { bookOf } from '../files/workbooks.ts'
import type { Random } from '../random.ts'
import { vinFor } from '../server.ts'
import { type Answer, type Ask, call, signIn } from './caller.ts'
import type { Person } from './cluster.ts'
import type { RequestLog } from './request-log.ts'

export type Day = {
  url: string
  requests: RequestLog
  random: Random
  person: Person
  /** Of this person: no two have the same vehicles. */
  digit: number
  isOver: () => boolean
  /** Nobody can sign in just now: resolves once somebody can. */
  waitForSignIn: () => Promise<unknown>
  answered: () => void
}

const DOCUMENT_BYTES = 60_000
const IMPORT_ROWS = 20
const IMPORT_EVERY = 60
const MAILS = ['ana@norte.test', 'luis@norte.test']
const HEADINGS = ['Placa', 'VIN', 'Estado', 'Motivo de alta']

type Status = readonly number[]
type Mine = { id: number; plate: string }

export const workDay = async (day: Day): Promise<void> => {
  const { url, requests, random, person, digit, isOver } = day
  const mine: Mine[] = []
  let token = ''
  let made = 0
  const plateOf = (n: number): string => `R${digit}${String(n).padStart(5, '0')}`

  /** @param fine refusals that are right, beside 200 @returns the body of a 200 */
  const ask = async <T>(what: Ask, fine: Status = []): Promise<T | 'cut' | 'refused'> => {
    const answer: Answer = await call(url, { token, ...what })
    if (answer === 'cut') {
      requests.cut++
      return 'cut'
    }
    const { status, body } = answer
    if (status !== 200 && !fine.includes(status)) {
      requests.faults.push(`${what.method ?? 'GET'} ${what.path}: ${status} ${JSON.stringify(body)}`)
      return 'refused'
    }
    requests.answered++
    day.answered()
    return status === 200 ? (body as T) : 'refused'
  }
  const enter = async (): Promise<void> => {
    for (;;) {
      const found = await signIn(url, person.username)
      if (typeof found === 'string') {
        token = found
        requests.tokens.push({ token, person })
        return day.answered()
      }
      if (found)
        return void requests.faults.push(`sign-in of ${person.username}: ${found.status} ${JSON.stringify(found.body)}`)
      requests.cut++
      await day.waitForSignIn()
    }
  }
  const list = async (): Promise<void> => {
    const body = { vehicleClass: {}, pagination: { page: 1 + random(3), pageSize: 25 } }
    await ask({ method: 'POST', path: '/api/v2/vehicleAsset', json: body })
  }
  const add = async (): Promise<void> => {
    const plate = plateOf(++made)
    const vehicleAsset = { plate, vin: vinFor(plate), stateId: 19, acquisitionReasonId: 1 }
    const reply = await ask<{ vehicleAssetId: number }>({
      method: 'POST',
      path: '/api/v2/vehicle',
      json: { vehicleClass: { vehicleAsset } },
    })
    if (reply === 'refused') return
    requests.vehicles.set(plate, reply === 'cut' ? 'cut' : 'accepted')
    if (reply !== 'cut') mine.push({ id: reply.vehicleAssetId, plate })
  }
  const edit = async ({ id }: Mine): Promise<void> => {
    const wanted = { vehicleClass: { vehicleAsset: { vehicleAssetId: id } } }
    const found = await ask<{ vehicles: { vehicleAsset: { version: number } }[] }>({
      method: 'POST',
      path: '/api/v2/vehicleAsset',
      json: wanted,
    })
    if (found === 'cut' || found === 'refused') return
    const version = found.vehicles[0]?.vehicleAsset.version
    if (version === undefined) return void requests.faults.push(`vehicle ${id} was added and is not there`)
    const mark = `nota ${id} ${made} ${requests.answered}`
    const vehicleClass = { vehicleAsset: { vehicleAssetId: id, version }, vehicleInfo: { observations: mark } }
    const reply = await ask({ method: 'PUT', path: '/api/v2/vehicle', json: { vehicleClass } }, [409])
    if (reply === 'refused') return
    requests.edits.set(id, [...(requests.edits.get(id) ?? []), { mark, outcome: reply === 'cut' ? 'cut' : 'accepted' }])
  }
  const file = async ({ id }: Mine): Promise<void> => {
    const content = Buffer.concat([PDF, randomBytes(DOCUMENT_BYTES)])
    const form = new FormData()
    form.set('document[VehicleAssetId]', String(id))
    form.set('document[DocumentTypeId]', String(person.documentTypeId))
    form.set('file', new Blob([content]), 'poliza.pdf')
    const reply = await ask<{ documentId: number }>({ method: 'POST', path: '/api/v2/document', form })
    if (reply === 'cut' || reply === 'refused') return
    requests.documents.set(reply.documentId, { sha256: createHash('sha256').update(content).digest('hex'), person })
  }
  const order = async (): Promise<void> => {
    const json = { mails: MAILS, vehicleClass: {} }
    const reply = await ask<{ queueItemId: string }>(
      { method: 'POST', path: '/api/v2/vehiclesReport', json },
      [409, 429],
    )
    if (reply !== 'cut' && reply !== 'refused')
      requests.jobs.push({ itemId: reply.queueItemId, person, mails: MAILS.length })
  }
  const send = async (): Promise<void> => {
    const plates = Array.from({ length: IMPORT_ROWS }, () => plateOf(50_000 + ++made))
    const book = await bookOf([HEADINGS, ...plates.map((plate) => [plate, vinFor(plate), 'Nuevo León', 'Expansión'])])
    const form = new FormData()
    form.set('notifyTo', 'ana@norte.test')
    form.set('file', new Blob([new Uint8Array(book)]), 'flota.xlsx')
    const reply = await ask<{ fileUrl: string | null; message: string }>(
      { method: 'POST', path: '/api/v2/vehicle/uploadTemplate/', form },
      [409, 429],
    )
    if (reply === 'refused') return
    if (reply !== 'cut' && reply.fileUrl !== null)
      return void requests.faults.push(`a right workbook was refused: ${reply.message}`)
    requests.imports.push({ plates, outcome: reply === 'cut' ? 'cut' : 'accepted', person })
  }

  await enter()
  for (let step = 0; !isOver(); step++) {
    const one = mine[random(Math.max(1, mine.length))]
    const lot = random(100)
    if (step % IMPORT_EVERY === 10) await send()
    else if (!one || lot < 12) await add()
    else if (lot < 45) await list()
    else if (lot < 60) await edit(one)
    else if (lot < 70) await file(one)
    else if (lot < 78) await order()
    else if (lot < 88) await ask({ path: '/api/v2/getQueueItems' })
    else if (lot < 96)
      await ask({ path: '/connect/userinfo' }).then((reply) => (reply === 'cut' ? day.waitForSignIn() : undefined))
    else await enter()
  }
}
