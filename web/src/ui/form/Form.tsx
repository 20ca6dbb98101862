// The <form> element: its fields read the values from the context, and after a refusal the first wrong field gets the
// focus.
import { createContext, type FormHTMLAttributes, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import '../form.css'
import type { FormApi, FormFrame } from './use-form.ts'

const FormContext = createContext<FormFrame | undefined>(undefined)

/** The form around a field. */
export const useFormContext = <V extends object>(): FormApi<V> => {
  const form = useContext(FormContext)
  if (!form) throw new Error('A form field outside a form')
  return form as unknown as FormApi<V>
}

/** The invalid fields within an element, in their order. */
export const wrongFields = (within: Element): readonly HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-wrong]'),
]

/** After each refusal, once the form is no longer busy, focuses the first invalid field. */
const useFocusOnWrong = ({ element, refusals, busy }: Pick<FormFrame, 'element' | 'refusals' | 'busy'>): void => {
  const seen = useRef(refusals)
  useLayoutEffect(() => {
    if (busy || refusals === seen.current) return
    seen.current = refusals
    if (element.current) wrongFields(element.current)[0]?.focus()
  }, [element, refusals, busy])
}

type Props = Omit<FormHTMLAttributes<HTMLFormElement>, 'form'> & {
  form: FormFrame
  children: ReactNode
}

export const Form = ({ form, children, ...attributes }: Props) => {
  useFocusOnWrong(form)
  return (
    <form
      ref={form.element}
      className="form"
      noValidate
      aria-busy={form.busy}
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
      {...attributes}
    >
      <FormContext value={form}>{children}</FormContext>
    </form>
  )
}
