// One category: its tags as coloured labels; for who may, adding to them and changing them.
import type { TagCategory } from '@padron/contract/tags'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { TagLabel } from '../../ui/TagLabel.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { AddTag } from './AddTag.tsx'
import { EditCategory } from './CategoryFields.tsx'
import { RemoveTags } from './RemoveTags.tsx'
import { RenameTag } from './RenameTag.tsx'
import { activeText, tagsText } from './tag-words.ts'

type CountedTag = TagCategory['tags'][number]

const Count = ({ tag: { tagId, tagName, vehicles }, linked }: { tag: CountedTag; linked: boolean }): ReactNode => {
  const amount = numberText(vehicles)
  const words = activeText(vehicles)
  if (!linked || vehicles === 0)
    return (
      <span className="tag-line__count figures-text text-end muted" title={words}>
        {amount}
        <span className="visually-hidden">{words.slice(amount.length)}</span>
      </span>
    )
  return (
    <Link
      to="/"
      search={{ tags: [tagId] } as never}
      className="tag-line__count figures-text text-end"
      aria-label={`${words} con la etiqueta ${tagName}`}
      title={`Ver ${words} en el catálogo`}
    >
      {amount}
    </Link>
  )
}

type TagLineProps = {
  tag: CountedTag
  linked: boolean
  /** Where it may be changed. */
  onRename?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

const TagLine = ({ tag, linked, onRename, onRemove }: TagLineProps): ReactNode => (
  <li className="tag-line hoverable row gap-8 rounded" data-row>
    <TagLabel name={tag.tagName} color={tag.tagColor} />
    <Count tag={tag} linked={linked} />
    {onRename && onRemove && (
      <ActionMenu
        label={`Acciones de la etiqueta ${tag.tagName}`}
        className="icon-button tag-line__menu"
        actions={() => [
          { key: 'rename', label: 'Cambiar nombre', icon: 'edit', run: onRename },
          { key: 'remove', label: 'Eliminar etiqueta', icon: 'trash', run: onRemove },
        ]}
      />
    )}
  </li>
)

/** So many are in sight at first. */
const FIRST = 50

type Open = { what: 'edit' } | { what: 'removeAll' } | { what: 'rename' | 'remove'; tagId: number }

type Props = {
  /** As the filters leave it. */
  category: TagCategory
  /** With all its tags. */
  whole: TagCategory
  mayEdit: boolean
  linked: boolean
  /** What is looked for by name. */
  looked: string
}

const Dialogs = ({ open, whole, onClose }: { open: Open; whole: TagCategory; onClose: () => void }): ReactNode => {
  if (open.what === 'edit') return <EditCategory category={whole} onClose={onClose} />
  if (open.what === 'removeAll') return <RemoveTags going={whole} onClose={onClose} />
  const tag = whole.tags.find(({ tagId }) => tagId === open.tagId)
  if (!tag) return null
  if (open.what === 'remove') return <RemoveTags going={tag} onClose={onClose} />
  const others = whole.tags.filter((one) => one !== tag).map(({ tagName }) => tagName)
  return <RenameTag tag={tag} others={others} onClose={onClose} />
}

export const CategoryCard = ({ category, whole, mayEdit, linked, looked }: Props): ReactNode => {
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  const [all, showAll] = useState(false)
  const [open, setOpen] = useState<Open>()
  useFocusKept(list)
  const { tagCategoryName: name, tagColor, tags } = category
  const shown = all ? tags : tags.slice(0, FIRST)
  const line = (tag: CountedTag): ReactNode => (
    <TagLine
      key={tag.tagId}
      tag={tag}
      linked={linked}
      {...(mayEdit && {
        onRename: () => setOpen({ what: 'rename', tagId: tag.tagId }),
        onRemove: () => setOpen({ what: 'remove', tagId: tag.tagId }),
      })}
    />
  )
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
          <small className="muted">{tagsText(whole.tags.length)}</small>
        </div>
        {mayEdit && (
          <ActionMenu
            label={`Acciones de la categoría ${name}`}
            actions={() => [
              { key: 'edit', label: 'Editar categoría', icon: 'edit', run: () => setOpen({ what: 'edit' }) },
              { key: 'remove', label: 'Eliminar categoría', icon: 'trash', run: () => setOpen({ what: 'removeAll' }) },
            ]}
          />
        )}
      </header>
      <ul ref={list} className="tag-card__tags hide-empty" aria-labelledby={heading} tabIndex={-1}>
        {shown.map(line)}
      </ul>
      {tags.length === 0 && <p className="tag-card__none muted">Sin etiquetas</p>}
      {shown.length < tags.length && (
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
      {mayEdit && <AddTag category={whole} others={whole.tags.map(({ tagName }) => tagName)} looked={looked} />}
      {open && <Dialogs open={open} whole={whole} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
