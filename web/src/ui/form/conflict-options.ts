// What a form says where somebody else changed or deleted what is being edited in it; then that is read again.
import { CHECK_FIELDS, isGone, isOutdated } from '../../api/form-refusal.ts'

type Texts = { outdated: string; gone?: string }

/** Options of useForm. @param refusalText of any other failure */
export const conflictOptions = (texts: Texts, refusalText: (error: Error) => string, onReload: () => void) => ({
  failure: (error: Error, marked: boolean): string => {
    if (isGone(error) && texts.gone) return texts.gone
    if (isOutdated(error)) return texts.outdated
    return marked ? CHECK_FIELDS : refusalText(error)
  },
  onFailure: (error: Error): void => {
    if (isOutdated(error) || isGone(error)) onReload()
  },
})
