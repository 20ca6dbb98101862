// Filters the kinds; none selected means all. The selection is a checkbox, not only a colour.
import type { ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { parseSearch } from '../../lib/search-params.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { choiceName, kindsOf, kindsText } from './kind-labels.ts'
import { type ChangeObligations, ObligationsSearch } from './search.ts'

/**
 * The kinds in the address, and functions that add or remove one. Reads the router's latest location, so that two quick
 * changes both apply.
 */
export const useKinds = (all: readonly ObligationKind[], search: ObligationsSearch, change: ChangeObligations) => {
  const { history } = useRouter()
  const seen = (text: string | undefined) => kindsOf(text).filter((kind) => all.includes(kind))
  const toggle = (kind: ObligationKind): void => {
    const now = seen(z.parse(ObligationsSearch, parseSearch(history.location.search)).kinds)
    change({ kinds: kindsText(now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind], all) })
  }
  const clear = (): void => change({ kinds: undefined, search: undefined })
  return { chosen: seen(search.kinds), toggle, clear }
}

type Props = {
  /** The kinds that the user may see. */
  all: readonly ObligationKind[]
  chosen: readonly ObligationKind[]
  onToggle: (kind: ObligationKind) => void
  /** Undefined if nothing is filtered. */
  onClear: (() => void) | undefined
}

export const KindFilter = ({ all, chosen, onToggle, onClear }: Props) => {
  const { country } = useUser()
  return (
    <fieldset className="kinds row-wrap gap-6">
      <legend>Mostrar</legend>
      {all.map((kind) => (
        <label key={kind} className="kinds__one row-inline gap-6 small surface bordered pressable">
          <input type="checkbox" checked={chosen.includes(kind)} onChange={() => onToggle(kind)} />
          {choiceName(kind, country)}
        </label>
      ))}
      {chosen.length === 0 && <span className="muted small">Se muestran todos</span>}
      {onClear && (
        <Button
          label="Limpiar filtros"
          kind="link"
          onClick={({ currentTarget }) => {
            // The button disappears: the focus moves to the checkboxes.
            currentTarget.closest('fieldset')?.querySelector('input')?.focus()
            onClear()
          }}
        />
      )}
    </fieldset>
  )
}
