import type { EventName } from '~/kit/audit_timeline'

/** What happens to a payment order, in words. */
export const orderEvents: Record<string, EventName> = {
  'payment_order.created': { title: 'Pago creado' },
  'payment_order.buffer': { title: 'Pasado a la bolsa', tone: 'blue' },
  'payment_order.approve': { title: 'Aprobado', tone: 'green' },
  'payment_order.reject': { title: 'Rechazado', tone: 'red' },
  'payment_order.reopen': { title: 'Devuelto a borrador', tone: 'amber' },
  'payment_order.release': { title: 'Incluido en una remesa', tone: 'blue' },
  'payment_order.acknowledged': { title: 'Enviado al banco', tone: 'blue' },
  'payment_order.pay': { title: 'Pagado', tone: 'green' },
  'payment_order.fail': { title: 'Fallido', tone: 'red' },
  'payment_order.reconcile': { title: 'Conciliado', tone: 'green' },
  'payment_order.unreconcile': { title: 'Conciliación deshecha', tone: 'amber' },
  'payment_order.return': { title: 'Devuelto por el banco', tone: 'red' },
  'payment_order.requalify': { title: 'Devuelto a la bolsa', tone: 'amber' },
  'payment_order.approval_given': { title: 'Aprobación dada', tone: 'blue' },
  'payment_order.withdraw': { title: 'Anulado con su remesa', tone: 'grey' },
  'payment_order.receipt_mailed': { title: 'Justificante enviado', tone: 'blue' },
  'payment_order.cancel': { title: 'Cancelado', tone: 'grey' },
}
