// Who I am here: what the company has written down of this user.
import type { Account } from '@padron/contract/account'
import { asCountry, COUNTRIES } from '@padron/contract/countries'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { useCan } from '../../session/user-context.ts'
import { When } from '../../ui/When.tsx'

export const PersonalData = ({ account, clock }: { account: Account; clock: Clock }): ReactNode => {
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
