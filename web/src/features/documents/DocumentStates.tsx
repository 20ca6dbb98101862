// The vehicle's state for each document type: the required ones, missing first, then the other types of which it has
// documents. An administrator of documents may require a type of this vehicle alone, or exempt it.
import { documentTypes } from '@padron/contract/documents'
import { DOCUMENT_STATES, type DocumentTypeState } from '@padron/contract/documents/shapes'
import { type ReactNode, useId } from 'react'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { typeStateWords } from './document-texts.ts'

const ORDER: readonly DocumentTypeState['standing'][] = ['missing', 'expired', 'present']

/** The exception that can be set or removed for this vehicle. */
const exceptionOf = ({ exception, asked }: DocumentTypeState) => {
  if (exception !== null) return { to: null, label: 'Quitar la excepción', icon: 'undo' } as const
  return asked
    ? ({ to: 'exempt', label: 'No pedir a este vehículo', icon: 'off' } as const)
    : ({ to: 'required', label: 'Pedir a este vehículo', icon: 'check' } as const)
}

type LineProps = {
  typeState: DocumentTypeState
  clock: Clock
  admin: boolean
  onAdd: (documentTypeId: number) => void
  onExcept: (documentTypeId: number, exception: DocumentTypeState['exception']) => void
}

const Line = ({ typeState, clock, admin, onAdd, onExcept }: LineProps) => {
  const { documentTypeId, documentTypeName, standing, asked, exception } = typeState
  const { sign, text } = typeStateWords(typeState, clock)
  const lacks = asked && (standing === 'missing' || standing === 'expired')
  const { to, label, icon } = exceptionOf(typeState)
  const actions = (): readonly MenuAction[] => [
    { key: 'add', label: 'Agregar documento', icon: 'plus', run: () => onAdd(documentTypeId) },
    { key: `${to}`, label, icon, run: () => onExcept(documentTypeId, to) },
  ]
  return (
    <li className="document-state row-wrap ruled">
      <StatusSign sign={sign} size={16} />
      <span className="document-state__name break narrow">
        {documentTypeName}
        {exception === 'required' && <small className="muted block">Se pide solo por excepción</small>}
      </span>
      <span className={`document-state__text small type__words--${sign}`}>{text}</span>
      {admin && lacks && (
        <Button
          label="Agregar"
          sends
          small
          aria-label={`Agregar ${documentTypeName}`}
          onClick={() => onAdd(documentTypeId)}
        />
      )}
      {admin && (
        <span className="document-state__menu row-inline">
          <ActionMenu label={`Acciones de ${documentTypeName}`} actions={actions} />
        </span>
      )}
    </li>
  )
}

const Group = ({ title, children }: { title: string; children: readonly ReactNode[] }) => {
  const heading = useId()
  return (
    children.length > 0 && (
      <>
        <h4 id={heading} className="document-states__title small muted">
          {title}
        </h4>
        <ul className="document-states ruled-above" aria-labelledby={heading}>
          {children}
        </ul>
      </>
    )
  )
}

type Props = {
  vehicleAssetId: number
  typeStates: readonly DocumentTypeState[]
  clock: Clock
  admin: boolean
  onAdd: (documentTypeId: number) => void
}

export const DocumentStates = ({ vehicleAssetId, typeStates, clock, admin, onAdd }: Props) => {
  const { mutate } = useAction(documentTypes.except)
  const required = ORDER.flatMap((state) =>
    typeStates.filter((typeState) => typeState.asked && typeState.standing === state),
  )
  const optional = typeStates.filter((typeState) => !typeState.asked)
  const has = optional.filter(({ standing }) => standing === 'present' || standing === 'expired')
  const others = optional.filter((typeState) => !has.includes(typeState))
  const line = (typeState: DocumentTypeState) => (
    <Line
      key={typeState.documentTypeId}
      typeState={typeState}
      clock={clock}
      admin={admin}
      onAdd={onAdd}
      onExcept={(documentTypeId, exception) => mutate({ body: { documentTypeId, vehicleAssetId, exception } })}
    />
  )
  return (
    <>
      <Group title="Documentos requeridos">{required.map(line)}</Group>
      <Group title="Otros documentos">{has.map(line)}</Group>
      {admin && others.length > 0 && (
        <details className="document-states__others no-print">
          <summary>
            {DOCUMENT_STATES.optional} <span className="muted">({others.length})</span>
          </summary>
          <ul className="document-states ruled-above" aria-label={DOCUMENT_STATES.optional}>
            {others.map(line)}
          </ul>
        </details>
      )}
    </>
  )
}
