import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'

type TextProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'url' | 'tel'
  /** The letters without which the server refuses it: known before a second factor is asked for. */
  lengthMin?: number
  lengthMax?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  hasFocus?: boolean
}

/** A line of text. */
export function TextField({
  type = 'text',
  lengthMin,
  lengthMax,
  autoComplete,
  hasFocus,
  ...field
}: TextProps) {
  return (
    <TextInput
      {...inputProps(field)}
      type={type}
      minLength={lengthMin}
      maxLength={lengthMax}
      autoComplete={autoComplete}
      autoFocus={hasFocus}
      data-autofocus={hasFocus || undefined}
      value={field.value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

/** A password, with the eye to see it. */
export function PasswordField({ autoComplete, hasFocus, ...field }: TextProps) {
  return (
    <PasswordInput
      {...inputProps(field)}
      aria-invalid={field.error ? true : undefined}
      autoComplete={autoComplete}
      autoFocus={hasFocus}
      value={field.value}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña' }}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

/** Several lines of text; grows with them. */
export function TextAreaField({
  lengthMin,
  lengthMax,
  rows = 3,
  ...field
}: FieldProps<string> & { lengthMin?: number; lengthMax?: number; rows?: number }) {
  return (
    <Textarea
      {...inputProps(field)}
      autosize
      minRows={rows}
      maxRows={14}
      minLength={lengthMin}
      maxLength={lengthMax}
      value={field.value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

/** Why something is done that must be answered for: at least five letters, as the server asks. */
export function ReasonField({
  lengthMax = 500,
  ...field
}: Omit<FieldProps<string>, 'label'> & { lengthMax?: number }) {
  return <TextAreaField {...field} label="Motivo" isRequired lengthMin={5} lengthMax={lengthMax} rows={2} />
}
