// What I may do, by type: the highest level held of each.
import type { Account } from '@padron/contract/account'
import type { ReactNode } from 'react'

export const OwnPermissions = ({ account: { permissions, isMain } }: { account: Account }): ReactNode => (
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
