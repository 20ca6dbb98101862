// A link to the list of manual captures, with a filter.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { stateId: number; resourceTypeId: number; children: ReactNode }

/** State 0, the whole country, is not a filter. */
export const CaptureLink = ({ stateId, resourceTypeId, children }: Props) => (
  <Link to={'/captures' as string} search={{ resourceTypeId, ...(stateId > 0 && { stateId }) } as never}>
    {children}
  </Link>
)
