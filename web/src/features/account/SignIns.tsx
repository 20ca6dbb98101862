// The user's open sessions, each with a button that ends it, and the recent sign-ins. Failed attempts are listed too:
// they may be another person's.
import { type Account, account as calls } from '@padron/contract/account'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { When } from '../../ui/When.tsx'

// Order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const BROWSERS = [
  { is: /\bEdg(?:A|iOS)?\//, name: 'Edge' },
  { is: /\bOPR\/|\bOpera\b/, name: 'Opera' },
  { is: /\bSamsungBrowser\//, name: 'Samsung Internet' },
  { is: /\bFirefox\/|\bFxiOS\//, name: 'Firefox' },
  { is: /\b(?:Headless)?Chrome\/|\bCriOS\//, name: 'Chrome' },
  { is: /\bSafari\//, name: 'Safari' },
] as const
const SYSTEMS = [
  { is: /\biPhone\b/, name: 'iPhone' },
  { is: /\biPad\b/, name: 'iPad' },
  { is: /\bAndroid\b/, name: 'Android' },
  { is: /\bCrOS\b/, name: 'ChromeOS' },
  { is: /\bWindows\b/, name: 'Windows' },
  { is: /\bMacintosh\b|\bMac OS\b/, name: 'Mac' },
  { is: /\bLinux\b|\bX11\b/, name: 'Linux' },
] as const

/** A short name for a browser's user agent, "Chrome en Windows"; an unknown one is returned unchanged. */
export const deviceWords = (agent: string): string => {
  const browser = BROWSERS.find(({ is }) => is.test(agent))?.name
  const system = SYSTEMS.find(({ is }) => is.test(agent))?.name
  if (browser && system) return `${browser} en ${system}`
  return browser ?? (agent.trim() || 'Dispositivo desconocido')
}

const OpenSessions = ({ sessions, clock }: { sessions: Account['sessions']; clock: Clock }) => {
  const end = useAction(calls.endSession)
  return (
    <ul className="sign-ins" aria-label="Sesiones abiertas">
      {sessions.map(({ sessionId, startedAt, address, agent, current }) => {
        const device = deviceWords(agent ?? '')
        return (
          <li className="stack gap-4-16 align-start ruled" key={sessionId}>
            <span title={agent ?? undefined}>{current ? <strong>Esta sesión</strong> : device}</span>
            <span>
              Desde <When at={startedAt} clock={clock} />
            </span>
            <span className="muted">{[current && device, address].filter(Boolean).join(' · ')}</span>
            {current ? (
              <span className="muted">Se cierra al salir</span>
            ) : (
              <Button
                label="Cerrar"
                small
                aria-label={`Cerrar la sesión de ${device}, ${address ?? 'sin dirección'}`}
                busy={end.isPending}
                onClick={() => end.mutate({ params: { sessionId } })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

export const SignIns = ({ account, clock }: { account: Account; clock: Clock }) => {
  const end = useAction(calls.endOtherSessions)
  const { openSessions, sessions, signIns } = account
  const alone = openSessions <= 1
  return (
    <section className="account-panel box full-row" aria-labelledby="account-sign-ins">
      <div className="account-panel__head row-wrap gap-8-16">
        <h2 id="account-sign-ins">Sesiones y accesos</h2>
        <p className="grow muted" role="status">
          {alone ? 'Solo esta sesión está abierta.' : `${openSessions} sesiones abiertas, contando esta.`}
        </p>
        <Button
          label="Cerrar las demás sesiones"
          className={alone ? 'button--off' : undefined}
          busy={end.isPending}
          off={alone}
          onClick={() => end.mutate({})}
        />
      </div>
      <OpenSessions sessions={sessions} clock={clock} />
      <h3>Últimos accesos</h3>
      {signIns.length ? (
        <ul className="sign-ins" aria-label="Últimos accesos">
          {signIns.map(({ at, address, agent, succeeded, current }) => (
            <li className="stack gap-4-16 align-start ruled" key={`${at} ${address}`}>
              <span className={`row gap-8${succeeded ? '' : ' warning-text strong'}`}>
                <StatusSign sign={succeeded ? 'clear' : 'warning'} size={16} />
                {current ? <strong>Esta sesión</strong> : <span>{succeeded ? 'Acceso' : 'Intento fallido'}</span>}
              </span>
              <When at={at} clock={clock} />
              <span title={agent}>{deviceWords(agent)}</span>
              <span className="muted">{address}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Aún no hay accesos registrados.</p>
      )}
      <p className="muted">Si no reconoce un acceso, cambie su contraseña: se cierran sus demás sesiones.</p>
    </section>
  )
}
