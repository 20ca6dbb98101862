// The filters above a list: visible on a wide screen, behind "Más filtros" on a phone, where they apply once saved.
import { type ComponentType, type ReactNode, useState } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Button } from '../Button.tsx'
import { FiltersDialog } from './FiltersDialog.tsx'

type FieldsProps<S> = { search: S; change: (patch: Partial<S>) => void }
type Props<S> = FieldsProps<S> & {
  /** The class of the row of fields. */
  className: string
  /** The field that a phone shows too. */
  first: ReactNode
  fields: ComponentType<FieldsProps<S>>
  chips: ReactNode
}

const MoreFilters = <S,>({
  search,
  change,
  fields: Fields,
  onClose,
}: Omit<Props<S>, 'className' | 'first' | 'chips'> & { onClose: () => void }) => {
  const [draft, setDraft] = useState<Partial<S>>({})
  return (
    <FiltersDialog onSave={() => change(draft)} onClose={onClose}>
      <Fields search={{ ...search, ...draft }} change={(patch) => setDraft({ ...draft, ...patch })} />
    </FiltersDialog>
  )
}

export const FiltersBar = <S,>({ className, first, chips, ...rest }: Props<S>) => {
  const phone = useMedia(PHONE)
  const [more, showMore] = useState(false)
  const { search, change, fields: Fields } = rest
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className={`filters__row ${className}`}>
        {first}
        {phone ? (
          <Button
            className="filters__more"
            icon="filter"
            label="Más filtros"
            aria-haspopup="dialog"
            sends={false}
            onClick={() => showMore(true)}
          />
        ) : (
          <Fields search={search} change={change} />
        )}
      </div>
      {chips}
      {more && <MoreFilters {...rest} onClose={() => showMore(false)} />}
    </section>
  )
}
