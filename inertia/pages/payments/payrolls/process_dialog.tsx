import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { verbWithAmount } from '../sums'
import { payrollFacts } from './payroll_facts'
import type { PayrollRow } from './payroll_rows'

type Props = { payments: PayrollRow[]; onClose: () => void }

/** Chosen salaries of one company go into the pay buffer as one run, charged to its usual account. */
export function ProcessDialog({ payments, onClose }: Props) {
  const form = useFormSubmission({
    initial: { executionDate: '', confirmDuplicate: false },
    url: urlFor('paypayrolls.process.store'),
    leaving: 'allow',
    transform: ({ executionDate, confirmDuplicate }) => ({
      payrollIds: payments.map(({ id }) => id),
      executionDate: executionDate === '' ? null : executionDate,
      confirmDuplicate,
    }),
    onSuccess: onClose,
  })
  const amounts = payments.map(({ amount }) => amount)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Pasar nóminas a la bolsa"
      form={form}
      submitLabel={verbWithAmount('Pasar a la bolsa', amounts)}
      isDisabled={lacksTick(form, 'confirmDuplicate')}
    >
      <div>Se aprobarán juntas, por su total, y saldrán en una remesa de nóminas.</div>
      <Facts facts={payrollFacts(payments)} />
      <DayField
        label="Fecha de ejecución"
        help="Sin fecha, la de pago de cada nómina."
        {...form.field('executionDate')}
      />
      <AskedTick form={form} name="confirmDuplicate" label="Confirmo que no es un pago duplicado" />
    </FormDialog>
  )
}
