import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import type { LoanPage } from './loan_types'

/** A new rate from a day on, with where it comes from. */
export function RateDialog({ page, onClose }: { page: LoanPage; onClose: () => void }) {
  const { loan, values } = page
  const form = useFormSubmission({
    initial: { fromOn: today() as string, rate: '', source: values.rateIndex },
    url: urlFor('loans.revisions.store', { id: loan.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Revisar el tipo" form={form} submitLabel="Revisar tipo">
      <p className={styles.quiet}>
        {loan.kind === 'term'
          ? 'Las cuotas pendientes cambian desde el primer periodo de intereses que empieza ese día o después; las pagadas, en pago o vencidas no se tocan.'
          : 'Los días desde esa fecha devengan al tipo nuevo; lo ya liquidado no se toca.'}
      </p>
      <div className={styles.pair}>
        <DayField label="Desde" isRequired {...form.field('fromOn')} />
        <TextField
          label="Tipo de interés (% anual)"
          isRequired
          help={
            loan.rateType === 'Variable'
              ? `Índice más diferencial. Ahora: ${loan.rate}.`
              : `Ahora: ${loan.rate}.`
          }
          {...form.field('rate')}
        />
      </div>
      <TextField
        label="Fuente"
        isRequired
        lengthMax={200}
        help="De dónde sale el tipo: boletín, contrato, acuerdo."
        {...form.field('source')}
      />
    </FormDialog>
  )
}
