// What is said where somebody else changed or deleted what is being edited.
import { NOTICES } from '@padron/contract/common'

export const OUTDATED_DOCUMENT =
  'Otra persona cambió este documento mientras tanto. Lo que escribió sigue aquí: revíselo y guarde de nuevo.'
export const GONE_DOCUMENT = `${NOTICES[404]} Otra persona eliminó este documento; puede recuperarlo en Recuperar eliminados.`
export const GONE_TYPE = `${NOTICES[404]} Otra persona eliminó este tipo de documento.`
