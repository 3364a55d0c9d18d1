import type { ReactNode } from 'react'
import type { FieldBinding } from '~/kit/form/form_fields'

/** What every field takes beside its binding (`{...form.field('name')}`). */
export type FieldProps<Value> = FieldBinding<Value> & {
  label: string
  help?: ReactNode
  isRequired?: boolean
  isDisabled?: boolean
  placeholder?: string
}

/** The props all Mantine inputs share, from those of a field. */
export function inputProps<Value>(field: FieldProps<Value>) {
  return {
    id: `field-${field.name}`,
    name: field.name,
    label: field.label,
    description: field.help,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    required: field.isRequired,
    disabled: field.isDisabled,
    placeholder: field.placeholder,
    error: field.error,
  }
}
