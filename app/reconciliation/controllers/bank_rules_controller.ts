import type { HttpContext } from '@adonisjs/core/http'
import { accountProps } from '#app/accounts/queries/find_account'
import { reconcilableAccount, scopedAccount } from '#app/accounts/scoped'
import { canReconcile } from '#app/accounts/viewer'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { today } from '#app/kernel/time/calendar_date'
import { createRule, type RuleInput, removeRule, updateRule } from '#app/reconciliation/actions/save_rule'
import { dimensionOptions } from '#app/reconciliation/queries/entry_options'
import { listAssociations } from '#app/reconciliation/queries/list_associations'
import { listRules } from '#app/reconciliation/queries/list_rules'
import { refusalAtForm } from '#app/reconciliation/refusal_at_form'
import { conditionsOf, ruleProps } from '#app/reconciliation/rules/rule_props'
import { ruleValidator } from '#app/reconciliation/validators/rule_validator'

/** Rules of an account and of its company: the tab «Reglas» of the account. */
export default class BankRulesController {
  async index(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const rules = await listRules(account)
    return ctx.inertia.render('reconciliation/rules/index', {
      account: accountProps(account, viewer),
      rules: rules.map((rule) => ruleProps(rule, viewer)),
      options: await dimensionOptions(account.siteId, today()),
      associations: await listAssociations(account.siteId),
      canWrite: canReconcile(viewer, account),
    })
  }

  async store(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const input = ruleInput(await ctx.request.validateUsing(ruleValidator), account.id)
    await refusalAtForm(() => createRule(account.siteId, input, actorOf(ctx)))
    ctx.session.flash('success', `Regla «${input.name}» creada.`)
    return ctx.response.redirect().withQs().back()
  }

  async update(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const sent = await ctx.request.validateUsing(ruleValidator)
    const rule = { id: Number(ctx.params.rule), siteId: account.siteId, lockVersion: sent.lock_version ?? 0 }
    const input = ruleInput(sent, account.id)
    await refusalAtForm(() => updateRule(rule, input, actorOf(ctx)))
    ctx.session.flash('success', `Regla «${input.name}» guardada.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    requireSignedIn(ctx)
    await removeRule(Number(ctx.params.rule), account.siteId, actorOf(ctx))
    ctx.session.flash('success', 'Regla eliminada.')
    return ctx.response.redirect().withQs().back()
  }
}

type Sent = Awaited<ReturnType<(typeof ruleValidator)['validate']>>

function ruleInput(sent: Sent, accountId: number): RuleInput {
  return {
    name: sent.name,
    bankAccountId: sent.reach === 'company' ? null : accountId,
    conditions: conditionsOf(sent),
    action: {
      accountCode: sent.account_code,
      description: sent.description || null,
      providerId: sent.provider_id ?? null,
      taxCodeId: sent.tax_code_id ?? null,
      centerId: sent.center_id ?? null,
      autoBook: sent.auto_book,
    },
    maxMinor: sent.auto_book ? (sent.limit ?? null) : null,
    active: sent.active,
  }
}
