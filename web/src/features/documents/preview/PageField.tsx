// The page that is looked at, by its number, and the ones beside it; not disabled at the ends, where the focus would be lost.
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../../ui/icons.tsx'

type Props = { page: number; last: number; onPage: (page: number) => void }

export const PageField = ({ page, last, onPage }: Props): ReactNode => {
  const id = useId()
  /** While it is being typed. */
  const [typed, setTyped] = useState<string>()
  const go = (): void => {
    const wanted = Number(typed)
    setTyped(undefined)
    if (typed?.trim() && Number.isInteger(wanted)) onPage(Math.min(last, Math.max(1, wanted)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label="Páginas" className="preview__group row-inline gap-6">
      <button
        type="button"
        className="button button--small"
        aria-label="Página anterior"
        aria-disabled={page <= 1}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        <Icon name="left" size={15} />
      </button>
      <label htmlFor={id}>
        <span className="visually-hidden">Página</span>
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="preview__page text-end"
        value={typed ?? `${page}`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          event.stopPropagation() // not the viewer's
          if (event.key === 'Enter') go()
        }}
      />
      <span>de {last}</span>
      <button
        type="button"
        className="button button--small"
        aria-label="Página siguiente"
        aria-disabled={page >= last}
        onClick={() => page < last && onPage(page + 1)}
      >
        <Icon name="right" size={15} />
      </button>
    </div>
  )
}
