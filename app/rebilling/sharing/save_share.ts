import type { Actor } from '#app/audit/record_event'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import type Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'
import { periodOf, periodText } from '#app/rebilling/allocation/period'
import { shareOutByRule } from '#app/rebilling/allocation/share_by_rule'
import { refuseTargets } from '#app/rebilling/charges/create_charges'
import { keyValues } from '#app/rebilling/keys/key_values'
import { ALLOCATIONS, type Allocation } from '#app/rebilling/rebilling_labels'
import type { Target } from '#app/rebilling/settings/rule'

export type ShareInput = {
  /** Lines that are shared out as one sum; the whole invoice where none is named. */
  lineIds: readonly number[]
  allocation: Allocation
  allocationKey: string | null
  targets: readonly Target[]
  /** Whose parts it took over. */
  ruleName: string | null
}

type Common = { invoiceId: number; lockVersion: number; actor: Actor }
type Saved = Common & { shareId: number | null; share: ShareInput }

/**
 * Says which companies bear what of an invoice or of lines of it: a change of what its approvers see. Throws at `targets`,
 * `lines` and `allocation_key`, and what `changeInvoice` throws.
 */
export async function saveShare({ shareId, share, ...common }: Saved): Promise<void> {
  await changeInvoice({
    ...common,
    action: 'line_changed',
    reason: `Reparto entre empresas: ${ALLOCATIONS[share.allocation].toLowerCase()}, ${counted(share.targets.length, 'empresa', 'empresas')}`,
    edit: async (invoice, trx) => {
      const { siteId } = invoice
      if (siteId === null)
        throw new DomainError('E_SITE', 'Asigne antes la empresa de la factura.', { field: 'targets' })
      refuseTargets({ ...share, originSiteId: siteId })
      if (shareId !== null) await remove(shareId, invoice, trx)
      await refuseTakenLines(invoice.id, share.lineIds, trx)
      await write(invoice, share, common.actor, trx)
    },
  })
}

/** The company of the invoice bears what was shared out. */
export async function removeShare({ shareId, ...common }: Common & { shareId: number }): Promise<void> {
  await changeInvoice({
    ...common,
    action: 'line_changed',
    reason: 'Reparto entre empresas quitado',
    edit: (invoice, trx) => remove(shareId, invoice, trx),
  })
}

async function remove(shareId: number, { id }: Invoice, trx: Transaction): Promise<void> {
  const removed = await execute(
    `delete from cost_shares where id = :shareId and invoice_id = :id`,
    { shareId, id },
    trx
  )
  if (removed === 0) throw new DomainError('E_SHARE', 'El reparto ya no existe. Recargue la página.')
}

/** A line is shared out once. */
async function refuseTakenLines(
  invoiceId: number,
  lineIds: readonly number[],
  trx: Transaction
): Promise<void> {
  const taken = await row<{ concept: string | null }>(
    `select (select l.concept from invoice_lines l join cost_share_lines h on h.line_id = l.id and h.share_id = s.id where :isWhole or l.id = any(:lineIds::bigint[]) limit 1) as concept
       from cost_shares s where s.invoice_id = :invoiceId and (:isWhole or s.covers_invoice or exists (select 1 from cost_share_lines h where h.share_id = s.id and h.line_id = any(:lineIds::bigint[]))) limit 1`,
    { invoiceId, isWhole: lineIds.length === 0, lineIds: [...lineIds] },
    trx
  )
  if (taken)
    throw new DomainError(
      'E_SHARED',
      taken.concept ? `«${taken.concept}» ya está repartida.` : 'La factura entera ya está repartida.',
      { field: 'lines' }
    )
  const own = await rows(
    `select 1 as found from invoice_lines where invoice_id = :invoiceId and id = any(:lineIds::bigint[])`,
    { invoiceId, lineIds: [...lineIds] },
    trx
  )
  if (own.length !== lineIds.length)
    throw new DomainError('E_LINE', 'La línea ya no existe. Recargue la página.', { field: 'lines' })
}

async function write(invoice: Invoice, share: ShareInput, actor: Actor, trx: Transaction): Promise<void> {
  const values = await valuesOf(invoice, share, trx)
  const { id } = await oneRow<{ id: number }>(
    `insert into cost_shares (invoice_id, covers_invoice, allocation, allocation_key, rule_name, created_by) values (:invoiceId, :isWhole, :allocation, :key, :ruleName, :userId) returning id`,
    {
      invoiceId: invoice.id,
      isWhole: share.lineIds.length === 0,
      allocation: share.allocation,
      key: share.allocationKey,
      ruleName: share.ruleName,
      userId: actor.userId,
    },
    trx
  )
  await execute(
    `insert into cost_share_lines (line_id, share_id) select unnest(:lineIds::bigint[]), :id::bigint`,
    { id, lineIds: [...share.lineIds] },
    trx
  )
  await execute(
    `insert into cost_share_targets (share_id, site_id, position, percentage, amount_minor, key_value)
     select :id::bigint, t.site_id, t.place, t.percentage, t.amount_minor, t.key_value from jsonb_to_recordset(:targets::jsonb) as t(site_id bigint, place smallint, percentage numeric, amount_minor bigint, key_value numeric)`,
    {
      id,
      targets: JSON.stringify(
        share.targets.map(({ siteId, percentage, amountMinor }, place) => ({
          site_id: siteId,
          place: place + 1,
          percentage,
          amount_minor: amountMinor,
          key_value: share.allocation === 'key' ? (values.get(siteId) ?? '0') : null,
        }))
      ),
    },
    trx
  )
}

/** The key as it stands in the month of the invoice: what approvers see does not change behind them. */
async function valuesOf(
  { issuedOn }: Invoice,
  { allocation, allocationKey, targets }: ShareInput,
  trx: Transaction
): Promise<ReadonlyMap<number, string>> {
  if (allocation !== 'key' || allocationKey === null) return new Map()
  const period = periodOf('monthly', issuedOn ?? today())
  const siteIds = targets.map(({ siteId }) => siteId)
  const { values } = await keyValues({ key: allocationKey, period, siteIds }, trx)
  shareOutByRule(1, { allocation, targets, values, keyText: allocationKey, periodText: periodText(period) })
  return values
}
