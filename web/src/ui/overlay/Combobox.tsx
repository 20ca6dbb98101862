// A choice by typing: one of many, or several. Downshift handles keys and screen readers. The list is a native popover,
// so that no box clips it. Without the focus the field shows the choice.
import { useCombobox } from 'downshift'
import { useEffect, useId, useRef, useState } from 'react'
import { plainText } from '../../lib/plain-text.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../icons.tsx'
import '../combobox.css'
import '../form.css'

export type Option = { value: number; label: string }

type Props = {
  label: string
  /** The text if nothing is chosen. */
  placeholder: string
  options: readonly Option[]
  value: readonly number[]
  onChange: (value: number[]) => void
  /** A choice replaces the previous one and closes the list. */
  single?: boolean
  /** Names a chosen value, even if it is not among the options. */
  nameOf?: (value: number) => string | undefined
  /** The caller searches the options by the typed text; absent: the given options are filtered. */
  onSearch?: (typed: string) => void
  isSearching?: boolean
  onOpen?: (open: boolean) => void
}

export const Combobox = (props: Props) => {
  const { label, placeholder, options, value, onChange, single = false, onSearch, isSearching = false, onOpen } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const [typed, setTyped] = useState('')
  const matches = onSearch ? options : options.filter((option) => plainText(option.label).includes(plainText(typed)))
  const nameOf = props.nameOf ?? ((one) => options.find((option) => option.value === one)?.label)
  const names = value.map((one) => nameOf(one) ?? `${one}`).join(', ')
  const without = (one: number): number[] => value.filter((other) => other !== one)
  const toggle = (one: number): void => {
    if (single) onChange([one])
    else onChange(value.includes(one) ? without(one) : [...value, one])
  }
  const type = (text: string): void => {
    setTyped(text)
    onSearch?.(text.trim())
  }
  const box = useCombobox<Option>({
    inputId: id,
    items: [...matches],
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    defaultHighlightedIndex: 0,
    inputValue: typed,
    // The caller has the chosen values: for Downshift every choice is a new one.
    selectedItem: null,
    stateReducer: (state, { type: kind, changes }) => {
      const kinds = useCombobox.stateChangeTypes
      if (kind === kinds.InputKeyDownEnter || kind === kinds.ItemClick)
        return { ...changes, inputValue: '', isOpen: !single, highlightedIndex: single ? -1 : state.highlightedIndex }
      if (kind === kinds.InputBlur || kind === kinds.InputKeyDownEscape)
        return { ...changes, inputValue: '', selectedItem: null }
      return changes
    },
    onInputValueChange: ({ inputValue }) => type(inputValue ?? ''),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) toggle(selectedItem.value)
    },
    onIsOpenChange: ({ isOpen }) => onOpen?.(isOpen),
  })
  const { isOpen, highlightedIndex } = box
  useEffect(() => {
    if (isOpen) list.current?.showPopover?.()
    else list.current?.hidePopover?.()
  }, [isOpen])
  return (
    <div className="field combobox">
      <label {...box.getLabelProps()} htmlFor={id}>
        {label}
      </label>
      <div className="combobox__box row wide surface rounded">
        <input
          {...box.getInputProps({
            ref: input,
            onFocus: () => setFocused(true),
            onBlur: () => setFocused(false),
            placeholder: names || placeholder,
            onKeyDown: (event) => {
              if (event.key === 'Escape' && isOpen) event.preventDefault() // does not close the dialog around it
              if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
            },
          })}
          autoComplete="off"
          spellCheck={false}
          // Hides the names while the user may type: letters would be appended to them.
          value={isOpen || focused ? typed : names}
          title={names || undefined}
        />
        {value.length > 0 && (
          <Button
            kind="icon"
            tabIndex={-1} // in an empty field Backspace removes the last one
            aria-label={`Quitar ${label}`}
            onClick={() => {
              onChange([])
              input.current?.focus() // the button disappears with the removed option
            }}
            icon="close"
            iconSize={14}
          />
        )}
        <Icon name="down" size={14} />
      </div>
      <div
        {...box.getMenuProps({ ref: list, 'aria-label': `${label}: opciones` })}
        role="listbox"
        className="combobox__list surface bordered raised ink rounded scroll"
        popover="manual"
        aria-multiselectable={!single}
      >
        {isOpen &&
          matches.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
            <div
              key={option.value}
              {...box.getItemProps({ item: option, index })}
              role="option"
              aria-selected={value.includes(option.value)}
              data-active={index === highlightedIndex}
            >
              {option.label}
              {value.includes(option.value) && <Icon name="check" size={14} />}
            </div>
          ))}
        {isOpen && matches.length === 0 && (
          <div className="combobox__none muted" role="status">
            {isSearching ? 'Buscando…' : 'Sin coincidencias'}
          </div>
        )}
      </div>
    </div>
  )
}
