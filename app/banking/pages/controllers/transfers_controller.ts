import type { HttpContext } from '@adonisjs/core/http'
import { hasDrafts } from '#app/banking/bank_provider'
import { bankHead } from '#app/banking/pages/bank_page'
import { givenAmount } from '#app/banking/pages/given_amount'
import { givenOffer, givenSource } from '#app/banking/pages/given_order'
import { orderForm } from '#app/banking/pages/order_form'
import { placedOrders } from '#app/banking/pages/ports'
import { findBeneficiary, payeeChoices } from '#app/banking/pages/queries/find_beneficiary'
import { scopedConnector } from '#app/banking/pages/scoped'
import { transferValidator } from '#app/banking/pages/validators/order_validator'
import { purposesOf } from '#app/banking/queries/purposes_of'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Payments to somebody whom a bank has: each is a draft order that others approve. */
export default class BankTransfersController {
  async create(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    return ctx.inertia.render('banking/transfers/create', {
      bank: bankHead(ctx),
      ...(await orderForm(ctx, connector)),
      payees: await payeeChoices(connector.id),
      purposes: (await purposesOf(connector.id)).map(({ code, title, ...of }) => ({
        ...of,
        value: code,
        label: title,
      })),
      hasDrafts: hasDrafts(bank),
    })
  }

  async store(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const given = await ctx.request.validateUsing(transferValidator)
    const source = await givenSource(ctx, connector.id, given.from_account_id)
    const beneficiary = await findBeneficiary(given.beneficiary_id, connector.id)
    if (!beneficiary) throw wrong('beneficiary_id', 'El beneficiario no es de esta conexión.')
    const { currency } = beneficiary
    const amountMinor = givenAmount(given.amount, currency)
    const offer = await givenOffer({
      connectorId: connector.id,
      quoteId: given.quote_id ?? null,
      source,
      targetCurrency: currency,
      minor: amountMinor,
      side: 'target',
    })
    const order = await placedOrders.one().pay(
      {
        siteId: connector.siteId,
        fromAccountId: source.bankAccountId,
        beneficiaryId: beneficiary.id,
        amountMinor,
        currency,
        concept: given.concept,
        purpose: given.purpose ?? null,
        ledgerAccountId: given.ledger_account_id ?? null,
        quoteId: offer?.id ?? null,
        isDraft: hasDrafts(bank) && given.is_draft === true,
        executionDate: (given.execution_date ?? null) as CalendarDate | null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Orden ${order.number} creada, en borrador: falta que se apruebe.`)
    return ctx.response.redirect().toPath(`/payment-orders/${order.id}`)
  }
}

const wrong = (field: string, message: string) => new DomainError('E_ORDER', message, { field })
