// A filter of several choices, with its label above.
import { Select } from 'antd'
import { type ReactNode, useId } from 'react'

type Option = { value: number; label: string }
type Props = {
  label: string
  placeholder: string
  options: readonly Option[]
  value: readonly number[]
  onChange: (value: number[]) => void
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const FilterSelect = ({ label, placeholder, options, value, onChange }: Props): ReactNode => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        placeholder={placeholder}
        options={[...options]}
        value={[...value]}
        onChange={onChange}
        showSearch={{ filterOption: (typed, option) => plain(option?.label ?? '').includes(plain(typed)) }}
      />
    </div>
  )
}
