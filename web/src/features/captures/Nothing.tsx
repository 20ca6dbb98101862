// Why there is nothing to capture, and where there may be.
import { WORK_LISTS, type WorkList } from '@padron/contract/captures'
import type { ReactNode } from 'react'
import { Message } from '../../ui/Message.tsx'
import { type Counts, listValue } from './CapturesTabs.tsx'
import { CLEARED, isFiltered } from './list-query.ts'
import type { CapturesSearch, ChangeCaptures } from './search.ts'

const WHY: Readonly<Record<WorkList, { title: string; detail: string }>> = {
  asked: {
    title: 'Nada requiere intervención',
    detail:
      'Aquí aparece lo que una fuente solo responde a una persona, y lo que se manda a consultar y no tiene consulta automática.',
  },
  never: {
    title: 'Nada sin capturar',
    detail: 'Todo lo que no tiene consulta automática se ha capturado alguna vez, o ya espera a una persona.',
  },
  old: {
    title: 'Ninguna captura vencida',
    detail: 'Cuando una captura pasa su vigencia, aparece aquí para repetirla.',
  },
}
const ELSEWHERE: readonly WorkList[] = ['asked', 'old', 'never']

type Props = { search: CapturesSearch; change: ChangeCaptures; counts: Counts | undefined }

export const Nothing = ({ search, change, counts }: Props): ReactNode => {
  const list = search.list ?? 'asked'
  if (isFiltered(search))
    return (
      <Message
        title="Sin coincidencias"
        detail={`Nada de «${WORK_LISTS[list]}» cumple con los filtros activos.`}
        action={
          <button type="button" className="button" onClick={() => change(CLEARED)}>
            Limpiar filtros
          </button>
        }
      />
    )
  const other = ELSEWHERE.find((key) => key !== list && (counts?.[key] ?? 0) > 0)
  return (
    <Message
      {...WHY[list]}
      action={
        other && (
          <button type="button" className="button" onClick={() => change({ list: listValue(other) })}>
            Ver «{WORK_LISTS[other]}»
          </button>
        )
      }
    />
  )
}
