// Tokens: a table, and on a phone a card for each. Those of the company say whose they are.
import type { CompanyToken, Token } from '@padron/contract/tokens'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { When } from '../../ui/When.tsx'
import { Ends, LastUsed, Opens, Standing } from './TokenCells.tsx'
import { isOpen } from './token-words.ts'

export type AnyToken = Token | CompanyToken
type Props = { caption: string; tokens: readonly AnyToken[]; clock: Clock; onRevoke: (token: AnyToken) => void }
type OneProps = Omit<Props, 'tokens' | 'caption'> & { token: AnyToken }

const Owner = ({ token }: { token: AnyToken }): ReactNode =>
  'user' in token && (
    <>
      {token.user.username}
      {!token.user.active && <small className="token__under muted">Usuario inactivo: no abre nada</small>}
    </>
  )

const Name = ({ token: { name, ending } }: { token: AnyToken }): ReactNode => (
  <>
    {name}
    <small className="token__under muted">termina en …{ending}</small>
  </>
)

const Revoke = ({ token, clock, onRevoke }: OneProps): ReactNode =>
  isOpen(token, clock.now) && (
    <button type="button" className="button button--small" aria-haspopup="dialog" onClick={() => onRevoke(token)}>
      Revocar<span className="visually-hidden"> {token.name}</span>
    </button>
  )

const Row = (props: OneProps): ReactNode => {
  const { token, clock } = props
  return (
    <tr data-row={token.tokenId} className={isOpen(token, clock.now) ? undefined : 'token--ended'}>
      <th scope="row">
        <Name token={token} />
      </th>
      {'user' in token && (
        <td>
          <Owner token={token} />
        </td>
      )}
      <td>
        <Standing token={token} clock={clock} />
      </td>
      <td>
        <Opens token={token} />
      </td>
      <td>
        <Ends token={token} clock={clock} />
      </td>
      <td>
        <LastUsed token={token} clock={clock} />
      </td>
      <td>
        <When at={token.createdAt} clock={clock} />
      </td>
      <td className="token__do">
        <Revoke {...props} />
      </td>
    </tr>
  )
}

const HEADINGS = ['Estado', 'Permisos', 'Vence', 'Último uso', 'Creado'] as const

const Table = ({ caption, tokens, ...rest }: Props): ReactNode => (
  <table className="page__table tokens__table">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Token</th>
        {tokens.some((token) => 'user' in token) && <th scope="col">Usuario</th>}
        {HEADINGS.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">Acciones</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {tokens.map((token) => (
        <Row key={token.tokenId} token={token} {...rest} />
      ))}
    </tbody>
  </table>
)

const Card = (props: OneProps): ReactNode => {
  const { token, clock } = props
  return (
    <li className="card token-card" data-row={token.tokenId}>
      <div className="card__head">
        <strong>
          <Name token={token} />
        </strong>
        <Revoke {...props} />
      </div>
      <Standing token={token} clock={clock} />
      <dl>
        {'user' in token && (
          <div>
            <dt>Usuario</dt>
            <dd>
              <Owner token={token} />
            </dd>
          </div>
        )}
        <div>
          <dt>Permisos</dt>
          <dd>
            <Opens token={token} />
          </dd>
        </div>
        <div>
          <dt>Vence</dt>
          <dd>
            <Ends token={token} clock={clock} />
          </dd>
        </div>
        <div>
          <dt>Último uso</dt>
          <dd>
            <LastUsed token={token} clock={clock} />
          </dd>
        </div>
        <div>
          <dt>Creado</dt>
          <dd>
            <When at={token.createdAt} clock={clock} />
          </dd>
        </div>
      </dl>
    </li>
  )
}

const Cards = ({ caption, tokens, ...rest }: Props): ReactNode => (
  <ul className="cards" aria-label={caption}>
    {tokens.map((token) => (
      <Card key={token.tokenId} token={token} {...rest} />
    ))}
  </ul>
)

export const TokenRows = (props: Props): ReactNode => (useMedia(PHONE) ? <Cards {...props} /> : <Table {...props} />)
