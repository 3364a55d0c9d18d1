import { Checkbox, MultiSelect, Radio, Select } from '@mantine/core'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'

export type Option = { value: string; label: string }

type ChoiceProps<Value> = FieldProps<Value> & { options: Option[] }

const noneFound = 'Sin resultados'

/** One of a known list, searched while typing. Null when nothing is chosen; who chooses the same again keeps it. */
export function SelectField({ options, ...field }: ChoiceProps<string | null>) {
  return (
    <Select
      {...inputProps(field)}
      data={options}
      searchable={options.length > 7}
      clearable={!field.isRequired}
      allowDeselect={false}
      nothingFoundMessage={noneFound}
      value={field.value}
      onChange={field.onChange}
    />
  )
}

/** Several of a known list. */
export function MultiSelectField({ options, ...field }: ChoiceProps<string[]>) {
  return (
    <MultiSelect
      {...inputProps(field)}
      data={options}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={noneFound}
      value={field.value}
      onChange={field.onChange}
    />
  )
}

/** One of two to four, all in view. */
export function RadioField({ options, ...field }: ChoiceProps<string>) {
  const { placeholder: _, disabled, id, ...shared } = inputProps(field)
  return (
    <Radio.Group {...shared} value={field.value} onChange={field.onChange}>
      {options.map((option) => (
        <Radio
          key={option.value}
          id={`${id}-${option.value}`}
          value={option.value}
          label={option.label}
          disabled={disabled}
          mt={6}
        />
      ))}
    </Radio.Group>
  )
}

/** Yes or no. */
export function CheckboxField(field: FieldProps<boolean>) {
  const { required: _, placeholder: __, inputWrapperOrder: ___, ...shared } = inputProps(field)
  return (
    <Checkbox
      {...shared}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  )
}
