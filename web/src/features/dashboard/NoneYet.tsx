// While nothing has been worked out yet: that it is so, and that it is on its way.
import type { ReactNode } from 'react'
import { Message } from '../../ui/Message.tsx'
import type { Asked } from './use-dashboard.ts'

const NONE = 'No hay registro de estadísticas por el momento, vuelva a intentarlo en 24 horas.'

export const NoneYet = ({ asked: { refreshing, refresh } }: { asked: Asked }): ReactNode => (
  <Message
    title={NONE}
    detail={
      refreshing
        ? 'El cálculo ya se pidió: esta página se renueva sola en cuanto termine.'
        : 'Se calculan cada noche. También puede pedirlas ahora; esta página se renueva sola en cuanto estén.'
    }
    action={
      !refreshing && (
        <button type="button" className="button" onClick={refresh}>
          Calcular ahora
        </button>
      )
    }
  />
)
