// A filter by one choice out of a few, with its label above.
import { LabelledSelect, type Option } from '../fields/Select.tsx'

type Props<V> = {
  label: string
  /** The text if nothing is chosen. */
  placeholder: string
  options: readonly Option<V>[]
  value: V | undefined
  onChange: (value: V | undefined) => void
}

export const FilterSelect = <V extends string>({ placeholder, ...select }: Props<V>) => (
  <LabelledSelect {...select} empty={placeholder} />
)
