import { C } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import { RESERVED } from '#app/legal/legal_labels'
import { type LegalViewer, seesConfidential } from '#app/legal/scoped'
import { kindsThat } from '#app/payments/kinds/payment_kind'

/**
 * The kinds of payments that are not there for somebody: no page, no list, no act (area 28 §11); what was paid is read in the
 * history. Batches keep what the others come to (`common_count`): a senior kind that comes later makes those columns anew.
 */
export const hiddenKinds = (role: string): readonly string[] =>
  role === C ? kindsThat(({ isSenior }) => isSenior === true) : []

/** SQL: whether an order is of a kind that everybody sees who sees payments. */
export const isCommonKind = (alias: string): string => isSeenKind(alias, C)

/** SQL: whether orders of a kind are there for somebody; `alias` is that of the orders. */
export const isSeenKind = (alias: string, role: string): string => {
  const kinds = hiddenKinds(role)
  return kinds.length === 0 ? 'true' : `${alias}.kind not in (${kinds.map((kind) => `'${kind}'`).join(', ')})`
}

/** Leaves the orders of those kinds out of a list; `alias` is that of the orders. */
export function limitToSeenKinds(filter: Filter, alias: string, { role }: Pick<LegalViewer, 'role'>): Filter {
  filter.where.push(isSeenKind(alias, role))
  return filter
}

/**
 * SQL: of an order that pays a cost of a confidential procedure, the key of who answers for it (0 for nobody); null for any
 * other. `key` is the column with the key of the order.
 */
export const reservedFor = (key: string) =>
  `(select coalesce(lp.responsible_user_id, 0) from payment_orders lo join legal_procedure_costs lc on lc.id = lo.source_id join legal_procedures lp on lp.id = lc.procedure_id
     where lo.id = ${key} and lo.source_type = 'legal_cost' and lp.confidential)`

/** Whether somebody only learns of an order that it is (area 30, rule 4), by what `reservedFor` says of it. */
export const isReserved = (responsibleId: number | null, viewer: LegalViewer): boolean =>
  responsibleId !== null && !seesConfidential(viewer) && responsibleId !== viewer.id

/**
 * Leaves such orders out of a list that is found by the payee or by words: what is hidden of a payment is not found by
 * searching for it either. `alias` is that of the orders.
 */
export function limitToUnreserved(filter: Filter, alias: string, viewer: LegalViewer): Filter {
  if (seesConfidential(viewer)) return filter
  filter.where.push(
    `(${alias}.kind <> 'legal_procedure' or coalesce(${reservedFor(`${alias}.id`)} = :legalViewerId, true))`
  )
  filter.bindings.legalViewerId = viewer.id
  return filter
}

/** Of these orders those of which the viewer only learns that they are. */
export async function reservedOrders(
  orderIds: readonly number[],
  viewer: LegalViewer
): Promise<ReadonlySet<number>> {
  if (seesConfidential(viewer) || orderIds.length === 0) return new Set()
  const found = await rows<{ id: number; responsibleId: number | null }>(
    `select o.id, ${reservedFor('o.id')} as responsible_id from payment_orders o where o.id = any(:orderIds::bigint[]) and o.kind = 'legal_procedure'`,
    { orderIds }
  )
  return new Set(found.filter(({ responsibleId }) => isReserved(responsibleId, viewer)).map(({ id }) => id))
}

/** A row of a list with what may be told of it. */
export const veil = <Row extends { creditor: string; concept: string; iban: string | null }>(
  row: Row
): Row => ({
  ...row,
  creditor: RESERVED,
  concept: RESERVED,
  iban: null,
})
