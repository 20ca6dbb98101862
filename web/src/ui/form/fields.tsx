// Fields of a form, bound to a value by its name: value, fault and changes come from the surrounding form.
// `formFields<Values>()` returns them with the names of the values as types.
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { FormField } from '../fields/FormField.tsx'
import { PasswordInput } from '../fields/PasswordInput.tsx'
import { type Option, Select } from '../fields/Select.tsx'
import { TagsField as TagBoxes } from '../fields/TagsField.tsx'
import { useFormContext } from './Form.tsx'

type Label = { label: string; required?: boolean; hint?: ReactNode }

/** The properties of every input of a form. */
export type Control = {
  id: string
  name: string
  onBlur: () => void
  'aria-invalid'?: true
  'aria-required'?: true
  'aria-describedby'?: string
}

/** The value of one field, and a function to change it. */
export const useFormField = <T,>(name: string) => {
  const form = useFormContext<Record<string, T>>()
  return {
    value: form.values[name] as T,
    fault: form.faultOf(name),
    busy: form.busy,
    put: (value: T): void => form.put({ [name]: value }),
    check: (): void => form.check(name),
  }
}

type FieldProps<T> = Label & {
  name: string
  children: (control: Control, field: { value: T; put: (value: T) => void; busy: boolean }) => ReactNode
}

/** Any control with a label above it. */
const Field = <T,>({ name, label, required = false, hint, children }: FieldProps<T>) => {
  const { value, fault, busy, put, check } = useFormField<T>(name)
  return (
    <FormField label={label} required={required} fault={fault} hint={hint}>
      {(control) => children({ ...control, name, onBlur: check }, { value, put, busy })}
    </FormField>
  )
}

type TextProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'onChange' | 'children'> &
  Label & {
    name: string
    /** Displayed before the text, inside the frame, and read with the label. */
    before?: string | undefined
  }

const TextField = ({ name, label, required, hint, before, ...input }: TextProps) => (
  <Field<string> name={name} label={label} required={required ?? false} hint={hint}>
    {(control, { value, put, busy }) => {
      const line = (
        <input
          type="text"
          autoComplete="off"
          readOnly={busy}
          {...input}
          {...control}
          {...(before && {
            'aria-describedby': [`${control.id}-before`, control['aria-describedby']].filter(Boolean).join(' '),
          })}
          value={value}
          onChange={({ target }) => put(target.value)}
        />
      )
      if (!before) return line
      return (
        <span className="affix flex narrow surface rounded">
          <span className="affix__before row-inline rigid muted soft clip" id={`${control.id}-before`}>
            {before}
          </span>
          {line}
        </span>
      )
    }}
  </Field>
)

type LongTextProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'value' | 'onChange' | 'children'> &
  Label & { name: string }

const LongTextField = ({ name, label, required, hint, ...area }: LongTextProps) => (
  <Field<string> name={name} label={label} required={required ?? false} hint={hint}>
    {(control, { value, put, busy }) => (
      <textarea readOnly={busy} {...area} {...control} value={value} onChange={({ target }) => put(target.value)} />
    )}
  </Field>
)

type SelectProps<T> = Label & {
  name: string
  options: readonly Option<T>[]
  /** The text of the option for no choice. */
  empty?: string
  /** The value of that option. */
  emptyValue?: T
  disabled?: boolean
  /** Changes the value and dependent ones; default: the value alone. */
  onChange?: (value: T) => void
}

const SelectField = <T,>(props: SelectProps<T>) => {
  const { name, label, required = false, hint, emptyValue = null as T, onChange, ...select } = props
  return (
    <Field<T> name={name} label={label} required={required} hint={hint}>
      {(control, { value, put }) => (
        <Select {...control} {...select} value={value} onChange={(chosen) => (onChange ?? put)(chosen ?? emptyValue)} />
      )}
    </Field>
  )
}

type CheckProps = {
  name: string
  label: ReactNode
  /** Screen readers read it as on or off. */
  isSwitch?: boolean
}

/** Yes or no. */
const CheckField = ({ name, label, isSwitch = false }: CheckProps) => {
  const { value, put } = useFormField<boolean>(name)
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        {...(isSwitch && { role: 'switch', 'aria-checked': value })}
        checked={value}
        onChange={({ target }) => put(target.checked)}
      />
      {label}
    </label>
  )
}

type RadioProps<T> = { name: string; label: string; options: readonly Option<T>[] }

/** Attributes of each box if the group has a fault. */
export type BoxProps = { 'aria-invalid'?: true; 'aria-describedby'?: string }
type GroupProps<T> = {
  name: string
  label: string
  required?: boolean
  className?: string
  children: (box: BoxProps, field: { value: T; put: (value: T) => void }) => ReactNode
}

/** Boxes that form one value. The fault is below the legend and read with each box. */
const GroupField = <T,>({ name, label, required = false, className, children }: GroupProps<T>) => {
  const { value, fault, put } = useFormField<T>(name)
  const id = useId()
  return (
    <fieldset className={className}>
      <legend {...(required && { className: 'field__required' })}>{label}</legend>
      {fault && (
        <small id={id} className="field__fault">
          {fault}
        </small>
      )}
      {children(fault ? { 'aria-invalid': true, 'aria-describedby': id } : {}, { value, put })}
    </fieldset>
  )
}

/** One of a few visible options. */
const RadioField = <T,>({ name, label, options }: RadioProps<T>) => {
  const id = useId()
  return (
    <GroupField<T> name={name} label={label}>
      {(box, { value, put }) =>
        options.map((option) => (
          <label key={String(option.value)} className="check">
            <input
              type="radio"
              name={`${id}-${name}`}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => put(option.value)}
              {...box}
            />
            {option.label}
          </label>
        ))
      }
    </GroupField>
  )
}

type PasswordProps = Label & { name: string; warnsOfCommon?: boolean } & Pick<
    Parameters<typeof PasswordInput>[0],
    'autoComplete' | 'visible' | 'onShow'
  >

const PasswordField = ({ name, ...props }: PasswordProps) => {
  const { value, fault, put, check } = useFormField<string>(name)
  return <PasswordInput {...props} value={value} fault={fault} onChange={put} onBlur={check} />
}

type TagsProps = { name: string } & Pick<Parameters<typeof TagBoxes>[0], 'makes' | 'failed'>

/** Sorted ids of tags: the order of choosing has no meaning. */
const TagsField = ({ name, ...props }: TagsProps) => {
  const { value, fault, put } = useFormField<readonly number[]>(name)
  return <TagBoxes {...props} value={value} fault={fault} onChange={(ids) => put([...ids].sort((a, b) => a - b))} />
}

type NamesOf<V, T> = { [K in keyof V]-?: V[K] extends T ? K : never }[keyof V] & string
type Named<P, N> = Omit<P, 'name'> & { name: N }

type Fields<V extends object> = {
  Field: <K extends keyof V & string>(props: Named<FieldProps<V[K]>, K>) => ReactNode
  TextField: (props: Named<TextProps, NamesOf<V, string>>) => ReactNode
  LongTextField: (props: Named<LongTextProps, NamesOf<V, string>>) => ReactNode
  SelectField: <K extends keyof V & string>(props: Named<SelectProps<V[K]>, K>) => ReactNode
  CheckField: (props: Named<CheckProps, NamesOf<V, boolean>>) => ReactNode
  RadioField: <K extends keyof V & string>(props: Named<RadioProps<V[K]>, K>) => ReactNode
  GroupField: <K extends keyof V & string>(props: Named<GroupProps<V[K]>, K>) => ReactNode
  PasswordField: (props: Named<PasswordProps, NamesOf<V, string>>) => ReactNode
  TagsField: (props: Named<TagsProps, NamesOf<V, readonly number[]>>) => ReactNode
}

const FIELDS = {
  Field,
  TextField,
  LongTextField,
  SelectField,
  CheckField,
  RadioField,
  GroupField,
  PasswordField,
  TagsField,
}

/** The fields, with the names and types of a form's values. */
export const formFields = <V extends object>(): Fields<V> => FIELDS as unknown as Fields<V>
