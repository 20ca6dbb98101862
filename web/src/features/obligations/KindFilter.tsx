// Which kinds are shown: any of them, none chosen is all. What is pressed is said by a box and not by a colour alone.
import type { ObligationKind } from '@padron/contract/obligation-kinds'
import type { ReactNode } from 'react'
import { useUser } from '../../session/user-context.ts'
import { choiceName } from './kind-words.ts'

type Props = {
  /** Those that the user may see. */
  all: readonly ObligationKind[]
  chosen: readonly ObligationKind[]
  onToggle: (kind: ObligationKind) => void
  onClear: () => void
}

export const KindFilter = ({ all, chosen, onToggle, onClear }: Props): ReactNode => {
  const { country } = useUser()
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <fieldset className="kinds row-wrap gap-6">
        <legend>Mostrar</legend>
        {all.map((kind) => (
          <label key={kind} className="kinds__one row-inline gap-6 small surface bordered pressable">
            <input type="checkbox" checked={chosen.includes(kind)} onChange={() => onToggle(kind)} />
            {choiceName(kind, country)}
          </label>
        ))}
        {chosen.length > 0 ? (
          <button
            type="button"
            className="link-button"
            onClick={({ currentTarget }) => {
              // The button goes: the focus stays with the choice.
              currentTarget.closest('fieldset')?.querySelector('input')?.focus()
              onClear()
            }}
          >
            Limpiar filtros
          </button>
        ) : (
          <span className="muted small">Sin elegir: todos</span>
        )}
      </fieldset>
    </section>
  )
}
