// One category: its tags as coloured labels; users with permission add and change them.
import type { TagCategory } from '@padron/contract/tags'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TagLabel } from '../../ui/domain/TagLabel.tsx'
import { useKeepFocus } from '../../ui/list/use-keep-focus.ts'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import { EditCategory } from './Category.tsx'
import { RemoveTags } from './RemoveTags.tsx'
import { AddTag, RenameTag } from './TagName.tsx'
import { activeText, tagsText } from './tag-texts.ts'

type CountedTag = TagCategory['tags'][number]

/** The number of vehicles with a tag, with a link to them. */
const Count = ({ tag: { tagId, tagName, vehicles }, linked }: { tag: CountedTag; linked: boolean }) => {
  const amount = numberText(vehicles)
  const words = activeText(vehicles)
  if (!linked || vehicles === 0)
    return (
      <span className="tag-line__count stack figures-text text-end muted" title={words}>
        <span aria-hidden="true">{amount} veh.</span>
        <span className="visually-hidden">{words}</span>
      </span>
    )
  return (
    <Link
      to="/"
      search={{ tags: [tagId] } as never}
      className="tag-line__count stack figures-text text-end"
      // Starts with the visible text, so that voice control finds it.
      aria-label={`${amount} veh. con la etiqueta ${tagName}`}
      title={`Ver ${words} en el catálogo`}
    >
      {amount} veh.
    </Link>
  )
}

/** Number of tags shown until the list is expanded. */
const FIRST = 50

/** A dialog of the category or, with an id, of one of its tags. */
type OpenDialog = { what: 'edit' | 'removeAll' | 'rename' | 'remove'; tagId?: number | undefined }
const Dialogs = ({ open, category, onClose }: { open: OpenDialog; category: TagCategory; onClose: () => void }) => {
  if (open.what === 'edit') return <EditCategory category={category} onClose={onClose} />
  if (open.what === 'removeAll') return <RemoveTags removed={category} onClose={onClose} />
  const tag = category.tags.find(({ tagId }) => tagId === open.tagId)
  if (!tag) return null
  if (open.what === 'remove') return <RemoveTags removed={tag} onClose={onClose} />
  return <RenameTag tag={tag} category={category} onClose={onClose} />
}

type Props = {
  /** The category with all its tags. */
  category: TagCategory
  /** The tags that match the filters. */
  tags: readonly CountedTag[]
  mayEdit: boolean
  linked: boolean
  /** The search by name. */
  searchText: string
}

export const CategoryCard = ({ category, tags, mayEdit, linked, searchText }: Props) => {
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  const [all, showAll] = useState(false)
  const [open, setOpen] = useState<OpenDialog>()
  useKeepFocus(list)
  const opener = (what: OpenDialog['what'], tagId?: number) => () => setOpen({ what, tagId })
  const { tagCategoryName: name, tagColor } = category
  const firstTags = all ? tags : tags.slice(0, FIRST)
  return (
    <section className="tag-card unbroken box grid-one gap-8 narrow" aria-labelledby={heading}>
      <header className="tag-card__head row gap-8">
        <span
          className={`tag truncate rigid tiny bordered rounded-small tag--${tagColor} tag-card__color`}
          aria-hidden="true"
        />
        <div className="fill">
          <h2 className="break" id={heading}>
            {name}
          </h2>
          <small className="muted">{tagsText(category.tags.length)}</small>
        </div>
        {mayEdit && (
          <ActionMenu
            label={`Acciones de la categoría ${name}`}
            className="icon-button no-print"
            actions={() => [
              { key: 'edit', label: 'Editar categoría', icon: 'edit', run: opener('edit') },
              { key: 'remove', label: 'Eliminar categoría', icon: 'trash', run: opener('removeAll') },
            ]}
          />
        )}
      </header>
      <ul ref={list} className="tag-card__tags hide-empty" aria-labelledby={heading} tabIndex={-1}>
        {firstTags.map((tag) => {
          const { tagId, tagName } = tag
          return (
            <li key={tagId} className="tag-line hoverable row gap-8 rounded" data-row>
              <TagLabel name={tagName} color={tag.tagColor} />
              <Count tag={tag} linked={linked} />
              {mayEdit && (
                <ActionMenu
                  label={`Acciones de la etiqueta ${tagName}`}
                  className="icon-button no-print"
                  actions={() => [
                    { key: 'rename', label: 'Cambiar nombre', icon: 'edit', run: opener('rename', tagId) },
                    { key: 'remove', label: 'Eliminar etiqueta', icon: 'trash', run: opener('remove', tagId) },
                  ]}
                />
              )}
            </li>
          )
        })}
      </ul>
      {tags.length === 0 && <p className="tag-card__none muted">Sin etiquetas</p>}
      {firstTags.length < tags.length && (
        <Button
          kind="link"
          onClick={() => {
            showAll(true)
            list.current?.focus()
          }}
        >
          Mostrar las {tagsText(tags.length)}
        </Button>
      )}
      {mayEdit && <AddTag category={category} searchText={searchText} />}
      {open && <Dialogs open={open} category={category} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
