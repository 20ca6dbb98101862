// How the vehicle stands with each type of paper: what is lacking first. Whoever administers documents may ask a paper of this
// vehicle alone, or stop asking it.
import { documentTypes, PAPER_STANDINGS, type Paper } from '@padron/contract/documents'
import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sign } from '../../lib/status-words.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { type Expiry, expiryOf } from './expiry.ts'

type Exception = Paper['exception']

const SIGNS: Readonly<Record<Paper['standing'], Sign>> = {
  missing: 'debt',
  expired: 'debt',
  present: 'clear',
  exempt: 'unprocessed',
  optional: 'unprocessed',
}
const ORDER: readonly Paper['standing'][] = ['missing', 'expired', 'present', 'exempt']

const wordsOf = ({ standing, expiresOn }: Paper, clock: Clock): Expiry =>
  expiresOn !== null && (standing === 'present' || standing === 'expired')
    ? expiryOf(expiresOn, clock)
    : { sign: SIGNS[standing], text: PAPER_STANDINGS[standing] }

// biome-ignore format: a table to be read by columns
const EXCEPTIONS: readonly { to: Exception; label: string; icon: MenuAction['icon']; where: (paper: Paper) => boolean }[] = [
  { to: 'required', label: 'Pedir a este vehículo',        icon: 'check', where: ({ exception, standing }) => exception === null && standing === 'optional' },
  { to: 'exempt',   label: 'No pedir a este vehículo',     icon: 'off',   where: ({ exception, standing }) => exception === null && standing !== 'optional' },
  { to: null,       label: 'Quitar la excepción',          icon: 'undo',  where: ({ exception }) => exception !== null },
]

type LineProps = {
  paper: Paper
  clock: Clock
  admin: boolean
  onAdd: (documentTypeId: number) => void
  onExcept: (documentTypeId: number, exception: Exception) => void
}

const Line = ({ paper, clock, admin, onAdd, onExcept }: LineProps): ReactNode => {
  const { documentTypeId, documentTypeName, standing, exception } = paper
  const { sign, text } = wordsOf(paper, clock)
  const lacks = standing === 'missing' || standing === 'expired'
  const actions = (): readonly MenuAction[] => [
    { key: 'add', label: 'Agregar documento', icon: 'plus', run: () => onAdd(documentTypeId) },
    ...EXCEPTIONS.filter(({ where }) => where(paper)).map(({ to, label, icon }) => ({
      key: `${to}`,
      label,
      icon,
      run: () => onExcept(documentTypeId, to),
    })),
  ]
  return (
    <li className="paper">
      <StatusSign sign={sign} size={16} />
      <span className="paper__name">
        {documentTypeName}
        {exception === 'required' && <small className="muted">Se pide solo por excepción</small>}
      </span>
      <span className={`paper__standing type__words--${sign}`}>{text}</span>
      {admin && lacks && (
        <button
          type="button"
          className="button button--small"
          aria-label={`Agregar ${documentTypeName}`}
          onClick={() => onAdd(documentTypeId)}
        >
          Agregar
        </button>
      )}
      {admin && <ActionMenu label={`Acciones de ${documentTypeName}`} actions={actions} />}
    </li>
  )
}

type Props = {
  vehicleAssetId: number
  papers: readonly Paper[]
  clock: Clock
  admin: boolean
  onAdd: (documentTypeId: number) => void
}

export const Papers = ({ vehicleAssetId, papers, clock, admin, onAdd }: Props): ReactNode => {
  const { mutate } = useAction(documentTypes.except)
  const asked = ORDER.flatMap((standing) => papers.filter((paper) => paper.standing === standing))
  const others = papers.filter(({ standing }) => standing === 'optional')
  const line = (paper: Paper): ReactNode => (
    <Line
      key={paper.documentTypeId}
      paper={paper}
      clock={clock}
      admin={admin}
      onAdd={onAdd}
      onExcept={(documentTypeId, exception) => mutate({ body: { documentTypeId, vehicleAssetId, exception } })}
    />
  )
  return (
    <>
      {asked.length > 0 && (
        <ul className="papers" aria-label="Documentos que se piden">
          {asked.map(line)}
        </ul>
      )}
      {admin && others.length > 0 && (
        <details className="papers-others">
          <summary>
            {PAPER_STANDINGS.optional} <span className="muted">({others.length})</span>
          </summary>
          <ul className="papers" aria-label={PAPER_STANDINGS.optional}>
            {others.map(line)}
          </ul>
        </details>
      )}
    </>
  )
}
