import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { Filter } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { limitToProcedures } from '#app/legal/scoped'
import { assertCosts } from '#app/legal/scoped_parts'
import { legalCostsToProcess, legalGroups } from '#app/payments/kinds/legal_procedure/list_legal_costs'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { answerBuffered, siteOfReview } from '#app/payments/orders/answer_buffered'
import { payerAccounts } from '#app/payments/orders/checks/payer_accounts'
import { assertPayable } from '#app/payments/orders/controllers/scoped'
import { orderIntoBuffer } from '#app/payments/orders/order_into_buffer'
import { forEachOrder } from '#app/payments/orders/page/bulk_outcome'
import { processLegalCostsValidator } from '#app/payments/validators/payment_validator'

/** The review of the costs of a company that are due, and their way into the pay buffer: account and day chosen once. */
export default class LegalProcedureProcessesController {
  async create(ctx: HttpContext) {
    const scope: Filter = { where: [], bindings: {} }
    limitToProcedures(ctx, 'p', scope)
    const groups = await legalGroups(scope)
    const siteId = siteOfReview(ctx) ?? groups[0]?.siteId ?? null
    if (siteId !== null) assertInScope(ctx, siteId)
    return ctx.inertia.render('payments/legal_procedure_processes/create', {
      groups: groups.map((group) => ({
        siteId: group.siteId,
        site: group.site,
        costs: group.costs,
        total: { minor: group.totalMinor, currency: 'EUR' },
      })),
      siteId,
      costs: siteId === null ? [] : await legalCostsToProcess(siteId, scope),
      accounts: siteId === null ? [] : await payerAccounts(siteId, requireSignedIn(ctx).user.id),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(processLegalCostsValidator)
    await assertCosts(ctx, given.cost_ids)
    await assertPayable(ctx, given.debtor_account_id)
    const wanted = {
      debtorAccountId: given.debtor_account_id,
      executionDate: (given.execution_date ?? null) as CalendarDate | null,
    }
    const confirmed = {
      confirmDuplicate: given.confirm_duplicate ?? false,
      confirmPayee: given.confirm_payee ?? false,
    }
    const outcome = await forEachOrder(given.cost_ids, (id) =>
      orderIntoBuffer((trx) => orderLegalCost(id, wanted, actorOf(ctx), trx), confirmed, actorOf(ctx))
    )
    return answerBuffered(ctx, outcome, { stay: 'siguen pendientes', screen: '/paylegalprocedures' })
  }
}
