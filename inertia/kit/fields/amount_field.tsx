import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { decimalText, formatAmount, parseAmount } from '#app/kernel/money/amount_text'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'
import { problemMark } from '~/kit/form/form_problems'

type Props = FieldProps<string> & {
  currency?: string
  isNegativeAllowed?: boolean
  /** What is written behind it instead of the currency: «%» of a share with two decimals. */
  unit?: string
}

/**
 * An amount in Spanish or plain notation. The value of the form is a text the server reads the same way: once it is an
 * amount, "1234.50"; while it is not, what was typed.
 */
export function AmountField({ currency = 'EUR', isNegativeAllowed = false, unit, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const minor = parseAmount(field.value, currency)
  const shown =
    typed ??
    (minor === null
      ? field.value
      : (formatAmount(minor, currency === 'EUR' ? undefined : currency, { decimals: 'all' }).split(
          '\u00a0'
        )[0] ?? ''))

  function change(text: string) {
    setTyped(text)
    setProblem(null)
    const read = parseAmount(text, currency)
    field.onChange(read === null ? text : decimalText(read, currency))
  }

  return (
    <TextInput
      {...inputProps(field)}
      {...problemMark(problemOf(field.value, minor, isNegativeAllowed))}
      error={field.error ?? problem}
      inputMode="decimal"
      autoComplete="off"
      placeholder={field.placeholder ?? '0,00'}
      rightSection={<span aria-hidden="true">{unit ?? (currency === 'EUR' ? '€' : currency)}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth={currency === 'EUR' ? 30 : 46}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      value={shown}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null)
        setProblem(problemOf(field.value, minor, isNegativeAllowed))
      }}
    />
  )
}

function problemOf(text: string, minor: number | null, isNegativeAllowed: boolean): string | null {
  if (text.trim() === '') return null
  if (minor === null) return 'Introduzca un importe válido, por ejemplo 1.234,56.'
  return minor < 0 && !isNegativeAllowed ? 'Introduzca un importe mayor que cero.' : null
}
