// The messages of the forms of documents and types after a conflict with another user.
import { NOTICES } from '@padron/contract/common'

export const DOCUMENT_CONFLICT = {
  gone: `${NOTICES[404]} Otra persona eliminó este documento; puede recuperarlo en Recuperar eliminados.`,
  outdated:
    'Otra persona cambió este documento mientras tanto. Lo que escribió sigue aquí: revíselo y guarde de nuevo.',
}
export const GONE_TYPE = `${NOTICES[404]} Otra persona eliminó este tipo de documento.`
