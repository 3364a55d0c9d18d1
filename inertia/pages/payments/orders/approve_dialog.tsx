import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { ApprovalComment } from '../approval_comment'
import { useApprovalForm } from '../use_approval_form'
import { AccountName } from './order_facts'
import type { ChargedAccount, Order } from './order_page'

type Props = { order: Order; account: ChargedAccount; onClose: () => void }

/** Approves one payment as the page shows it, with all that moves repeated. */
export function ApproveDialog({ order, account, onClose }: Props) {
  const form = useApprovalForm({
    url: urlFor('payment_orders.approve', { id: order.id }),
    fingerprint: order.fingerprint,
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
          ...(order.debtor
            ? [{ label: 'Paga', value: `${order.debtor.payer}, por cuenta de ${order.debtor.name}` }]
            : []),
          { label: 'Se carga en', value: <AccountName account={account} /> },
          ...(account.after
            ? [{ label: 'Disponible después', value: <Money value={account.after} isAlarming /> }]
            : []),
        ]}
      />
      <ApprovalComment isRequired={order.asksComment} field={form.field('comment')} />
    </FormDialog>
  )
}
