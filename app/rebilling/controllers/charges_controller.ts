import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { isInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { counted } from '#app/kernel/text/counted'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { chargeFilters } from '#app/rebilling/charges/charge_filters'
import { chargePage } from '#app/rebilling/charges/charge_page'
import { createCharges, type NewCharges } from '#app/rebilling/charges/create_charges'
import { CHARGE_TABS, chargesList, countCharges } from '#app/rebilling/charges/list_charges'
import { assertCompanies } from '#app/rebilling/controllers/settings_controller'
import { findScopedCharge, limitCharges } from '#app/rebilling/scoped'
import { givenTargets } from '#app/rebilling/settings/setting_form'
import { settingChoices } from '#app/rebilling/settings/setting_page'
import { createChargesValidator } from '#app/rebilling/validators/rebilling_validator'

/** Transacciones: what is proposed, approved and issued, each on its own page, and charges by hand. */
export default class ChargesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const wanted = String((ctx.request.qs() as Record<string, unknown>).tab ?? '')
    const tab = wanted in CHARGE_TABS ? wanted : 'proposals'
    const list = chargesList(user)
    const request = listRequest(ctx, list.definition)
    const filters = chargeFilters(ctx)
    filters.add(CHARGE_TABS[tab] ?? 'true')
    limitCharges(ctx, 't', filters.filter)
    if (await exportDeclared(ctx, list, { request, filter: filters.filter })) return
    const scope: Filter = { where: [], bindings: {} }
    limitCharges(ctx, 't', scope)
    const { alerts = 0, ...counters } = await countCharges(scope)
    return ctx.inertia.render('rebilling/transactions/index', {
      tab,
      charges: { ...(await listOf(list, request, filters.filter)), counters },
      alerts,
    })
  }

  async create(ctx: HttpContext) {
    return ctx.inertia.render('rebilling/transactions/create', { choices: await settingChoices() })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createChargesValidator)
    await assertCompanies(ctx, given)
    const made = await createCharges(newCharges(given), actorOf(ctx))
    ctx.session.flash(
      'success',
      `${counted(made.length, 'refacturación creada', 'refacturaciones creadas')} en borrador.`
    )
    const [only] = made
    return ctx.response.redirect().toPath(made.length === 1 ? `/refacturacion/${only}` : '/refacturacion')
  }

  async show(ctx: HttpContext) {
    const { id, originSiteId, targetSiteId } = await findScopedCharge(ctx)
    const { user } = requireSignedIn(ctx)
    return ctx.inertia.render(
      'rebilling/transactions/show',
      await chargePage(id, user, {
        isOrigin: isInScope(ctx, originSiteId),
        isTarget: isInScope(ctx, targetSiteId),
      })
    )
  }
}

const newCharges = (given: Infer<typeof createChargesValidator>): NewCharges => ({
  originSiteId: given.origin_site_id,
  chargedOn: given.charged_on as CalendarDate,
  dueOn: (given.due_on ?? null) as CalendarDate | null,
  concept: given.concept,
  costs: given.costs.map(({ type, id, amount = null }) => ({
    sourceType: type,
    sourceId: id,
    amountMinor: amount,
  })),
  manual:
    given.manual_amount === undefined || given.manual_amount === null
      ? null
      : { amountMinor: given.manual_amount, accountCode: given.manual_account ?? '' },
  allocation: given.allocation,
  allocationKey: given.allocation_key ?? null,
  targets: givenTargets(given.allocation, given.targets),
  markupBasisPoints: given.treatment === 'suplido' ? 0 : (given.markup ?? 0),
  treatment: given.treatment,
  vatCodeId: given.vat_code_id ?? null,
  settlement: given.settlement,
  incomeAccount: given.income_account ?? null,
  expenseAccount: given.expense_account ?? null,
})
