// The way to the list of what a person must capture, already filtered.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { stateId: number; resourceTypeId: number; children: ReactNode }

/** State 0, the whole country, is none to filter by. */
export const CaptureLink = ({ stateId, resourceTypeId, children }: Props) => (
  <Link to={'/captures' as string} search={{ resourceTypeId, ...(stateId > 0 && { stateId }) } as never}>
    {children}
  </Link>
)
