// The VIN/plate reconciliation, `?info=` (spec bulk §2, §4): what the catalogue has beside what the registries say. Where
// no registry has answered nothing is said to agree.
import { FORM_TEXTS } from '@padron/contract/form-texts'
import type { RuleOptions } from '@padron/contract/vehicle-rules'
import { type RegistryMatch, vehicles } from '@padron/contract/vehicles'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { dayOf } from '../../lib/dates.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { IDENTITY_CHANGES } from './FieldControl.tsx'
import { ReconciliationFoot } from './ReconciliationFoot.tsx'
import { RegistryTable, Sources } from './RegistryTable.tsx'
import { isAnswered } from './registry-choice.ts'
import { useNextDifference } from './use-next-difference.ts'
import { useReconciliation } from './use-reconciliation.ts'
import './vehicles.css'

const UNANSWERED = 'Ninguna fuente ha respondido todavía por este vehículo'
const UNKNOWN = 'No se sabe si sus datos coinciden con los del registro. Se podrá comparar cuando alguna responda.'

type Ways = {
  onClose: () => void
  /** To the next vehicle of the work list; undefined where there is none, or the user does not come from it. */
  onNext: (() => void) | undefined
}

/** Nothing to choose: everything agrees, or nobody has answered. */
const Nothing = ({ match, onClose, onNext }: Ways & { match: RegistryMatch }): ReactNode => {
  const { zone } = useUser()
  const now = useNow()
  const answered = isAnswered(match)
  return (
    <Dialog
      title={`Conciliar ${match.current.plate ?? ''}`}
      shape="wide"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cerrar
          </button>
          {onNext && (
            <button type="button" className="button button--primary" onClick={onNext}>
              Siguiente
            </button>
          )}
        </>
      }
    >
      <Message
        title={answered ? 'Este vehículo está al día' : UNANSWERED}
        detail={answered ? 'Sus datos coinciden con los que encontró el registro.' : UNKNOWN}
      />
      {answered && <Sources match={match} clock={{ now, zone }} />}
    </Dialog>
  )
}

const useOptions = (): RuleOptions => {
  const { country, zone } = useUser()
  const now = useNow()
  const thisYear = Number(dayOf(now, zone).slice(0, 4))
  return useMemo(() => ({ country, thisYear, mode: 'edit' }), [country, thisYear])
}

type Props = Ways & { match: RegistryMatch; reload: () => Promise<unknown> }

const Choosing = ({ match, reload, onClose, onNext }: Props): ReactNode => {
  const { zone } = useUser()
  const now = useNow()
  const options = useOptions()
  const editable = useCan('vehicles_edit') && !match.replaced
  const work = useReconciliation(match, options, reload)
  const { choices, faults, busy, choose, refused } = work
  const closeBlocked = useBlockClose(busy)
  const box = useRef<HTMLDivElement>(null)
  // After the dialog took the focus to its own first button.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (refused) box.current?.querySelector<HTMLElement>('[data-wrong]')?.focus()
  }, [refused])
  const identity = [choices.plate, choices.vin].some((origin) => origin && origin !== 'current')
  return (
    <Dialog
      title={`Conciliar ${match.current.plate ?? ''}`}
      shape="wide"
      onClose={() => closeBlocked || onClose()}
      footer={
        <ReconciliationFoot work={work} shut={closeBlocked} editable={editable} onClose={onClose} onNext={onNext} />
      }
    >
      <div ref={box} className="match stack">
        {match.replaced && <p className="match__note">{FORM_TEXTS.replaced}</p>}
        {!match.replaced && !editable && (
          <p className="match__note">Para guardar cambios hace falta el permiso de editar vehículos.</p>
        )}
        <Sources match={match} clock={{ now, zone }} />
        <RegistryTable
          match={match}
          choices={choices}
          faults={faults}
          setting={options}
          editable={editable}
          onChoose={choose}
        />
        <p role="status" className="match__note">
          {identity && IDENTITY_CHANGES}
        </p>
      </div>
    </Dialog>
  )
}

const Waiting = (): ReactNode => (
  <div role="status" aria-label="Cargando los datos del registro" className="dialog-skeleton stack gap-14">
    {['a', 'b', 'c', 'd'].map((key) => (
      <span className="soft rounded" key={key} />
    ))}
  </div>
)

type DialogProps = { vehicleAssetId: number; onClose: () => void; onGo: (vehicleAssetId: number) => void }

export const ReconciliationDialog = ({ vehicleAssetId, onClose, onGo }: DialogProps): ReactNode => {
  const asked = useCall(vehicles.registryMatch, { params: { vehicleAssetId: `${vehicleAssetId}` } })
  const next = useNextDifference(vehicleAssetId)
  // After the last one the list is done with.
  const onNext = next && (() => (next.id ? onGo(next.id) : onClose()))
  const match = asked.data
  // The call itself said it: there is nothing to look at.
  const missing = statusOf(asked.error) === 404
  useEffect(() => {
    if (missing) onClose()
  }, [missing, onClose])
  if (match?.differing.length)
    return <Choosing match={match} reload={asked.refetch} onClose={onClose} onNext={onNext} />
  if (match) return <Nothing match={match} onClose={onClose} onNext={onNext} />
  if (missing) return null
  const content = () => {
    if (!asked.isError) return <Waiting />
    return <LoadFailure title={vehicles.registryMatch.fails} error={asked.error} onRetry={() => void asked.refetch()} />
  }
  return (
    <Dialog title="Conciliar" shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
