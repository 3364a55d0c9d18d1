import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { ApprovalComment } from '../approval_comment'
import { verbWithAmount } from '../sums'
import { ordersFacts } from './order_confirmations'
import type { OrderRow } from './payment_rows'

type Props = { orders: OrderRow[]; onClose: () => void; onDone: () => void }

/** Approves the payments as the list shows them: each goes with the fingerprint of what was seen. */
export function ApproveDialog({ orders, onClose, onDone }: Props) {
  const asksComment = orders.some((order) => order.asksComment)
  const form = useFormSubmission({
    initial: { comment: '' },
    method: 'put',
    url: urlFor('payment_orders.approve_many'),
    leaving: 'allow',
    transform: ({ comment }) => ({
      orders: orders.map(({ id, fingerprint }) => ({ id, fingerprint })),
      comment: comment.trim() === '' ? null : comment,
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={orders.length === 1 ? 'Aprobar el pago' : 'Aprobar pagos'}
      form={form}
      isDisabled={asksComment && form.values.comment.trim() === ''}
      submitLabel={verbWithAmount(
        'Aprobar',
        orders.map((order) => order.amount)
      )}
    >
      <Facts
        facts={[
          ...ordersFacts(orders),
          { label: 'Se carga en', value: [...new Set(orders.map((order) => order.account))].join(', ') },
        ]}
      />
      <ApprovalComment isRequired={asksComment} field={form.field('comment')} />
    </FormDialog>
  )
}
