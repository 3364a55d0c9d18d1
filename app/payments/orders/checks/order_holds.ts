import { error, type OrderCheck } from '#app/payments/orders/checks/order_check'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import type { OrderRecord } from '#app/payments/orders/payment_order'
import type { Hold } from '#app/payments/orders/payment_order_workflow'

/**
 * What a failed check leaves on an order: one that goes back to draft, or that waits in a file which is frozen then. The others
 * keep it as it is, for they are put right without anybody approving again.
 */
export const HOLDS: Readonly<Record<string, Hold>> = {
  blacklist: 'blacklist',
  source: 'source_changed',
  iban: 'iban_changed',
  bank: 'iban_changed',
  unverified: 'bank_unverified',
  waiting: 'bank_waiting',
  blocked: 'payee_blocked',
  creditor: 'payee_inactive',
  collects: 'payee_collects',
}

/** Said of a payment in a file or a queue that was held there: what was approved is not what it is now. */
const HELD: Record<string, string> = {
  blacklist: 'La cuenta del beneficiario entró en la lista negra después de aprobarse el pago.',
  iban_changed: 'La cuenta del beneficiario cambió después de aprobarse el pago.',
  bank_unverified:
    'La cuenta del beneficiario dejó de estar verificada o en uso después de aprobarse el pago.',
  bank_waiting: 'La cuenta del beneficiario se verificó de nuevo y está en su plazo de espera.',
  payee_blocked: 'El proveedor se bloqueó después de aprobarse el pago.',
  payee_inactive: 'El beneficiario dejó de estar activo después de aprobarse el pago.',
  payee_collects: 'El proveedor pasó a cobrar por domiciliación después de aprobarse el pago.',
  source_changed: 'El documento cambió después de aprobarse el pago.',
}

/** Once approved and on its way it stays held: its approvals were given for something else. A draft is checked anew instead. */
export function judgeHold({ status, holdReason }: OrderRecord, { source }: OrderFacts): OrderCheck[] {
  // What its document says itself is truer than that it changed.
  if (holdReason === 'source_changed' && source?.problem) return []
  const held = status === 'sent' ? HELD[holdReason ?? ''] : undefined
  return held ? [error('held', held)] : []
}
