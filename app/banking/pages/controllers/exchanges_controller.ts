import type { HttpContext } from '@adonisjs/core/http'
import { bankHead } from '#app/banking/pages/bank_page'
import { givenAmount } from '#app/banking/pages/given_amount'
import { givenAccount, givenOffer, givenSource } from '#app/banking/pages/given_order'
import { orderForm } from '#app/banking/pages/order_form'
import { placedOrders } from '#app/banking/pages/ports'
import { scopedConnector } from '#app/banking/pages/scoped'
import { exchangeValidator } from '#app/banking/pages/validators/order_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Money between two accounts of a connection, also into another currency: a draft order that others approve. */
export default class ExchangesController {
  async create(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    return ctx.inertia.render('banking/exchanges/create', {
      bank: bankHead(ctx),
      ...(await orderForm(ctx, connector)),
    })
  }

  async store(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const given = await ctx.request.validateUsing(exchangeValidator)
    const source = await givenSource(ctx, connector.id, given.from_account_id)
    const target = await givenAccount(ctx, {
      connectorId: connector.id,
      id: given.to_account_id,
      field: 'to_account_id',
    })
    if (source.value === target.value)
      throw new DomainError('E_ORDER', 'Elija una cuenta distinta de la de cargo.', {
        field: 'to_account_id',
      })
    const amountMinor = givenAmount(given.amount, source.currency)
    const offer = await givenOffer({
      connectorId: connector.id,
      quoteId: given.quote_id ?? null,
      source,
      targetCurrency: target.currency,
      minor: amountMinor,
      side: 'source',
    })
    const order = await placedOrders.one().move(
      {
        siteId: connector.siteId,
        fromAccountId: source.bankAccountId,
        toAccountId: target.bankAccountId,
        amountMinor: offer?.target.minor ?? amountMinor,
        concept: given.concept,
        quoteId: offer?.id ?? null,
        executionDate: (given.execution_date ?? null) as CalendarDate | null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Traspaso creado: orden ${order.number}, en borrador.`)
    return ctx.response.redirect().toPath(`/payment-orders/${order.id}`)
  }
}
