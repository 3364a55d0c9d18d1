import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { overrideApproval } from '../../sites/override_approval'
import { BufferDialog } from '../suppliers/buffer_dialog'
import { ModifyDialog } from '../suppliers/modify_dialog'
import {
  cancelAtBank,
  cancelOrder,
  confirmPayee,
  rejectOrder,
  releaseOrders,
  retryOrder,
  takeOutOrders,
} from '../suppliers/order_confirmations'
import { PayNowDialog } from '../suppliers/pay_now_dialog'
import { ApproveDialog } from './approve_dialog'
import { CloseUnknownDialog } from './close_unknown_dialog'
import { LendDialog } from './lend_dialog'
import type { OrderAct } from './next_step'
import { AccountName } from './order_facts'
import type { Order, OrderPage } from './order_page'
import { OutcomeDialog } from './outcome_dialog'

type Props = Pick<OrderPage, 'order' | 'account' | 'loan'> & { act: OrderAct | null; onClose: () => void }

/** The dialog of the act that was asked for. */
export function OrderDialogs({ order, account, loan, act, onClose }: Props) {
  switch (act) {
    case null:
      return null
    case 'buffer':
      return (
        <BufferDialog
          orders={[order]}
          url={order.isInRuns ? urlFor('paypayrolls.buffer') : urlFor('paysuppliers.buffer')}
          onClose={onClose}
          onDone={onClose}
        />
      )
    case 'approve':
      return <ApproveDialog order={order} account={account} onClose={onClose} />
    case 'settle':
    case 'fail':
    case 'return':
      return <OutcomeDialog order={order} outcome={act} onClose={onClose} />
    case 'lend':
      return loan ? <LendDialog order={order} loan={loan} onClose={onClose} /> : null
    case 'override':
      return <ConfirmAction confirmation={overrideOrder(order, account)} onClose={onClose} />
    case 'pay_now':
      return (
        <PayNowDialog
          orders={[order]}
          url={order.isInRuns ? urlFor('paypayrolls.pay-now') : urlFor('paysuppliers.pay-now')}
          onClose={onClose}
          onDone={onClose}
        />
      )
    case 'close_unknown':
      return <CloseUnknownDialog order={order} onClose={onClose} />
    case 'modify':
      return (
        <ModifyDialog
          order={{ ...order, executionDate: order.executionDate, isInBuffer: order.state !== 'draft' }}
          onClose={onClose}
          onDone={onClose}
        />
      )
    case 'keep':
      return <ConfirmAction confirmation={keepOrder(order)} onClose={onClose} />
    case 'release':
    case 'reject':
    case 'take_out':
    case 'cancel':
    case 'retry':
    case 'confirm_payee':
    case 'cancel_at_bank':
      return <ConfirmAction confirmation={confirmations[act](order)} onClose={onClose} />
    default:
      return act satisfies never
  }
}

function overrideOrder(order: OrderPage['order'], account: OrderPage['account']): Confirmation {
  return overrideApproval({
    what: 'el pago',
    amount: order.amount,
    facts: [
      { label: 'Importe', value: <Money value={order.amount} /> },
      { label: 'Beneficiario', value: order.creditor },
      { label: 'IBAN acabado en', value: <span className="num">•••• {order.ibanTail}</span> },
      { label: 'Se carga en', value: <AccountName account={account} /> },
    ],
    fingerprint: order.fingerprint,
    url: urlFor('payment_orders.override', { id: order.id }),
  })
}

const keepOrder = (order: Order): Confirmation => ({
  title: 'No registrar como préstamo',
  question: 'Lo que se paga quedará en la cuenta corriente de las dos empresas.',
  facts: [{ label: 'Importe', value: <Money value={order.amount} /> }],
  submitLabel: 'Dejar en cuenta corriente',
  method: 'delete',
  url: urlFor('payment_orders.keep', { id: order.id }),
})

const confirmations = {
  release: (order: Order) => releaseOrders([order]),
  reject: rejectOrder,
  take_out: (order: Order) => takeOutOrders([order]),
  cancel: cancelOrder,
  retry: retryOrder,
  confirm_payee: confirmPayee,
  cancel_at_bank: cancelAtBank,
}
