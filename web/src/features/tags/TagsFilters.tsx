// The filters of the tags: a piece of the name, and categories but for those that the specification leaves out.
import type { TagCategory } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { Combobox } from '../../ui/Combobox.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import type { ChangeTags, TagsSearch } from './search.ts'
import { filterable } from './shown.ts'

const NONE: Partial<TagsSearch> = { categorias: undefined, text: undefined }

type Props = { all: readonly TagCategory[]; search: TagsSearch; change: ChangeTags }

export const TagsFilters = ({ all, search: { categorias, text }, change }: Props): ReactNode => {
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
        onClear={chips.length ? () => change(NONE) : undefined}
      />
    </section>
  )
}
