import { Facts } from '~/kit/detail_page'
import { FormDialog } from '~/kit/form_dialog'
import { Money, moneyText } from '~/kit/money'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { ApprovalComment } from '../approval_comment'
import { AccountName } from './order_facts'
import type { ChargedAccount, Order } from './order_page'

type Props = { order: Order; account: ChargedAccount; onClose: () => void }

/** Approves one payment as the page shows it, with all that moves repeated. */
export function ApproveDialog({ order, account, onClose }: Props) {
  const form = useFormSubmission({
    initial: { comment: '' },
    url: urlFor('payment_orders.approve', { id: order.id }),
    leaving: 'allow',
    transform: ({ comment }) => ({
      fingerprint: order.fingerprint,
      comment: comment.trim() === '' ? null : comment,
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Aprobar el pago"
      form={form}
      submitLabel={`Aprobar ${moneyText(order.amount)}`}
      isDisabled={order.asksComment && form.values.comment.trim() === ''}
    >
      <Facts
        facts={[
          { label: 'Importe', value: <Money value={order.amount} /> },
          { label: 'Beneficiario', value: order.creditor },
          { label: 'IBAN acabado en', value: <span className="num">•••• {order.ibanTail}</span> },
          { label: 'Se carga en', value: <AccountName account={account} /> },
          { label: 'Disponible después', value: <Money value={account.after} isAlarming /> },
        ]}
      />
      <ApprovalComment isRequired={order.asksComment} field={form.field('comment')} />
    </FormDialog>
  )
}
