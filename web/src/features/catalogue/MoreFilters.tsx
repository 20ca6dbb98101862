// Every filter, in a dialog by sections, with a search that narrows them; nothing applies until it is saved, and saving
// goes to page 1. What is typed is drawn nowhere else: the dialog stays quick with all of them in it.
import { FRESHNESS_TITLE, ONLY_CURRENT } from '@padron/contract/asked-filter-words'
import { COUNTRIES } from '@padron/contract/countries'
import { statusText, statusTone } from '@padron/contract/resources'
import { type DateField, fieldTitle, SUGGESTED_FIELDS, type SuggestedField } from '@padron/contract/vehicle-fields'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { plainText } from '../../lib/plain-text.ts'
import { useUser } from '../../session/user-context.ts'
import { type CheckOption, Checks } from '../../ui/Checks.tsx'
import { DraftText } from '../../ui/DraftText.tsx'
import { FiltersDialog } from '../../ui/FiltersDialog.tsx'
import { SortChoice } from '../../ui/SortChoice.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { REASON_LABEL } from './chips.ts'
import { columnsOf } from './columns.tsx'
import { DateFields } from './DateFields.tsx'
import { type Faults, readDraft } from './filter-draft.ts'
import { DATES_IN_ORDER, SECTIONS, type SectionKey } from './filter-sections.ts'
import { assetStatusesOf, statusFilters } from './filters.ts'
import { OwedFilters } from './OwedFilters.tsx'
import { REASON_OPTIONS, STATUS_OPTIONS } from './options.ts'
import { OWED_TITLES } from './owed-words.ts'
import { SuggestedText } from './SuggestedText.tsx'
import { type CatalogueSearch, NUMBER_KEYS, type NumberKey, type TextKey } from './search.ts'
import { type Tag, TagFilters } from './TagFilters.tsx'
import { useFilterDraft } from './use-filter-draft.ts'

type Props = {
  search: CatalogueSearch
  tags: readonly Tag[]
  states: readonly CheckOption[]
  /** Where there are no headings to sort by. */
  withSort: boolean
  onSave: (patch: Partial<CatalogueSearch>) => void
  onClose: () => void
}

const SUGGESTED: readonly string[] = SUGGESTED_FIELDS
const NUMBERS: readonly string[] = NUMBER_KEYS
const isSuggested = (key: string): key is SuggestedField => SUGGESTED.includes(key)
const some = (ids: number[]): number[] | undefined => (ids.length ? ids : undefined)

export const MoreFilters = ({ search, tags, states, withSort, onSave, onClose }: Props): ReactNode => {
  const { country } = useUser()
  const form = useRef<HTMLDivElement>(null)
  const { draft, onText, onDates, onRange } = useFilterDraft()
  const [chosen, setChosen] = useState<Partial<CatalogueSearch>>({})
  const [faults, setFaults] = useState<Faults>({})
  const [typed, setTyped] = useState('')
  const wanted = plainText(useDeferredValue(typed).trim())
  const now = { ...search, ...chosen }
  const put = (patch: Partial<CatalogueSearch>): void => setChosen({ ...chosen, ...patch })
  const found = (label: string): boolean => plainText(label).includes(wanted)

  const save = (): boolean => {
    const read = readDraft({ ...draft.current, chosen }, country, search)
    setFaults(read.faults)
    const [first] = Object.keys(read.faults)
    if (first) {
      setTyped('') // it may be one that the search hides
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
      return false
    }
    onSave(read.patch)
    return true
  }

  const typedField = (key: TextKey | NumberKey): ReactNode => {
    const label = fieldTitle(key, country)
    const shared = { label, first: search[key]?.toString() ?? '', hidden: !found(label), onDraft: onText }
    if (isSuggested(key)) return <SuggestedText key={key} name={key} {...shared} />
    const numeric = NUMBERS.includes(key) && ({ inputMode: 'numeric' } as const)
    return <DraftText key={key} name={key} fault={faults[key]} {...shared} {...numeric} />
  }
  const checks = (legend: string, options: readonly CheckOption[], key: keyof CatalogueSearch): ReactNode =>
    found(legend) && (
      <Checks
        key={key}
        legend={legend}
        options={options}
        value={key === 'status' ? assetStatusesOf(now) : ((now[key] as readonly number[] | undefined) ?? [])}
        onChange={(ids) => put({ [key]: some(ids) ?? (key === 'status' ? 'todos' : undefined) })}
      />
    )

  const groups: Record<SectionKey, readonly ReactNode[]> = {
    vehicle: [
      checks(COUNTRIES[country].state, states, 'states'),
      checks('Estatus', STATUS_OPTIONS, 'status'),
      checks(REASON_LABEL, REASON_OPTIONS, 'reasons'),
    ],
    holder: [],
    checks: [
      ...statusFilters(country).map(({ column, name, options }) =>
        checks(
          name,
          options.map((id) => ({
            value: id,
            label: statusText(id),
            sign: <StatusSign sign={statusTone(id)} size={16} />,
          })),
          column,
        ),
      ),
      found(FRESHNESS_TITLE) && (
        <Checks
          key="freshness"
          legend={FRESHNESS_TITLE}
          options={[{ value: 1, label: ONLY_CURRENT }]}
          value={now.freshness ? [1] : []}
          onChange={(ids) => put({ freshness: ids.length ? 'current' : undefined })}
        />
      ),
    ],
    owed: [],
    dates: [],
    registry: [],
    tags: [],
  }
  const dateFound = (field: DateField): boolean => found(fieldTitle(field, country))
  const tagsFound =
    tags.length > 0 &&
    (found('Etiquetas') || tags.some(({ tagName, tagCategoryName }) => found(tagName) || found(tagCategoryName)))
  const isEmpty = (key: SectionKey, fields: readonly (TextKey | NumberKey)[]): boolean => {
    if (key === 'owed') return !OWED_TITLES.some(found)
    if (key === 'dates') return !DATES_IN_ORDER.some(dateFound)
    if (key === 'tags') return !tagsFound
    return !groups[key].some(Boolean) && !fields.some((field) => found(fieldTitle(field, country)))
  }
  const nothing = SECTIONS.every(({ key, fields }) => isEmpty(key, fields))

  return (
    <FiltersDialog onSave={save} onClose={onClose}>
      <div ref={form} className="stack gap-16">
        <div className="more-filters__head surface ruled">
          <input
            type="search"
            className="more-filters__search wide"
            aria-label="Buscar filtro"
            placeholder="Buscar filtro"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            // Not the form's.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
        {withSort && wanted === '' && (
          <div className="more-filters__texts stack gap-12 align-start">
            <SortChoice
              columns={columnsOf(country, tags.length > 0)}
              sorting={{ sort: now.sort, order: now.order }}
              onSort={(next) => put(next)}
            />
          </div>
        )}
        {SECTIONS.map(({ key, title, fields }) => (
          <section key={key} className="more-filters__section" aria-label={title} hidden={isEmpty(key, fields)}>
            <h3>{title}</h3>
            {fields.length > 0 && (
              <div className="more-filters__texts stack gap-12 align-start">{fields.map(typedField)}</div>
            )}
            {key === 'owed' && <OwedFilters {...{ search, now, put, found, faults, onRange }} />}
            {key === 'dates' &&
              DATES_IN_ORDER.map((field) => (
                <DateFields
                  key={field}
                  field={field}
                  first={search[field]}
                  fault={faults[field]}
                  hidden={!dateFound(field)}
                  onDates={onDates}
                />
              ))}
            {key === 'tags' && tagsFound && (
              <TagFilters
                tags={tags}
                value={now.tags ?? []}
                onChange={(ids) => put({ tags: some(ids) })}
                typed={wanted}
              />
            )}
            {groups[key].length > 0 && <div className="more-filters__checks">{groups[key]}</div>}
          </section>
        ))}
        {nothing && <p className="muted">Ningún filtro con ese nombre</p>}
      </div>
    </FiltersDialog>
  )
}
