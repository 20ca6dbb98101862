// What stands where the reports would, or over them: why there is none, or why none goes, and the way out.
import type { ReactNode } from 'react'
import { Message } from '../../ui/Message.tsx'

export const NoReports = ({ mayChange, add }: { mayChange: boolean; add: ReactNode }): ReactNode => (
  <Message
    title="Todavía no hay reportes programados"
    detail={
      mayChange
        ? 'Un reporte es un correo a quien usted diga, el día y a la hora que elija: por ejemplo, cada lunes, los adeudos de una región. Agréguelo aquí o suba la plantilla.'
        : 'Un administrador de reportes puede agregarlos; aquí verá cuáles hay, a quién llegan y cuándo.'
    }
    action={add}
  />
)

export const NoneFound = ({ onClear }: { onClear: () => void }): ReactNode => (
  <Message
    title="Sin coincidencias"
    action={
      <button type="button" className="button" onClick={onClear}>
        Quitar la búsqueda
      </button>
    }
  />
)

export const AllOff = ({ mayChange }: { mayChange: boolean }): ReactNode => (
  <p className="note report-list__off">
    El envío programado de correos está apagado: ningún reporte sale en su fecha.
    {mayChange && ' Actívelo abajo, en Correo.'}
  </p>
)
