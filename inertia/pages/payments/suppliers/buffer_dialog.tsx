import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { AccountsAfter } from '../accounts_after'
import { verbWithAmount } from '../sums'
import { ordersFacts } from './order_confirmations'

type Order = { id: number; number: string; creditor: string; iban: string | null; amount: MoneyValue }
type Props = { orders: Order[]; url?: string; onClose: () => void; onDone: () => void }

/** Drafts go into the pay buffer. When one looks like a payment made before, it asks to confirm that it is not. */
export function BufferDialog({ orders, url = urlFor('paysuppliers.buffer'), onClose, onDone }: Props) {
  const form = useFormSubmission({
    initial: { confirmDuplicate: false, confirmPayee: false },
    url,
    leaving: 'allow',
    transform: ({ confirmDuplicate, confirmPayee }) => ({
      orderIds: orders.map((order) => order.id),
      confirmDuplicate,
      confirmPayee,
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Pasar a la bolsa"
      form={form}
      submitLabel={verbWithAmount(
        'Pasar a la bolsa',
        orders.map((order) => order.amount)
      )}
      isDisabled={lacksTick(form, 'confirmDuplicate', 'confirmPayee')}
    >
      <div>Se comprobará cada pago y quedará a la espera de aprobación.</div>
      <Facts facts={ordersFacts(orders)} />
      <AccountsAfter orderIds={orders.map((order) => order.id)} />
      <AskedTick form={form} name="confirmDuplicate" label="Confirmo que no es un pago duplicado" />
      <AskedTick form={form} name="confirmPayee" label="Confirmo que es el beneficiario" />
    </FormDialog>
  )
}
