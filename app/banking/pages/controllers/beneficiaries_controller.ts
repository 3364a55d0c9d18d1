import type { HttpContext } from '@adonisjs/core/http'
import { listCurrencies } from '#app/accounts/queries/list_currencies'
import { viewerOf } from '#app/accounts/viewer'
import { checkPayee } from '#app/banking/pages/acts/check_payee'
import { makeBeneficiary } from '#app/banking/pages/acts/make_beneficiary'
import { beneficiaryFilter } from '#app/banking/pages/bank_filters'
import { beneficiaryActsList } from '#app/banking/pages/bank_lists'
import { bankHead, payeeRights } from '#app/banking/pages/bank_page'
import { pathOf } from '#app/banking/pages/bank_path'
import { COUNTRIES } from '#app/banking/pages/countries'
import { connectionTroubles } from '#app/banking/pages/queries/connection_troubles'
import { beneficiaryCurrencies, findBeneficiary } from '#app/banking/pages/queries/find_beneficiary'
import { scopedConnector } from '#app/banking/pages/scoped'
import { newBeneficiaryValidator } from '#app/banking/pages/validators/beneficiary_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { isDomainError } from '#app/kernel/domain_error'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'

/** Whom a connection can pay. */
export default class BeneficiariesController {
  async index(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const list = beneficiaryActsList(viewerOf(requireSignedIn(ctx)), payeeRights(ctx))
    const request = listRequest(ctx, list.definition)
    const filter = beneficiaryFilter(ctx, connector.id)
    if (await exportDeclared(ctx, list, { request, filter })) return
    return ctx.inertia.render('banking/beneficiaries/index', {
      bank: bankHead(ctx),
      connection: { ...headOf(connector), canAsk: connector.status.code === 'active' },
      beneficiaries: await listOf(list, request, filter),
      currencies: await beneficiaryCurrencies(connector.id),
      hasPage: bank.pages.includes('recipients'),
      troubles: connectionTroubles([connector]),
    })
  }

  async create(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const currencies = bank.quotes?.currencies
    return ctx.inertia.render('banking/beneficiaries/create', {
      bank: bankHead(ctx),
      connection: headOf(connector),
      offers: {
        currencies: currencies
          ? currencies.map((code) => ({ value: code, label: code }))
          : await listCurrencies(),
        countries: COUNTRIES,
      },
      currency: 'EUR',
    })
  }

  async store(ctx: HttpContext) {
    const { bank, connector } = await scopedConnector(ctx)
    const { country, email, values, reference, ...given } =
      await ctx.request.validateUsing(newBeneficiaryValidator)
    const wanted = {
      ...given,
      country: country ?? null,
      email: email ?? null,
      values: Object.fromEntries(
        Object.entries(values).flatMap(([key, text]) => (text ? [[key, text]] : []))
      ),
    }
    const made = await makeBeneficiary(
      { connectorId: connector.id, siteId: connector.siteId, wanted, reference: reference || null },
      actorOf(ctx)
    )
    if (made.kind === 'refused') {
      const errors = Object.entries(made.fieldErrors).map(([key, text]) => [fieldOf(key, values), [text]])
      const told = `${connector.providerTitle} ha rechazado la operación: ${made.message}`
      ctx.session.flash('inputErrorsBag', { ...Object.fromEntries(errors), form: [told] })
      return ctx.response.redirect().withQs().back()
    }
    await checkNew(made.id, connector.id)
    ctx.session.flash('success', `«${wanted.name}» creado. Otra persona tiene que verificarlo.`)
    if (!bank.pages.includes('recipients')) return ctx.response.redirect().withQs().back()
    return ctx.response.redirect().toPath(`/${pathOf(bank.connector)}/${connector.id}/recipients`)
  }
}

const headOf = ({ id, label, site }: { id: number; label: string; site: string }) => ({ id, label, site })

/** Where the form has what the bank complained about: among the bank's own fields, or beside them. */
const fieldOf = (key: string, values: Readonly<Record<string, unknown>>): string =>
  !(key in values) && ['name', 'email', 'currency', 'country'].includes(key) ? key : `values.${key}`

/** Whose the account is, asked at once; where the bank does not say, the beneficiary is made all the same. */
async function checkNew(id: number, connectorId: number): Promise<void> {
  const beneficiary = await findBeneficiary(id, connectorId)
  if (!beneficiary) return
  await checkPayee(beneficiary).catch((error: unknown) => {
    if (!isDomainError(error)) throw error
  })
}
