// Stores a decision about which source serves which resource, then enrols the vehicles it affects: the decision is one
// small transaction, the vehicles follow in batches.
import { enrolAgain } from '../checks/services/enrol-again.ts'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { warn } from './console.ts'

const REPORT_FROM = 10_000

/** @param decide stores the decision, in one transaction @returns its result, once every vehicle is enrolled */
export const enrolAfterDecision = async <T>(db: Db, decide: (tx: Tx) => Promise<T>): Promise<T> => {
  const decided = await asSystem(db, decide)
  const onProgress = (vehicles: number) => {
    if (vehicles >= REPORT_FROM) warn(`${vehicles} vehículos puestos al día…`)
  }
  await enrolAgain((work) => asSystem(db, work), { onProgress }).catch((error: unknown) => {
    warn(
      'La decisión quedó guardada; faltan vehículos por poner al día: lo hará el siguiente inicio, o el mismo ' +
        'comando otra vez.',
    )
    throw error
  })
  return decided
}
