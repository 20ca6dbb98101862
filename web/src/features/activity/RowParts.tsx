// The pieces of one record, for a row of the table and for a phone's card alike.
import type { ActivityRow } from '@padron/contract/activity'
import { ORIGINS } from '@padron/contract/activity-words'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan } from '../../session/user-context.ts'
import { kindName } from './filter.ts'

export const Who = ({ who, origin, address }: ActivityRow): ReactNode => (
  <>
    <span className="log__name strong break">{who.name}</span>
    <small className="muted">{[ORIGINS[origin], address].filter(Boolean).join(' · ')}</small>
  </>
)

/** A vehicle opens its drawer; of anything else its other changes are shown. */
export const Subject = ({ subject: { kind, id, name }, action }: ActivityRow): ReactNode => {
  const mayOpen = useCan('vehicles_read')
  const vehicle = kind === 'vehicle'
  const to = vehicle ? { asset: id, vehicle: undefined } : { subjectKind: kind, subjectId: id }
  const opens = id !== null && (vehicle ? mayOpen && action !== 'delete' : true)
  return (
    <>
      <small className="muted">{kindName(kind)}</small>
      {opens ? (
        <Link
          to="."
          search={((before: object) => ({ ...before, ...to })) as never}
          className="log__name strong break"
          title={vehicle ? 'Abrir el vehículo' : 'Ver solo sus cambios'}
        >
          {name}
        </Link>
      ) : (
        <span className="log__name strong break">{name}</span>
      )}
    </>
  )
}
