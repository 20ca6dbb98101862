// One next action: its title and its amount in one line, its vehicles below. Without any, a short line.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { numberText } from '@padron/contract/texts/count-of'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { Sign } from '../../../lib/status-texts.ts'
import { useCan, useUser } from '../../../session/user-context.ts'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { useCatalogueLink } from '../catalogue-link.ts'
import { type None, type Stake, stakeMoney } from './action-texts.ts'
import type { RowContext } from './columns.tsx'

export const NoneOf = ({ title, none: { sign, words } }: { title: string; none: None }) => (
  <li className="next-none stack">
    <StatusSign sign={sign} size={16} />
    <h3>{title}</h3>
    <p className="muted small">{words}</p>
  </li>
)

type LinkProps = {
  query: FleetQuery | null
  vehicles: number
  /** The subject, for a user of a screen reader. */
  title: string
}

/** The link to a group's vehicles in the catalogue, for users who may see them. */
export const SeeInCatalogue = ({ query, vehicles, title }: LinkProps) => {
  const { country } = useUser()
  const link = useCatalogueLink()(query)
  if (!link || vehicles === 0) return null
  const which = vehicles === 1 ? 'Ver el vehículo' : `Ver los ${numberText(vehicles, country)}`
  return (
    <a {...link} className="next-link row-inline no-print small">
      {which} en el catálogo<span className="visually-hidden">: {title}</span>
    </a>
  )
}

/** The work of the group, to assign it to a user. */
const SeeInPending = ({ search, title }: { search: object; title: string }) => (
  <Link to="/pending" search={search as never} className="next-link row-inline no-print small">
    Asignar en Pendientes<span className="visually-hidden">: {title}</span>
  </Link>
)

type Props<Row> = {
  title: string
  /** The search parameters of the same group in «Pendientes», if it is listed there. */
  pending?: object
  sign: Sign
  /** The group's amount and its first rows. */
  group: Stake & { first: readonly Row[] }
  details: readonly string[]
  /** The text where there is nothing. */
  none: None
  query: FleetQuery | null
  columns: readonly Column<Row, RowContext>[]
  context: RowContext
  /** Total number of rows. */
  total: number
  note?: ReactNode
}

export const Group = <Row,>(props: Props<Row>) => {
  const { title, pending, sign, group, details, none, query, columns, context, total, note } = props
  const { vehicles, first } = group
  const { country } = context
  const [open, setOpen] = useState(false)
  const reads = useCan('vehicles_read')
  const rows = useId()
  if (vehicles === 0) return <NoneOf title={title} none={none} />
  const stake = stakeMoney(group, country)
  return (
    <li className="next-group">
      <div className="next-group__head row">
        <h3 className="fill">
          <button
            type="button"
            className="row gap-8 wide text-start hoverable ring-inside"
            aria-expanded={open}
            aria-controls={rows}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={16} />
            <StatusSign sign={sign} size={18} />
            <span className="next-group__what fill">
              <span className="block">{title}</span>
              <span className="next-group__details small muted regular block">
                {details.filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="next-group__stake text-end money">
              {stake.least && <small className="tiny muted regular">al menos </small>}
              <strong className="nowrap">{stake.amount}</strong>
            </span>
          </button>
        </h3>
        {reads && (
          <span className="next-group__way no-print rigid text-end">
            <SeeInCatalogue query={query} vehicles={vehicles} title={title} />
            {pending && <SeeInPending search={pending} title={title} />}
          </span>
        )}
      </div>
      <div id={rows} className="next-group__rows scroll-x relative" hidden={!open}>
        {open && (
          <>
            {note}
            <DataTable
              className="table next-table"
              cards="next-card"
              caption={title}
              columns={columns}
              rows={first}
              // Two rows may be equal.
              keyOf={(row) => first.indexOf(row)}
              context={context}
            />
            {first.length < total && (
              <p className="muted next-group__first small measure">
                {first.length === 1 ? 'La primera fila' : `Las primeras ${numberText(first.length, country)} filas`} de{' '}
                {numberText(total, country)}.
              </p>
            )}
          </>
        )}
      </div>
    </li>
  )
}
