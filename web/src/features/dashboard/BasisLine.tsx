// Under a figure or a heading: how many vehicles it rests on, and how old its oldest source is.

import { basisText } from '@padron/contract/basis-words'
import type { Basis } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useUser } from '../../session/user-context.ts'
import { isPartial, oldestText } from './basis-words.ts'

export const BasisLine = ({ basis, clock }: { basis: Basis; clock: Clock }): ReactNode => {
  const { country } = useUser()
  const oldest = oldestText(basis, clock)
  return (
    <p className={`basis tiny muted${isPartial(basis) ? ' basis--partial' : ''}`}>
      {basisText(basis, country)}
      {oldest && (
        <>
          {' · '}
          <time dateTime={basis.oldest ?? undefined} title={oldest.exact}>
            {oldest.text}
          </time>
        </>
      )}
    </p>
  )
}
