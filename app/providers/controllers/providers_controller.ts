import type { HttpContext } from '@adonisjs/core/http'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, assertInScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listSitesInScope } from '#app/identity/queries/list_sites_in_scope'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import { listOf } from '#app/kernel/lists/listing'
import { listTaxChoices } from '#app/ledger/queries/list_tax_choices'
import { createProvider } from '#app/providers/actions/create_provider'
import { deleteProvider, moveProvider, setProviderActive } from '#app/providers/actions/move_provider'
import { updateProvider } from '#app/providers/actions/update_provider'
import Provider from '#app/providers/models/provider'
import { findDuplicates } from '#app/providers/queries/find_duplicates'
import {
  countProviderTabs,
  findProviderOptions,
  PROVIDER_TABS,
  providerOption,
  providersListFor,
} from '#app/providers/queries/list_providers'
import { providerActivity } from '#app/providers/queries/provider_activity'
import { providerCompanies } from '#app/providers/queries/provider_companies'
import {
  BANK_STATES,
  billedCompany,
  contractState,
  HAS_IBAN,
  hasReserveFund,
  SEARCHED_WORDS,
} from '#app/providers/queries/provider_conditions'
import { providerPage } from '#app/providers/queries/provider_page'
import { CATEGORY_KEEPERS, isOneOf, PROVIDER_LEADS } from '#app/providers/roles'
import {
  activeValidator,
  createProviderValidator,
  reasonValidator,
  updateProviderValidator,
} from '#app/providers/validators/provider_validator'
import { listCategories } from '#app/sites/queries/list_categories'

const PROVIDER_KINDS = [
  'supplier',
  'professional',
  'landlord',
  'employee_like',
  'public_body',
  'group_company',
  'marketplace',
]

export default class ProvidersController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'active')
    const filters = new QueryFilters(ctx)
      .add(PROVIDER_TABS[tab] ?? PROVIDER_TABS.active ?? 'true')
      .keys('category_id', 'p.default_category_id')
      .oneOf('kind', 'p.kind', PROVIDER_KINDS)
    const { bank, contract, reserve, site_id: siteId } = ctx.request.qs() as Record<string, unknown>
    const scope = scopeOf(ctx)
    for (const condition of [BANK_STATES[String(bank ?? '')], contractState(String(contract ?? ''))])
      if (condition) filters.add(condition)
    if (reserve === 'with') {
      const fund = hasReserveFund(await deniedAccounts(user.id, 'view'), scope)
      filters.add(fund.condition, fund.bindings)
    }
    if (siteId && Number.isSafeInteger(Number(siteId))) {
      const billed = billedCompany(Number(siteId), scope)
      filters.add(billed.condition, billed.bindings)
    }
    const iban = normalizeIban(searchText(ctx))
    if (/^[A-Z]{2}\d{2}[A-Z0-9]{4,}$/.test(iban)) filters.add(HAS_IBAN, { iban })
    else filters.words(searchText(ctx), SEARCHED_WORDS)
    const list = providersListFor(scope, user.role)
    const asked = { request: listRequest(ctx, list.definition), filter: filters.filter }
    if (await exportDeclared(ctx, list, asked)) return
    const [page, counters, categories, sites] = await Promise.all([
      listOf(list, asked.request, asked.filter),
      countProviderTabs(),
      listCategories(),
      listSitesInScope(scope),
    ])
    return ctx.inertia.render('providers/providers/index', {
      providers: { ...page, counters },
      categories,
      sites,
      canMerge: isOneOf(PROVIDER_LEADS, user.role),
      canCategorise: isOneOf(CATEGORY_KEEPERS, user.role),
    })
  }

  /** Suppliers that may be the one that is being typed. */
  async duplicates(ctx: HttpContext) {
    const query = ctx.request.qs() as Record<string, unknown>
    const text = (name: string) => (typeof query[name] === 'string' ? (query[name] as string) : '')
    const found = await findDuplicates({ taxId: text('tax_id'), iban: text('iban'), name: text('name') })
    return ctx.response.send({ data: found })
  }

  /** Suppliers for pickers. */
  async options(ctx: HttpContext) {
    const { key } = ctx.request.qs() as Record<string, unknown>
    return ctx.response.send({
      data:
        key === undefined ? await findProviderOptions(searchText(ctx)) : await providerOption(Number(key)),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createProviderValidator)
    await createProvider(
      {
        legalName: given.legal_name,
        tradeName: given.trade_name ?? null,
        taxIdType: given.tax_id_type,
        taxId: given.tax_id ?? null,
        noTaxIdReason: given.no_tax_id_reason ?? '',
        country: given.country,
        kind: given.kind ?? 'supplier',
        categoryId: given.category_id ?? null,
        email: given.email ?? null,
        iban: given.iban ?? null,
        holderName: given.holder_name ?? null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Proveedor ${given.legal_name} creado.`)
    return ctx.response.redirect().withQs().back()
  }

  async edit(ctx: HttpContext) {
    const provider = await Provider.findOrFail(Number(ctx.params.id))
    const { user } = requireSignedIn(ctx)
    const reader = { id: user.id, role: user.role, siteIds: scopeOf(ctx) }
    return ctx.inertia.render('providers/providers/edit', {
      ...(await providerPage(provider, user, scopeOf(ctx))),
      companies: await providerCompanies(provider, reader),
      activity: ctx.inertia.defer(() => providerActivity(provider.id, reader)),
      categories: await listCategories(),
      taxes: await listTaxChoices(),
    })
  }

  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(updateProviderValidator)
    const provider = await Provider.findOrFail(Number(ctx.params.id))
    const {
      site_id_if_group: siteIdIfGroup = null,
      default_payer_site_id: defaultPayerSiteId = null,
      default_bank_account_id: defaultBankAccountId = null,
    } = given
    // Who does not work with a company does not choose it; what another chose stays as it is.
    if (siteIdIfGroup !== null && siteIdIfGroup !== provider.siteIdIfGroup)
      await assertCompany(ctx, siteIdIfGroup)
    if (defaultPayerSiteId !== null && defaultPayerSiteId !== provider.defaultPayerSiteId)
      assertInScope(ctx, defaultPayerSiteId)
    await updateProvider(
      provider.id,
      {
        legalName: given.legal_name,
        tradeName: given.trade_name ?? null,
        taxIdType: given.tax_id_type,
        taxId: given.tax_id ?? null,
        country: given.country,
        kind: given.kind,
        ledgerPrefix: given.ledger_prefix,
        siteIdIfGroup,
        defaultPayerSiteId,
        defaultBankAccountId,
        defaultCategoryId: given.default_category_id ?? null,
        defaultProfileId: given.default_profile_id ?? null,
        email: given.email ?? null,
        phone: given.phone ?? null,
        address: given.address ?? null,
        postalCode: given.postal_code ?? null,
        city: given.city ?? null,
        website: given.website ?? null,
        contactName: given.contact_name ?? null,
        vatRegime: given.vat_regime,
        defaultVatCodeId: given.default_vat_code_id ?? null,
        defaultWithholdingCodeId: given.default_withholding_code_id ?? null,
        excludedFrom347: given.excluded_from_347,
        paymentTermsDays: given.payment_terms_days,
        paymentDay: given.payment_day ?? null,
        paymentMethod: given.payment_method,
        notes: given.notes ?? null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }

  async active(ctx: HttpContext) {
    const { active, is_confirmed: isConfirmed = false } = await ctx.request.validateUsing(activeValidator)
    await setProviderActive(Number(ctx.params.id), { active, isConfirmed }, actorOf(ctx))
    ctx.session.flash('success', active ? 'Proveedor activado.' : 'Proveedor desactivado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    await deleteProvider(Number(ctx.params.id), actorOf(ctx))
    ctx.session.flash('success', 'Proveedor eliminado.')
    return ctx.response.redirect('/providers')
  }

  async validate(ctx: HttpContext) {
    return this.move(ctx, 'validate', 'Proveedor validado.')
  }

  async block(ctx: HttpContext) {
    return this.move(ctx, 'block', 'Proveedor bloqueado.')
  }

  async unblock(ctx: HttpContext) {
    return this.move(ctx, 'unblock', 'Proveedor desbloqueado.')
  }

  private async move(ctx: HttpContext, transition: Parameters<typeof moveProvider>[1], message: string) {
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await moveProvider(Number(ctx.params.id), transition, reason ?? null, actorOf(ctx))
    ctx.session.flash('success', message)
    return ctx.response.redirect().withQs().back()
  }
}
