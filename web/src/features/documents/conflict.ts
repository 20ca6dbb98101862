// What a form says where somebody else changed or deleted what is being edited in it.
import { NOTICES } from '@padron/contract/common'
import { isGone, isOutdated } from '../../api/form-refusal.ts'

type Texts = { gone: string; outdated: string }

export const DOCUMENT_CONFLICT: Texts = {
  gone: `${NOTICES[404]} Otra persona eliminó este documento; puede recuperarlo en Recuperar eliminados.`,
  outdated:
    'Otra persona cambió este documento mientras tanto. Lo que escribió sigue aquí: revíselo y guarde de nuevo.',
}
export const GONE_TYPE = `${NOTICES[404]} Otra persona eliminó este tipo de documento.`

export const isConflict = (error: unknown): boolean => isOutdated(error) || isGone(error)

/** Undefined where it is no conflict. */
export const conflictText = (error: unknown, { gone, outdated }: Texts): string | undefined => {
  if (isGone(error)) return gone
  return isOutdated(error) ? outdated : undefined
}
