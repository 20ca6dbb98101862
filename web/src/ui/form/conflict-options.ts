// The texts of a form after another person changed or deleted the edited data, which is then requested again.
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
