import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { ReasonField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { verbWithAmount } from '../sums'
import { payrollFacts } from './payroll_facts'
import type { PayrollRow } from './payroll_rows'

type Props = { payments: PayrollRow[]; onClose: () => void }

/** Chosen salaries of one company that cannot wait for the hour of the bank: approved together, they leave at once. */
export function PayNowDialog({ payments, onClose }: Props) {
  const form = useFormSubmission({
    initial: { reason: '', confirmDuplicate: false },
    url: urlFor('paypayrolls.pay-now'),
    leaving: 'allow',
    transform: (values) => ({ payrollIds: payments.map(({ id }) => id), ...values }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Pagar nóminas ahora"
      form={form}
      submitLabel={verbWithAmount(
        'Pagar ahora',
        payments.map(({ amount }) => amount)
      )}
      isDisabled={lacksTick(form, 'confirmDuplicate')}
    >
      <div>
        Se avisará a los aprobadores y saldrán juntas en cuanto estén aprobadas, sin esperar a la hora de
        corte del banco.
      </div>
      <Facts facts={payrollFacts(payments)} />
      <ReasonField {...form.field('reason')} />
      <AskedTick form={form} name="confirmDuplicate" label="Confirmo que no es un pago duplicado" />
    </FormDialog>
  )
}
