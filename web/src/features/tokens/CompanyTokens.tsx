// The open tokens of everybody in the company, for who administers its users.
import { type CompanyToken, tokens as calls } from '@padron/contract/tokens'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { plainText } from '../../lib/plain-text.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { type AnyToken, TokenRows } from './TokenRows.tsx'

const BONES = 6
const COLUMNS = 7
/** From so many on they can be searched. */
const MANY = 8

const matches = ({ name, ending, user }: CompanyToken, typed: string): boolean =>
  plainText(`${user.username} ${name} ${ending}`).includes(plainText(typed.trim()))

type Props = { clock: Clock; onRevoke: (token: AnyToken) => void }

export const CompanyTokens = ({ clock, onRevoke }: Props): ReactNode => {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box)
  const [typed, type] = useState('')
  const { data, isError, error, isFetching, refetch } = useCall(calls.ofCompany, {})
  const tokens = data?.tokens
  const shown = tokens?.filter((token) => matches(token, typed)) ?? []
  const content = (): ReactNode => {
    if (isError && !tokens)
      return <LoadFailure title={calls.ofCompany.fails} error={error} onRetry={() => void refetch()} />
    if (!tokens) return <TableSkeleton label="Cargando los tokens de la empresa" rows={BONES} columns={COLUMNS} />
    if (!tokens.length)
      return <Message title="Sin tokens vigentes" detail="Ningún usuario de la empresa tiene un token de acceso." />
    if (!shown.length) return <Message title="Sin coincidencias" detail="Ningún usuario ni token se llama así." />
    return <TokenRows caption="Tokens de la empresa" tokens={shown} clock={clock} onRevoke={onRevoke} />
  }
  return (
    <div className="page__stack stack gap-12 narrow">
      <p className="muted">
        Los tokens vigentes de todos los usuarios. Cada uno abre, como mucho, lo que su usuario pueda en ese momento.
      </p>
      {(tokens?.length ?? 0) >= MANY && (
        <div className="field tokens__search">
          <label htmlFor={id}>Buscar por usuario o por token</label>
          <input id={id} type="search" autoComplete="off" value={typed} onChange={({ target }) => type(target.value)} />
        </div>
      )}
      <div ref={box} className="page__box box narrow scroll-x" tabIndex={-1} aria-busy={isFetching}>
        {content()}
      </div>
    </div>
  )
}
