// The tags of the company, a card for each category (spec core §2).
import { tags as calls, type TagCategory } from '@padron/contract/tags'
import { useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterChips } from '../../ui/filters/FilterChips.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { useKeepFocus } from '../../ui/list/use-keep-focus.ts'
import { Message } from '../../ui/Message.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import '../../ui/listing.css'
import { NewCategory } from './Category.tsx'
import { CategoryCard } from './CategoryCard.tsx'
import { filterable, filterCategories } from './category-filter.ts'
import { TagsSearch } from './search.ts'
import { totalText } from './tag-texts.ts'
import './tags-screen.css'

const NO_FILTERS: Partial<TagsSearch> = { categorias: undefined, text: undefined }

type FiltersProps = { all: readonly TagCategory[]; search: TagsSearch; change: (patch: Partial<TagsSearch>) => void }

/** A search by name, and a filter of categories without those that the specification excludes. */
const TagsFilters = ({ all, search: { categorias, text }, change }: FiltersProps) => {
  const options = filterable(all).map(({ tagCategoryId, tagCategoryName }) => ({
    value: tagCategoryId,
    label: tagCategoryName,
  }))
  const chosen = options.filter(({ value }) => categorias?.includes(value))
  const chips = [
    { key: 'text', label: 'Etiqueta', value: text ?? '' },
    { key: 'categorias', label: 'Categoría', value: chosen.map(({ label }) => label).join(', ') },
  ].filter(({ value }) => value)
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className="filters__row tags-screen__fields">
        <FilterText label="Buscar etiqueta" value={text ?? ''} onChange={(typed) => change({ text: typed })} />
        <Combobox
          label="Categoría"
          placeholder="Todas"
          options={options}
          value={chosen.map(({ value }) => value)}
          onChange={(ids) => change({ categorias: ids.length ? ids : undefined })}
        />
      </div>
      <FilterChips
        chips={chips}
        onRemove={({ key }) => change({ [key]: undefined })}
        onClear={chips.length ? () => change(NO_FILTERS) : undefined}
      />
    </section>
  )
}

const Skeleton = () => (
  <div className="tag-cards stack gap-12 align-start" role="status" aria-label="Cargando etiquetas">
    {[1, 2, 3].map((n) => (
      <span key={n} className="tag-card unbroken box grid-one gap-8 narrow tag-card--skeleton" />
    ))}
  </div>
)

export const TagsScreen = () => {
  useTitle('Etiquetas')
  const now = useNow()
  const mayEdit = useCan('tags_admin')
  const linked = useCan('vehicles_read')
  const [search, change] = useSearchState(TagsSearch)
  const box = useRef<HTMLDivElement>(null)
  useKeepFocus(box)
  const list = useCall(calls.categories, {})
  const all = list.data?.categories ?? []
  const filtered = filterCategories(all, search)

  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.categories.fails} query={list} />
    if (!list.data) return <Skeleton />
    if (!all.length)
      return (
        <Message
          title="Sin etiquetas"
          detail={mayEdit ? 'Agregue una categoría y después sus etiquetas.' : 'La empresa aún no tiene etiquetas.'}
        />
      )
    if (!filtered.length)
      return (
        <Message
          title="Sin coincidencias"
          detail="Ninguna etiqueta tiene lo que busca en su nombre."
          action={<Button label="Limpiar filtros" onClick={() => change(NO_FILTERS, { replace: true })} />}
        />
      )
    return filtered.map((found) => (
      <CategoryCard
        key={found.tagCategoryId}
        category={all.find(({ tagCategoryId }) => tagCategoryId === found.tagCategoryId) ?? found}
        tags={found.tags}
        mayEdit={mayEdit}
        linked={linked}
        searchText={search.text ?? ''}
      />
    ))
  }
  return (
    <div className="tags-screen listing column grow">
      <PrintLine now={now} />
      <header className="listing__head row-wrap gap-4-12">
        <h1>Etiquetas</h1>
        <p className="listing__total muted" role="status">
          {list.data ? totalText(filtered) : ''}
        </p>
      </header>
      {list.data && <TagsFilters all={all} search={search} change={change} />}
      {list.data && mayEdit && <NewCategory />}
      <div ref={box} className="tag-cards stack gap-12 align-start" tabIndex={-1}>
        {content()}
      </div>
    </div>
  )
}
