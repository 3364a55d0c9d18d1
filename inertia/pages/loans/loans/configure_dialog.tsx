import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import styles from '../loans.module.css'
import { type ConfigureForm, useConfigureForm } from './configure_form'
import { CustomRows } from './custom_rows'
import type { LoanPage } from './loan_types'
import { SchedulePreview } from './schedule_preview'

type Props = { page: LoanPage; onClose: () => void }

/** The terms of a draft, with the schedule that they come to while they are typed. */
export function ConfigureDialog({ page, onClose }: Props) {
  const { loan } = page
  const form = useConfigureForm(page, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Configurar préstamo"
      form={form}
      submitLabel="Guardar condiciones"
      size="xl"
    >
      <RateFields page={page} form={form} />
      {loan.kind === 'term' ? (
        <TermFields page={page} form={form} />
      ) : (
        <BalanceFields page={page} form={form} />
      )}
      <div className={styles.pair}>
        <TextField
          label="Retención (%)"
          help={
            loan.isBank
              ? 'Los intereses de un banco no la llevan.'
              : '19 cuando procede; 0 en un grupo fiscal.'
          }
          {...form.field('withholdingRate')}
        />
        <AmountField
          label="Comisión de apertura"
          currency={loan.currency}
          help="Con la primera cuota."
          {...form.field('fee')}
        />
      </div>
      <LoadedFields page={page} form={form} />
      {loan.kind === 'term' ? <SchedulePreview page={page} values={form.values} /> : null}
    </FormDialog>
  )
}

type Part = { page: LoanPage; form: ConfigureForm }

function RateFields({ page, form }: Part) {
  const { loan, options } = page
  return (
    <>
      <div className={styles.pair}>
        {loan.kind === 'current_account' ? null : (
          <AmountField
            label={loan.kind === 'credit_line' ? 'Límite' : 'Importe'}
            isRequired
            currency={loan.currency}
            {...form.field('principal')}
          />
        )}
        <DayField label="Inicio" isRequired {...form.field('startOn')} />
      </div>
      <div className={styles.pair}>
        <SelectField
          label="Clase de tipo"
          isRequired
          options={options.rateTypes}
          {...form.field('rateType')}
        />
        <TextField label="Tipo de interés (% anual)" isRequired {...form.field('rate')} />
        <SelectField
          label="Base de cálculo"
          isRequired
          options={options.dayCounts}
          {...form.field('dayCount')}
        />
      </div>
      {form.values.rateType === 'variable' ? (
        <div className={styles.pair}>
          <TextField
            label="Índice"
            help="Euríbor a 12 meses. Cada valor se anota con una revisión."
            {...form.field('rateIndex')}
          />
          <TextField label="Diferencial (%)" {...form.field('spread')} />
        </div>
      ) : null}
    </>
  )
}

function TermFields({ page, form }: Part) {
  const { options } = page
  const isCustom = form.values.method === 'custom'
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Sistema de amortización"
          isRequired
          options={options.methods}
          {...form.field('method')}
        />
        {isCustom ? null : (
          <SelectField
            label="Periodicidad"
            isRequired
            options={options.periodicities}
            {...form.field('periodicity')}
          />
        )}
      </div>
      {isCustom ? (
        <CustomRows
          rows={form.values.custom}
          currency={page.loan.currency}
          errors={form.errors}
          onChange={(custom) => form.set({ custom })}
        />
      ) : (
        <div className={styles.pair}>
          <DayField label="Primera cuota" isRequired {...form.field('firstPaymentOn')} />
          <TextField label="Número de cuotas" isRequired {...form.field('periods')} />
          <TextField label="Carencia (cuotas)" help="Solo intereses." {...form.field('gracePeriods')} />
        </div>
      )}
    </>
  )
}

function BalanceFields({ page, form }: Part) {
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label="Liquidación de intereses"
          isRequired
          options={page.options.periodicities}
          {...form.field('periodicity')}
        />
        <DayField
          label="Vencimiento"
          isRequired={page.loan.kind === 'credit_line'}
          {...form.field('maturityOn')}
        />
      </div>
      <CheckboxField
        label="Los intereses se capitalizan"
        help="Al liquidarse pasan a la deuda, sin pago."
        {...form.field('capitalise')}
      />
    </>
  )
}

function LoadedFields({ page, form }: Part) {
  const isTerm = page.loan.kind === 'term'
  return (
    <div className={styles.pair}>
      <DayField
        label="Cargar con saldos al"
        help={
          isTerm
            ? 'Solo si ya estaba en curso: las cuotas hasta esa fecha se dan por pagadas y el resto está en los saldos iniciales de los libros.'
            : 'Solo si ya estaba en curso: su saldo está en los saldos iniciales de los libros.'
        }
        {...form.field('loadedOn')}
      />
      {isTerm ? null : (
        <AmountField
          label="Saldo a esa fecha"
          currency={page.loan.currency}
          {...form.field('loadedAmount')}
        />
      )}
    </div>
  )
}
