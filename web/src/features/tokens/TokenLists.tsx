// The lists of tokens: the user's own, and for administrators of users the active ones of the whole company.
import { type CompanyToken, tokens as calls, TOKEN_TEXTS, TOKENS_AT_MOST } from '@padron/contract/tokens'
import { useId, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { plainText } from '../../lib/plain-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { type AnyToken, TokenRows } from './TokenRows.tsx'
import { isOpen } from './token-texts.ts'

type Props = { clock: Clock; onRevoke: (token: AnyToken) => void }

/** Active tokens first, then those that ended in the last ninety days. */
export const OwnTokens = ({ clock, onRevoke, onAdd }: Props & { onAdd: () => void }) => {
  const list = useCall(calls.list, {})
  const tokens = list.data?.tokens ?? []
  const isFull = tokens.filter((token) => isOpen(token, clock.now)).length >= TOKENS_AT_MOST
  const addButton = (
    <Button
      label="Crear token"
      kind="primary"
      icon="plus"
      aria-haspopup="dialog"
      disabled={isFull}
      title={isFull ? TOKEN_TEXTS.tooMany : undefined}
      onClick={onAdd}
    />
  )
  return (
    <div className="page__stack stack gap-12 narrow">
      {tokens.length > 0 && (
        <div className="row-wrap gap-8-16 between">
          <p className="muted">{isFull ? TOKEN_TEXTS.tooMany : 'Los que terminaron se ven durante noventa días.'}</p>
          {addButton}
        </div>
      )}
      <ListBox list={list} fails={calls.list.fails} loading="Cargando tokens de acceso" rows={3} columns={6}>
        {tokens.length > 0 ? (
          <TokenRows caption="Sus tokens de acceso" tokens={tokens} clock={clock} onRevoke={onRevoke} />
        ) : (
          <Message
            title="Sin tokens de acceso"
            detail={
              'Cree uno para que un programa de su empresa, como el ERP, pregunte a Padrón en nombre de usted, con ' +
              'los permisos que elija y hasta el día que elija.'
            }
            action={addButton}
          />
        )}
      </ListBox>
    </div>
  )
}

/** From this number of tokens on there is a search. */
const MANY = 8

const matches = ({ name, ending, user }: CompanyToken, typed: string): boolean =>
  plainText(`${user.username} ${name} ${ending}`).includes(plainText(typed.trim()))

export const CompanyTokens = ({ clock, onRevoke }: Props) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const list = useCall(calls.ofCompany, {})
  const tokens = list.data?.tokens ?? []
  const found = tokens.filter((token) => matches(token, typed))
  const nothing = tokens.length ? (
    <Message title="Sin coincidencias" detail="Ningún usuario ni token se llama así." />
  ) : (
    <Message title="Sin tokens vigentes" detail="Ningún usuario de la empresa tiene un token de acceso." />
  )
  return (
    <div className="page__stack stack gap-12 narrow">
      <p className="muted">
        Los tokens vigentes de todos los usuarios. Cada uno abre, como mucho, lo que su usuario pueda en ese momento.
      </p>
      {tokens.length >= MANY && (
        <div className="field tokens__search">
          <label htmlFor={id}>Buscar por usuario o por token</label>
          <input
            id={id}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      <ListBox
        list={list}
        fails={calls.ofCompany.fails}
        loading="Cargando los tokens de la empresa"
        rows={6}
        columns={7}
      >
        {found.length ? (
          <TokenRows caption="Tokens de la empresa" tokens={found} clock={clock} onRevoke={onRevoke} />
        ) : (
          nothing
        )}
      </ListBox>
    </div>
  )
}
