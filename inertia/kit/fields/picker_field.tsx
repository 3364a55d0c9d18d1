import { Combobox, Input, InputBase, Loader, useCombobox } from '@mantine/core'
import { useId, useState } from 'react'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'
import { type PickerOption, usePickerOptions } from '~/kit/fields/use_picker_options'
import styles from './picker.module.css'

const LOST = 'No se ha podido buscar. Escriba de nuevo para reintentarlo.'

type Props = FieldProps<PickerOption | null> & {
  /** Answers `GET url?q=` with `{ data: PickerOption[] }`, at most twenty. */
  url: string
  hasFocus?: boolean
}

/** One of many, found by the server while typing. The value is the option; send its `value` with `transform`. */
export function PickerField({ url, hasFocus, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const listId = useId()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { options, isLoading, hasFailed, search } = usePickerOptions(url)
  const canClear = Boolean(field.value) && !field.isRequired

  function choose(value: string) {
    field.onChange(options.find((option) => option.value === value) ?? null)
    setTyped(null)
    combobox.closeDropdown()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputProps(field)}
          data-autofocus={hasFocus || undefined}
          role="combobox"
          aria-controls={listId}
          autoComplete="off"
          value={typed ?? field.value?.label ?? ''}
          placeholder={field.placeholder ?? 'Escriba para buscar'}
          rightSection={
            isLoading ? (
              <Loader size={14} />
            ) : canClear ? (
              <Input.ClearButton aria-label={`Quitar ${field.label}`} onClick={() => field.onChange(null)} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={canClear ? 'all' : 'none'}
          onFocus={() => {
            search(typed ?? '')
            combobox.openDropdown()
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            search(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onBlur={() => {
            setTyped(null)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options id={listId} mah={280} style={{ overflowY: 'auto' }}>
          {options.map((option) => (
            <PickerChoice key={option.value} option={option} isChosen={option.value === field.value?.value} />
          ))}
          {options.length === 0 ? (
            <Combobox.Empty role={hasFailed ? 'alert' : undefined}>
              {isLoading ? 'Buscando…' : hasFailed ? LOST : 'Sin resultados'}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function PickerChoice({ option, isChosen }: { option: PickerOption; isChosen: boolean }) {
  return (
    <Combobox.Option value={option.value} active={isChosen}>
      <div>{option.label}</div>
      {option.hint ? <div className={styles.hint}>{option.hint}</div> : null}
    </Combobox.Option>
  )
}
