// The rest of the filters, in a dialog with their signs; nothing applies until it is saved, and saving goes to page 1.
import { COUNTRIES } from '@padron/contract/countries'
import { statusText, statusTone } from '@padron/contract/resources'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { type CheckOption, Checks } from '../../ui/Checks.tsx'
import { FiltersDialog } from '../../ui/FiltersDialog.tsx'
import { SortChoice } from '../../ui/SortChoice.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { columnsOf } from './columns.tsx'
import { assetStatusesOf, statusFilters, TEXT_FILTERS } from './filters.ts'
import type { CatalogueSearch } from './search.ts'

type Props = {
  search: CatalogueSearch
  tags: readonly CheckOption[]
  states: readonly CheckOption[]
  assetStatuses: readonly CheckOption[]
  /** The bar already shows the common filters. */
  inBar: boolean
  onSave: (patch: Partial<CatalogueSearch>) => void
  onClose: () => void
}

export const MoreFilters = ({ search, tags, states, assetStatuses, inBar, onSave, onClose }: Props): ReactNode => {
  const { country } = useUser()
  const [draft, setDraft] = useState<Partial<CatalogueSearch>>({})
  const now = { ...search, ...draft }
  const put = (patch: Partial<CatalogueSearch>): void => setDraft({ ...draft, ...patch })
  const some = (ids: number[]): number[] | undefined => (ids.length ? ids : undefined)
  return (
    <FiltersDialog onSave={() => onSave(draft)} onClose={onClose}>
      <div className="more-filters__texts">
        {TEXT_FILTERS.filter((filter) => !inBar || !filter.inBar).map(({ key, label }) => (
          <label key={key} className="field">
            <span>{label(country)}</span>
            <input
              type="text"
              maxLength={100}
              value={now[key] ?? ''}
              onChange={({ target }) => put({ [key]: target.value || undefined })}
            />
          </label>
        ))}
        {!inBar && (
          <SortChoice
            columns={columnsOf(country, false)}
            sorting={{ sort: now.sort, order: now.order }}
            onSort={(next) => put(next)}
          />
        )}
      </div>
      <div className="more-filters__checks">
        {statusFilters(country).map(({ column, name, options }) => (
          <Checks
            key={column}
            legend={name}
            options={options.map((id) => ({
              value: id,
              label: statusText(id),
              sign: <StatusSign sign={statusTone(id)} size={16} />,
            }))}
            value={now[column] ?? []}
            onChange={(ids) => put({ [column]: some(ids) })}
          />
        ))}
        {!inBar && (
          <>
            <Checks
              legend="Estatus"
              options={assetStatuses}
              value={assetStatusesOf(now)}
              onChange={(ids) => put({ status: some(ids) ?? 'todos' })}
            />
            <Checks
              legend={COUNTRIES[country].state}
              options={states}
              value={now.states ?? []}
              onChange={(ids) => put({ states: some(ids) })}
            />
          </>
        )}
        {tags.length > 0 && (
          <Checks
            legend="Etiquetas"
            options={tags}
            value={now.tags ?? []}
            onChange={(ids) => put({ tags: some(ids) })}
          />
        )}
      </div>
    </FiltersDialog>
  )
}
