// While nothing has been worked out yet: that it is so, or that it is on its way.
import type { ReactNode } from 'react'
import { Message } from '../../ui/Message.tsx'
import type { Asked } from './use-dashboard.ts'

const NONE = 'No hay registro de estadísticas por el momento, vuelva a intentarlo en 24 horas.'

export const NoneYet = ({ asked: { refreshing, refresh } }: { asked: Asked }): ReactNode =>
  refreshing ? (
    <Message title="Calculando las estadísticas" detail="Esta página se renueva sola en cuanto terminen." />
  ) : (
    <Message
      title={NONE}
      detail="Se calculan cada noche. También puede pedirlas ahora."
      action={
        <button type="button" className="button" onClick={refresh}>
          Calcular ahora
        </button>
      }
    />
  )
