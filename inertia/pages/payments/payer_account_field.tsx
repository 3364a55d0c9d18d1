import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '~/kit/fields/choice_fields'
import type { FieldProps } from '~/kit/fields/field_props'

/** An account that may be charged; `payer` names its company where that pays for another one. */
export type ChargeableAccount = { value: string; label: string; payer: string | null }

type Props = FieldProps<string | null> & { accounts: readonly ChargeableAccount[] }

/** The account that a payment is charged to: one of the company's own, or of another one that may pay for it. */
export function PayerAccountField({ accounts, ...field }: Props) {
  const chosen = accounts.find(({ value }) => value === field.value)
  const [asksOther, setAsksOther] = useState(false)
  const isOther = chosen ? chosen.payer !== null : asksOther
  const hasOthers = accounts.some(({ payer }) => payer !== null)
  return (
    <Stack gap="xs">
      <SelectField
        {...field}
        isRequired={field.isRequired || isOther}
        help={isOther ? 'Queda como deuda entre las dos empresas, y lo aprueban ambas.' : field.help}
        options={accounts
          .filter(({ payer }) => (payer !== null) === isOther)
          .map(({ value, label, payer }) => ({ value, label: payer ? `${payer} · ${label}` : label }))}
      />
      {hasOthers ? (
        <Checkbox
          label="Pagar desde otra empresa del grupo"
          checked={isOther}
          disabled={field.isDisabled}
          onChange={(event) => {
            const { checked } = event.currentTarget
            setAsksOther(checked)
            const first = accounts.find(({ payer }) => (payer !== null) === checked)
            field.onChange(checked || field.isRequired ? (first?.value ?? null) : null)
          }}
        />
      ) : null}
    </Stack>
  )
}
