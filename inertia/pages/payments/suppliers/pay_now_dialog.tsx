import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { ReasonField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { MoneyValue } from '~/kit/money'
import { AccountsAfter } from '../accounts_after'
import { verbWithAmount } from '../sums'
import { ordersFacts } from './order_confirmations'

type Order = { id: number; number: string; creditor: string; iban: string | null; amount: MoneyValue }
type Props = { orders: Order[]; url: string; onClose: () => void; onDone: () => void }

/** Drafts that cannot wait for the hour of the bank: approved at once, they leave at once, each in a batch of its own. */
export function PayNowDialog({ orders, url, onClose, onDone }: Props) {
  const form = useFormSubmission({
    initial: { reason: '', confirmDuplicate: false, confirmPayee: false },
    url,
    leaving: 'allow',
    transform: (values) => ({ orderIds: orders.map((order) => order.id), ...values }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Pagar ahora"
      form={form}
      submitLabel={verbWithAmount(
        'Pagar ahora',
        orders.map((order) => order.amount)
      )}
      isDisabled={lacksTick(form, 'confirmDuplicate', 'confirmPayee')}
    >
      <div>
        Se avisará a los aprobadores y saldrá en cuanto esté aprobado, sin esperar a la hora de corte del
        banco.
      </div>
      <Facts facts={ordersFacts(orders)} />
      <AccountsAfter orderIds={orders.map((order) => order.id)} />
      <ReasonField {...form.field('reason')} />
      <AskedTick form={form} name="confirmDuplicate" label="Confirmo que no es un pago duplicado" />
      <AskedTick form={form} name="confirmPayee" label="Confirmo que es el beneficiario" />
    </FormDialog>
  )
}
