import type { Actor } from '#app/audit/record_event'
import { assertChargeable } from '#app/invoices/chargeable_account'
import type Invoice from '#app/invoices/models/invoice'
import type { InvoiceToPost } from '#app/invoices/postings/invoice_posting'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { Money } from '#app/kernel/money/money'
import { type CalendarDate, monthOf } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
import { openVatMonth } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'

type Facts = {
  postedOn: CalendarDate
  version: number
  actor: Actor
  /** Where the debt is not the supplier’s own account. */
  payableAccountId?: number
}

type Party = { legalName: string; ledgerPrefix: string; accrual: string; width: number }

/**
 * Everything that the posting of an invoice needs, its accounts found or opened. Throws E_INCOMPLETE, E_UNCLASSIFIED,
 * E_ACCOUNT_CODE and E_TAX_GROUP with what has to be corrected first.
 */
export async function preparePosting(
  invoice: Invoice,
  { postedOn, version, actor, payableAccountId }: Facts,
  trx: Transaction
): Promise<InvoiceToPost> {
  const { siteId, providerId, invoiceNumber } = invoice
  if (!siteId || !providerId || !invoiceNumber)
    throw new DomainError('E_INCOMPLETE', 'Faltan la empresa, el proveedor o el número.')
  const party = await oneRow<Party>(
    `select p.legal_name, p.ledger_prefix, s.withholding_accrual as accrual, s.account_width as width from providers p, sites s where p.id = :providerId and s.id = :siteId`,
    { providerId, siteId },
    trx
  )
  return {
    id: invoice.id,
    siteId,
    providerId,
    version,
    invoiceNumber,
    providerName: party.legalName,
    postedOn,
    dueOn: invoice.dueOn,
    vatPeriod: await openVatMonth(siteId, invoice.vatPeriod ?? monthOf(postedOn), trx),
    isCredit: invoice.docType === 'credit_note',
    currency: invoice.currency,
    fxRate: invoice.fxRate,
    lines: await prepareLines(invoice, siteId, party.width, trx),
    taxGroups: await prepareTaxes(invoice, siteId, trx),
    withholding: await prepareWithholding(invoice, siteId, party.accrual, trx),
    suppliedMinor: invoice.suppliedMinor,
    totalMinor: invoice.totalMinor,
    rounding: await prepareRounding(invoice, siteId, trx),
    payableAccountId: payableAccountId ?? (await payableOf(invoice, { siteId, providerId, party }, trx)),
    createdBy: actor.userId,
  }
}

async function payableOf(
  { fxRate, currency }: Invoice,
  { siteId, providerId, party }: { siteId: number; providerId: number; party: Party },
  trx: Transaction
): Promise<number> {
  const { id } = await ensureAccount(
    {
      siteId,
      prefix: party.ledgerPrefix,
      subledger: 'provider',
      subledgerId: providerId,
      name: fxRate === null ? party.legalName : `${party.legalName.slice(0, 114)} (${currency})`,
      currency,
    },
    trx
  )
  return id
}

async function prepareRounding(
  { roundingMinor }: Invoice,
  siteId: number,
  trx: Transaction
): Promise<InvoiceToPost['rounding']> {
  if (roundingMinor === 0) return null
  const isLoss = roundingMinor > 0
  const prefix = await roleCode(siteId, isLoss ? 'difference_loss' : 'difference_gain', trx)
  const name = isLoss ? 'Otros gastos financieros' : 'Otros ingresos financieros'
  const account = await ensureAccount({ siteId, prefix, name }, trx)
  return { accountId: account.id, amountMinor: roundingMinor }
}

type FoundLine = Omit<InvoiceToPost['lines'][number], 'accountId'> & {
  accountCode: string | null
  kind: string | null
  rateBasisPoints: number | null
  hasGroup: boolean
}

async function prepareLines(
  invoice: Invoice,
  siteId: number,
  width: number,
  trx: Transaction
): Promise<InvoiceToPost['lines']> {
  const lines = await rows<FoundLine>(
    `select l.base_minor, l.vat_code_id, l.vat_minor, l.deductible_percent, l.category_id, l.center_id, l.concept, l.account_code,
            t.kind, t.rate_basis_points, g.vat_code_id is not null as has_group
       from invoice_lines l left join tax_codes t on t.id = l.vat_code_id
       left join invoice_tax_groups g on g.invoice_id = l.invoice_id and g.vat_code_id = l.vat_code_id where l.invoice_id = :id order by l.position`,
    { id: invoice.id },
    trx
  )
  const prepared: InvoiceToPost['lines'] = []
  for (const { accountCode, kind, rateBasisPoints, hasGroup, ...line } of lines) {
    if (!accountCode) throw new DomainError('E_UNCLASSIFIED', 'Todas las líneas deben estar clasificadas.')
    assertChargeable(accountCode, width)
    if (rateBasisPoints && !hasGroup)
      throw new DomainError(
        'E_TAX_GROUP',
        `El tipo de IVA de la línea «${line.concept.slice(0, 60)}» no está en los totales: corrija la línea o los totales.`
      )
    const name = await ownNameOf(accountCode, width, trx)
    const account = await ensureAccount(
      { siteId, prefix: accountCode.slice(0, 3), exactCode: accountCode, ...(name ? { name } : {}) },
      trx
    )
    const vatMinor =
      kind === 'reverse_charge' ? Money.of(line.baseMinor).percent(rateBasisPoints ?? 0).minor : line.vatMinor
    prepared.push({ ...line, vatMinor, accountId: account.id })
  }
  return prepared
}

/**
 * What an account with a number of its own (`62800003`) is for: the one category or profile that charges to that number. Null
 * where several do, or none, and for the first account of a node (`628`, `62800000`): the plan names those.
 */
async function ownNameOf(accountCode: string, width: number, trx: Transaction): Promise<string | null> {
  if (accountCode.length <= 4 || /^\d{3,4}0+$/.test(accountCode.padEnd(width, '0'))) return null
  const users = await rows<{ name: string }>(
    `select name::text from categories where rpad(ledger_account_prefix, :width, '0') = rpad(:accountCode, :width, '0')
     union select name from expense_profiles where rpad(ledger_account_code, :width, '0') = rpad(:accountCode, :width, '0') limit 2`,
    { accountCode, width },
    trx
  )
  const [only] = users
  return only && users.length === 1 ? only.name : null
}

async function prepareTaxes(
  invoice: Invoice,
  siteId: number,
  trx: Transaction
): Promise<InvoiceToPost['taxGroups']> {
  const groups = await rows<{
    vatCodeId: number
    baseMinor: number
    vatMinor: number
    surchargeMinor: number
    accountRole: string | null
    accountSuffix: string | null
    kind: string
    rateBasisPoints: number
  }>(
    `select g.vat_code_id, g.base_minor, g.vat_minor, g.surcharge_minor, t.account_role, t.account_suffix, t.kind, t.rate_basis_points
       from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id where g.invoice_id = :id order by t.rate_basis_points`,
    { id: invoice.id },
    trx
  )
  const prepared: InvoiceToPost['taxGroups'] = []
  for (const group of groups) {
    const isReverse = group.kind === 'reverse_charge'
    const suffix = group.accountSuffix
    // Under reverse charge the invoice prints no VAT: the buyer declares it on both sides (Ley 37/1992 art. 84).
    const vatMinor = isReverse
      ? Money.of(group.baseMinor).percent(group.rateBasisPoints).minor
      : group.vatMinor
    const account = group.accountRole
      ? await ensureVatAccount({ siteId, role: 'vat_input', suffix }, trx)
      : null
    const output = isReverse ? await ensureVatAccount({ siteId, role: 'vat_output', suffix }, trx) : null
    prepared.push({
      vatCodeId: group.vatCodeId,
      baseMinor: group.baseMinor,
      vatMinor,
      surchargeMinor: group.surchargeMinor,
      accountId: account,
      outputAccountId: output,
    })
  }
  return prepared
}

async function prepareWithholding(
  invoice: Invoice,
  siteId: number,
  accrual: string,
  trx: Transaction
): Promise<InvoiceToPost['withholding']> {
  if (invoice.withholdingMinor === 0) return null
  const role = accrual === 'registration' ? 'withholding_payable' : 'withholding_deferred'
  const code = await roleCode(siteId, role, trx)
  const account = await ensureAccount(
    {
      siteId,
      prefix: code.slice(0, 4),
      exactCode: code,
      ...(role === 'withholding_deferred' ? { name: 'H.P. retenciones pendientes de devengo' } : {}),
    },
    trx
  )
  const line = await oneRow<{ taxCodeId: number | null; base: number }>(
    `select max(withholding_code_id) as tax_code_id, coalesce(sum(base_minor) filter (where withholding_code_id is not null), 0)::bigint as base
       from invoice_lines where invoice_id = :id`,
    { id: invoice.id },
    trx
  )
  return {
    accountId: account.id,
    taxCodeId: line.taxCodeId,
    amountMinor: invoice.withholdingMinor,
    baseMinor: line.base || invoice.baseMinor,
  }
}
