// The tags of the company, a card for each category (spec core §2).
import { tags as calls } from '@padron/contract/tags'
import { type ReactNode, useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import '../../ui/listing.css'
import { CategoryCard } from './CategoryCard.tsx'
import { NewCategory } from './CategoryFields.tsx'
import { TagsSearch } from './search.ts'
import { shownCategories } from './shown.ts'
import { TagsFilters } from './TagsFilters.tsx'
import { totalText } from './tag-words.ts'
import './tags-screen.css'

const Skeleton = (): ReactNode => (
  <div className="tag-cards stack gap-12 align-start" role="status" aria-label="Cargando etiquetas">
    {[1, 2, 3].map((n) => (
      <span key={n} className="tag-card unbroken box grid-one gap-8 narrow tag-card--bone" />
    ))}
  </div>
)

export const TagsScreen = (): ReactNode => {
  useTitle('Etiquetas')
  const now = useNow()
  const mayEdit = useCan('tags_admin')
  const linked = useCan('vehicles_read')
  const [search, change] = useSearchState(TagsSearch)
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box)
  const list = useCall(calls.categories, {})
  const all = list.data?.categories ?? []
  const shown = shownCategories(all, search)

  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.categories.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <Skeleton />
    if (!all.length)
      return (
        <Message
          title="Sin etiquetas"
          detail={mayEdit ? 'Agregue una categoría y después sus etiquetas.' : 'La empresa aún no tiene etiquetas.'}
        />
      )
    if (!shown.length)
      return (
        <Message
          title="Sin coincidencias"
          detail="Ninguna etiqueta tiene lo que busca en su nombre."
          action={
            <Button
              label="Limpiar filtros"
              onClick={() => change({ categorias: undefined, text: undefined }, { replace: true })}
            />
          }
        />
      )
    return shown.map((category) => (
      <CategoryCard
        key={category.tagCategoryId}
        category={category}
        whole={all.find(({ tagCategoryId }) => tagCategoryId === category.tagCategoryId) ?? category}
        mayEdit={mayEdit}
        linked={linked}
        looked={search.text ?? ''}
      />
    ))
  }
  return (
    <div className="tags-screen listing column grow">
      <PrintLine now={now} />
      <header className="listing__head row-wrap gap-4-12">
        <h1>Etiquetas</h1>
        <p className="listing__total muted narrow clip" role="status">
          {list.data ? totalText(shown) : ''}
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
