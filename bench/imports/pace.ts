// A user of another company lists the catalogue at a constant pace, in a separate process. Each call is sent at its
// scheduled time, whether or not the previous one has an answer, and its duration counts from that time. Arguments:
// address, token, calls per second.
import { request } from 'undici'

/** `at`: the scheduled clock time. */
export type Paced = { at: number; ms: number; ok: boolean }

const [base = '', token = '', pace = '4'] = process.argv.slice(2)
const everyMs = 1000 / Number(pace)
const PAGES = 70
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const clock = (): number => performance.timeOrigin + performance.now()

const record = (at: number, ok: boolean): void => {
  const paced: Paced = { at, ms: clock() - at, ok }
  if (process.connected) process.send?.(paced)
}

const look = async (n: number, at: number): Promise<void> => {
  const pagination = { page: 1 + ((n * 7) % PAGES), pageSize: 25 }
  const body = JSON.stringify({ vehicleClass: { assetHistoric: { assetStatusId: 1 } }, pagination })
  const reply = await request(`${base}/api/v2/vehicleAsset`, { method: 'POST', headers, body })
  await reply.body.dump()
  record(at, reply.statusCode === 200)
}

const start = clock()
for (let n = 0; process.connected; n++) {
  const at = start + n * everyMs
  const early = at - clock()
  if (early > 0) await new Promise((due) => setTimeout(due, early))
  look(n, at).catch(() => record(at, false))
}
