// The way to a group's vehicles in the catalogue, for who may read them.
import type { FleetQuery } from '@padron/contract/catalogue'
import { numberText } from '@padron/contract/count-of'
import type { ReactNode } from 'react'
import { useUser } from '../../../session/user-context.ts'
import { useCatalogueLink } from '../catalogue-link.ts'

type Props = {
  query: FleetQuery | null
  vehicles: number
  /** Of what, for who does not see what it stands beside. */
  title: string
}

export const SeeInCatalogue = ({ query, vehicles, title }: Props): ReactNode => {
  const { country } = useUser()
  const link = useCatalogueLink()(query)
  if (!link || vehicles === 0) return null
  const which = vehicles === 1 ? 'Ver el vehículo' : `Ver los ${numberText(vehicles, country)}`
  return (
    <a {...link} className="next-link no-print small">
      {which} en el catálogo<span className="visually-hidden">: {title}</span>
    </a>
  )
}
