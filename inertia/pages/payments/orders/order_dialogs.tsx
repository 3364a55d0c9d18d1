import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { BufferDialog } from '../suppliers/buffer_dialog'
import { cancelOrder, rejectOrder, releaseOrders } from '../suppliers/order_confirmations'
import { ApproveDialog } from './approve_dialog'
import type { OrderAct } from './next_step'
import type { OrderPage } from './order_page'
import { OutcomeDialog } from './outcome_dialog'

type Props = Pick<OrderPage, 'order' | 'account'> & { act: OrderAct | null; onClose: () => void }

/** The dialog of the act that was asked for. */
export function OrderDialogs({ order, account, act, onClose }: Props) {
  switch (act) {
    case null:
      return null
    case 'buffer':
      return <BufferDialog orders={[order]} onClose={onClose} onDone={onClose} />
    case 'approve':
      return <ApproveDialog order={order} account={account} onClose={onClose} />
    case 'settle':
    case 'fail':
    case 'return':
      return <OutcomeDialog order={order} outcome={act} onClose={onClose} />
    case 'release':
    case 'reject':
    case 'cancel':
      return <ConfirmAction confirmation={confirmationOf(act, order)} onClose={onClose} />
    default:
      return act satisfies never
  }
}

function confirmationOf(act: 'release' | 'reject' | 'cancel', order: OrderPage['order']): Confirmation {
  if (act === 'release') return releaseOrders([order])
  return act === 'reject' ? rejectOrder(order) : cancelOrder(order)
}
