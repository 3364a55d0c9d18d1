import type { Actor } from '#app/audit/record_event'
import { dueDateFor } from '#app/invoices/due_date'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import { reclassifyLines } from '#app/invoices/editing/reclassify_lines'
import { setDeductible } from '#app/invoices/editing/set_deductible'
import { bankOf } from '#app/invoices/intake/apply_reading'
import { rememberParty } from '#app/invoices/intake/remember_party'
import { learnInvoice } from '#app/invoices/learning/learn_invoice'
import type Invoice from '#app/invoices/models/invoice'
import { isDeclared } from '#app/invoices/queries/is_declared'
import { TERRITORY_OF_SITE } from '#app/invoices/queries/tax_codes'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'

type Common = {
  invoiceId: number
  actor: Actor
  lockVersion: number
  reason?: string | null
  /** Keeps it for the next documents that print the same issuer, or receiver. */
  remember?: boolean
}

/** Assigns the supplier; its default bank detail and terms come with it, and what was not classified is classified anew. Throws at `provider_id`. */
export function changeProvider({ providerId, ...common }: Common & { providerId: number }) {
  return changeInvoice({
    ...common,
    action: 'provider_reassigned',
    booked: 'reopen',
    edit: async (invoice, trx) => {
      const provider = await row(
        `select 1 as found from providers where id = :providerId and status not in ('merged', 'blocked')`,
        { providerId },
        trx
      )
      if (!provider)
        throw new DomainError('E_PROVIDER', 'El valor seleccionado no es válido.', { field: 'provider_id' })
      if (invoice.providerId !== providerId) {
        refuseWithoutReason(invoice.providerId, common.reason)
        forgetOriginal(invoice)
        invoice.in347 = await isDeclared(providerId, trx)
      }
      invoice.providerId = providerId
      if (common.remember) await rememberParty(invoice, 'provider', common.actor, trx)
      invoice.providerBankId = await bankOf(providerId, invoice.ibanDetected, trx)
      invoice.dueOn ??= await dueDateFor(providerId, invoice.issuedOn, trx)
      await reclassifyLines(invoice, 'unsure', trx)
      await learnInvoice(invoice, 'provider', common.actor.userId, trx)
    },
  })
}

/**
 * Assigns the company that was billed, an active one. Centres and taxes that are not the new company's go from lines
 * and totals, to be chosen again. Throws at `site_id`.
 */
export function changeSite({ siteId, ...common }: Common & { siteId: number }) {
  return changeInvoice({
    ...common,
    action: 'site_reassigned',
    booked: 'reopen',
    edit: async (invoice, trx) => {
      const site = await row(
        `select 1 as found from sites where id = :siteId and status = 'active' for key share`,
        { siteId },
        trx
      )
      if (!site) throw new DomainError('E_SITE', 'Elija una empresa activa.', { field: 'site_id' })
      if (invoice.siteId === siteId) return
      refuseWithoutReason(invoice.siteId, common.reason)
      forgetOriginal(invoice)
      invoice.siteId = siteId
      if (common.remember) await rememberParty(invoice, 'site', common.actor, trx)
      await invoice.save()
      await clearForeign(invoice.id, siteId, trx)
      await setDeductible(invoice.id, trx)
      await learnInvoice(invoice, 'site', common.actor.userId, trx)
    },
  })
}

/** Giving an invoice its first supplier or company needs no reason; taking it from one does. */
function refuseWithoutReason(former: number | null, reason: string | null | undefined): void {
  if (former !== null) givenReason(reason)
}

/** A credit note corrects an invoice of the same supplier and company. */
function forgetOriginal(invoice: Invoice): void {
  if (invoice.rectifiesInvoiceId === null) return
  if (invoice.status !== 'pending_review')
    throw new DomainError('E_RECTIFIES', 'Devuelva antes el abono a revisión: rectifica una factura de otro.')
  invoice.rectifiesInvoiceId = null
}

async function clearForeign(invoiceId: number, siteId: number, trx: Transaction): Promise<void> {
  const foreign = `select id from tax_codes where kind in ('iva', 'igic', 'ipsi', 'reverse_charge') and territory <> (${TERRITORY_OF_SITE})`
  await execute(
    `update invoice_lines set updated_at = now(),
        center_id = case when center_id in (select id from site_centers where site_id = :siteId) then center_id end,
        vat_minor = case when vat_code_id in (${foreign}) then 0 else vat_minor end,
        vat_code_id = case when vat_code_id in (${foreign}) then null else vat_code_id end
      where invoice_id = :invoiceId`,
    { invoiceId, siteId },
    trx
  )
  await execute(
    `delete from invoice_tax_groups where invoice_id = :invoiceId and vat_code_id in (${foreign})`,
    { invoiceId, siteId },
    trx
  )
}
