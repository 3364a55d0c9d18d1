import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { Filter } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import {
  supplierDrafts,
  supplierReviewGroups,
  waitingOccurrences,
} from '#app/payments/kinds/supplier/supplier_drafts'
import { answerBuffered, siteOfReview } from '#app/payments/orders/answer_buffered'
import { payerAccounts } from '#app/payments/orders/checks/payer_accounts'
import { assertAllInScope, assertPayable, limitPayments } from '#app/payments/orders/controllers/scoped'
import { forEachOrder } from '#app/payments/orders/page/bulk_outcome'
import { hiddenKinds, limitToSeenKinds } from '#app/payments/orders/page/payment_visibility'
import { bufferRedirected } from '#app/payments/orders/redirect_draft'
import { processDraftsValidator } from '#app/payments/validators/payment_validator'

/** The review of the drafts for suppliers of a company, what recurs among them, and their way into the pay buffer. */
export default class SupplierProcessesController {
  async create(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const scope = limitToSeenKinds(await limitPayments(ctx, 'o'), 'o', user)
    const seesRecurring = !hiddenKinds(user.role).includes('recurring')
    const groups = await supplierReviewGroups(scope, seesRecurring ? ownAgreements(ctx) : null)
    const siteId = siteOfReview(ctx) ?? groups[0]?.siteId ?? null
    if (siteId !== null) await assertCompany(ctx, siteId)
    return ctx.inertia.render('payments/supplier_processes/create', {
      groups: groups.map((group) => ({
        siteId: group.siteId,
        site: group.site,
        payments: group.payments,
        total: { minor: group.totalMinor, currency: 'EUR' },
        waiting: group.waiting,
      })),
      siteId,
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
    return answerBuffered(ctx, outcome, { stay: 'siguen en borrador', screen: '/paysuppliers' })
  }
}

/** The recurring payments of the caller's companies. */
function ownAgreements(ctx: HttpContext): Filter {
  const filter: Filter = { where: [], bindings: {} }
  limitToScope(ctx, 'r.site_id', filter)
  return filter
}
