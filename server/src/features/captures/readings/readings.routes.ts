// PDFs of portals that wait for a person.
import { captureReadings as rows } from '@padron/contract/captures/readings'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { actorOf, type Handlers } from '../../../http/serve.ts'
import { acceptReading, listReadings, readReading, refuseReading, setReadingVehicle, storeReading } from './readings.ts'

/** @param evidence where the files are stored */
export const readings = (evidence: FileStore): Handlers<typeof rows> => ({
  list: async ({ session, tx }) => ({ readings: await listReadings(tx, session.tenantId) }),
  one: ({ params: { readingId }, session, kit, tx }) =>
    readReading(tx, session.tenantId, readingId, kit.signFile(`/files/reading/${session.tenantId}/${readingId}`)),
  upload: ({ query, file, session, kit, now, request }) =>
    storeReading(kit.db, evidence, { session, now, actor: actorOf(request, session) }, { ...query, file }),
  setVehicle: async ({ params, body, session, tx }) => {
    await setReadingVehicle(tx, session.tenantId, params.readingId, body.plate)
    return { message: rows.setVehicle.done }
  },
  accept: async ({ params, body, session, tx, now }) => {
    await acceptReading(tx, session, { params, body }, now)
    return { message: rows.accept.done }
  },
  refuse: async ({ params, session, tx }) => {
    await refuseReading(tx, session.tenantId, params.readingId)
    return { message: rows.refuse.done }
  },
})
