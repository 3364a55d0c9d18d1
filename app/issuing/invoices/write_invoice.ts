import type { TaxedLine, TaxGroup, Totals } from '#app/issuing/invoices/issued_amounts'
import type { NewInvoice } from '#app/issuing/invoices/new_invoice'
import type { CopiedRecipient } from '#app/issuing/invoices/read_parties'
import type { Rectified } from '#app/issuing/invoices/read_rectified'
import type { TakenNumber } from '#app/issuing/invoices/take_number'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'

type Written = {
  given: NewInvoice
  settings: IssuingSettings
  recipient: CopiedRecipient
  rectified: Rectified | null
  lines: readonly TaxedLine[]
  groups: readonly TaxGroup[]
  totals: Totals
  taken: TakenNumber
  qrAddress: string | null
}

/** Writes a document with all its parts. Gives its key. */
export async function writeInvoice(written: Written, trx: Transaction): Promise<number> {
  const id = await insertInvoice(written, trx)
  await insertLines(id, written, trx)
  await insertTaxes(id, written.groups, trx)
  if (written.rectified !== null)
    await execute(
      `insert into issued_invoice_rectifications (invoice_id, rectified_id) select :id, unnest(:ids::bigint[])`,
      { id, ids: [...written.rectified.ids] },
      trx
    )
  return id
}

async function insertInvoice(
  { given, settings, recipient, rectified, totals, taken, qrAddress }: Written,
  trx: Transaction
): Promise<number> {
  const { replaced = null } = rectified ?? {}
  const invoice = {
    site_id: given.issuerSiteId,
    series_id: taken.seriesId,
    year: taken.year,
    sequence: taken.sequence,
    number: taken.number,
    treatment: given.treatment,
    invoice_type: given.treatment === 'invoice' ? (rectified?.invoiceType ?? 'F1') : null,
    rectification: rectified?.rectification ?? null,
    issued_on: given.issuedOn,
    operated_on: given.operatedOn === given.issuedOn ? null : (given.operatedOn ?? null),
    due_on: given.dueOn ?? null,
    issuer_name: settings.issuerName,
    issuer_tax_id: settings.taxId,
    issuer_address: settings.address,
    recipient_site_id: recipient.siteId,
    recipient_name: recipient.name,
    recipient_tax_id: recipient.taxId,
    recipient_id_type: recipient.idType,
    recipient_country: recipient.country,
    recipient_address: recipient.address,
    description: given.description.trim(),
    base_minor: totals.baseMinor,
    vat_minor: totals.vatMinor,
    total_minor: totals.totalMinor,
    withholding_code_id: given.withholding?.taxCodeId ?? null,
    withholding_base_minor: given.withholding?.baseMinor ?? 0,
    withholding_minor: given.withholding?.amountMinor ?? 0,
    rectified_base_minor: replaced?.baseMinor ?? null,
    rectified_vat_minor: replaced?.vatMinor ?? null,
    rectified_surcharge_minor: replaced?.surchargeMinor ?? null,
    qr_address: qrAddress,
    source_type: given.source?.type ?? null,
    source_id: given.source?.id ?? null,
    created_by: given.actor.userId,
  }
  const names = Object.keys(invoice)
  const { id } = await oneRow<{ id: number }>(
    `insert into issued_invoices (${names.join(', ')})
     select ${names.map((name) => `x.${name}`).join(', ')} from jsonb_populate_record(null::issued_invoices, :invoice::jsonb) x returning id`,
    { invoice: JSON.stringify(invoice) },
    trx
  )
  return id
}

async function insertLines(id: number, { given, lines }: Written, trx: Transaction): Promise<void> {
  await execute(
    `insert into issued_invoice_lines (invoice_id, position, description, base_minor, tax_code_id, scheme, supply)
     select :id, l.position, l.description, l.base_minor, l.tax_code_id, l.scheme, l.supply
       from jsonb_to_recordset(:lines::jsonb) as l(position int, description text, base_minor bigint, tax_code_id bigint, scheme text, supply text)`,
    {
      id,
      lines: JSON.stringify(
        given.lines.map((line, at) => ({
          position: at + 1,
          description: line.description.trim(),
          base_minor: line.baseMinor,
          tax_code_id: lines[at]?.taxCodeId ?? null,
          scheme: lines[at]?.scheme ?? 'not_subject',
          supply: lines[at]?.supply ?? line.supply ?? 'services',
        }))
      ),
    },
    trx
  )
}

async function insertTaxes(id: number, groups: readonly TaxGroup[], trx: Transaction): Promise<void> {
  await execute(
    `insert into issued_invoice_taxes (invoice_id, position, tax_code_id, scheme, supply, tax, regime, qualification, exemption,
        rate_basis_points, base_minor, vat_minor)
     select :id, t.position, t.tax_code_id, t.scheme, t.supply, t.tax, t.regime, t.qualification, t.exemption,
        t.rate_basis_points, t.base_minor, t.vat_minor
       from jsonb_to_recordset(:taxes::jsonb) as t(position int, tax_code_id bigint, scheme text, supply text, tax text, regime text,
         qualification text, exemption text, rate_basis_points int, base_minor bigint, vat_minor bigint)`,
    {
      id,
      taxes: JSON.stringify(
        groups.map(({ qualified, ...group }, at) => ({
          position: at + 1,
          tax_code_id: group.taxCodeId,
          scheme: group.scheme,
          supply: group.supply,
          tax: qualified.tax,
          regime: qualified.regime,
          qualification: qualified.qualification,
          exemption: qualified.exemption,
          rate_basis_points: qualified.rateBasisPoints,
          base_minor: group.baseMinor,
          vat_minor: group.vatMinor,
        }))
      ),
    },
    trx
  )
}
