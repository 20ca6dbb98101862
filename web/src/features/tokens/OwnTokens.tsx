// One's own tokens: the open ones first, those that ended for ninety days.
import { tokens as calls, TOKEN_TEXTS, TOKENS_AT_MOST } from '@padron/contract/tokens'
import { type ReactNode, useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { type AnyToken, TokenRows } from './TokenRows.tsx'
import { isOpen } from './token-words.ts'

const BONES = 3
const COLUMNS = 6

type Props = { clock: Clock; onAdd: () => void; onRevoke: (token: AnyToken) => void }

export const OwnTokens = ({ clock, onAdd, onRevoke }: Props): ReactNode => {
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box)
  const { data, isError, error, isFetching, refetch } = useCall(calls.list, {})
  const tokens = data?.tokens
  const full = (tokens?.filter((token) => isOpen(token, clock.now)).length ?? 0) >= TOKENS_AT_MOST
  const add = (
    <Button
      label="Crear token"
      kind="primary"
      icon="plus"
      aria-haspopup="dialog"
      disabled={full}
      title={full ? TOKEN_TEXTS.tooMany : undefined}
      onClick={onAdd}
    />
  )
  const content = (): ReactNode => {
    if (isError && !tokens) return <LoadFailure title={calls.list.fails} error={error} onRetry={() => void refetch()} />
    if (!tokens) return <TableSkeleton label="Cargando tokens de acceso" rows={BONES} columns={COLUMNS} />
    if (!tokens.length)
      return (
        <Message
          title="Sin tokens de acceso"
          detail="Cree uno para que un programa de su empresa, como el ERP, pregunte a Padrón en nombre de usted, con los permisos que elija y hasta el día que elija."
          action={add}
        />
      )
    return <TokenRows caption="Sus tokens de acceso" tokens={tokens} clock={clock} onRevoke={onRevoke} />
  }
  return (
    <div className="page__stack stack gap-12 narrow">
      {!!tokens?.length && (
        <div className="tokens__bar">
          <p className="muted">{full ? TOKEN_TEXTS.tooMany : 'Los que terminaron se ven durante noventa días.'}</p>
          {add}
        </div>
      )}
      <div ref={box} className="page__box box narrow scroll-x" tabIndex={-1} aria-busy={isFetching}>
        {content()}
      </div>
    </div>
  )
}
