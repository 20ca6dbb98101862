// The screen of the user's own account, for every signed-in user.
import { type Account, account as calls } from '@padron/contract/account'
import { asCountry, COUNTRIES } from '@padron/contract/places/countries'
import { zoneName } from '@padron/contract/texts/zone-name'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { When } from '../../ui/When.tsx'
import { Facts, Panel } from './Panel.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SignIns } from './SignIns.tsx'

type Props = { account: Account; clock: Clock }

const PersonalData = ({ account, clock }: Props) => {
  const { username, firstName, lastName, customId, email, phone, company, profile, passwordChangedAt } = account
  const admin = useCan('users_admin')
  const changed = passwordChangedAt && <When at={passwordChangedAt} clock={clock} />
  return (
    <Panel id="account-data" title="Sus datos">
      <Facts
        rows={{
          Usuario: username,
          Nombre: `${firstName} ${lastName}`.trim(),
          Empresa: company.name,
          'País y zona horaria': `${COUNTRIES[asCountry(company.country)].name}, ${zoneName(company.timeZone)}`,
          Perfil: profile,
          ID: customId,
          Email: email,
          Teléfono: phone,
          'Último cambio de contraseña': changed ?? 'Nunca',
        }}
      />
      {admin ? (
        <p className="muted">
          Se cambian en <Link to="/roles">Usuarios</Link>.
        </p>
      ) : (
        <p className="muted">Los cambia quien administra los usuarios de su empresa.</p>
      )}
    </Panel>
  )
}

const TermsDialog = lazy(() => import('../../session/TermsDialog.tsx').then((m) => ({ default: m.TermsDialog })))

const AcceptedTerms = ({ account: { terms }, clock }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { version, acceptedAt } = terms
  const accepted = acceptedAt && { Aceptados: <When at={acceptedAt} clock={clock} /> }
  return (
    <Panel id="account-terms" title="Términos y condiciones">
      {version ? (
        <Facts rows={{ 'Versión aceptada': version, ...accepted }} />
      ) : (
        <p className="muted">Aún no los ha aceptado.</p>
      )}
      <p>
        <Button
          label="Leer los términos y condiciones"
          kind="link"
          aria-haspopup="dialog"
          sends={false}
          onClick={() => setOpen(true)}
        />
      </p>
      {isOpen && (
        <Suspense>
          <TermsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

const AccessTokens = () => (
  <Panel id="account-programs" title="Tokens de acceso">
    <p>
      Un token deja que un programa, como el ERP de su empresa, pregunte en nombre de usted sin conocer su contraseña,
      con los permisos que elija y hasta el día que elija.
    </p>
    <p>
      <Link to="/tokens">Ver sus tokens de acceso</Link>
    </p>
  </Panel>
)

const OwnPermissions = ({ account: { permissions, isMain } }: { account: Account }) => (
  <Panel id="account-permissions" title="Sus permisos">
    {isMain && <p>Es la cuenta principal de su empresa: tiene todos los permisos.</p>}
    {permissions.length ? (
      <Facts rows={Object.fromEntries(permissions.map(({ name, level }) => [name, level]))} />
    ) : (
      <p className="muted">No tiene permisos asignados.</p>
    )}
  </Panel>
)

const AccountSkeleton = () => (
  <div className="account__panels stack gap-16 align-start" role="status" aria-label="Cargando su cuenta">
    {[0, 1, 2].map((panel) => (
      <div key={panel} className={`account-panel box account-panel--waiting stack${panel === 2 ? ' full-row' : ''}`}>
        {[0, 1, 2, 3, 4, 5].map((bar) => (
          <span className="rounded" key={bar} />
        ))}
      </div>
    ))}
  </div>
)

export const AccountScreen = () => {
  useTitle('Mi cuenta')
  const clock = useClock()
  const { data, isError, error, refetch } = useCall(calls.me, {})
  const content = () => {
    if (data)
      return (
        <div className="account__panels stack gap-16 align-start">
          <div className="stack gap-16">
            <PersonalData account={data} clock={clock} />
            <AcceptedTerms account={data} clock={clock} />
            <AccessTokens />
          </div>
          <div className="stack gap-16">
            <PasswordForm username={data.username} />
            <SecondFactor account={data} clock={clock} />
            <OwnPermissions account={data} />
          </div>
          <SignIns account={data} clock={clock} />
        </div>
      )
    if (isError) return <LoadFailure title={calls.me.fails} query={{ error, refetch }} />
    return <AccountSkeleton />
  }
  return (
    <div className="account page grid-one gap-12 wide">
      <PrintLine now={clock.now} />
      <h1>Mi cuenta</h1>
      {content()}
    </div>
  )
}
