// One section as charts or as tables: the same figures either way.
import { type ReactNode, useId } from 'react'

const WAYS = [
  { table: false, word: 'Gráfico' },
  { table: true, word: 'Tabla' },
] as const

type Props = { section: string; table: boolean; onSwitch: () => void }

export const ViewSwitch = ({ section, table, onSwitch }: Props): ReactNode => {
  const name = useId()
  return (
    <fieldset className="segments segments--small">
      <legend className="visually-hidden">Cómo se muestra: {section}</legend>
      {WAYS.map((way) => (
        <label key={way.word} className="segment hoverable row-inline nowrap rounded-small relative pressable small">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={table === way.table}
            onChange={() => table !== way.table && onSwitch()}
          />
          {way.word}
        </label>
      ))}
    </fieldset>
  )
}
