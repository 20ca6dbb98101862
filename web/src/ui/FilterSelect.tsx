// Filters by choice, with their label above: several of them, or a single one.
import { Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { plainText } from '../lib/plain-text.ts'

/** Over a dialog only what is inside it is seen; in the page it belongs in a landmark. */
export const popupPlace = (node: HTMLElement): HTMLElement => node.closest<HTMLElement>('dialog, main') ?? document.body

const CLEAR = { label: 'Quitar' } as const

type Option<V> = { value: V; label: string }
type Props<V> = { label: string; placeholder: string; options: readonly Option<V>[] }

type Several = Props<number> & { value: readonly number[]; onChange: (value: number[]) => void }

export const FilterSelect = ({ label, placeholder, options, value, onChange }: Several): ReactNode => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        mode="multiple"
        allowClear={CLEAR}
        getPopupContainer={popupPlace}
        maxTagCount="responsive"
        placeholder={placeholder}
        options={[...options]}
        value={[...value]}
        onChange={onChange}
        showSearch={{ filterOption: (typed, option) => plainText(option?.label ?? '').includes(plainText(typed)) }}
      />
    </div>
  )
}

type Single<V> = Props<V> & { value: V | undefined; onChange: (value: V | undefined) => void }

export const FilterChoice = <V extends string>({
  label,
  placeholder,
  options,
  value,
  onChange,
}: Single<V>): ReactNode => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select<V>
        id={id}
        allowClear={CLEAR}
        getPopupContainer={popupPlace}
        placeholder={placeholder}
        options={[...options]}
        {...(value !== undefined && { value })}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </div>
  )
}
