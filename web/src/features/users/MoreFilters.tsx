// The rest of the filters, in a dialog; nothing applies until it is saved, and saving goes to page 1.
import { type ReactNode, useCallback, useState } from 'react'
import { type CheckOption, Checks } from '../../ui/Checks.tsx'
import { DraftText } from '../../ui/DraftText.tsx'
import { FiltersDialog } from '../../ui/FiltersDialog.tsx'
import { SortChoice } from '../../ui/SortChoice.tsx'
import { columnsOf } from './columns.tsx'
import { STATUSES, TEXT_FILTERS } from './filters.ts'
import type { UsersSearch } from './search.ts'

type Props = {
  search: UsersSearch
  tags: readonly CheckOption[]
  /** The bar already shows the common filters. */
  inBar: boolean
  onSave: (patch: Partial<UsersSearch>) => void
  onClose: () => void
}

export const MoreFilters = ({ search, tags, inBar, onSave, onClose }: Props): ReactNode => {
  const [draft, setDraft] = useState<Partial<UsersSearch>>({})
  const now = { ...search, ...draft }
  const put = (patch: Partial<UsersSearch>): void => setDraft((before) => ({ ...before, ...patch }))
  const onText = useCallback(
    (name: string, text: string): void => setDraft((before) => ({ ...before, [name]: text.trim() || undefined })),
    [],
  )
  return (
    <FiltersDialog onSave={() => onSave(draft)} onClose={onClose}>
      <div className="more-filters__texts stack gap-12 align-start">
        {TEXT_FILTERS.filter((filter) => !inBar || !filter.inBar).map(({ key, label }) => (
          <DraftText key={key} name={key} label={label} first={search[key] ?? ''} onDraft={onText} />
        ))}
        {!inBar && (
          <SortChoice
            columns={columnsOf(false, false)}
            sorting={{ sort: now.sort, order: now.order }}
            onSort={(next) => put(next)}
          />
        )}
      </div>
      {!inBar && (
        <div className="more-filters__checks">
          <fieldset className="checks scroll">
            <legend>Status</legend>
            {[{ value: undefined, label: 'Todos' }, ...STATUSES].map(({ value, label }) => (
              <label key={label} className="check">
                <input
                  type="radio"
                  name="status"
                  checked={now.status === value}
                  onChange={() => put({ status: value })}
                />
                {label}
              </label>
            ))}
          </fieldset>
          {tags.length > 0 && (
            <Checks
              legend="Etiquetas"
              options={tags}
              value={now.tags ?? []}
              onChange={(ids) => put({ tags: ids.length ? ids : undefined })}
            />
          )}
        </div>
      )}
    </FiltersDialog>
  )
}
