import type { Confirmation } from '~/kit/confirm_action'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { paymentsText, Sums, verbWithAmount } from '../sums'

type Order = { id: number; number: string; creditor: string; iban: string | null; amount: MoneyValue }

/** Approved payments become the files that go to the bank. */
export function releaseOrders(orders: Order[]): Confirmation {
  const amounts = orders.map((order) => order.amount)
  return {
    title: 'Generar remesa',
    question: 'Se preparará un fichero SEPA por cada cuenta de cargo y fecha de ejecución.',
    facts: [
      { label: 'Pagos', value: orders.length },
      { label: 'Importe', value: <Sums amounts={amounts} /> },
    ],
    submitLabel: verbWithAmount('Generar remesa de', amounts),
    url: urlFor('payment_batches.store'),
    values: { order_ids: orders.map((order) => order.id) },
  }
}

/** Back to its creator; the approvals given are void. */
export function rejectOrder(order: Order): Confirmation {
  return {
    title: 'Rechazar el pago',
    question: `El pago ${order.number} volverá a borrador y las aprobaciones dadas quedarán sin efecto.`,
    facts: orderFacts(order),
    submitLabel: 'Rechazar',
    isDangerous: true,
    reason: { label: 'Motivo del rechazo', isRequired: true },
    url: urlFor('payment_orders.reject', { id: order.id }),
  }
}

/** The end of a payment that the bank has not seen. */
export function cancelOrder(order: Order): Confirmation {
  return {
    title: 'Cancelar el pago',
    question: `El pago ${order.number} no se enviará. El documento podrá pagarse de nuevo.`,
    facts: orderFacts(order),
    // The other button of the sheet is «Cancelar» too.
    submitLabel: `Sí, cancelar ${order.number}`,
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('payment_orders.cancel', { id: order.id }),
    method: 'delete',
  }
}

/** What is repeated before something is done with one payment or with several. */
export function ordersFacts(orders: Order[]): NonNullable<Confirmation['facts']> {
  const [only] = orders
  if (orders.length === 1 && only) return orderFacts(only)
  return [
    { label: 'Pagos', value: paymentsText(orders.length) },
    { label: 'Importe', value: <Sums amounts={orders.map((order) => order.amount)} /> },
  ]
}

function orderFacts(order: Order): NonNullable<Confirmation['facts']> {
  return [
    { label: 'Beneficiario', value: order.creditor },
    { label: 'IBAN', value: <span className="num">{order.iban ?? '–'}</span> },
    { label: 'Importe', value: <Money value={order.amount} /> },
  ]
}
