// "Tokens de acceso", reached from one's account: one's own, and for who administers users those of the whole
// company. The dialogs belong to the screen: what is shown once must not go with a tab.
import '../../ui/form.css'
import '../../ui/page.css'
import './tokens.css'
import type { Call } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import { queue } from '@padron/contract/queue'
import { tags } from '@padron/contract/tags'
import { tokens as calls } from '@padron/contract/tokens'
import { users } from '@padron/contract/users'
import { useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { dateInText } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan } from '../../session/user-context.ts'
import { ApiDocsLink } from '../../ui/ApiDocsLink.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useDangerAction } from '../../ui/use-danger-action.ts'
import { TokensSearch } from './search.ts'
import { type Made, TokenDialog } from './TokenDialog.tsx'
import { CompanyTokens, OwnTokens } from './TokenLists.tsx'
import type { AnyToken } from './TokenRows.tsx'

const EXAMPLES: readonly { row: Call; body?: string }[] = [
  { row: catalogue.list, body: '{"pagination":{"page":1,"pageSize":25}}' },
  { row: tags.list },
  { row: queue.items },
  { row: users.list, body: '{}' },
]

/** @param api where the calls go, without a slash at the end */
const exampleOf = (permissions: readonly string[], api: string): string => {
  const example = EXAMPLES.find(({ row: { needs } }) => typeof needs === 'string' && permissions.includes(needs))
  const { row, body } = example ?? { row: catalogue.states }
  const lines = ['curl -H "Authorization: Bearer $PADRON_TOKEN"']
  if (body) lines.push(`-H "Content-Type: application/json" -d '${body}'`)
  return [...lines, api + row.path].join(' \\\n  ')
}

const NewToken = ({ made: { token, created }, onClose }: { made: Made; onClose: () => void }) => {
  const { zone } = useClock()
  const [copied, setCopied] = useState(false)
  const api = new URL(useConfig()?.apiUrl || '/', location.origin).href.replace(/\/$/, '')
  return (
    <SecretDialog
      title={`Token «${created.name}»`}
      isSaved={copied}
      question="¿Cerrar sin copiar el token?"
      loss="No podrá volver a verlo. Si lo pierde, revóquelo y cree otro."
      onClose={onClose}
    >
      <div className="page__stack stack gap-12 narrow">
        <CodeBlock label="Token" text={token} copy="Copiar token" onCopied={() => setCopied(true)} wrap />
        <p className="page__message flex gap-8 bordered rounded">
          <StatusSign sign="warning" size={18} />
          <span>
            <strong>Cópielo ahora: no se vuelve a mostrar.</strong> Quien lo tenga puede hacer en nombre de usted lo que
            permiten los permisos del token, hasta el {dateInText(created.expiresAt, zone)}. Guárdelo como una
            contraseña.
          </span>
        </p>
        <CodeBlock
          label="Para probarlo, con el token en la variable PADRON_TOKEN"
          text={exampleOf(created.permissions, api)}
          copy="Copiar ejemplo"
        />
        <p>
          <ApiDocsLink>Qué se puede pedir a Padrón: la descripción de su interfaz para programas</ApiDocsLink>
        </p>
      </div>
    </SecretDialog>
  )
}

const TITLE = 'Tokens de acceso'
const TABS = [
  { tab: 'propios', name: 'Mis tokens' },
  { tab: 'empresa', name: 'De la empresa' },
] as const

/** Nothing takes it back. */
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
  const tab = (admin && search.tab) || 'propios'
  const own = <OwnTokens clock={clock} onAdd={() => setSearch({ new: 'token' })} onRevoke={revoke} />
  const closeNew = (): void => setSearch({ new: undefined }, { replace: true })
  return (
    <div className="page grid-one gap-12 wide relative">
      <PrintLine now={clock.now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>{TITLE}</h1>
      </header>
      <p className="measure muted">
        Con un token, un programa pregunta a Padrón en nombre de su usuario sin conocer su contraseña. Qué se puede
        pedir: <ApiDocsLink>interfaz para programas</ApiDocsLink>.
      </p>
      {admin ? (
        <Tabs
          label={TITLE}
          tabs={TABS}
          open={tab}
          onOpen={(next) => setSearch({ tab: next === 'propios' ? undefined : next })}
        >
          {tab === 'empresa' ? <CompanyTokens clock={clock} onRevoke={revoke} /> : own}
        </Tabs>
      ) : (
        own
      )}
      {search.new && !made && (
        <TokenDialog
          onMade={(next) => {
            setMade(next)
            closeNew()
          }}
          onClose={closeNew}
        />
      )}
      {made && <NewToken key={made.created.tokenId} made={made} onClose={() => setMade(undefined)} />}
      {revoking && <RevokeToken token={revoking} onClose={() => revoke(undefined)} />}
    </div>
  )
}
