// A vehicle leaves the active fleet or comes back: sent at once, undone from the notice. What failed is given back in words.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import { DEACTIVATION_REASONS, FORM_TEXTS } from '@padron/contract/form-texts'
import { vehicles } from '@padron/contract/vehicles'
import { useRef } from 'react'
import { notify, withdraw } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { refusalOf, topicOf } from './save-words.ts'

/** Statuses that a person can set: the others are only written by the product. */
const SETTABLE: readonly number[] = [ACTIVE, ...DEACTIVATION_REASONS]

const failureOf = (error: unknown, to: number): string => {
  const { faults, text } = refusalOf(error, {
    fails: to === ACTIVE ? FORM_TEXTS.activateFails : vehicles.setStatus.fails,
  })
  return [text, ...Object.values(faults)].join('. ')
}

export const useSetStatus = ({ vehicleAsset: { vehicleAssetId, plate }, assetHistoric }: VehicleRow) => {
  const before = useRef(assetHistoric.assetStatusId)
  const { busy, run } = useBusy()
  const { mutateAsync } = useAction(vehicles.setStatus, {
    told: (error, { body }) => failureOf(error, body.VehicleStatusId),
    about: plate,
    worked: ({ message }, { body: { VehicleStatusId: now } }) => {
      const back = before.current
      before.current = now
      notify('done', message, {
        about: `${plate}: ${assetStatusText(now)}`,
        topic: topicOf(vehicleAssetId),
        ...(SETTABLE.includes(back) && { action: { label: 'Deshacer', run: () => void undo(back, now) } }),
      })
    },
  })
  /** @returns undefined when it worked, else what to tell */
  const send = (to: number, from?: number): Promise<string | undefined> => {
    withdraw(topicOf(vehicleAssetId))
    const body = { VehicleAssetId: vehicleAssetId, VehicleStatusId: to }
    return mutateAsync({ body: from === undefined ? body : { ...body, FromStatusId: from } }).then(
      () => undefined,
      (error: unknown) => failureOf(error, to),
    )
  }
  /** @param from what it was set to: where it is another by now, that is somebody else's. */
  const undo = async (to: number, from: number): Promise<void> => {
    const failed = await send(to, from)
    if (failed) notify('error', failed)
  }
  return { busy, run, send }
}
