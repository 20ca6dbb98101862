// The VIN/plate reconciliation, `?info=` (spec bulk §2, §4): the catalogue's data beside the registries'. Without an
// answer from a registry no field counts as equal.
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { type RegistryMatch, vehicles } from '@padron/contract/vehicles'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { localDay } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'
import { IDENTITY_CHANGES } from './FieldControl.tsx'
import { RegistryTable, Sources } from './RegistryTable.tsx'
import { isAnswered, useReconciliation } from './registry-choice.ts'
import { DIFFERENCES_PATH, DifferencesSearch, listQuery } from './search.ts'
import './vehicles.css'

type Ways = {
  onClose: () => void
  /** Goes to the next vehicle of the work list; undefined outside of the work list. */
  onNext: (() => void) | undefined
}

/** No differences: everything agrees, or no registry has answered. */
const Nothing = ({ match, onClose, onNext }: Ways & { match: RegistryMatch }) => {
  const clock = useClock()
  const answered = isAnswered(match)
  return (
    <Dialog
      title={`Conciliar ${match.current.plate ?? ''}`}
      shape="wide"
      onClose={onClose}
      footer={
        <>
          <Button label="Cerrar" onClick={onClose} />
          {onNext && <Button label="Siguiente" kind="primary" onClick={onNext} />}
        </>
      }
    >
      {answered ? (
        <Message title="Este vehículo está al día" detail="Sus datos coinciden con los que encontró el registro." />
      ) : (
        <Message
          title="Ninguna fuente ha respondido todavía por este vehículo"
          detail="Falta saber si sus datos coinciden con los del registro. Se podrá comparar cuando alguna responda."
        />
      )}
      {answered && <Sources match={match} clock={clock} />}
    </Dialog>
  )
}

type Props = Ways & { match: RegistryMatch; reload: () => Promise<unknown> }

const Choosing = ({ match, reload, onClose, onNext }: Props) => {
  const { country } = useUser()
  const clock = useClock()
  const thisYear = Number(localDay(clock.now, clock.zone).slice(0, 4))
  const options = { country, thisYear, mode: 'edit' } as const
  const editable = useCan('vehicles_edit') && !match.replaced
  const { choices, faults, message, busy, choose, refused, save } = useReconciliation(match, options, reload)
  const closeBlocked = useBlockClose(busy)
  const box = useRef<HTMLDivElement>(null)
  // The dialog focuses its first button on opening; this effect runs after that.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (refused) box.current?.querySelector<HTMLElement>('[data-wrong]')?.focus()
  }, [refused])
  const identity = [choices.plate, choices.vin].some((origin) => origin && origin !== 'current')
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {message?.kind === 'alert' && message.text}
      </span>
      <span role="status" className="dialog__message">
        {message?.kind === 'status' && message.text}
      </span>
      <Button label={editable ? 'Cancelar' : 'Cerrar'} off={closeBlocked} onClick={onClose} />
      {onNext && <Button label={editable ? 'Omitir' : 'Siguiente'} off={closeBlocked} onClick={onNext} />}
      {editable && (
        <Button
          label="Guardar"
          kind={onNext ? undefined : 'primary'}
          busy={busy && !onNext}
          off={busy}
          onClick={() => void save(onClose)}
        />
      )}
      {editable && onNext && (
        <Button label="Guardar y continuar" kind="primary" busy={busy} onClick={() => void save(onNext)} />
      )}
    </>
  )
  return (
    <Dialog
      title={`Conciliar ${match.current.plate ?? ''}`}
      shape="wide"
      onClose={() => closeBlocked || onClose()}
      footer={footer}
    >
      <div ref={box} className="match stack">
        {match.replaced && <p className="match__note">{FORM_TEXTS.replaced}</p>}
        {!match.replaced && !editable && (
          <p className="match__note">Para guardar cambios hace falta el permiso de editar vehículos.</p>
        )}
        <Sources match={match} clock={clock} />
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

/**
 * The next vehicle of the work list.
 * @returns undefined outside of the work list; otherwise the next one's id, which is undefined after the last
 */
const useNextDifference = (current: number): { id: number | undefined } | undefined => {
  const here = useRouterState({ select: ({ location }) => location.pathname }) === DIFFERENCES_PATH
  const [{ page }] = useSearchState(DifferencesSearch)
  const { data } = useCall(vehicles.differing, { query: listQuery(page) }, { off: !here })
  if (!here) return undefined
  const ids = data?.vehicles.map(({ vehicleAssetId }) => vehicleAssetId) ?? []
  return { id: ids[ids.indexOf(current) + 1] ?? ids.find((id) => id !== current) }
}

type DialogProps = { vehicleAssetId: number; onClose: () => void; onGo: (vehicleAssetId: number) => void }

export const ReconciliationDialog = ({ vehicleAssetId, onClose, onGo }: DialogProps) => {
  const query = useCall(vehicles.registryMatch, { params: { vehicleAssetId: `${vehicleAssetId}` } })
  const next = useNextDifference(vehicleAssetId)
  // After the last vehicle the dialog closes.
  const onNext = next && (() => (next.id ? onGo(next.id) : onClose()))
  const match = query.data
  // The call already shows a notice.
  const missing = statusOf(query.error) === 404
  useEffect(() => {
    if (missing) onClose()
  }, [missing, onClose])
  if (match?.differing.length)
    return <Choosing match={match} reload={query.refetch} onClose={onClose} onNext={onNext} />
  if (match) return <Nothing match={match} onClose={onClose} onNext={onNext} />
  if (missing) return null
  return (
    <Dialog title="Conciliar" shape="wide" onClose={onClose}>
      {query.isError ? (
        <LoadFailure title={vehicles.registryMatch.fails} query={query} />
      ) : (
        <SkeletonRows label="Cargando los datos del registro" rows={4} />
      )}
    </Dialog>
  )
}
