// What a form does where somebody else changed or deleted what is being edited in it: it says so, and has it read again.
import { NOTICES } from '@padron/contract/common'
import { CHECK_FIELDS, isGone, isOutdated } from '../../api/form-refusal.ts'

type Texts = { gone: string; outdated: string }

export const DOCUMENT_CONFLICT: Texts = {
  gone: `${NOTICES[404]} Otra persona eliminó este documento; puede recuperarlo en Recuperar eliminados.`,
  outdated:
    'Otra persona cambió este documento mientras tanto. Lo que escribió sigue aquí: revíselo y guarde de nuevo.',
}
export const GONE_TYPE = `${NOTICES[404]} Otra persona eliminó este tipo de documento.`

/** Options of useForm. @param refusalText of any other failure */
export const conflictOptions = (texts: Texts, refusalText: (error: Error) => string, onReload: () => void) => ({
  failure: (error: Error, marked: boolean): string => {
    if (isGone(error)) return texts.gone
    if (isOutdated(error)) return texts.outdated
    return marked ? CHECK_FIELDS : refusalText(error)
  },
  onFailure: (error: Error): void => {
    if (isOutdated(error) || isGone(error)) onReload()
  },
})
