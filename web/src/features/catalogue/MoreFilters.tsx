// The rest of the filters, in a dialog with their signs; nothing applies until it is saved, and saving goes to page 1.
import { COUNTRIES } from '@padron/contract/countries'
import { statusText, statusTone } from '@padron/contract/resources'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { assetStatusesOf, statusFilters, TEXT_FILTERS } from './filters.ts'
import type { CatalogueSearch } from './search.ts'

type Option = { value: number; label: string; sign?: ReactNode }
type ChecksProps = {
  legend: string
  options: readonly Option[]
  value: readonly number[]
  onChange: (value: number[]) => void
}

const Checks = ({ legend, options, value, onChange }: ChecksProps): ReactNode => (
  <fieldset className="checks">
    <legend>{legend}</legend>
    {options.map((option) => (
      <label key={option.value} className="check">
        <input
          type="checkbox"
          checked={value.includes(option.value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, option.value] : value.filter((id) => id !== option.value))
          }
        />
        {option.sign}
        {option.label}
      </label>
    ))}
  </fieldset>
)

type Props = {
  search: CatalogueSearch
  tags: readonly Option[]
  states: readonly Option[]
  assetStatuses: readonly Option[]
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
  const save = (): void => {
    onSave(draft)
    onClose()
  }
  const footer = (
    <>
      <button type="button" className="button" onClick={onClose}>
        Cancelar
      </button>
      <button type="submit" form="more-filters" className="button button--primary">
        Guardar filtros
      </button>
    </>
  )
  return (
    <Dialog title="Filtros" shape="wide" onClose={onClose} footer={footer}>
      <form
        id="more-filters"
        className="more-filters"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
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
      </form>
    </Dialog>
  )
}
