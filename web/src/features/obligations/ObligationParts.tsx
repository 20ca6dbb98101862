// The parts of a row, shared by the table, the cards of a phone and the vehicle’s panel: title, amount and source.
import type { Obligation } from '@padron/contract/obligations'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { moneyText } from '../../lib/money-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { kindName } from './kind-labels.ts'
import './obligation-parts.css'

export type Place = { tipo: number } | { seccion: 'documentos' }
export type Open = (patch: { asset: number } & Partial<Place>) => void

/** Where the vehicle's panel shows the details: the source’s type, or the documents. */
const placeOf = ({ resourceTypeId, documentId }: Obligation): Place | undefined => {
  if (documentId !== null) return { seccion: 'documentos' }
  return resourceTypeId === null ? undefined : { tipo: resourceTypeId }
}

/** The title; it links to the details in the vehicle’s panel. */
export const ObligationTitle = ({ one, onOpen }: { one: Obligation; onOpen: (place: Place) => void }) => {
  const { country } = useUser()
  const { title, detail } = one
  const place = placeOf(one)
  const kind = kindName(one.kind, country)
  const name = title.toLowerCase().startsWith(kind.toLowerCase()) ? undefined : kind
  return (
    <span className="obligation-title stack justify-start narrow">
      {place ? (
        <Button label={title} kind="link" className="obligation-title__text break" onClick={() => onOpen(place)} />
      ) : (
        <span className="obligation-title__text break">{title}</span>
      )}
      {(name || detail) && <small className="muted tiny break">{[name, detail].filter(Boolean).join(' · ')}</small>}
    </span>
  )
}

/** Empty if nothing must be paid; a payment line without an amount says that it is unknown. */
export const ObligationAmount = ({ one }: { one: Obligation }) => {
  const { country } = useUser()
  if (one.amount === null && one.kind !== 'payment') return null
  return moneyText(one.amount, country)
}

type SourceProps = {
  one: Obligation
  clock: Clock
  /** In two lines, under a heading that names the source. */
  stacked?: boolean
}

/** The source or the user who reported it, and since when. */
export const ObligationSource = ({ one: { source, toldAt }, clock: { now, zone }, stacked = false }: SourceProps) => (
  <span className={stacked ? 'muted' : undefined}>
    <span className={stacked ? 'block' : undefined}>{stacked ? source : `Según ${source},`}</span>{' '}
    <time dateTime={toldAt} title={dateInText(toldAt, zone)}>
      {sinceText('', toldAt, now, zone).trim()}
    </time>
  </span>
)
