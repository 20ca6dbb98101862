// The dialog of the console's keyboard shortcuts.
import { localText } from '@padron/contract/texts/local-text'
import { Fragment } from 'react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import './palette.css'

const SHORTCUTS = [
  {
    title: 'En toda la consola',
    keys: [
      {
        keys: ['Ctrl K', '⌘ K'],
        does: 'Ir a una pantalla, un vehículo o una vista, o escribir un filtro: multas > 5000 jalisco',
      },
      { keys: ['/'], does: 'Buscar por placa, VIN, identificador o titular' },
      { keys: ['← →', '↑ ↓'], does: 'Pasar de un botón a otro de una barra, de los encabezados o del menú' },
      { keys: ['?'], does: 'Ver estos atajos' },
      { keys: ['Esc'], does: 'Cerrar lo que está abierto' },
    ],
  },
  {
    title: 'En la tabla de vehículos',
    keys: [
      {
        keys: ['↑', '↓'],
        does: 'Pasar de un vehículo a otro; ↓ entra en la tabla, ↑ desde el primero va a sus encabezados',
      },
      { keys: ['Inicio', 'Fin'], does: 'Ir al primero o al último de la página' },
      { keys: ['Enter'], does: 'Abrir el vehículo' },
      { keys: ['Espacio'], does: 'Seleccionarlo; con Mayús, todos desde el anterior' },
      { keys: ['Mayús + ← →'], does: 'En un encabezado: cambiar el ancho de la columna' },
    ],
  },
  {
    title: 'En el detalle de un vehículo',
    keys: [{ keys: ['Alt + ↑', 'Alt + ↓'], does: 'Ir al vehículo anterior o al siguiente de la lista' }],
  },
] as const

export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Atajos de teclado" onClose={onClose}>
    {SHORTCUTS.map(({ title, keys: lines }) => (
      <section key={title} className="shortcuts">
        <h3>{title}</h3>
        <dl className="stack">
          {lines.map(({ keys, does }) => (
            <Fragment key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className="bordered soft rounded-small tiny">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{localText(does)}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
)
