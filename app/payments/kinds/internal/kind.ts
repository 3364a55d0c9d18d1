import { followOwnAccounts } from '#app/accounts/own_account_followers'
import { execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'
import { OWN_TRANSFER } from '#app/payments/kinds/internal/own_transfer'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'

/** Money that goes from one account of a company to another of the same: against 5729 until the other account has it. */
export const internalKind: PaymentKind = {
  kind: 'internal',
  documentType: OWN_TRANSFER,
  title: 'Traspaso',
  approvals: 'internal_transfer',
  isFromOneAccount: true,
  isReturnLettered: true,
  purpose: 'INTC',
  list: { page: 'accounts/transfers', closedTab: 'history' },
  tables: ['own_transfers'],
  menu: { accounts: ['payments/transfers/index'] },
  refusals: {
    CA060: 'El importe supera lo pendiente del traspaso: recargue la página.',
    CA062:
      'La cuenta de destino del traspaso ha cambiado o no está activa: cancele el pago y cree otro traspaso.',
    CA061: 'Un traspaso no se modifica: cancele su pago y cree otro.',
    CA066: 'La cuenta tiene traspasos en curso: espere a que terminen o cancélelos.',
    CA068: 'Una cuenta del proveedor no pasa a ser otra: asocie la nueva en la conexión.',
  },
  routes: () => import('#app/payments/kinds/internal/routes'),
  boot() {
    followOwnAccounts(async (accountId) =>
      (await import('#app/payments/kinds/internal/follow_target')).followTarget(accountId)
    )
  },
  ofDocument: 'del traspaso',
  handText: 'Quien creó el traspaso, o dio de alta o cambió la cuenta de destino, no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from own_transfers where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  async settle(documentId, amountMinor, _actor, trx) {
    const settled = await execute(
      `update own_transfers set settled_minor = settled_minor + :amountMinor where id = :documentId and settled_minor + :amountMinor between 0 and amount_minor`,
      { documentId, amountMinor },
      trx
    )
    if (settled === 0) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente del traspaso.')
  },
  /** Nothing else waits for it. */
  refresh: async () => undefined,
  /** One for all of them in the currency of the books; of another currency each account that they go to has its own. */
  async liabilityAccount({ siteId, currency, sourceId }, trx) {
    const prefix = await roleCode(siteId, 'own_transfers_in_transit', trx)
    const target = await oneRow<{ id: number; name: string; isBase: boolean }>(
      `select b.id, b.name, s.base_currency = :currency as is_base from own_transfers t join bank_accounts b on b.id = t.to_account_id join sites s on s.id = t.site_id where t.id = :sourceId`,
      { sourceId, currency },
      trx
    )
    const own = {
      subledger: 'bank' as const,
      subledgerId: target.id,
      name: `Traspasos a ${target.name}`,
      currency,
    }
    return (await ensureAccount({ siteId, prefix, ...(target.isBase ? {} : own) }, trx)).id
  },
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderTransfer } = await import('#app/payments/kinds/internal/order_transfer')
    return orderTransfer(order.sourceId, { retryOfId: order.id }, actor, trx)
  },
  async describe(documentId) {
    const found = await row<{ from: string; to: string; toId: number }>(
      `select f.name as from, b.name as to, b.id as to_id from own_transfers t join bank_accounts f on f.id = t.from_account_id join bank_accounts b on b.id = t.to_account_id where t.id = :documentId`,
      { documentId }
    )
    return found
      ? { label: `Traspaso de ${found.from} a ${found.to}`, href: `/accounts/${found.toId}/edit` }
      : null
  },
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<
    Target & { id: number; outstandingMinor: number; ordered: number; isAtSameProvider: boolean }
  >(
    `select o.id, t.amount_minor - t.settled_minor as outstanding_minor, b.status, b.iban is distinct from o.creditor_iban as is_other_iban, t.to_ref is not null as is_at_same_provider,
        coalesce(t.to_ref <> coalesce(provider_ref_beside(t.to_account_id, t.from_account_id), ''), false) as is_other_ref,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join own_transfers t on t.id = o.source_id join bank_accounts b on b.id = t.to_account_id
      where o.id = any(:orderIds::bigint[]) and o.source_type = '${OWN_TRANSFER}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, isOtherIban, isOtherRef, ...facts }) => [
      id,
      { ...facts, blocking: null, problem: problemOf({ status, isOtherIban, isOtherRef }) },
    ])
  )
}

type Target = { status: string; isOtherIban: boolean; isOtherRef: boolean }

function problemOf({ status, isOtherIban, isOtherRef }: Target): string | null {
  if (status !== 'active') return 'La cuenta de destino ya no está activa.'
  if (isOtherRef)
    return 'La cuenta de destino ya no es la misma en el proveedor: cancele el pago y cree otro traspaso.'
  return isOtherIban
    ? 'El IBAN de la cuenta de destino ha cambiado: cancele el pago y cree otro traspaso.'
    : null
}
