import { TERRITORY_OF_SITE } from '#app/invoices/queries/tax_codes'
import { execute, row, rows, type Transaction } from '#app/kernel/database/sql'

type Line = {
  id: number
  vatCodeId: number | null
  /** What its contract, else its profile, category or supplier says, where that prints the same rate. */
  wantedVatId: number | null
  withholdingCodeId: number | null
  wantedWithholdingId: number | null
}

/**
 * Lines take the taxes that their contract, else their profile, category or supplier names (areas 04 §1, 07 §1) wherever
 * the document prints the same rate: it decides how much, they decide what it is, as an acquisition within the Union and
 * not an exempt one. What a person gave stays; a code on whose lines they disagree stays as it was read.
 */
export async function takeAgreedTaxes(invoiceId: number, trx: Transaction): Promise<void> {
  const site = await row<{ siteId: number | null }>(
    `select site_id from invoices where id = :invoiceId`,
    { invoiceId },
    trx
  )
  const lines = await rows<Line & { isManual: boolean }>(
    WANTED,
    { invoiceId, siteId: site?.siteId ?? null },
    trx
  )
  for (const [from, same] of Map.groupBy(lines, ({ vatCodeId }) => vatCodeId)) {
    const [first] = same
    const to = first?.wantedVatId ?? null
    if (from === null || to === null || to === from) continue
    if (same.some((line) => line.isManual || line.wantedVatId !== to)) continue
    await chargeAs(invoiceId, from, to, trx)
  }
  const withheld = lines.filter(
    ({ isManual, wantedWithholdingId, withholdingCodeId }) =>
      !isManual && wantedWithholdingId !== null && wantedWithholdingId !== withholdingCodeId
  )
  for (const { id, wantedWithholdingId } of withheld)
    await execute(
      `update invoice_lines set withholding_code_id = :wantedWithholdingId, updated_at = now() where id = :id`,
      { id, wantedWithholdingId },
      trx
    )
}

/** The lines of one code and its row of the totals under another that prints the same. */
async function chargeAs(invoiceId: number, from: number, to: number, trx: Transaction): Promise<void> {
  const change = { invoiceId, from, to }
  await execute(
    `update invoice_lines set vat_code_id = :to, updated_at = now() where invoice_id = :invoiceId and vat_code_id = :from`,
    change,
    trx
  )
  await execute(
    `with gone as (delete from invoice_tax_groups where invoice_id = :invoiceId and vat_code_id = :from returning base_minor, vat_minor, surcharge_minor)
     insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor, surcharge_minor)
     select :invoiceId, :to, base_minor, vat_minor, surcharge_minor from gone
     on conflict (invoice_id, vat_code_id) do update set base_minor = invoice_tax_groups.base_minor + excluded.base_minor,
       vat_minor = invoice_tax_groups.vat_minor + excluded.vat_minor, surcharge_minor = invoice_tax_groups.surcharge_minor + excluded.surcharge_minor`,
    change,
    trx
  )
}

/** The rate that a document prints under a code: none where nothing is charged or the buyer declares it. */
const printed = (code: string) =>
  `case when ${code}.kind in ('exempt', 'not_subject', 'reverse_charge') then 0 else ${code}.rate_basis_points end`

const WANTED = `
  select l.id, l.vat_code_id, l.withholding_code_id, l.match_state = 'manual' as is_manual,
    (select w.id from tax_codes w where w.id = coalesce(k.vat_code_id, e.vat_code_id, c.default_vat_code_id, p.default_vat_code_id) and ${printed('w')} = ${printed('v')}
        and (w.kind in ('exempt', 'not_subject') or w.territory = coalesce((${TERRITORY_OF_SITE}), w.territory))
        and coalesce(i.operation_on, i.issued_on, current_date) between w.valid_from and coalesce(w.valid_to, 'infinity')) as wanted_vat_id,
    (select w.id from tax_codes w where w.id = coalesce(k.withholding_code_id, e.withholding_code_id, c.default_withholding_code_id, p.default_withholding_code_id)
        and l.withholding_minor <> 0 and w.rate_basis_points = coalesce(h.rate_basis_points, round(l.withholding_minor * 10000.0 / nullif(l.base_minor, 0)))) as wanted_withholding_id
    from invoice_lines l join invoices i on i.id = l.invoice_id
    left join tax_codes v on v.id = l.vat_code_id left join tax_codes h on h.id = l.withholding_code_id
    left join provider_contracts k on k.id = l.contract_id left join expense_profiles e on e.id = l.profile_id
    left join categories c on c.id = l.category_id left join providers p on p.id = i.provider_id
   where l.invoice_id = :invoiceId order by l.position`
