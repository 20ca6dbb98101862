// Chooses the channels that something is sent to: the company's, with chosen ones that are off. Renders nothing for
// users who may not see channels.
import { CHANNEL_KINDS, channels as calls } from '@padron/contract/channels'
import { Link } from '@tanstack/react-router'
import { useQuietCall } from '../../api/use-call.ts'
import { useCan } from '../../session/user-context.ts'
import { FailureLine } from '../list/LoadFailure.tsx'
import type { BoxProps } from './fields.tsx'

type Props = {
  box: BoxProps
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

export const ChannelChecks = ({ box, chosen, onChange }: Props) => {
  const { data, error, isError, refetch } = useQuietCall(calls.list, {}, { off: !useCan('programReports_read') })
  if (isError && !data) return <FailureLine title={calls.list.fails} query={{ error, refetch }} />
  if (!data) return <p className="muted">Cargando…</p>
  if (data.channels.length === 0)
    return (
      <p className="muted">
        Todavía no hay canales de Teams, Slack o Telegram. <Link to="/channels">Ir a Canales</Link>
      </p>
    )
  return (
    <div className="stack">
      {data.channels.map(({ channelId, name, kind, active, blockedReason }) => (
        <label key={channelId} className="check">
          <input
            type="checkbox"
            {...box}
            checked={chosen.includes(channelId)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, channelId] : chosen.filter((one) => one !== channelId))
            }
          />
          <span>
            {name}{' '}
            <small className="muted">
              {CHANNEL_KINDS.find((one) => one.kind === kind)?.name}
              {!active && ', en pausa: no recibe nada'}
              {active && blockedReason && ', no recibe nada: vea por qué en Canales'}
            </small>
          </span>
        </label>
      ))}
    </div>
  )
}
