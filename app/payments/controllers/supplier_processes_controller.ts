import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { bufferRedirected } from '#app/payments/actions/redirect_draft'
import { forEachOrder, refusalText } from '#app/payments/bulk_outcome'
import { payerAccounts } from '#app/payments/queries/payer_accounts'
import { hiddenKinds, limitToSeenKinds } from '#app/payments/queries/payment_veil'
import {
  supplierDraftGroups,
  supplierDrafts,
  waitingOccurrences,
} from '#app/payments/queries/supplier_drafts'
import { assertAllInScope, assertPayable, limitPayments } from '#app/payments/scoped'
import { processDraftsValidator } from '#app/payments/validators/payment_validator'

/** Those of the review at which a refusal can be answered. */
const FIELDS = ['debtor_account_id', 'confirm_duplicate', 'confirm_payee']

/** The review of the drafts for suppliers of a company, what recurs among them, and their way into the pay buffer. */
export default class SupplierProcessesController {
  async create(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const scope = limitToSeenKinds(await limitPayments(ctx, 'o'), 'o', user)
    const groups = await supplierDraftGroups(scope)
    const siteId = chosenOf(ctx) ?? groups[0]?.siteId ?? null
    if (siteId !== null) assertInScope(ctx, siteId)
    const seesRecurring = !hiddenKinds(user.role).includes('recurring')
    return ctx.inertia.render('payments/supplier_processes/create', {
      groups: groups.map((group) => ({
        site_id: group.siteId,
        site: group.site,
        payments: group.payments,
        total: { minor: group.totalMinor, currency: 'EUR' },
      })),
      site_id: siteId,
      payments:
        siteId === null
          ? []
          : [
              ...(await supplierDrafts(siteId, scope)),
              ...(seesRecurring ? await waitingOccurrences(siteId) : []),
            ],
      accounts: siteId === null ? [] : await payerAccounts(siteId, user.id),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(processDraftsValidator)
    await assertAllInScope(ctx, 'payment_orders', given.order_ids)
    await assertPayable(ctx, given.debtor_account_id)
    const direction = {
      debtorAccountId: given.debtor_account_id,
      executionDate: (given.execution_date ?? null) as CalendarDate | null,
    }
    const confirmed = {
      confirmDuplicate: given.confirm_duplicate ?? false,
      confirmPayee: given.confirm_payee ?? false,
    }
    const outcome = await forEachOrder(given.order_ids, (id) =>
      bufferRedirected(id, direction, confirmed, actorOf(ctx))
    )
    if (outcome.done === 0)
      throw new DomainError('E_NONE', `Ningún pago ha podido pasar. ${refusalText(outcome.refused)}`, {
        field: outcome.fields.find((field) => FIELDS.includes(field)) ?? 'form',
      })
    ctx.session.flash(
      'success',
      outcome.done === 1 ? '1 pago pasado a la bolsa.' : `${outcome.done} pagos pasados a la bolsa.`
    )
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${outcome.refused.length} no han podido pasar y siguen en borrador. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().toPath('/paysuppliers?tab=buffer')
  }
}

function chosenOf(ctx: HttpContext): number | null {
  const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
  return Number.isSafeInteger(siteId) && siteId > 0 ? siteId : null
}
