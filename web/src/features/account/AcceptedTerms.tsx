// The terms as this user accepted them, and the way to read them again.
import type { Account } from '@padron/contract/account'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { When } from '../../ui/When.tsx'

const TermsDialog = lazy(() => import('../../session/TermsDialog.tsx').then((m) => ({ default: m.TermsDialog })))

export const AcceptedTerms = ({ account: { terms }, clock }: { account: Account; clock: Clock }): ReactNode => {
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
        <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => show(true)}>
          Leer los términos y condiciones
        </button>
      </p>
      {shown && (
        <Suspense>
          <TermsDialog onClose={() => show(false)} />
        </Suspense>
      )}
    </section>
  )
}
