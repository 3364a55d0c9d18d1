import { Link } from '@inertiajs/react'
import { today } from '#app/kernel/time/calendar_date'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import type { FieldBinding } from '~/kit/form/form_fields'
import { type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'

/** A loan between two companies that what one owes the other may go into, and what may still be drawn where it has a limit. */
export type LendingChoice = { value: string; label: string; available: MoneyValue | null }

/** Where there is one loan alone nobody has to choose it. */
export const onlyChoice = (choices: readonly LendingChoice[]): string | null =>
  choices.length === 1 ? (choices[0]?.value ?? null) : null

/** The loan that a debt goes into, or how there may be one. */
export function LendingField({
  choices,
  ...field
}: FieldBinding<string | null> & { choices: LendingChoice[] }) {
  const available = choices.find(({ value }) => value === field.value)?.available
  return (
    <>
      {choices.length === 0 ? (
        <p>
          Las dos empresas no tienen una línea de crédito ni una cuenta corriente activa.{' '}
          <Link href={urlFor('loans')}>Ir a Préstamos</Link>
        </p>
      ) : null}
      <SelectField
        label="Préstamo"
        isRequired
        options={choices}
        help={available ? `Disponible: ${moneyText(available)}.` : undefined}
        {...field}
      />
    </>
  )
}

/** From which day a debt that goes into a loan carries interest. */
export const LendingDay = (field: FieldBinding<string>) => (
  <DayField
    label="Fecha valor"
    isRequired
    max={today()}
    help="Desde este día devenga intereses."
    {...field}
  />
)
