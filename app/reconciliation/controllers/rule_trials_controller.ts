import type { HttpContext } from '@adonisjs/core/http'
import { reconcilableAccount } from '#app/accounts/scoped'
import { isDomainError } from '#app/kernel/domain_error'
import { findMatchAccount } from '#app/reconciliation/queries/match_account'
import { tryRule } from '#app/reconciliation/queries/try_rule'
import { conditionsOf } from '#app/reconciliation/rules/rule_props'
import { ruleTrialValidator } from '#app/reconciliation/validators/rule_validator'

/** A rule that is being written, tried against the last twelve months. */
export default class RuleTrialsController {
  async index(ctx: HttpContext) {
    const { account, viewer } = await reconcilableAccount(ctx)
    const sent = await ctx.request.validateUsing(ruleTrialValidator)
    const found = await findMatchAccount(account.id)
    if (!found) throw new Error(`No bank account ${account.id}`)
    try {
      const trial = await tryRule({
        account: found,
        viewerId: viewer.userId,
        conditions: conditionsOf(sent),
        accountCode: sent.account_code ?? '',
        reach: sent.reach,
        ruleId: sent.rule_id ?? null,
      })
      return ctx.response.send({ data: trial, problem: null, field: null })
    } catch (error) {
      if (!isDomainError(error)) throw error
      return ctx.response.send({ data: null, problem: error.message, field: error.field ?? null })
    }
  }
}
