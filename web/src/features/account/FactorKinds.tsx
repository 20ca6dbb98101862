// The user's second factors: the application and the passkeys, each with a button that removes it.
import type { Account } from '@padron/contract/account'
import type { Clock } from '../../lib/clock.ts'
import { dateInText, dayInText } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'

type Factor = NonNullable<Account['secondFactor']>
type Passkey = Factor['passkeys'][number]

const lastUse = ({ lastUsedAt, fits }: Passkey, { zone }: Clock): string => {
  if (!fits) return 'Se hizo en otra dirección: aquí no sirve'
  return lastUsedAt === null ? 'Sin usar' : `Usada por última vez el ${dateInText(lastUsedAt, zone)}`
}

/** @returns the number of factors usable at this address */
export const countUsable = ({ application, passkeys }: Pick<Factor, 'application' | 'passkeys'>): number =>
  passkeys.filter(({ fits }) => fits).length + (application ? 1 : 0)

type Props = {
  factor: Factor
  isRequired: boolean
  clock: Clock
  onRemove: (kind: { passkeyId?: string; name?: string }) => void
}

export const FactorKinds = ({ factor: { application, passkeys }, isRequired, clock, onRemove }: Props) => {
  const usable = countUsable({ application, passkeys })
  /** The server serves only the set-up of the second factor to such a user. */
  const isLacking = isRequired && usable === 0
  const isLastRequired = isRequired && usable === 1
  const removal = (what: string, kind: Parameters<Props['onRemove']>[0]) => (
    <Button label="Quitar" small aria-label={`Quitar ${what}`} aria-haspopup="dialog" onClick={() => onRemove(kind)} />
  )
  return (
    <>
      <ul className="factor-kinds" aria-label="Cómo se confirma que es usted">
        {application && (
          <li className="ruled">
            <span>Aplicación de códigos</span>
            {!isLastRequired && removal('la aplicación de códigos', {})}
          </li>
        )}
        {passkeys.map((passkey) => {
          const { passkeyId, name, createdAt, fits } = passkey
          return (
            <li className="ruled" key={passkeyId}>
              <span className="stack">
                <span>{name}</span>
                <span className="muted">Llave de acceso agregada el {dayInText(createdAt, clock.zone)}</span>
                <span className="muted">{lastUse(passkey, clock)}</span>
              </span>
              {!isLacking && !(isLastRequired && fits) && removal(`la llave de acceso ${name}`, { passkeyId, name })}
            </li>
          )
        })}
      </ul>
      {usable === 0 && (
        <p>
          Ya solo entra con códigos de recuperación: agregue una llave de acceso o una aplicación antes de que se
          acaben.
        </p>
      )}
      {isLastRequired && <p className="muted">Su empresa se la pide: no puede quitar la única que tiene.</p>}
    </>
  )
}
