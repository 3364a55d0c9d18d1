import type { HttpContext } from '@adonisjs/core/http'
import { makeQuote } from '#app/banking/pages/acts/make_quote'
import { bankHead } from '#app/banking/pages/bank_page'
import { pathOf } from '#app/banking/pages/bank_path'
import { givenAmount } from '#app/banking/pages/given_amount'
import { connectionTroubles } from '#app/banking/pages/queries/connection_troubles'
import { findBeneficiary } from '#app/banking/pages/queries/find_beneficiary'
import { findOffer, newestOffers } from '#app/banking/pages/queries/find_offer'
import { orderAccounts } from '#app/banking/pages/queries/order_accounts'
import { scopedConnector } from '#app/banking/pages/scoped'
import { quoteValidator } from '#app/banking/pages/validators/order_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError, isDomainError } from '#app/kernel/domain_error'

/** What exchanges and payments in other currencies would cost. */
export default class QuotesController {
  async index(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const asked = Number((ctx.request.qs() as Record<string, unknown>).quote)
    const accounts = await orderAccounts(connector.id, requireSignedIn(ctx).user.id)
    return ctx.inertia.render('banking/quotes/index', {
      bank: bankHead(ctx),
      connection: {
        id: connector.id,
        label: connector.label,
        site: connector.site,
        canAsk: connector.status.code === 'active',
      },
      accounts: accounts.map(({ value, label, currency }) => ({ value, label, currency })),
      currencies: (bank.quotes?.currencies ?? []).map((code) => ({ value: code, label: code })),
      offer: Number.isSafeInteger(asked) ? await findOffer(asked, connector.id) : null,
      quotes: await newestOffers(connector.id),
      troubles: connectionTroubles([connector]),
    })
  }

  /** Leads back to the page with the offer; a form that asks by itself gets the offer alone. */
  async store(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const isAskedByForm = !ctx.request.header('x-inertia') && ctx.request.accepts(['html', 'json']) === 'json'
    try {
      const id = await this.make(ctx, connector.id)
      if (isAskedByForm) return ctx.response.json({ data: await findOffer(id, connector.id), message: null })
      return ctx.response.redirect().toPath(`/${pathOf(bank.connector)}/${connector.id}/quotes?quote=${id}`)
    } catch (error) {
      if (!isAskedByForm || !isDomainError(error)) throw error
      return ctx.response.json({ data: null, message: error.message })
    }
  }

  private async make(ctx: HttpContext, connectorId: number): Promise<number> {
    const given = await ctx.request.validateUsing(quoteValidator)
    const { source_currency: sourceCurrency, target_currency: targetCurrency, side } = given
    if (sourceCurrency === targetCurrency)
      throw new DomainError('E_QUOTE', 'Elija dos divisas distintas.', { field: 'target_currency' })
    const minor = givenAmount(given.amount, side === 'source' ? sourceCurrency : targetCurrency)
    const accounts = await orderAccounts(connectorId, requireSignedIn(ctx).user.id)
    const account = accounts.find(({ value }) => value === String(given.account_id))
    if (given.account_id && account?.currency !== sourceCurrency)
      throw new DomainError('E_QUOTE', `La cuenta de cargo no está en ${sourceCurrency}.`, {
        field: 'account_id',
      })
    const beneficiary = given.beneficiary_id ? await findBeneficiary(given.beneficiary_id, connectorId) : null
    if (given.beneficiary_id && !beneficiary)
      throw new DomainError('E_QUOTE', 'El beneficiario no es de esta conexión.', {
        field: 'beneficiary_id',
      })
    return makeQuote(
      {
        connectorId,
        sourceCurrency,
        targetCurrency,
        sourceMinor: side === 'source' ? minor : null,
        targetMinor: side === 'target' ? minor : null,
        account: account ? { id: Number(account.value), externalId: account.externalId } : null,
        beneficiary,
      },
      actorOf(ctx)
    )
  }
}
