import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { storeAttachment } from '#app/payments/attachments/store_attachment'
import { createDirect, type WantedDirect } from '#app/payments/kinds/direct/create_direct'
import { DIRECT_PAYERS } from '#app/payments/kinds/direct/direct_payment'
import { createDirectValidator } from '#app/payments/kinds/direct/direct_validator'
import { assertPayable } from '#app/payments/orders/controllers/scoped'
import { ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab } from '#app/payments/orders/page/order_tab'

/** Payments that no other document asks for: approved and sent like any other (area 23 §5). */
export default class DirectPaymentsController {
  async index(ctx: HttpContext) {
    const wanted = String((ctx.request.qs() as Record<string, unknown>).tab ?? '')
    const tab = wanted in ORDER_TABS ? wanted : 'draft'
    const orders = await orderTab(ctx, { page: 'paysuppliers/direct', tab, name: 'pagos-directos' })
    if (!orders) return
    const canCreate = DIRECT_PAYERS.includes(requireSignedIn(ctx).user.role)
    return ctx.inertia.render('payments/direct/index', { tab, orders, canCreate })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createDirectValidator)
    await assertCompany(ctx, given.site_id)
    await assertPayable(ctx, given.from_account_id)
    const actor = actorOf(ctx)
    const order = await createDirect(
      {
        siteId: given.site_id,
        fromAccountId: given.from_account_id,
        payee: payeeOf(given),
        amountMinor: given.amount,
        currency: given.currency,
        quoteId: given.quote_id ?? null,
        concept: given.concept,
        purpose: given.purpose || null,
        ledgerAccountId: given.ledger_account_id ?? null,
        attachmentFileIds: given.file ? [await storeAttachment(given.file, actor.userId)] : [],
        executionDate: (given.execution_date ?? null) as CalendarDate | null,
        asDraft: given.as_draft ?? false,
      },
      actor
    )
    ctx.session.flash('success', `Pago ${order.number} creado, en borrador.`)
    return ctx.response.redirect().toPath('/paysuppliers/direct')
  }
}

type Given = {
  beneficiary_id?: number | null
  creditor_name?: string | null
  iban?: string | null
}

function payeeOf({ beneficiary_id: beneficiaryId, creditor_name: name, iban }: Given): WantedDirect['payee'] {
  if (beneficiaryId) return { beneficiaryId }
  if (!iban) throw new DomainError('E_DIRECT', 'Indique el beneficiario o su IBAN.', { field: 'iban' })
  if (!name)
    throw new DomainError('E_DIRECT', 'Indique el nombre del beneficiario.', { field: 'creditor_name' })
  return { name, iban }
}
