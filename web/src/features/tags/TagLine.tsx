// One tag of a card: its label, how many active vehicles have it with the way to them, and what may be done with it.
import type { TagCategory } from '@padron/contract/tags'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { TagLabel } from '../../ui/TagLabel.tsx'
import { activeText } from './tag-words.ts'

export type CountedTag = TagCategory['tags'][number]

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

type Props = {
  tag: CountedTag
  linked: boolean
  /** Where it may be changed. */
  onRename?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

export const TagLine = ({ tag, linked, onRename, onRemove }: Props): ReactNode => (
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
