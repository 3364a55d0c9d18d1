import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Occurrence } from './recurrent_rows'

type Props = { recurrentId: number; occurrence: Occurrence; onClose: () => void }

/** Says how much it is this time; the draft order follows at once. */
export function AmountDialog({ recurrentId, occurrence, onClose }: Props) {
  const form = useFormSubmission({
    initial: { amount: '' },
    url: urlFor('payrecurrents.amount', { id: recurrentId, occurrence: occurrence.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Importe del vencimiento" form={form} submitLabel="Crear pago">
      <Facts facts={[{ label: 'Vencimiento', value: <Day value={occurrence.dueOn} /> }]} />
      <AmountField label="Importe" isRequired currency="EUR" {...form.field('amount')} />
    </FormDialog>
  )
}
