// One's own account, for whoever is signed in.
import './account.css'
import { type Account, account as calls } from '@padron/contract/account'
import { asCountry, COUNTRIES } from '@padron/contract/countries'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import type { Clock } from '../../lib/clock.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { When } from '../../ui/When.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SignIns } from './SignIns.tsx'

const PersonalData = ({ account, clock }: { account: Account; clock: Clock }): ReactNode => {
  const { username, firstName, lastName, customId, email, phone, company, profile, passwordChangedAt } = account
  const admin = useCan('users_admin')
  const changed = passwordChangedAt && <When at={passwordChangedAt} clock={clock} />
  const rows: readonly [string, ReactNode][] = [
    ['Usuario', username],
    ['Nombre', `${firstName} ${lastName}`.trim()],
    ['Empresa', company.name],
    ['País y zona horaria', `${COUNTRIES[asCountry(company.country)].name}, ${company.timeZone}`],
    ['Perfil', profile],
    ['ID', customId],
    ['Email', email],
    ['Teléfono', phone],
    ['Contraseña cambiada', changed ?? 'Nunca: es la primera'],
  ]
  return (
    <section className="panel" aria-labelledby="account-data">
      <h2 id="account-data">Sus datos</h2>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>{value || <span className="muted">{NOTHING}</span>}</dd>
          </div>
        ))}
      </dl>
      {admin ? (
        <p className="muted">
          Se cambian en <Link to="/roles">Usuarios</Link>.
        </p>
      ) : (
        <p className="muted">Los cambia quien administra los usuarios de su empresa.</p>
      )}
    </section>
  )
}

const TermsDialog = lazy(() => import('../../session/TermsDialog.tsx').then((m) => ({ default: m.TermsDialog })))

const AcceptedTerms = ({ account: { terms }, clock }: { account: Account; clock: Clock }): ReactNode => {
  const [shown, show] = useState(false)
  return (
    <section className="panel" aria-labelledby="account-terms">
      <h2 id="account-terms">Términos y condiciones</h2>
      {terms.version ? (
        <dl className="facts">
          <div>
            <dt className="muted">Versión aceptada</dt>
            <dd>{terms.version}</dd>
          </div>
          {terms.acceptedAt && (
            <div>
              <dt className="muted">Aceptados</dt>
              <dd>
                <When at={terms.acceptedAt} clock={clock} />
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className="muted">Aún no los ha aceptado.</p>
      )}
      <p>
        <Button label="Leer los términos y condiciones" kind="link" aria-haspopup="dialog" onClick={() => show(true)} />
      </p>
      {shown && (
        <Suspense>
          <TermsDialog onClose={() => show(false)} />
        </Suspense>
      )}
    </section>
  )
}

const Programs = (): ReactNode => (
  <section className="panel" aria-labelledby="account-programs">
    <h2 id="account-programs">Tokens de acceso</h2>
    <p>
      Un token deja que un programa, como el ERP de su empresa, pregunte en nombre de usted sin conocer su contraseña,
      con los permisos que elija y hasta el día que elija.
    </p>
    <p>
      <Link to="/tokens">Ver sus tokens de acceso</Link>
    </p>
  </section>
)

const OwnPermissions = ({ account: { permissions, isMain } }: { account: Account }): ReactNode => (
  <section className="panel" aria-labelledby="account-permissions">
    <h2 id="account-permissions">Sus permisos</h2>
    {isMain && <p>Es la cuenta principal de su empresa: tiene todos los permisos.</p>}
    {permissions.length ? (
      <dl className="facts">
        {permissions.map(({ name, level }) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{level}</dd>
          </div>
        ))}
      </dl>
    ) : (
      <p className="muted">No tiene permisos asignados.</p>
    )}
  </section>
)

const AccountSkeleton = (): ReactNode => (
  <div className="account__panels stack gap-16 align-start" role="status" aria-label="Cargando su cuenta">
    {[0, 1, 2].map((panel) => (
      <div key={panel} className={`panel${panel === 2 ? ' full-row' : ''} panel--waiting stack`}>
        {[0, 1, 2, 3, 4, 5].map((bar) => (
          <span className="rounded" key={bar} />
        ))}
      </div>
    ))}
  </div>
)

export const AccountScreen = (): ReactNode => {
  useTitle('Mi cuenta')
  const { zone } = useUser()
  const now = useNow()
  const { data, isError, error, refetch } = useCall(calls.me, {})
  const clock = { now, zone }
  const content = () => {
    if (data)
      return (
        <div className="account__panels stack gap-16 align-start">
          <div className="stack gap-16">
            <PersonalData account={data} clock={clock} />
            <AcceptedTerms account={data} clock={clock} />
            <Programs />
          </div>
          <div className="stack gap-16">
            <PasswordForm username={data.username} />
            <OwnPermissions account={data} />
          </div>
          <SignIns account={data} clock={clock} />
        </div>
      )
    if (isError) return <LoadFailure title={calls.me.fails} error={error} onRetry={() => void refetch()} />
    return <AccountSkeleton />
  }
  return (
    <div className="account wide">
      <PrintLine now={now} />
      <h1>Mi cuenta</h1>
      {content()}
    </div>
  )
}
