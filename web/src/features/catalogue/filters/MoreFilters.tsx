// All filters, in a dialog by sections, with a search that narrows them; saving applies them and goes to page 1. What
// is typed renders nothing else, so that the dialog stays fast.
import { ACQUISITION_REASONS } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { COUNTRIES } from '@padron/contract/places/countries'
import { FRESHNESS_TITLE, ONLY_CURRENT } from '@padron/contract/texts/filter-texts'
import { localText } from '@padron/contract/texts/local-text'
import { type DateField, fieldTitle, SUGGESTED_FIELDS, type SuggestedField } from '@padron/contract/vehicles/fields'
import { memo, type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react'
import { useQuietCall } from '../../../api/use-call.ts'
import { cleared, isFiltered } from '../../../lib/list-search.ts'
import { plainText } from '../../../lib/plain-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { WRITTEN_MAX } from '../../../lib/written-filter/phrases.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checks } from '../../../ui/fields/Checks.tsx'
import { DraftText } from '../../../ui/filters/DraftText.tsx'
import { FiltersDialog } from '../../../ui/filters/FiltersDialog.tsx'
import { SortChoice } from '../../../ui/table/SortChoice.tsx'
import { catalogueColumns } from '../columns.tsx'
import { assetStatusesOf, statusChoices, statusFilters, unlessEmpty } from '../filters.ts'
import { type CatalogueSearch, NUMBER_KEYS, type NumberKey, type TextKey } from '../search.ts'
import { unknownWords, useWrittenFilter } from '../use-written-filter.ts'
import { REASON_LABEL } from './chips.ts'
import { DateFields } from './DateFields.tsx'
import { type Faults, type OnTyped, readDraft, type Typed } from './filter-draft.ts'
import { DATES_IN_ORDER, SECTIONS, type SectionKey } from './filter-sections.ts'
import { type DrawChecks, OwedFilters, owedTitles, statusOptions } from './OwedFilters.tsx'
import { TagFilters } from './TagFilters.tsx'
import { useFilterNames } from './use-filter-names.ts'

type Props = {
  search: CatalogueSearch
  /** True where there are no headings to sort by. */
  withSort: boolean
  onSave: (patch: Partial<CatalogueSearch>) => void
  onClose: () => void
}

const WAIT_MS = 300
const NO_VALUES: readonly string[] = []

type WrittenProps = {
  written: ReturnType<typeof useWrittenFilter>
  /** Whether the search matches the name of a filter below. */
  hasNames: boolean
  /** Whether it would replace active filters. */
  replaces: boolean
  onUse: () => void
}

/** If the searched text is a filter as a sentence, a button applies it instead of the active filters. */
const WrittenFilter = ({ written, hasNames, replaces, onUse }: WrittenProps) => {
  if (!written) return hasNames ? null : <p className="muted">Ningún filtro con ese nombre</p>
  return (
    <div className="row-wrap gap-6">
      <Button label={replaces ? 'Filtrar solo por lo escrito' : 'Filtrar por lo escrito'} onClick={onUse} />
      {written.chips.map(({ key, label, value }) => (
        <span key={key} className="chip more-filters__chip">
          {label}: {value}
        </span>
      ))}
      <span role="status" className="muted">
        {unknownWords(written.unknown)}
      </span>
    </div>
  )
}

type SuggestedProps = {
  name: SuggestedField
  label: string
  first: string
  hidden: boolean
  onDraft: (name: string, text: string) => void
}

/** A text field that suggests the values in use in the fleet, from its focus on and shortly after each character. */
const SuggestedText = memo(({ name, first, ...rest }: SuggestedProps) => {
  const [focused, setFocused] = useState(false)
  const [text, setText] = useState(first)
  const like = useDebounced(text.trim(), WAIT_MS)
  const { data } = useQuietCall(
    catalogue.suggestions,
    { query: { field: name, ...(like && { like }) } },
    { keep: true, off: !focused },
  )
  return (
    <DraftText
      {...rest}
      name={name}
      first={first}
      offered={data?.values ?? NO_VALUES}
      onText={setText}
      onFocus={useCallback(() => setFocused(true), [])}
    />
  )
})

const SUGGESTED: readonly string[] = SUGGESTED_FIELDS
const NUMBERS: readonly string[] = NUMBER_KEYS
const isSuggested = (key: string): key is SuggestedField => SUGGESTED.includes(key)
const REASON_OPTIONS = ACQUISITION_REASONS.map(({ id, text }) => ({ value: id, label: text }))

export const MoreFilters = ({ search, withSort, onSave, onClose }: Props) => {
  const { country } = useUser()
  const { tags, states } = useFilterNames()
  const form = useRef<HTMLDivElement>(null)
  // A ref, not state: typing must not render the whole dialog.
  const typed = useRef<Typed>({})
  const onTyped = useCallback<OnTyped>((name, value) => {
    typed.current = { ...typed.current, [name]: value }
  }, [])
  const [chosen, setChosen] = useState<Partial<CatalogueSearch>>({})
  const [faults, setFaults] = useState<Faults>({})
  const [searched, setSearched] = useState('')
  const wanted = plainText(useDeferredValue(searched).trim())
  const now = { ...search, ...chosen }
  const put = (patch: Partial<CatalogueSearch>): void => setChosen({ ...chosen, ...patch })
  const found = (label: string): boolean => plainText(label).includes(wanted)

  const written = useWrittenFilter(searched)
  const applyWritten = (): void => {
    onSave({ ...cleared(search), ...written?.search, sort: search.sort, order: search.order })
    onClose()
  }

  const save = (): boolean => {
    // No other filter is filled in: the sentence is what the user saves.
    if (written && Object.keys({ ...typed.current, ...chosen }).length === 0) {
      applyWritten()
      return true
    }
    const read = readDraft(typed.current, chosen, country, search)
    setFaults(read.faults)
    const [first] = Object.keys(read.faults)
    if (first) {
      setSearched('') // the search may hide that field
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
      return false
    }
    onSave(read.patch)
    return true
  }

  const typedField = (key: TextKey | NumberKey) => {
    const label = fieldTitle(key, country)
    const shared = { label, first: search[key]?.toString() ?? '', hidden: !found(label), onDraft: onTyped }
    if (isSuggested(key)) return <SuggestedText key={key} name={key} {...shared} />
    const numeric = NUMBERS.includes(key) && ({ inputMode: 'numeric' } as const)
    return <DraftText key={key} name={key} fault={faults[key]} {...shared} {...numeric} />
  }
  const checks: DrawChecks = (legend, options, value, onChange) =>
    found(legend) && <Checks key={legend} legend={legend} options={options} value={value} onChange={onChange} />

  const checksOf: Partial<Record<SectionKey, readonly ReactNode[]>> = {
    vehicle: [
      checks(COUNTRIES[country].state, states, now.states ?? [], (ids) => put({ states: unlessEmpty(ids) })),
      checks('Estatus', statusChoices(), assetStatusesOf(now), (ids) => put({ status: unlessEmpty(ids) ?? 'todos' })),
      checks(REASON_LABEL, REASON_OPTIONS, now.reasons ?? [], (ids) => put({ reasons: unlessEmpty(ids) })),
    ],
    checks: [
      ...statusFilters(country).map(({ column, name, options }) =>
        checks(name, statusOptions(options), now[column] ?? [], (ids) => put({ [column]: unlessEmpty(ids) })),
      ),
      checks(FRESHNESS_TITLE, [{ value: 1, label: ONLY_CURRENT }], now.freshness ? [1] : [], ({ length }) =>
        put({ freshness: length ? 'current' : undefined }),
      ),
    ],
  }
  const dateFound = (field: DateField): boolean => found(fieldTitle(field, country))
  const tagsFound =
    tags.length > 0 &&
    (found('Etiquetas') || tags.some(({ tagName, tagCategoryName }) => found(tagName) || found(tagCategoryName)))
  const isEmpty = (key: SectionKey, fields: readonly (TextKey | NumberKey)[]): boolean => {
    if (key === 'owed') return !owedTitles(country).some(found)
    if (key === 'dates') return !DATES_IN_ORDER.some(dateFound)
    if (key === 'tags') return !tagsFound
    return !checksOf[key]?.some(Boolean) && !fields.some((field) => found(fieldTitle(field, country)))
  }
  const nothing = SECTIONS.every(({ key, fields }) => isEmpty(key, fields))

  return (
    <FiltersDialog onSave={save} onClose={onClose}>
      <div ref={form} className="stack gap-16">
        <div className="more-filters__head surface ruled">
          <input
            type="search"
            className="more-filters__search wide"
            maxLength={WRITTEN_MAX}
            aria-label="Buscar filtro"
            placeholder={localText('Buscar filtro, o escribirlo: multas > 5000 jalisco')}
            value={searched}
            onChange={({ target }) => setSearched(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault() // does not submit the form
              if (written) applyWritten()
            }}
          />
          <WrittenFilter written={written} hasNames={!nothing} replaces={isFiltered(search)} onUse={applyWritten} />
        </div>
        {withSort && wanted === '' && (
          <div className="more-filters__texts stack gap-12 align-start">
            <SortChoice
              columns={catalogueColumns(country, tags.length > 0)}
              sorting={{ sort: now.sort, order: now.order }}
              onSort={(next) => put(next)}
            />
          </div>
        )}
        {SECTIONS.map(({ key, title, fields }) => (
          <section
            key={key}
            className="more-filters__section"
            aria-label={localText(title)}
            hidden={isEmpty(key, fields)}
          >
            <h3>{localText(title)}</h3>
            {fields.length > 0 && (
              <div className="more-filters__texts stack gap-12 align-start">{fields.map(typedField)}</div>
            )}
            {key === 'owed' && <OwedFilters {...{ search, now, put, found, checks, faults, onTyped }} />}
            {key === 'dates' &&
              DATES_IN_ORDER.map((field) => (
                <DateFields
                  key={field}
                  name={field}
                  first={search[field]}
                  fault={faults[field]}
                  hidden={!dateFound(field)}
                  onTyped={onTyped}
                />
              ))}
            {key === 'tags' && tagsFound && (
              <TagFilters
                tags={tags}
                value={now.tags ?? []}
                onChange={(ids) => put({ tags: unlessEmpty(ids) })}
                typed={wanted}
              />
            )}
            {checksOf[key] && <div className="more-filters__checks">{checksOf[key]}</div>}
          </section>
        ))}
      </div>
    </FiltersDialog>
  )
}
