// Under a figure or a heading: how many vehicles it rests on, and how old its oldest source is.
import { basisText } from '@padron/contract/basis-words'
import type { Basis } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { oldestText } from './basis-words.ts'

export const BasisLine = ({ basis }: { basis: Basis }): ReactNode => {
  const { country } = useUser()
  const oldest = oldestText(basis, useClock())
  return (
    <p className="basis tiny muted">
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
