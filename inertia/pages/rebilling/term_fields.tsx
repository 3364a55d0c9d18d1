import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import type { Choices } from './choices'
import styles from './rebilling.module.css'
import type { TermValues } from './term_values'

/** As what it reaches the other company, with which tax and margin, and how it is settled. */
export function TermFields({
  form,
  choices,
}: {
  form: Pick<FormOf<TermValues>, 'values' | 'field'>
  choices: Choices
}) {
  const { treatment } = form.values
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Tratamiento"
          isRequired
          options={choices.treatments}
          help={HELP[treatment ?? '']}
          {...form.field('treatment')}
        />
        {treatment === 'invoice' ? (
          <SelectField label="IVA" isRequired options={choices.taxes} {...form.field('vatCodeId')} />
        ) : null}
      </div>
      <div className={styles.pair}>
        {treatment === 'suplido' ? null : (
          <TextField label="Margen (%)" placeholder="0" {...form.field('markup')} />
        )}
        <SelectField
          label="Liquidación"
          isRequired
          options={choices.settlements}
          help={SETTLED[form.values.settlement ?? '']}
          {...form.field('settlement')}
        />
      </div>
      <div className={styles.pair}>
        {treatment === 'suplido' ? null : (
          <TextField
            label="Cuenta de ingreso"
            placeholder="759"
            help="Vacía: la de ingresos por refacturación."
            {...form.field('incomeAccount')}
          />
        )}
        <TextField
          label="Cuenta de gasto en el destino"
          help="Vacía: la misma que en el origen."
          {...form.field('expenseAccount')}
        />
      </div>
    </>
  )
}

const HELP: Record<string, string> = {
  invoice: 'El origen emite una factura con su IVA.',
  suplido: 'Gasto pagado en nombre del destino: sin ingreso, sin IVA y sin margen.',
  debit_note: 'Reparto sin operación sujeta a IVA.',
}
const SETTLED: Record<string, string> = {
  current_account: 'Queda saldada en la cuenta corriente entre las dos empresas.',
  payment: 'La paga el destino con una orden de pago.',
  loan: 'Pasa al préstamo que tienen las dos empresas.',
}
