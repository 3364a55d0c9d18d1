import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { paymentsText, Sums, verbWithAmount } from '../sums'

type Order = { id: number; number: string; creditor: string; iban: string | null; amount: MoneyValue }

/** Approved payments become the files that go to the bank. */
export function releaseOrders(orders: Order[]): Confirmation {
  const amounts = orders.map((order) => order.amount)
  return {
    title: 'Generar remesa',
    question:
      'Se preparará una remesa por cada cuenta de cargo y fecha de ejecución: un fichero SEPA, o el envío directo donde el banco lo admite.',
    facts: [
      { label: 'Pagos', value: orders.length },
      { label: 'Importe', value: <Sums amounts={amounts} /> },
    ],
    submitLabel: verbWithAmount('Generar remesa de', amounts),
    url: urlFor('payment_batches.store'),
    values: { orderIds: orders.map((order) => order.id) },
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

/** Several back to their creators for one reason. */
export function rejectOrders(orders: Order[]): Confirmation {
  const [only] = orders
  if (orders.length === 1 && only) return rejectOrder(only)
  return {
    title: 'Rechazar los pagos',
    question: 'Volverán a borrador y las aprobaciones dadas quedarán sin efecto.',
    facts: ordersFacts(orders),
    submitLabel: `Rechazar ${paymentsText(orders.length)}`,
    isDangerous: true,
    reason: { label: 'Motivo del rechazo', isRequired: true },
    url: urlFor('payment_orders.reject_many'),
    method: 'put',
    values: { orderIds: orders.map(({ id }) => id) },
  }
}

/** Out of the pay buffer, to be sent another time. */
export function takeOutOrders(orders: Order[]): Confirmation {
  const isOne = orders.length === 1
  return {
    title: 'Quitar de la bolsa',
    question: `${isOne ? 'Volverá' : 'Volverán'} a borrador y las aprobaciones dadas quedarán sin efecto.`,
    facts: ordersFacts(orders),
    submitLabel: `Quitar ${paymentsText(orders.length)}`,
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('payment_orders.take_out'),
    method: 'put',
    values: { orderIds: orders.map(({ id }) => id) },
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
    reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
    url: urlFor('payment_orders.cancel', { id: order.id }),
    method: 'delete',
  }
}

/** The same again, by a new payment that somebody approves. */
export function retryOrder(order: Order): Confirmation {
  return {
    title: 'Reintentar el pago',
    question: `Se creará un pago nuevo en borrador que sustituye al ${order.number}. Necesitará sus propias aprobaciones.`,
    facts: orderFacts(order),
    submitLabel: `Reintentar ${moneyText(order.amount)}`,
    url: urlFor('payment_orders.retry', { id: order.id }),
  }
}

/** Somebody has made sure that the account is the payee's although the bank knows another name. */
export function confirmPayee(order: Order): Confirmation {
  return {
    title: 'Continuar con el pago',
    question:
      'El banco dice que el titular no coincide. Continúe solo si lo ha comprobado con el beneficiario.',
    facts: orderFacts(order),
    submitLabel: `Pagar ${moneyText(order.amount)}`,
    isDangerous: true,
    url: urlFor('payment_orders.confirm_payee', { id: order.id }),
    method: 'put',
  }
}

/** Takes it back while the bank has not executed it. */
export function cancelAtBank(order: Order): Confirmation {
  return {
    title: 'Cancelar en el banco',
    question: `Se pedirá al banco que no ejecute el pago ${order.number}. Quedará cancelado solo si el banco lo confirma.`,
    facts: orderFacts(order),
    submitLabel: `Sí, cancelar ${order.number}`,
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
    url: urlFor('payment_orders.cancel_at_bank', { id: order.id }),
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
