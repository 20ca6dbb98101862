// How many rows of each sort; each count shows its rows.
import type { ImportCounts, ImportKind, RowsShown } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { tilesOf } from './words.ts'
import './imports-rows.css'

const SIGNS = { refused: 'debt', warned: 'warning' } as const

type Props = { kind?: ImportKind; counts: ImportCounts; show: RowsShown; onShow: (show: RowsShown) => void }

export const Tiles = ({ kind, counts, show, onShow }: Props): ReactNode => (
  <ul className="tiles flex-wrap gap-8" aria-label="Filas por resultado">
    {tilesOf(counts, kind).map(({ show: of, text, count }) => (
      <li key={of}>
        <button
          type="button"
          className="tile box stack wide pad-8-12 text-start"
          aria-pressed={of === show}
          onClick={() => onShow(of)}
        >
          <span className="tile__count figures-text">{numberText(count)}</span>
          <span className="row-inline gap-6 muted">
            {(of === 'refused' || of === 'warned') && count > 0 && <StatusSign sign={SIGNS[of]} size={14} />}
            {text}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
