// "Tokens de acceso", opened from the user's account: the user's own, and for administrators of users those of the
// company. The dialogs are rendered by the screen: leaving a tab must not close a secret that is shown once.
import '../../ui/form.css'
import '../../ui/page.css'
import './tokens.css'
import { tokens as calls } from '@padron/contract/tokens'
import { useState } from 'react'
import { dateInText } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan } from '../../session/user-context.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { ApiDocsLink } from '../../ui/domain/ApiDocsLink.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ProgramSecret } from './ProgramSecret.tsx'
import { type OpenAccount, ServiceAccountDialogs, ServiceAccounts } from './ServiceAccounts.tsx'
import { TokensSearch } from './search.ts'
import { type Made, TokenDialog } from './TokenDialog.tsx'
import { CompanyTokens, OwnTokens } from './TokenLists.tsx'
import type { AnyToken } from './TokenRows.tsx'

const TITLE = 'Tokens de acceso'
const TABS = [
  { tab: 'propios', name: 'Mis tokens' },
  { tab: 'empresa', name: 'De la empresa' },
  { tab: 'servicio', name: 'Cuentas de servicio' },
] as const

const NewToken = ({ made: { token, created }, onClose }: { made: Made; onClose: () => void }) => {
  const { zone } = useClock()
  return (
    <ProgramSecret
      title={`Token «${created.name}»`}
      what="token"
      secret={token}
      permissions={created.permissions}
      loss="No podrá volver a verlo. Si lo pierde, revóquelo y cree otro."
      onClose={onClose}
    >
      Quien lo tenga puede hacer en nombre de usted lo que permiten los permisos del token, hasta el{' '}
      {dateInText(created.expiresAt, zone)}. Guárdelo como una contraseña.
    </ProgramSecret>
  )
}

/** Confirms the revocation, which cannot be undone. */
const RevokeToken = ({ token, onClose }: { token: AnyToken; onClose: () => void }) => {
  const { tokenId, name, ending } = token
  const { mutate, dialog } = useDangerAction(calls.revoke, name)
  return (
    <DangerDialog
      title="Revocar token"
      yes="Revocar token"
      {...dialog}
      onYes={() => mutate({ params: { tokenId: `${tokenId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        El token <strong>{name}</strong>
        {'user' in token && ` de ${token.user.username}`} (termina en …{ending}) deja de servir desde la siguiente
        llamada: el programa que lo usa se quedará sin acceso. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}

export const TokensScreen = () => {
  useTitle(TITLE)
  const clock = useClock()
  const admin = useCan('users_admin')
  const [search, setSearch] = useSearchState(TokensSearch)
  const [made, setMade] = useState<Made>()
  const [revoking, revoke] = useState<AnyToken>()
  const [account, openAccount] = useState<OpenAccount>()
  const tab = (admin && search.tab) || 'propios'
  const panels = {
    propios: <OwnTokens clock={clock} onAdd={() => setSearch({ new: 'token' })} onRevoke={revoke} />,
    empresa: <CompanyTokens clock={clock} onRevoke={revoke} />,
    servicio: <ServiceAccounts clock={clock} onAdd={() => setSearch({ new: 'cuenta' })} onOpen={openAccount} />,
  }
  const closeNew = (): void => setSearch({ new: undefined }, { replace: true })
  return (
    <div className="page grid-one gap-12 wide relative">
      <PrintLine now={clock.now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>{TITLE}</h1>
      </header>
      <p className="measure muted">
        Con un token, un programa pregunta a Padrón en nombre de su usuario sin conocer su contraseña
        {admin && '; con una cuenta de servicio, en nombre de la empresa'}. Qué se puede pedir:{' '}
        <ApiDocsLink>interfaz para programas</ApiDocsLink>.
      </p>
      {admin ? (
        <Tabs
          label={TITLE}
          tabs={TABS}
          open={tab}
          onOpen={(next) => setSearch({ tab: next === 'propios' ? undefined : next })}
        >
          {panels[tab]}
        </Tabs>
      ) : (
        panels.propios
      )}
      {search.new === 'token' && !made && (
        <TokenDialog
          onMade={(next) => {
            setMade(next)
            closeNew()
          }}
          onClose={closeNew}
        />
      )}
      {made && <NewToken key={made.created.tokenId} made={made} onClose={() => setMade(undefined)} />}
      {admin && (
        <ServiceAccountDialogs
          clock={clock}
          isNew={search.new === 'cuenta'}
          open={account}
          onClose={() => {
            openAccount(undefined)
            closeNew()
          }}
        />
      )}
      {revoking && <RevokeToken token={revoking} onClose={() => revoke(undefined)} />}
    </div>
  )
}
